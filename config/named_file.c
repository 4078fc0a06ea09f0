#include "named_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "text.h"

/* Without O_NONBLOCK, opening a pipe would wait for the one who writes. */
FILE *named_file_open(const char *path, struct text *why)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &about) != 0) {
        text_put(why, strerror(errno));
    } else if (S_ISREG(about.st_mode)) {
        FILE *file = fdopen(fd, "r");
        check(file);
        return file;
    } else {
        text_put(why, S_ISDIR(about.st_mode) ? strerror(EISDIR)
                      : S_ISFIFO(about.st_mode)
                          ? "it is a pipe, not a file; save what comes from it first"
                          : "it is a device, not a file");
    }
    if (fd >= 0)
        close(fd);
    return NULL;
}

char *named_file_load(const char *path, int most, const char *kind, struct text *why)
{
    char bytes[200];
    struct text reason = text_over(bytes, sizeof bytes);
    FILE *file = named_file_open(path, &reason);
    char *content = malloc((size_t)most + 2);
    check(content);
    size_t length = file ? fread(content, 1, (size_t)most + 1, file) : 0;
    bool is_large = most >= 1 << 20;
    if (file && ferror(file))
        text_put(&reason, strerror(errno));
    if (file)
        fclose(file);
    if (reason.length > 0)
        text_putf(why, "this file cannot be read: %s", bytes);
    else if (length > (size_t)most)
        text_putf(why, "this is larger than %d %s; is it %s?", most >> (is_large ? 20 : 10),
                  is_large ? "MiB" : "KiB", kind);
    else if (memchr(content, '\0', length))
        text_put(why, "this is not a text file: it holds a zero byte");
    content[length] = '\0';
    if (why->length == 0)
        return content;
    free(content);
    return NULL;
}

int named_file_next_line(FILE *file, char *line)
{
    int length = 0, byte;
    while ((byte = getc_unlocked(file)) != EOF && byte != '\n' && length <= NAMED_FILE_LINE) {
        if (length < NAMED_FILE_LINE)
            line[length] = (char)byte;
        length++;
    }
    line[length < NAMED_FILE_LINE ? length : NAMED_FILE_LINE] = '\0';
    return byte == EOF && length == 0 ? -1 : length;
}
