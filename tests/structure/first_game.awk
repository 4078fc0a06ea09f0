# Writes the files that CONTRIBUTING.md tells its reader to write: awk -v to=FOLDER -f first_game.awk CONTRIBUTING.md
# Such a file is a line of nothing but its path in bold, **`path`**, and the fenced block that follows. A second block for a
# file stands behind the first one.
/^\*\*`[^`]+`\*\*/ {
    path = $0
    gsub(/^\*\*`|`\*\*.*$/, "", path)
    next
}
/^```/ {
    if (inside)
        close(file)
    inside = !inside && path != ""
    file = to "/" path
    folder = file
    sub(/\/[^\/]*$/, "", folder)
    if (inside && system("mkdir -p '" folder "'") != 0)
        exit 1
    if (inside)
        printf "%s", (seen[file]++ ? "\n" : "") >>file
    path = ""
    next
}
inside { print >>file }
