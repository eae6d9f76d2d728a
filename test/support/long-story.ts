import type { OpenStore } from "./stores.ts";

/** Events of one line: the line itself and the memories that two characters have of it. */
const perLine = 3;
const isLine = "kind in ('user_turn', 'assistant_turn', 'memory_written')";

interface Ends {
  /** The last event of a line, and how far it is behind the log's and the stream's end. */
  readonly line: number;
  readonly behind: number;
  readonly versions: number;
  readonly version: number;
}

/**
 * Makes a story longer by repeating its last three lines with words and ids of their own, in the log
 * and in the tables. Importing as many takes minutes.
 */
export async function growStory(
  store: OpenStore,
  chatId: string,
  lines: number,
): Promise<{ readonly lastEvent: number }> {
  const cycle = 3 * perLine;
  const rounds = Math.floor(lines / 3);
  return store.owner(async (sql) => {
    const [ends] = await sql.rows<Ends>(
      `select max(id) filter (where ${isLine}) as line, max(version) as version, (select max(id) from event_log) - max(id) filter (where ${isLine}) as behind,
         max(stream_version) - max(stream_version) filter (where ${isLine}) as versions
       from event_log, (select version from stream_head where stream = 'chat:' || $1) head where chat_id = $1`,
      [chatId],
    );
    if (ends === undefined) throw new Error("there is no such story");
    const { line, behind, versions, version } = ends;
    const again = (column: string): string =>
      `jsonb_set(${column}, '{text}', to_jsonb(replace(${column} ->> 'text', 'line', 'line ' || n)))
         || jsonb_build_object('id', (${column} ->> 'id') || '-' || n)`;
    const cites = (column: string): string =>
      `case when ${column} ? 'cites' then jsonb_build_object('cites', jsonb_build_array((${column} -> 'cites' ->> 0) || '-' || n)) else '{}' end`;
    await sql.rows(
      `insert into event_log (at, stream, stream_version, kind, payload_json, account_id, chat_id)
       select at, stream, stream_version + ${versions} + n * ${cycle}, kind, ${again("payload_json")} || ${cites("payload_json")}, account_id, chat_id
       from event_log cross join generate_series(1, ${rounds}) n where chat_id = $1 and ${isLine} and id > $2 order by n, id`,
      [chatId, line - cycle],
    );
    await sql.rows("update stream_head set version = $2 where stream = $1", [
      `chat:${chatId}`,
      version + rounds * cycle,
    ]);
    for (const table of ["scene_turns", "memories"])
      await sql.rows(
        `insert into ${table} select again.* from ${table} old cross join generate_series(1, ${rounds}) n
         cross join lateral (select to_jsonb(old) as row) as_json
         cross join lateral jsonb_populate_record(null::${table}, ${again("row")} || ${cites("row")}
           || jsonb_build_object('event_id', event_id + ${behind} + n * ${cycle})) again
         where old.chat_id = $1 and old.event_id > $2`,
        [chatId, line - cycle],
      );
    for (const table of ["event_log", "scene_turns", "memories"])
      await sql.rows(`analyze ${table}`);
    const [grown] = await sql.rows<{ last: number }>(
      "select max(id) as last from event_log where chat_id = $1",
      [chatId],
    );
    return { lastEvent: grown?.last ?? 0 };
  });
}
