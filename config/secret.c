/* The file is opened first and looked at through the open descriptor: what is judged is what is read. */
#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* `path` as one word of a shell. */
static void put_shell_word(const char *path, struct text *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@%";
    if (path[strspn(path, plain)] == '\0') {
        text_put(out, path);
        return;
    }
    text_put(out, "'");
    for (const char *p = path; *p; p++) {
        if (*p == '\'')
            text_put(out, "'\\''");
        else
            text_put_bytes(out, p, 1);
    }
    text_put(out, "'");
}

static int refuse(struct text *why, const char *sentence)
{
    text_put(why, sentence);
    return -1;
}

static int judge_file(int file, const char *path, struct text *why)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return refuse(why, "this is not a file");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return 0;
    text_put(why, "other people of this machine can get at this file: chmod 600 ");
    put_shell_word(path, why);
    return -1;
}

/* Takes the secret out of `bytes`, a line end behind it aside. */
static int take_line(const char *bytes, size_t length, char **secret, struct text *why)
{
    if (length > 0 && bytes[length - 1] == '\n')
        length--;
    if (length > 0 && bytes[length - 1] == '\r')
        length--;
    if (length == 0)
        return refuse(why, "it is empty: put the password there");
    if (length > SECRET_LONGEST)
        return refuse(why, "it is longer than 1000 bytes: only the password may stand there");
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] < 0x20 || bytes[i] == 0x7f)
            return refuse(why, "it holds more than one line of text: only the password may stand there");
    }
    *secret = strndup(bytes, length);
    check(*secret);
    return 0;
}

int secret_read_file(const char *path, char **secret, struct text *why)
{
    char bytes[SECRET_LONGEST + 3]; /* with a line end, and one byte to see that it is too long */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        text_putf(why, "the file cannot be opened: %s (it wants a file's name, not the password itself)",
                  strerror(errno));
        return -1;
    }
    int result = judge_file(file, path, why);
    ssize_t length = result == 0 ? read(file, bytes, sizeof bytes) : 0;
    close(file);
    if (length < 0) {
        text_putf(why, "the file cannot be read: %s", strerror(errno));
        return -1;
    }
    if (result == 0)
        result = take_line(bytes, (size_t)length, secret, why);
    explicit_bzero(bytes, sizeof bytes);
    return result;
}

int secret_read_env(const char *name, char **secret, struct text *why)
{
    const char *value = getenv(name);
    if (!value)
        return refuse(
            why, "no environment variable of this name is set (it wants a variable's name, not the password itself)");
    return take_line(value, strlen(value), secret, why);
}

void secret_free(char *secret)
{
    if (secret)
        explicit_bzero(secret, strlen(secret));
    free(secret);
}
