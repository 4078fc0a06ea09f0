/* The process: main() on a stack of its own, put aside whenever it waits for its loop, and gone
   on with when the loop is to end. It dies by being ignored: from the moment of a kill on
   nothing it does reaches a wire or the disk, its loop ends at once, and main() tidies up by
   itself. What is wrapped here is wrapped by tt_sim_program(). */
#include "inside.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "chance.h"
#include "check.h"
#include "commands.h"
#include "heard.h"
#include "host.h"
#include "log.h"
#include "port.h"
#include "posts.h"
#include "record_keep.h"
#include "sqlite_file.h"
#include "store.h"
#include "text.h"
#include "thinker.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

enum { STACK = 4 * 1024 * 1024, PORTS = 64, PATH = 256 };

int tabletalk_main(int argc, char *argv[]);

/* The linker puts these in the place of the product's functions. */
struct store *__wrap_store_sqlite_open(const char *folder, struct text *why);
bool __wrap_store_close_for(struct store *store, int ms);
bool __real_store_close_for(struct store *store, int ms);
struct thinker *__wrap_thinker_new(int threads, struct text *why);
struct host *__wrap_host_new(struct store *store, host_execute *execute, void *arg);
struct host *__real_host_new(struct store *store, host_execute *execute, void *arg);
void __wrap_host_free(struct host *host);
void __real_host_free(struct host *host);
void __wrap_host_add_port(struct host *host, const struct host_port *port);
void __real_host_add_port(struct host *host, const struct host_port *port);
void __wrap_log_setup(enum log_level least, int fd);
void __real_log_setup(enum log_level least, int fd);
int __wrap_prctl(int option, ...);
void __wrap_sqlite_writer_commit(struct sqlite_writer *writer, const struct store_work_list *batch);
void __real_sqlite_writer_commit(struct sqlite_writer *writer, const struct store_work_list *batch);
void __wrap_sqlite_writer_tidy(struct sqlite_writer *writer);
void __real_sqlite_writer_tidy(struct sqlite_writer *writer);
void __wrap_sqlite_read_portion(struct sqlite_reader *reader, struct store_portion *portion);
void __real_sqlite_read_portion(struct sqlite_reader *reader, struct store_portion *portion);
void __wrap_commands_hear(struct commands *commands, struct host *host, const struct heard *heard);
void __real_commands_hear(struct commands *commands, struct host *host, const struct heard *heard);

static struct {
    ucontext_t world, program;
    char *stack;
    bool is_running, is_waiting, is_dead, was_asked, is_unburied, draws_luck;
    enum sim_kill death;
    int deeds_left; /* left before it is killed; -1 if it is not */
    struct loop *loop;
    struct host *host;
    struct store *store;
    struct sim_watch watch;
    struct host_port ports[PORTS];
    int port_count, exits, starts;
    int64_t delay_least, delay_most;
    char folder[PATH], config[PATH + 16];
    uint64_t luck, sodium;
    void *fake_stack;
} process;

/* ---- the stack ---- */

static void to_program(void)
{
#ifdef HAS_ASAN
    void *fake;
    __sanitizer_start_switch_fiber(&fake, process.stack, STACK);
#endif
    enum side was = side_enter(SIDE_PROGRAM);
    /* cppcheck-suppress swapcontextCalled ; a thread of its own would not wait for the simulated
       clock */
    swapcontext(&process.world, &process.program);
    side_enter(was);
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#endif
}

#ifdef HAS_ASAN
static const void *world_bottom;
static size_t world_size;
#endif

static void to_world(bool is_over)
{
    (void)is_over;
#ifdef HAS_ASAN
    __sanitizer_start_switch_fiber(is_over ? NULL : &process.fake_stack, world_bottom, world_size);
#endif
    /* cppcheck-suppress swapcontextCalled ; a thread of its own would not wait for the simulated
       clock */
    swapcontext(&process.program, &process.world);
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(process.fake_stack, &world_bottom, &world_size);
#endif
}

static void run_main(void)
{
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(NULL, &world_bottom, &world_size);
#endif
    static char name[] = "tabletalk", option[] = "--config";
    static char *argv[] = {name, option, process.config, NULL};
    tabletalk_main(3, argv);
    process.is_running = false;
    to_world(true);
}

/* The program waits for its loop to end. */
void loop_run(struct loop *loop)
{
    process.loop = loop;
    process.is_waiting = true;
    while (!process.is_dead && !clock_is_stopped(loop))
        to_world(false);
    process.is_waiting = false;
    clock_go_on(loop);
}

