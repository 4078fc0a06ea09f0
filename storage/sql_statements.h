/* The statements of sql_write.c. Those of an append touch as few pages as possible: CONTINUE
   does not touch `ended`, which has an index. No row changes if the record has ended or its next
   line has another number. OLD: of the next ?3 records the first that ended before ?2; the last
   record of each unit (UNIT_TABLES in store_postgres.h) is never old. */
#ifndef SQL_STATEMENTS_H
#define SQL_STATEMENTS_H

/* clang-format off */
#define STATEMENTS(ROW) \
    ROW(CONTINUE, "UPDATE record SET lines = lines + ?3, bytes = bytes + ?5, last = ?6 " \
        "WHERE id = ?1 AND lines + 1 = ?2 AND ended = 0") \
    ROW(END, "UPDATE record SET lines = lines + ?3, ended = ?4, bytes = bytes + ?5, last = ?6 " \
        "WHERE id = ?1 AND lines + 1 = ?2 AND ended = 0") \
    ROW(BEGIN_RECORD, "INSERT INTO record (id, lines, ended, bytes, began, last) SELECT ?1, ?3, ?4, ?5, ?6, ?6 " \
        "WHERE ?2 = 1 ON CONFLICT (id) DO NOTHING") \
    ROW(LINE, "INSERT INTO line (record, seq, text, message) VALUES (?1, ?2, ?3, ?4)") \
    ROW(PERSON, "INSERT INTO person (record, number, network, key, name, salt, source, ahead) " \
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (record, number) DO UPDATE SET network = excluded.network, " \
        "key = excluded.key, name = excluded.name, salt = excluded.salt, source = excluded.source, ahead = excluded.ahead") \
    ROW(FORGET_AHEAD, "UPDATE person SET ahead = '' WHERE record = ?1 AND ahead <> ''") \
    ROW(SECRET, "UPDATE record SET secret = ?2 WHERE id = ?1") \
    ROW(HOLDER, "SELECT record FROM place WHERE network = ?2 AND room = ?3 AND record <> ?1") \
    ROW(VACATE, "DELETE FROM place WHERE record = ?1 AND (network, room) = " \
        "(SELECT network, room FROM record WHERE id = ?1)") \
    ROW(VACATE_ALL, "DELETE FROM place WHERE record = ?1") \
    ROW(FREE_PLACE, "DELETE FROM place WHERE record = ?1 AND network = ?2 AND room = ?3") \
    ROW(MOVE, "UPDATE record SET network = ?2, room = ?3 WHERE id = ?1") \
    ROW(TAKE, "INSERT INTO place (record, network, room) VALUES (?1, ?2, ?3) " \
        "ON CONFLICT (network, room) DO UPDATE SET record = excluded.record") \
    ROW(PUT, "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value") \
    ROW(PUT_ONCE, "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING") \
    ROW(FORGET, "DELETE FROM setting WHERE key = ?1") \
    ROW(OLDEST, "SELECT coalesce(min(last), ?1), 0 FROM (SELECT last FROM record WHERE ended = 1 ORDER BY id LIMIT ?3) AS finished") \
    ROW(OLD, "SELECT id, lines FROM (SELECT id, lines, ended, last FROM record WHERE id > ?1 ORDER BY id LIMIT ?3) AS few " \
        "WHERE ended = 1 AND last < ?2 AND EXISTS (SELECT 1 FROM record AS later WHERE later.id > few.id " \
        "AND later.id < (few.id / 1000000000 + 1) * 1000000000) LIMIT 1") \
    ROW(NEXT_LOOK, "SELECT max(id), count(*) FROM (SELECT id FROM record WHERE id > ?1 ORDER BY id LIMIT ?3) AS few") \
    ROW(CUT, "DELETE FROM line WHERE record = ?1 AND seq > ?2") \
    ROW(SHORTEN, "UPDATE record SET lines = ?2 WHERE id = ?1") \
    ROW(DROP, "DELETE FROM record WHERE id = ?1") \
    ROW(DROP_PERSONS, "DELETE FROM person WHERE record = ?1")
/* clang-format on */

#endif
