/* What is ordered about one table from outside its room, whatever state the table is in. */
#include "aside.h"
#include "faults.h"
#include "host_state.h"
#include "input_queue.h"

void host_stop_apart(struct host *host, struct session *session, const struct heard *heard)
{
    if (!session)
        return;
    struct input *input = input_of_heard(heard);
    host->now = heard->now;
    input->kind = INPUT_STOP;
    session_push(session, input);
}

bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now)
{
    host->now = now;
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (struct session *session = host->buckets[b]; session; session = session->next_in_bucket) {
            if (session->id != number)
                continue;
            struct input *input = input_new(INPUT_END, session, now);
            input_set_name(input, by);
            session_push(session, input);
            return true;
        }
    return aside_end(host, number) || fault_end(host, number);
}