static void bury(void)
{
    process.loop = NULL;
    process.host = NULL;
    process.store = NULL;
    clock_slow_fd = -1;
    if (process.is_dead)
        disk_restore(process.death);
    else if (!process.was_asked)
        process.exits++;
    process.is_dead = process.was_asked = false;
    process.deeds_left = -1;
}

void process_settle(void)
{
    while (process.is_running && process.is_waiting &&
           (process.is_dead || clock_is_stopped(process.loop)))
        to_program();
    if (!process.is_running && process.starts > 0 && process.is_unburied) {
        process.is_unburied = false;
        bury();
    }
}

struct loop *process_loop(void)
{
    return process.is_running && process.is_waiting ? process.loop : NULL;
}

/* ---- starting, ending ---- */

void sim_start(void)
{
    check(!process.is_running);
    process.starts++;
    process.is_running = process.is_unburied = true;
    process.is_waiting = process.was_asked = process.is_dead = false;
    process.port_count = 0;
    /* cppcheck-suppress getcontextCalled ; a thread of its own would not wait for the simulated
       clock */
    check(getcontext(&process.program) == 0);
    process.program.uc_stack.ss_sp = process.stack;
    process.program.uc_stack.ss_size = STACK;
    process.program.uc_link = NULL;
    /* cppcheck-suppress makecontextCalled ; a thread of its own would not wait for the simulated
       clock */
    makecontext(&process.program, run_main, 0);
    to_program();
    process_settle();
}

bool sim_is_running(void)
{
    return process.is_running;
}

/* A signal is heard when it goes on. */
static void wait_for_ears(void)
{
    while (sim_is_hung())
        sim_wait(clock_hung_ms());
}

void sim_reload(void)
{
    wait_for_ears();
    if (!process_loop())
        return;
    enum side was = side_enter(SIDE_PROGRAM);
    clock_signal(process.loop, SIGHUP);
    side_enter(was);
    process_settle();
}

bool sim_stop(int64_t patience)
{
    wait_for_ears();
    int64_t until = sim_now() + patience;
    if (!process_loop())
        return true;
    process.was_asked = true;
    enum side was = side_enter(SIDE_PROGRAM);
    clock_signal(process.loop, SIGTERM);
    side_enter(was);
    process_settle();
    while (process.is_running && sim_now() < until)
        sim_wait(100);
    return !process.is_running;
}

static void die(void)
{
    enum side was = side_enter(SIDE_WORLD);
    process.is_dead = true;
    clock_end_hang();
    transport_close_all();
    discord_hang_up_all();
    side_enter(was);
}

void sim_kill(enum sim_kill how)
{
    if (!process.is_running)
        return;
    process.death = how;
    if (!process.is_dead)
        die();
    process_settle();
}

void sim_kill_later(enum sim_kill how, int deeds)
{
    process.death = how;
    process.deeds_left = deeds;
}

bool process_acts(void)
{
    if (process.is_dead)
        return false;
    if (process.deeds_left > 0 && --process.deeds_left == 0)
        die();
    return !process.is_dead;
}

bool process_is_dead(void)
{
    return process.is_dead;
}

bool sim_is_dying(void)
{
    return process.is_dead;
}

int sim_exits(void)
{
    return process.exits;
}

struct host *sim_host(void)
{
    return process.is_dead ? NULL : process.host;
}

struct store *sim_store(void)
{
    return process.is_dead ? NULL : process.store;
}

const char *sim_folder(void)
{
    return process.folder;
}

void sim_watch(const struct sim_watch *watch)
{
    process.watch = watch ? *watch : (struct sim_watch){0};
}

void sim_draw_luck(bool draws)
{
    process.draws_luck = draws;
}

void sim_disk_delay(int64_t least, int64_t most)
{
    process.delay_least = least;
    process.delay_most = most;
}

int64_t disk_delay(void)
{
    return process.delay_least + sim_dice((int)(process.delay_most - process.delay_least) + 1);
}

/* ---- the configuration ---- */

static const char *level(void)
{
    const char *word = getenv("SIM_LOG");
    return word ? word : "error";
}

void sim_configure(const char *text)
{
    FILE *file = fopen(process.config, "w");
    check(file);
    fprintf(file, "data_folder = \"%s/data\"\nlog_level = %s\n%s\n", process.folder, level(), text);
    check(fclose(file) == 0);
    chmod(process.config, 0600);
}

/* ---- luck ---- */

static uint64_t mix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static const char *sodium_name(void)
{
    return "simulation";
}

static uint32_t sodium_random(void)
{
    return (uint32_t)(mix(&process.sodium) >> 32);
}

static void sodium_fill(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(mix(&process.sodium) >> 32);
}

