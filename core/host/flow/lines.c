/* Lines of a record that open a table, seat people and robots, and set options. What they do when they are applied:
   session/apply.c and session/apply_people.c. */
#include "lines.h"

#include "check.h"
#include "record.h"
#include "seat_word.h"
#include "seats.h"
#include "text.h"

bool lines_put_record(struct change *change, const char *key, const char *name, struct text *line)
{
    const struct session *session = change->session;
    text_put(line, "record");
    record_put_number(line, "version", RECORD_VERSION);
    record_put_bytes(line, "id", session->playing.lot.id, LUCK_ID);
    record_put(line, "game", session->game->id);
    record_put_number(line, "rules", session->playing.rules.version);
    bool is_person = change_put_person(change, key, name, line);
    if (session->group[0])
        record_put(line, "group", session->group);
    return is_person;
}

/* A private conversation belongs to a person. */
void lines_put_room(struct change *change, int number, const char *name, struct text *line)
{
    text_put(line, "room");
    record_put_number(line, "number", number);
    record_put(line, "network", change->session->port->network);
    if (name[0] == '@')
        check(change_put_person(change, name + 1, change->heard.name, line));
    else
        record_put(line, "room", name);
}

/* Puts a line that seats a person. Where keys do not last, the line has a seat word, and `word` gets it. */
bool lines_put_person(struct change *change, const char *key, const char *name, int seat, struct text *line,
                      char word[16])
{
    const struct session *session = change->session;
    record_put_number(line, "seat", seat + 1);
    bool is_person = change_put_person(change, key, name, line);
    word[0] = '\0';
    if (!room_key_lasts(session->port, key)) {
        unsigned char hash[ROOM_HASH];
        word_new(word, hash, session->id);
        record_put_bytes(line, "word", hash, ROOM_HASH);
    }
    return is_person;
}

void lines_put_robot(int seat, enum robot_level level, const char *name, struct text *line)
{
    text_put(line, "sit");
    record_put_number(line, "seat", seat + 1);
    record_put(line, "robot", robot_levels[level]);
    record_put(line, "name", name);
    check(!line->cut);
}

void lines_put_option(const struct session *session, int option, struct text *line)
{
    char value[128];
    const struct option_spec *spec = &session->game->options[option];
    struct text text = text_over(value, sizeof value);
    option_format(spec, session->playing.rules.options[option], &text);
    text_put(line, "option");
    record_put(line, spec->name, value);
    check(!line->cut && !text.cut);
}

bool lines_put_claim(struct change *change, int seat, const unsigned char word[ROOM_HASH], struct text *line)
{
    text_put(line, "claim");
    record_put_number(line, "seat", seat + 1);
    bool is_person = change_put_person(change, change->heard.key, change->heard.name, line);
    record_put_bytes(line, "word", word, ROOM_HASH);
    return is_person;
}
