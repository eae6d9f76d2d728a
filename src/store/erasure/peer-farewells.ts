import type { Sql } from "../database/database.ts";

/**
 * Plans that may have reached the other side, even if its answer was lost, are called off, or
 * declined, before the friendship ends. A title has to be there; that of a cancelled plan is not
 * shown.
 */
const invitationsSql = `insert into peer_farewell (host, link, message)
  select f.host, f.link, case when i.invited_by = 'me'
    then jsonb_build_object('kind', 'invite', 'link', f.link, 'invitation', i.invitation, 'sequence', i.told_sequence + 1, 'title', '-',
      'starts_at', to_char(i.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'minutes', i.minutes, 'cancelled', true)
    else jsonb_build_object('kind', 'answer', 'link', f.link, 'invitation', i.invitation, 'sequence', i.told_sequence + 1,
      'starts_at', to_char(i.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'accepted', false) end
  from peer_invitation i join peer_friend f on f.id = i.friend_id and f.state = 'linked'
  where i.account_id = $1 and i.starts_at > $2
    and case when i.invited_by = 'me' then i.told_sequence > 0 and coalesce(i.told, '') not like 'cancelled %'
      else coalesce(i.told, '') not like 'declined %' and i.state in ('pending', 'accepted', 'declined') end
  order by i.made_at, i.id`;

const endsSql = `insert into peer_farewell (host, link, message)
  select host, link, jsonb_build_object('kind', 'end', 'link', link) from peer_friend
  where account_id = $1 and (state = 'linked' or ended_by = 'me' and told is null) order by id`;

/** Notes what other installations have to hear of an erased account, while its rows are still there. */
export async function notePeerFarewells(sql: Sql, accountId: string, at: string): Promise<void> {
  await sql.rows(invitationsSql, [accountId, at]);
  await sql.rows(endsSql, [accountId]);
}
