/* How much memory the program holds: every allocation counts for the side that makes it, and every release for the side that
   releases. What crosses a wire is copied, so both are the same side. Builds with sanitizers have an allocator of their own, and nothing is
   counted. */
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

#else

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming): glibc's own names */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *bytes, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *bytes);
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming) */

static int64_t held[2];

int64_t sim_memory(void)
{
    return held[SIDE_PROGRAM];
}

static void *count(void *bytes)
{
    if (bytes)
        held[side_now()] += (int64_t)malloc_usable_size(bytes);
    return bytes;
}

static void discount(void *bytes)
{
    if (bytes)
        held[side_now()] -= (int64_t)malloc_usable_size(bytes);
}

void *malloc(size_t size)
{
    return count(__libc_malloc(size));
}

void *calloc(size_t nmemb, size_t size)
{
    return count(__libc_calloc(nmemb, size));
}

void *realloc(void *ptr, size_t size)
{
    int64_t before = ptr ? (int64_t)malloc_usable_size(ptr) : 0;
    void *bytes = __libc_realloc(ptr, size);
    if (bytes || size == 0)
        held[side_now()] -= before;
    return count(bytes);
}

void free(void *ptr)
{
    discount(ptr);
    __libc_free(ptr);
}

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
