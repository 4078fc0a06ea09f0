#!/bin/bash
# adapters.sh [--write]: checks that docs/adapters.md names every member that an adapter has to fill in, in the table of its struct, and no other,
# and that its counts of lines are right within a tenth. With --write it puts the true counts there. Run from the top of the tree.
set -euo pipefail

document=docs/adapters.md
status=0

# members HEADER STRUCT: the names of its members.
members()
{
    awk -v begin="^struct $2 \\\\{" '$0 ~ begin { on = 1; next } /^};/ { on = 0 } on' "$1" |
        sed -E ':join /\/\*/{/\*\//!{N;b join}}; s|/\*.*\*/||g' | tr '\n' ' ' | tr ';' '\n' |
        sed -nE 's/.*\(\*(\w+)\)\(.*/\1/p; t; s/.*[ *](\w+) *$/\1/p'
}

# said STRUCT: what the first column of the table below its heading names.
said()
{
    awk -v begin="^[*][*]\`struct $1\`[*][*]" '$0 ~ begin { on = 1; next } /^[*][*]|^#/ { on = 0 } on' $document |
        sed -nE 's/^\| (`[^|]*) \|.*/\1/p' | grep -oE '\w+' | sort
}

count()
{
    find "$1" \( -name '*.[ch]' -o -name '*.def' \) -exec cat {} + | wc -l
}

while read -r header struct; do
    names=$(members "$header" "$struct")
    [ "$(wc -w <<<"$names")" -ge 5 ] || { echo "this test is blind: struct $struct has only: $names"; status=1; }
    hooks=$(tr ' ' '\n' <<<"$names" | grep -vxE 'network|self|' | sort)
    [ "$struct" != adapter_ops ] || hooks=$(grep -vx name <<<"$hooks")
    wrong=$(comm -3 <(said "$struct") <(echo "$hooks") | tr -d '\t')
    [ -z "$wrong" ] || { echo "$document and struct $struct differ in: ${wrong//$'\n'/ }"; status=1; }
done <<'EOF'
core/host/api/port.h host_port
adapters/adapter.h adapter_ops
adapters/adapter.h network_kind
adapters/adapter.h network_admin
EOF

folders=$(sed -nE 's/^\| `(adapters\/[a-z]+)` \| [0-9,]+ \|.*/\1/p' $document)
[ "$(wc -w <<<"$folders")" -ge 4 ] || { echo "this test is blind: $document counts only: $folders"; status=1; }
for folder in $folders; do
    lines=$(count "$folder")
    said=$(sed -nE "s:^\| \`$folder\` \| ([0-9,]+) \|.*:\1:p" $document | tr -d ,)
    if [ "${1:-}" = --write ]; then
        sed -i -E "s:^(\| \`$folder\` \| )[0-9,]+ \|:\1$(((lines + 50) / 100 * 100)) |:" $document
    elif [ $((10 * (lines > said ? lines - said : said - lines))) -gt "$lines" ]; then
        echo "$document says that $folder has $said lines, but it has $lines: tests/structure/adapters.sh --write"
        status=1
    fi
done
exit $status
