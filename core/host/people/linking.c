/* Who is one person on several networks says so twice: one identity gets a code, the other says it,
   and the first says yes. A code that others have read is void, and so are all after a restart.
   Bounded: one code a person, for LINK_MS; LINK_WAITING_MOST of a network; TRIES_MOST wrong ones of
   a source in an hour. Of many processes one hears all this (host_keeper()), and asks the
   others. */
#include "linking.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "daily.h"
#include "deadline.h"
#include "elsewhere.h"
#include "heard.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "leave.h"
#include "links.h"
#include "pending.h"
#include "policy.h"
#include "posts.h"
#include "presence.h"
#include "room.h"
#include "seat.h"
#include "shares.h"
#include "strings/people.def"
#include "strings/seatword.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "tries.h"
#include "turn.h"

enum { CODE = 8, LINK_MS = 10 * 60 * 1000 };

/* A code that waits for the second identity; then for the yes of the first; then for the disk. */
struct linking {
    struct pending pending;
    char code[CODE + 1]; /* "" once it was said */
    struct linked_identity first, second;
    int64_t number;        /* ever higher */
    struct linked *wanted; /* what is being saved; NULL before */
};

struct linkings {
    struct pending *list; /* the newest first */
    int64_t last_number;
    struct tries tries;
};

static struct linking *of(struct pending *pending)
{
    return (struct linking *)pending;
}

void linking_init(struct host *host)
{
    host->linkings = calloc(1, sizeof *host->linkings);
    check(host->linkings);
}

static void drop(struct linking *linking)
{
    free(linking->wanted);
    pending_drop(linking);
}

/* The process where a lone "yes" would be said hears whether it answers this. */
static void note_asked(struct host *host, const struct linking *linking, int64_t ms)
{
    if (linking->second.key[0])
        host_tell_process(
            host, linking->first.network,
            &(struct host_event){.kind = HOST_EVENT_ASKED, .who = linking->first.key, .ms = ms});
}

static void end(struct pending *pending)
{
    note_asked(pending->host, of(pending), 0);
    drop(of(pending));
}

/* The store frees what it is still saving. */
void linking_fini(struct host *host)
{
    for (struct pending *one = host->linkings->list, *next; one; one = next) {
        next = one->next;
        if (one->hold == PENDING_OPEN)
            drop(of(one));
    }
    pending_orphan(&host->linkings->list);
    free(host->linkings);
}

/* ---- identities ---- */

static struct linked_identity linked_as(const struct heard *heard)
{
    struct linked_identity identity = {.person = NULL};
    snprintf(identity.network, sizeof identity.network, "%s", heard->network);
    snprintf(identity.key, sizeof identity.key, "%s", heard->key);
    snprintf(identity.name, sizeof identity.name, "%s", heard->name);
    return identity;
}

static struct heard words_of(const struct linked_identity *identity)
{
    return heard_about(identity_of(identity), identity->name, 0);
}

static bool is_it(const struct linked_identity *identity, const struct heard *heard)
{
    return identity_is(identity_of(identity), identity_of(heard));
}

static bool is_one_with(const struct host *host, const struct linked_identity *identity,
                        const struct heard *heard)
{
    return identity_same(host, identity_of(identity), identity_of(heard));
}

static bool lasts(const struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    return port && seat_key_lasts(port, heard->key);
}

/* ---- codes ---- */

/* That the person asked for, or that waits for the person's yes. NULL if none does. */
static struct linking *linking_of(const struct host *host, const struct heard *heard)
{
    for (struct linking *linking = of(host->linkings->list); linking;
         linking = of(linking->pending.next))
        if (is_one_with(host, &linking->first, heard))
            return linking;
    return NULL;
}

static struct linking *linking_with(const struct host *host, const char *code)
{
    for (struct linking *linking = of(host->linkings->list); linking;
         linking = of(linking->pending.next))
        if (linking->code[0] && text_same_word(linking->code, code))
            return linking;
    return NULL;
}

bool linking_is_busy(const struct host *host, const struct heard *heard)
{
    for (struct linking *linking = of(host->linkings->list); linking;
         linking = of(linking->pending.next))
        if (linking->wanted && (is_one_with(host, &linking->first, heard) ||
                                is_one_with(host, &linking->second, heard)))
            return true;
    return false;
}

