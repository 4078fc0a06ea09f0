/* What a person or a room chooses on its network ("!set symbols", "!settings bare yes") is told
   when it is saved, or that it could not be. Knows none of the words: that is struct
   host_port's. Bounded like house rules that are being saved. */
#include "prefer.h"

#include <stdlib.h>

#include "asking.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "port.h"
#include "prose.h"
#include "view.h"

static void tell(struct asking *asking)
{
    struct heard heard = input_heard(asking->input);
    heard.is_open = asking->is_open;
    if (asking->host && asking->answer->length > 0)
        host_whisper(asking->host, &heard, asking->answer);
    asking_end(asking);
}

static void was_saved(void *arg, bool is_durable)
{
    struct asking *asking = arg;
    if (!is_durable) {
        prose_clear(asking->answer);
        view_string(asking->answer, STRING_SETTING_NOT_SAVED, (char *)0);
    }
    tell(asking);
}

void prefer(struct host *host, const struct heard *heard, const char *words)
{
    const struct host_port *port = host_port_of(host, heard->network);
    struct asking *asking = asking_new_among(host, heard, ASKINGS_SAVED);
    if (!asking)
        return;
    asking->is_open = heard->is_open;
    asking->answer = malloc(sizeof *asking->answer);
    check(asking->answer);
    prose_clear(asking->answer);
    const struct host_wish wish = {
        .words = words, .answer = asking->answer, .done = was_saved, .arg = asking};
    if (!port || !port->prefer)
        view_string(asking->answer, STRING_LOOK_NONE, (char *)0);
    else if (port->prefer(port->self, heard, &wish))
        return; /* was_saved() has told it, or will */
    tell(asking);
}
