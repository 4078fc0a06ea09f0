/* See file.h. */
#include "file.h"

#include "check.h"
#include "posts.h"

json_t *file_body(const struct whisper_file *file)
{
    json_t *files = json_pack("[{s:s, s:s}]", "name", file->name, "text", file->text);
    check(files);
    return files;
}