static struct linking *begin(struct host *host, const struct heard *heard)
{
    struct linking *linking =
        pending_new(&host->linkings->list, host, heard, sizeof *linking, PENDING_OPEN);
    linking->number = ++host->linkings->last_number;
    linking->first = linked_as(heard);
    linking->pending.until = heard->now + LINK_MS;
    return linking;
}

static void give_code(struct host *host, const struct heard *heard)
{
    struct linking *linking = linking_of(host, heard);
    if (linking)
        end(&linking->pending);
    pending_make_room(&host->linkings->list, heard->network, LINK_WAITING_MOST, end);
    linking = begin(host, heard);
    char code[CODE + 1];
    do
        shares_draw_code(code, CODE);
    while (linking_with(host, code));
    memcpy(linking->code, code, sizeof code);
    tell_person(host, heard, STRING_LINK_CODE, "code", linking->code, "minutes",
                text_number(LINK_MS / 60000), (char *)0);
}

static void refuse_code(struct host *host, const struct heard *heard)
{
    int left = shares_note_wrong(&host->linkings->tries, shares_source(heard), heard->now);
    tell_person(host, heard, STRING_LINK_UNKNOWN, "left", text_number(left), (char *)0);
}

/* ---- the second identity says the code ---- */

/* STRING_NONE if they can be linked. */
static int obstacle(struct host *host, const struct linked_identity *first,
                    const struct linked_identity *second)
{
    const struct linked *person = links_of(host, identity_of(first));
    const struct heard one = words_of(first), other = words_of(second);
    return identity_same(host, identity_of(first), identity_of(second)) ? STRING_LINK_ALREADY
           : links_of(host, identity_of(second))                        ? STRING_LINK_HAS_OTHERS
           : person && person->count == LINK_EACH                       ? STRING_LINK_FULL
           : !person && links_are_full(host)                            ? STRING_LINKS_FULL
           : input_queue_sit_together(host, &one, &other)               ? STRING_LINK_TOGETHER
                                                                        : STRING_NONE;
}

static void tell_obstacle(struct host *host, const struct heard *heard, int why)
{
    tell_person(host, heard, why, "most",
                text_number(why == STRING_LINK_FULL ? LINK_EACH : LINKS_MOST), (char *)0);
}

static void ask_first(struct host *host, const struct heard *heard, struct linking *linking)
{
    struct heard first = words_of(&linking->first);
    linking->code[0] = '\0';
    linking->second = linked_as(heard);
    linking->pending.until = heard->now + LINK_MS;
    note_asked(host, linking, LINK_MS);
    tell_person(host, &first, STRING_LINK_WISH, "who", heard->name, "network", heard->network,
                (char *)0);
    tell_person(host, heard, STRING_LINK_ASKED, "network", first.network, "minutes",
                text_number(LINK_MS / 60000), (char *)0);
}

/* ---- tables of other processes ---- */

static struct linking *linking_numbered(const struct host *host, int64_t number)
{
    struct linking *linking = of(host->linkings->list);
    while (linking && linking->number != number)
        linking = of(linking->pending.next);
    return linking && !linking->wanted ? linking : NULL;
}

/* NULL, with the reason told, if it cannot go on. Tables of a process that is away come back with
   two seats of one person, and one of them is given up (turn.h). */
static struct linking *checked(struct host *host, const struct heard *heard, int64_t number,
                               const char *answers)
{
    struct linking *linking = linking_numbered(host, number);
    if (!answers)
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    else if (!linking)
        tell_person(host, heard, STRING_LINK_NO_WISH, (char *)0);
    else if (strstr(answers, LINKING_TOGETHER))
        tell_obstacle(host, heard, STRING_LINK_TOGETHER);
    else
        return linking;
    return NULL;
}

static void check_elsewhere(struct host *host, const struct heard *heard,
                            const struct linking *linking, const struct linked_identity *second,
                            inquiry_done *done)
{
    const struct host_question question = {.kind = HOST_QUESTION_TOGETHER,
                                           .who = identity_of(&linking->first),
                                           .other = identity_of(second)};
    far_ask(host, heard, &question, done, linking->number);
}