void process_open(uint64_t seed)
{
    static struct randombytes_implementation luck = {
        .implementation_name = sodium_name, .random = sodium_random, .buf = sodium_fill};
    memset(&process, 0, sizeof process);
    process.deeds_left = -1;
    __wrap_log_setup(LOG_ERROR, STDERR_FILENO);
    process.luck = seed ^ UINT64_C(0x5eed);
    process.sodium = seed ^ UINT64_C(0x50d1);
    check(randombytes_set_implementation(&luck) == 0);
    process.stack =
        /* cppcheck-suppress invalidFunctionArg ; memory without a file has -1 for its descriptor */
        mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    check(process.stack != MAP_FAILED);
    const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(process.folder, PATH, "%s/tabletalk-sim-XXXXXX", memory);
    check(mkdtemp(process.folder));
    snprintf(process.config, sizeof process.config, "%s/sim.conf", process.folder);
    disk_open(process.folder);
    server_open();
}

void process_close(void)
{
    char command[PATH + 16];
    sim_kill(SIM_KILL);
    disk_close();
    record_keep_database(process.folder);
    munmap(process.stack, STACK);
    snprintf(command, sizeof command, "rm -rf '%s'", process.folder);
    check(system(command) == 0);
}

/* ---- what is wrapped ---- */

struct store *__wrap_store_sqlite_open(const char *folder, struct text *why)
{
    process.store = store_sqlite_open_inline(folder, why);
    clock_slow_fd = process.store ? store_fd(process.store) : -1;
    clock_slow_until = -1;
    return process.store;
}

bool __wrap_store_close_for(struct store *store, int ms)
{
    process.store = NULL;
    clock_slow_fd = -1;
    return __real_store_close_for(store, ms);
}

/* Threads would make runs differ. */
struct thinker *__wrap_thinker_new(int threads, struct text *why)
{
    (void)threads;
    (void)why;
    return thinker_new_inline();
}

struct host *__wrap_host_new(struct store *store, host_execute *execute, void *arg)
{
    process.host = __real_host_new(store, execute, arg);
    if (!process.draws_luck)
        host_fix_luck(process.host, mix(&process.luck));
    return process.host;
}

void __wrap_host_free(struct host *host)
{
    if (process.host == host)
        process.host = NULL;
    __real_host_free(host);
}

static const struct host_port *port_of(const void *self)
{
    int i = 0;
    while (i < process.port_count && process.ports[i].self != self)
        i++;
    check(i < process.port_count);
    return &process.ports[i];
}

static void on_post(void *self, const struct post *post)
{
    const struct host_port *port = port_of(self);
    enum side was = side_enter(SIDE_WORLD);
    if (process.watch.post && !process.is_dead)
        process.watch.post(process.watch.arg, port, post);
    side_enter(was);
    port->post(self, post);
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    const struct host_port *port = port_of(self);
    enum side was = side_enter(SIDE_WORLD);
    if (process.watch.whisper && !process.is_dead)
        process.watch.whisper(process.watch.arg, port, whisper);
    side_enter(was);
    port->whisper(self, whisper);
}

void __wrap_host_add_port(struct host *host, const struct host_port *port)
{
    struct host_port watched = *port;
    if (host != process.host) { /* a tool's */
        __real_host_add_port(host, port);
        return;
    }
    check(process.port_count < PORTS);
    process.ports[process.port_count++] = *port;
    watched.post = on_post;
    watched.whisper = on_whisper;
    __real_host_add_port(host, &watched);
}

void __wrap_log_setup(enum log_level least, int fd)
{
    __real_log_setup(least, getenv("SIM_LOG") ? fd : -1);
}

void __wrap_commands_hear(struct commands *commands, struct host *host, const struct heard *heard)
{
    enum side was = side_enter(SIDE_WORLD);
    if (process.watch.heard && !process.is_dead)
        process.watch.heard(process.watch.arg, heard);
    side_enter(was);
    __real_commands_hear(commands, host, heard);
}

/* In the real program, threads of their own do this. */
void __wrap_sqlite_writer_commit(struct sqlite_writer *writer, const struct store_work_list *batch)
{
    enum side was = side_enter(SIDE_STORE);
    server_commit(writer, batch, __real_sqlite_writer_commit);
    side_enter(was);
}

void __wrap_sqlite_writer_tidy(struct sqlite_writer *writer)
{
    enum side was = side_enter(SIDE_STORE);
    __real_sqlite_writer_tidy(writer);
    side_enter(was);
}

void __wrap_sqlite_read_portion(struct sqlite_reader *reader, struct store_portion *portion)
{
    enum side was = side_enter(SIDE_STORE);
    if (server_reads(portion))
        __real_sqlite_read_portion(reader, portion);
    side_enter(was);
}

int __wrap_prctl(int option, ...)
{
    (void)option; /* leak detection needs a process that can be traced */
    return 0;
}
