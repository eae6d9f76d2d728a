import type { ChannelMark, ChannelMarks } from "../domain/ports/channel-ports.ts";
import type { Sql } from "../store/database/database.ts";

/** In the caller's transaction: a cursor is never ahead of the messages it covers. */
export async function saveMarks(sql: Sql, marks: readonly ChannelMark[]): Promise<void> {
  if (marks.length === 0) return;
  // The last value of a key counts; one statement may not touch a row twice.
  const latest = new Map(
    marks.map((mark) => [JSON.stringify([mark.channel, mark.channelAccount, mark.key]), mark]),
  );
  await sql.rows(
    `insert into channel_mark (provider_type, channel_account, key, value)
     select channel, "channelAccount", key, value
     from jsonb_to_recordset($1::jsonb) as m(channel text, "channelAccount" text, key text, value text)
     on conflict (provider_type, channel_account, key) do update set value = excluded.value, updated_at = now()`,
    [JSON.stringify([...latest.values()])],
  );
}

export function openMarks(sql: Sql): ChannelMarks {
  return {
    async read({ channel, channelAccount, key }) {
      const [row] = await sql.rows<{ value: string }>(
        "select value from channel_mark where provider_type = $1 and channel_account = $2 and key = $3",
        [channel, channelAccount, key],
      );
      return row?.value;
    },
  };
}