/* Somebody else may have said the code meanwhile. */
static void code_checked(struct host *host, const struct heard *heard, int64_t number,
                         const char *answers, bool are_all)
{
    struct linking *linking = checked(host, heard, number, answers);
    (void)are_all;
    if (linking && linking->code[0])
        ask_first(host, heard, linking);
    else if (linking)
        refuse_code(host, heard);
}

static void hear_code(struct host *host, const struct heard *heard, const char *code)
{
    struct linking *linking = linking_with(host, code);
    struct linked_identity second = linked_as(heard);
    if (shares_is_locked(&host->linkings->tries, shares_source(heard), heard->now)) {
        tell_person(host, heard, STRING_LINK_LOCKED, (char *)0);
    } else if (!linking) {
        refuse_code(host, heard);
    } else if (is_it(&linking->first, heard)) {
        tell_person(host, heard, STRING_LINK_SELF, (char *)0);
    } else {
        int why = obstacle(host, &linking->first, &second);
        if (why == STRING_NONE)
            check_elsewhere(host, heard, linking, &second, code_checked);
        else
            tell_obstacle(host, heard, why);
    }
}

/* ---- what is saved ---- */

static void tell_linked(struct host *host, const struct linking *linking)
{
    struct heard first = words_of(&linking->first), second = words_of(&linking->second);
    if (!links_share_look(host, identity_of(&first)))
        links_share_look(host, identity_of(&second));
    tell_person(host, &first, STRING_LINKED, "who", second.name, "network", second.network,
                (char *)0);
    tell_person(host, &second, STRING_LINKED, "who", first.name, "network", first.network,
                (char *)0);
}

/* The others learn it, too: somebody may have lost an account. */
static void tell_parted(struct host *host, const struct linking *linking,
                        const struct linked *before)
{
    for (int i = 0; i < before->count; i++) {
        struct heard other = words_of(&before->identities[i]);
        if (is_it(&linking->first, &other))
            tell_person(host, &other, STRING_UNLINKED, (char *)0);
        else
            tell_person(host, &other, STRING_UNLINKED_OTHER, "who", linking->first.name, "network",
                        linking->first.network, (char *)0);
    }
}

static void on_saved(void *arg, bool is_saved)
{
    struct linking *linking = arg;
    struct host *host = linking->pending.host;
    if (!host) {
        drop(linking);
        return;
    }
    struct heard heard = input_heard(linking->pending.input);
    const struct linked *person = links_of(host, identity_of(&heard));
    struct linked before = {.count = 0};
    if (person)
        links_copy(person, &before);
    note_asked(host, linking, 0);
    pending_unlink(&linking->pending);
    if (is_saved) {
        links_put(host, linking->wanted);
        tries_note_links(host, &before, linking->wanted);
        input_queue_linked(host, &linking->first);
    }
    if (!is_saved)
        tell_person(host, &heard, STRING_LINK_NOT_SAVED, (char *)0);
    else if (linking->second.key[0])
        tell_linked(host, linking);
    else
        tell_parted(host, linking, &before);
    host_dismiss(host, &heard);
    drop(linking);
}

static void save(struct host *host, const struct heard *heard, struct linking *linking)
{
    pending_save(&linking->pending, heard);
    links_save(host, linking->wanted, on_saved, linking);
}

static struct linked *person_of(struct host *host, const struct linked_identity *identity)
{
    const struct linked *known = links_of(host, identity_of(identity));
    struct linked *person = calloc(1, sizeof *person);
    check(person);
    if (known) {
        links_copy(known, person);
    } else {
        person->number = row_new_number(host, &links_row);
        person->identities[person->count++] = *identity;
    }
    return person;
}

/* ---- the first identity answers ---- */

/* Who said the code may think that the yes is theirs, too. */
static void refuse_answer(struct host *host, const struct heard *heard)
{
    const struct linking *asked = of(host->linkings->list);
    while (asked && !(asked->second.key[0] && is_it(&asked->second, heard)))
        asked = of(asked->pending.next);
    if (asked)
        tell_person(host, heard, STRING_LINK_OTHER_ANSWERS, "network", asked->first.network,
                    (char *)0);
    else
        tell_person(host, heard, STRING_LINK_NO_WISH, (char *)0);
}

