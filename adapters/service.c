/* sd_notify(3), and one timer of the loop for everybody who watches. */
#include "service.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <systemd/sd-daemon.h>
#include <time.h>

#include "check.h"
#include "log.h"
#include "loop.h"
#include "machine.h"
#include "text.h"

static struct {
    __typeof__(sd_notify) *sd_notify;
    __typeof__(sd_watchdog_enabled) *sd_watchdog_enabled;
} systemd;
#define sd_notify           systemd.sd_notify
#define sd_watchdog_enabled systemd.sd_watchdog_enabled

struct service {
    struct loop_timer alive;
    int64_t alive_every_ms; /* 0: nobody watches */
    _Atomic int64_t *beats; /* NULL if the manager watches, or nobody */
};

/* Only a service manager sets these variables; without one libsystemd is not opened. */
static bool is_managed(void)
{
    static const struct machine_function functions[] = {
        {"sd_notify", (void *)&sd_notify}, {"sd_watchdog_enabled", (void *)&sd_watchdog_enabled}};
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    if (sd_notify || (!getenv("NOTIFY_SOCKET") && !getenv("WATCHDOG_USEC")))
        return sd_notify != NULL;
    bool is_open = machine_open_library("libsystemd.so.0", functions,
                                        sizeof functions / sizeof *functions, &why);
    if (!is_open)
        log_event(LOG_WARN, "service-not-told", "why", bytes, (char *)0);
    return is_open;
}

static void tell(const char *state)
{
    if (is_managed())
        sd_notify(0, state);
}

static void say_alive(void *arg)
{
    struct service *service = arg;
    tell("WATCHDOG=1");
    if (service->beats)
        atomic_fetch_add(service->beats, 1);
    loop_timer_set(&service->alive, service->alive_every_ms);
}

struct service *service_new(struct loop *loop)
{
    struct service *service = calloc(1, sizeof *service);
    uint64_t usec = 0;
    check(service);
    loop_timer_init(&service->alive, loop, say_alive, service);
    if (is_managed() && sd_watchdog_enabled(0, &usec) > 0)
        service->alive_every_ms = usec > 2000 ? (int64_t)(usec / 2000) : 1;
    return service;
}

void service_free(struct service *service)
{
    if (service)
        loop_timer_stop(&service->alive);
    free(service);
}

void service_count(struct service *service, _Atomic int64_t *beats, int64_t every_ms)
{
    service->beats = beats;
    service->alive_every_ms = every_ms;
}

void service_ready(struct service *service)
{
    tell("READY=1");
    if (service->alive_every_ms > 0 && !loop_timer_is_set(&service->alive))
        say_alive(service);
}

void service_reloads(struct service *service)
{
    struct timespec now;
    char state[64];
    (void)service;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64,
             (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000);
    tell(state);
}

void service_stops(struct service *service)
{
    tell("STOPPING=1");
    if (service->beats)
        atomic_store(service->beats, 0);
    service->beats = NULL;
}
