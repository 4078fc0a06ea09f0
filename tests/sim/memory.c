/* Two heaps: the program's is libc's own, the world's lies apart. So the program pays, in time
   and in pages, for what it does itself and not for what the models throw away, and its memory
   can be read off its heap. A block belongs to the side that made it and goes back to its own
   heap, no matter who frees it. Builds with sanitizers have an allocator of their own: one heap,
   and nothing is counted. */
#include "inside.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_OTHER_ALLOCATOR 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OTHER_ALLOCATOR 1
#endif
#endif

#ifdef HAS_OTHER_ALLOCATOR

int64_t sim_memory(void)
{
    return -1;
}

int64_t sim_heap(void)
{
    return -1;
}

int64_t sim_resident(void)
{
    return -1;
}

#else

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming):
   glibc's own names */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *bytes, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *bytes);
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
 */

/* ---- the world's heap: lists of free blocks, one for each of four sizes between two powers of
   two ---- */

enum { ALIGN = 16, CLASSES = 160, BIG = 64 * 1024, PAGE = 4096 };
static const size_t world_room = (size_t)1 << 36; /* of addresses; writing makes pages of them */

struct block {
    size_t class;
    struct block *next; /* while it is free; from here on the bytes that are given out */
};

static struct {
    char *begin, *end;
    struct block *free[CLASSES];
} world;

static size_t class_size(size_t class)
{
    return (4 + class % 4) << (class / 4 + 3);
}

static size_t class_of(size_t size)
{
    size_t class = 0;
    while (class_size(class) < size)
        class += class_size(class + 4) < size ? 4 : 1;
    return class;
}

static bool is_worlds(const void *bytes)
{
    return (const char *)bytes >= world.begin && (const char *)bytes < world.begin + world_room &&
           world.begin;
}

static struct block *block_of(void *bytes)
{
    return (struct block *)((char *)bytes - ALIGN);
}

static size_t size_of(void *bytes)
{
    return class_size(block_of(bytes)->class) - ALIGN;
}

static struct block *new_block(size_t class)
{
    if (!world.begin) {
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        /* cppcheck-suppress invalidFunctionArg ; memory without a file has -1 for its descriptor */
        world.begin = mmap(NULL, world_room, PROT_READ | PROT_WRITE, flags, -1, 0);
        check(world.begin != MAP_FAILED);
        world.end = world.begin;
    }
    struct block *block = (struct block *)world.end;
    world.end += class_size(class);
    check(world.end <= world.begin + world_room);
    block->class = class;
    return block;
}

static void *world_take(size_t size)
{
    size_t class = class_of(size + ALIGN);
    check(class < CLASSES);
    struct block *block = world.free[class];
    if (block)
        world.free[class] = block->next;
    else
        block = new_block(class);
    return (char *)block + ALIGN;
}

static void world_give(void *bytes)
{
    struct block *block = block_of(bytes);
    size_t size = class_size(block->class);
    block->next = world.free[block->class];
    world.free[block->class] = block;
    if (size < BIG)
        return;
    char *first = (char *)block + PAGE - (size_t)block % PAGE, *end = (char *)block + size;
    madvise(first, (size_t)(end - first) / PAGE * PAGE, MADV_DONTNEED);
}

static void *world_resize(void *bytes, size_t size)
{
    if (size <= size_of(bytes))
        return bytes;
    void *larger = world_take(size);
    memcpy(larger, bytes, size_of(bytes));
    world_give(bytes);
    return larger;
}

/* ---- the program's ---- */

static int64_t held;

int64_t sim_memory(void)
{
    return held;
}

int64_t sim_heap(void)
{
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.arena + info.hblkhd);
}

/* Every mapping but the world's. */
int64_t sim_resident(void)
{
    char line[512];
    unsigned long begin = 0;
    long kib = 0, all = 0;
    enum side was = side_enter(SIDE_WORLD);
    FILE *file = fopen("/proc/self/smaps", "r");
    check(file);
    while (fgets(line, sizeof line, file)) {
        size_t digits = strspn(line, "0123456789abcdef");
        if (digits > 0 && line[digits] == '-')
            begin = strtoul(line, NULL, 16);
        else if (sscanf(line, "Rss: %ld kB", &kib) == 1)
            all += begin >= (uintptr_t)world.begin && begin < (uintptr_t)world.begin + world_room
                       ? 0
                       : kib;
    }
    fclose(file);
    side_enter(was);
    return (int64_t)all * 1024;
}

static bool is_program(void)
{
    return side_now() != SIDE_WORLD;
}

size_t malloc_usable_size(void *ptr)
{
    static size_t (*libc)(void *);
    if (!libc)
        *(void **)&libc = dlsym(RTLD_NEXT, "malloc_usable_size");
    return !ptr ? 0 : is_worlds(ptr) ? size_of(ptr) : libc(ptr);
}

static void *count(void *bytes)
{
    held += (int64_t)malloc_usable_size(bytes);
    return bytes;
}

/* ---- what everybody calls ---- */

void *malloc(size_t size)
{
    return is_program() ? count(__libc_malloc(size)) : world_take(size);
}

void *calloc(size_t nmemb, size_t size)
{
    if (is_program())
        return count(__libc_calloc(nmemb, size));
    check(size == 0 || nmemb <= world_room / size);
    return memset(world_take(nmemb * size), 0, nmemb * size);
}

void free(void *ptr)
{
    if (!ptr)
        return;
    if (is_worlds(ptr)) {
        world_give(ptr);
        return;
    }
    held -= (int64_t)malloc_usable_size(ptr);
    __libc_free(ptr);
}

void *realloc(void *ptr, size_t size)
{
    if (!ptr)
        return malloc(size);
    if (is_worlds(ptr))
        return world_resize(ptr, size);
    int64_t before = (int64_t)malloc_usable_size(ptr);
    void *bytes = __libc_realloc(ptr, size);
    if (bytes || size == 0)
        held -= before;
    return count(bytes);
}

/* Few ask for this, and all of them are the program's. */
void *memalign(size_t alignment, size_t size)
{
    return count(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **memptr, size_t alignment, size_t size)
{
    *memptr = memalign(alignment, size);
    return *memptr ? 0 : ENOMEM;
}

#endif