bool linking_asks(const struct host *host, const struct heard *heard)
{
    const struct linking *linking = linking_of(host, heard);
    return linking && heard->now < linking->pending.until && is_it(&linking->first, heard) &&
           linking->second.key[0];
}

static void yes_checked(struct host *host, const struct heard *heard, int64_t number,
                        const char *answers, bool are_all)
{
    struct linking *linking = checked(host, heard, number, answers);
    int why = linking ? obstacle(host, &linking->first, &linking->second) : STRING_NONE;
    (void)are_all;
    if (why != STRING_NONE)
        tell_obstacle(host, heard, why);
    if (!linking || why != STRING_NONE)
        return;
    linking->wanted = person_of(host, &linking->first);
    linking->wanted->identities[linking->wanted->count++] = linking->second;
    save(host, heard, linking);
}

static void answer(struct host *host, const struct heard *heard, bool is_granted)
{
    struct linking *linking = linking_of(host, heard);
    if (!linking_asks(host, heard)) {
        refuse_answer(host, heard);
        return;
    }
    struct heard second = words_of(&linking->second);
    int why = obstacle(host, &linking->first, &linking->second);
    if (is_granted && linking_is_busy(host, &second)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    } else if (is_granted && why == STRING_NONE) {
        check_elsewhere(host, heard, linking, &linking->second, yes_checked);
    } else if (is_granted) {
        tell_obstacle(host, heard, why);
    } else {
        tell_person(host, heard, STRING_LINK_REFUSED, (char *)0);
        tell_person(host, &second, STRING_LINK_REFUSED, (char *)0);
        end(&linking->pending);
    }
}

/* ---- what people type ---- */

/* A code that was said in a room is void: others have read it. */
static void refuse_in_room(struct host *host, const struct heard *heard, const char *words)
{
    struct linking *linking = linking_with(host, words);
    if (linking) {
        struct heard first = words_of(&linking->first);
        tell_person(host, &first, STRING_LINK_VOID, (char *)0);
        end(&linking->pending);
    }
    tell_person(host, heard, linking ? STRING_LINK_PUBLIC : STRING_LINK_PRIVATE, (char *)0);
}

void host_link(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    pending_expire(&host->linkings->list, heard->now, end);
    if (heard->room)
        refuse_in_room(host, heard, words);
    else if (!host_keeps_persons(host))
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    else if (!lasts(host, heard))
        tell_person(host, heard, STRING_LINK_PASSING, (char *)0);
    else if (linking_is_busy(host, heard))
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    else if (!*words)
        give_code(host, heard);
    else if (text_same_word(words, "yes") || text_same_word(words, "no"))
        answer(host, heard, text_same_word(words, "yes"));
    else
        hear_code(host, heard, words);
}

void host_unlink(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    if (linking_is_busy(host, heard) || !host_keeps_persons(host)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
        return;
    }
    if (!links_of(host, identity_of(heard))) {
        tell_person(host, heard, STRING_UNLINK_NONE, (char *)0);
        return;
    }
    struct linking *linking = begin(host, heard);
    struct linked *person = linking->wanted = person_of(host, &linking->first);
    int kept = 0;
    for (int i = 0; i < person->count; i++)
        if (!is_it(&person->identities[i], heard))
            person->identities[kept++] = person->identities[i];
    person->count = kept;
    save(host, heard, linking);
}

/* ---- seat words ---- */

/* Seat words as people say them: a person who says the word of a seat gets the seat, and a new
   word unless an account said it. Bounded: TRIES_MOST wrong words of one person in an hour, and
   one new word of a seat in a minute. */

enum { WORD_AGAIN_MS = 60 * 1000 };

/* Even if another person said the old one. An owner who is gone gets the next word when the seat is
   taken back. */
static void told_new_word(struct change *change)
{
    struct session *session = change->session;
    const struct seat *seat = &session->seats[change->seat];
    struct heard owner = heard_about(identity_at(seat), seat->called, 0);
    if (seat->is_detached) {
        tell_person(session->host, &change->heard, STRING_SEAT_WORD_PUBLIC, (char *)0);
        return;
    }
    tell_person(session->host, &change->heard, STRING_SEAT_WORD_PUBLIC_HELD, (char *)0);
    tell_word(session, &owner, STRING_SEAT_WORD, change->note);
}

static void told_word_again(struct change *change)
{
    tell_word(change->session, &change->heard, STRING_SEAT_WORD_NEW, change->note);
}

/* Others have read it, or its owner has lost it. */
static void replace_word(struct session *session, int seat, const struct heard *heard,
                         change_done *told)
{
    unsigned char hash[SESSION_HASH];
    char fresh[16];
    struct change *change = change_new(session, heard);
    seat_word_new(fresh, hash, session->id);
    change_put_word(change, seat, hash);
    change_commit_lines(change, seat, fresh, told);
}

/* The owner has read the new word, so the spoken one is used up. Before, a kill would leave the
   owner without a word. */
static void forget_old_word(struct session *session, int seat)
{
    struct change *change = change_new(session, NULL);
    change_put_word(change, seat, session->seats[seat].word);
    change_commit_lines(change, seat, NULL, NULL);
}

static void told_claimed(struct change *change)
{
    struct session *session = change->session;
    struct seat *seat = &session->seats[change->seat];
    bool has_word = change->note[0] != '\0';
    tell_word(session, &change->heard, has_word ? STRING_SEAT_WORD_RIGHT : STRING_SEAT_WORD_LAST,
              change->note);
    bool is_private = showing_is_private(&session->home);
    struct prose tale;
    tell_each_language (session, &tale) {
        view_string(&tale, STRING_ATTACHED, "who", seat->name, (char *)0);
        if (is_private && session_has_begun(session))
            tell_standing(session, POST_NEWS, &tale);
        else
            tell_post(session, POST_NEWS, &tale);
    }
    if (session_has_begun(session))
        latest_tell_hand(session, change->seat);
    if (is_private) {
        /* nobody else reports that the session can be posted to again */
        session->home.is_untold = false;
        deadline_wake(session);
    }
    if (has_word)
        forget_old_word(session, change->seat);
}

static void claim(struct session *session, int seat, const struct heard *heard)
{
    char word[16];
    struct change *change = change_new(session, heard);
    if (change_put_claim(change, seat, word)) {
        change_put_key(change, &session->seats[seat], heard->key);
        change_commit_lines(change, seat, word, told_claimed);
        return;
    }
    tell_person(session->host, heard, STRING_JOIN_TOO_MANY_PEOPLE, (char *)0);
    change_free(change);
}

static int seat_with_word(const struct session *session, const char *network, const char *word)
{
    unsigned char hash[SESSION_HASH];
    seat_word_hash(word, session->id, hash);
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        bool is_right = (s->has_word && sodium_memcmp(hash, s->word, SESSION_HASH) == 0) ||
                        (s->has_old_word && sodium_memcmp(hash, s->old_word, SESSION_HASH) == 0);
        if (is_right && strcmp(s->port->network, network) == 0)
            return seat;
    }
    return -1;
}

/* NULL if absent. *waiting counts the seats that wait for a word. */
static struct session *session_of_word(struct host *host, const char *network, const char *word,
                                       int *out_seat, int *waiting)
{
    struct session *found = NULL;
    *waiting = 0;
    for (struct session *session = host->tables.first; session; session = session->next) {
        for (int seat = 0; seat < session->seat_count; seat++)
            *waiting += session->seats[seat].is_detached &&
                        strcmp(session->seats[seat].port->network, network) == 0;
        int seat = found ? -1 : seat_with_word(session, network, word);
        if (seat >= 0) {
            found = session;
            *out_seat = seat;
        }
    }
    return found;
}

/* If others have read it and the seat cannot be had by it, the word becomes void. */
static void take_seat(struct session *session, int seat, const struct heard *heard)
{
    bool is_seated = session_seat_of(session, heard) >= 0,
         is_held = !session->seats[seat].is_detached;
    bool is_taken = session_has_private_twin(session, &session->seats[seat], heard->key);
    if (heard->room && (is_held || is_seated || is_taken))
        replace_word(session, seat, heard, told_new_word);
    else if (is_seated)
        tell_person(session->host, heard, STRING_SEAT_WORD_HELD, "room",
                    tell_place(session, session->seats[seat].port), (char *)0);
    else if (is_taken)
        tell_person(session->host, heard, STRING_SEAT_WORD_TABLE_OPEN, (char *)0);
    else if (!guests_refuse(session, heard))
        claim(session, seat, heard);
}

/* Of tables of other processes nobody here knows whether a seat waits there: all of these were
   asked for the word. */
static bool is_all_here(const struct host *host)
{
    for (int i = 0; i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]))
            return false;
    return true;
}

/* In its table's turn, so that a word that others read is void even while the disk works. */
void host_claim(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *word = call->words;
    int waiting, seat = -1;
    bool is_locked = shares_is_locked(&host->words.tries, shares_speaker(heard), heard->now);
    if (is_locked && !heard->room) { /* before a look through all tables */
        tell_person(host, heard, STRING_SEAT_WORD_LOCKED, (char *)0);
        return;
    }
    struct session *session = session_of_word(host, heard->network, word, &seat, &waiting);
    bool is_strangers = session && !heard->room && !session->seats[seat].is_detached &&
                        session_seat_of(session, heard) != seat;
    if (session && session->change)
        input_queue_again(session, heard);
    else if (is_locked && !session)
        tell_person(host, heard, STRING_SEAT_WORD_LOCKED, (char *)0);
    else if (session && !is_strangers)
        take_seat(session, seat, heard);
    else if (!session && aside_claim(host, heard, word))
        return;
    else if (waiting == 0 && host->asides.count == 0 && is_all_here(host))
        tell_person(host, heard, STRING_SEAT_WORD_NO_SEAT, (char *)0);
    else
        tell_person(
            host, heard, STRING_SEAT_WORD_WRONG, "left",
            text_number(shares_note_wrong(&host->words.tries, shares_speaker(heard), heard->now)),
            (char *)0);
}

bool host_knows_word(struct host *host, const struct heard *heard)
{
    int waiting, seat;
    return session_of_word(host, heard->network, heard->text, &seat, &waiting) != NULL;
}

/* One a minute at most: each is a line of the record. */
static void give_word(struct session *session, int seat, const struct heard *heard)
{
    struct seat *s = &session->seats[seat];
    if (seat_key_lasts(s->port, s->key)) {
        tell_person(session->host, heard, STRING_SEAT_WORD_NOT_NEEDED, "room",
                    tell_place(session, session->seats[seat].port), (char *)0);
    } else if (s->word_at && heard->now - s->word_at < WORD_AGAIN_MS) {
        tell_person(session->host, heard, STRING_SEAT_WORD_SOON, "room",
                    tell_place(session, session->seats[seat].port), (char *)0);
    } else {
        s->word_at = heard->now;
        replace_word(session, seat, heard, told_word_again);
    }
}

/* Who changed the name in a gap cannot be told from a stranger: in the table's room anybody may
   be the owner. */
bool host_awaits(const struct session *session, const struct heard *heard)
{
    return session_seat_waiting(session, heard->network, heard->room ? NULL : heard->name) >= 0;
}

bool host_awaits_key(const struct host *host, struct identity who)
{
    const struct sitting *sitting = host->tables.sittings[host_bucket(who.network, who.key)];
    for (; sitting; sitting = sitting->next)
        for (int seat = 0; seat < sitting->session->seat_count; seat++)
            if (sitting->session->seats[seat].is_detached &&
                seat_belongs(&sitting->session->seats[seat], who))
                return true;
    return false;
}

struct session *host_table_awaiting(const struct host *host, const struct heard *heard)
{
    struct session *session = host->tables.first;
    while (session && session_seat_waiting(session, heard->network, heard->name) < 0)
        session = session->next;
    return session;
}

void host_show_seat(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    struct session *session;
    int count = 0;
    for (int i = 0; (session = host_table_of(host, identity_of(heard), i)); i++) {
        int seat = session_seat_of(session, heard);
        if (session->change) { /* hears it in its turn */
            input_queue_again(session, heard);
            return;
        }
        if (seat < 0 || session->seats[seat].is_detached || session->seats[seat].is_left)
            continue;
        count++;
        give_word(session, seat, heard);
    }
    if (count == 0)
        tell_person(host, heard,
                    host_table_awaiting(host, heard) ? STRING_SEAT_WORD_MISSING
                                                     : STRING_SEAT_WORD_NO_SEAT,
                    (char *)0);
}
