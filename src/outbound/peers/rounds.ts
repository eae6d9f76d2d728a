import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { PeerAnswer, PeerCalls, PeerMessage } from "../../domain/ports/peers.ts";
import { engine } from "../../domain/principal.ts";
import type { Database } from "../../store/database/database.ts";

export interface PeerRoundDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly calls: PeerCalls;
  /** Records that the other installation does not know the link any more. */
  endLink(friend: { readonly id: string; readonly account_id: string }): Promise<void>;
}

/** An invitation, or an answer to one, whose present state the other installation has not acknowledged. */
interface UntoldRow {
  readonly id: string;
  readonly friend_id: string;
  readonly account_id: string;
  readonly host: string;
  readonly link: string;
  readonly invited_by: "me" | "them";
  readonly invitation: string;
  readonly title: string;
  readonly starts_at: string;
  readonly minutes: number;
  readonly state: "pending" | "accepted" | "declined" | "cancelled";
  readonly failures: number;
  readonly told_sequence: number;
  readonly wanted: string;
}

const atOnce = 20;

/** The state as one word. What was called off before the other side heard of it stays unsaid. */
const untoldSql = `select * from (
  select i.id, i.friend_id, i.account_id, f.host, f.link, i.invited_by, i.invitation, i.title, i.starts_at, i.minutes, i.state, i.failures,
    i.told, i.told_sequence, i.made_at,
    case when i.invited_by = 'them' then i.state when i.state = 'cancelled' then 'cancelled' else 'open' end
      || ' ' || extract(epoch from i.starts_at)::bigint || ' ' || i.minutes as wanted
  from peer_invitation i join peer_friend f on f.id = i.friend_id and f.state = 'linked'
  where i.starts_at > $1 and (i.next_at is null or i.next_at <= $1)
    and case when i.invited_by = 'them' then i.state in ('accepted', 'declined') else i.state <> 'expired' and (i.state <> 'cancelled' or i.told is not null) end
) t where wanted is distinct from told order by made_at, id limit ${atOnce}`;

/** Tells other installations what changed here, each state until it is acknowledged. One process does it for all. */
export async function sendPeerNews(on: PeerRoundDeps, signal: AbortSignal): Promise<void> {
  const now = iso(on.clock.now());
  const rows = await on.db.transaction(engine, (sql) => sql.rows<UntoldRow>(untoldSql, [now]));
  for (const row of rows) {
    if (signal.aborted) return;
    await sendOne(on, row, signal);
  }
  await sendEnds(on, signal);
  await sendFarewells(on, signal);
}

const write = (on: PeerRoundDeps, text: string, params: readonly unknown[]): Promise<unknown> =>
  on.db.transaction(engine, (sql) => sql.rows(text, params));

/** Each try has a number of its own, counted before it is made: a repeat is never taken for something newer. */
async function sendOne(on: PeerRoundDeps, row: UntoldRow, signal: AbortSignal): Promise<void> {
  const sequence = row.told_sequence + 1;
  await write(on, "update peer_invitation set told_sequence = $2 where id = $1", [
    row.id,
    sequence,
  ]);
  const answer = await on.calls.send(row.host, toMessage(row, sequence), signal);
  if ("trouble" in answer || answer.refused === "too_many") return wait(on, "peer_invitation", row);
  if (answer.refused !== undefined)
    await on.endLink({ id: row.friend_id, account_id: row.account_id });
  await write(
    on,
    "update peer_invitation set told = $2, failures = 0, next_at = null where id = $1",
    [row.id, row.wanted],
  );
}

function toMessage(row: UntoldRow, sequence: number): PeerMessage {
  const { link, invitation, title, minutes, state } = row;
  const starts_at = iso(Date.parse(row.starts_at));
  return row.invited_by === "me"
    ? {
        kind: "invite",
        link,
        invitation,
        sequence,
        title,
        starts_at,
        minutes,
        cancelled: state === "cancelled",
      }
    : { kind: "answer", link, invitation, sequence, starts_at, accepted: state === "accepted" };
}

interface EndedRow {
  readonly id: string;
  readonly host: string;
  readonly link: string;
  readonly failures: number;
}

/** An installation that stays away for this many tries is left alone: it learns of the end when it asks. */
const mostEndTries = 20;

async function sendEnds(on: PeerRoundDeps, signal: AbortSignal): Promise<void> {
  const rows = await on.db.transaction(engine, (sql) =>
    sql.rows<EndedRow>(
      `select id, host, link, failures from peer_friend where state = 'ended' and ended_by = 'me' and told is null
         and failures < ${mostEndTries} and (next_at is null or next_at <= $1) order by ended_at limit ${atOnce}`,
      [iso(on.clock.now())],
    ),
  );
  for (const row of rows) {
    if (signal.aborted) return;
    const answer: PeerAnswer | { trouble: string } = await on.calls.send(
      row.host,
      { kind: "end", link: row.link },
      signal,
    );
    if ("trouble" in answer) await wait(on, "peer_friend", row);
    else
      await write(on, "update peer_friend set told = 'ended', next_at = null where id = $1", [
        row.id,
      ]);
  }
}

interface FarewellRow {
  readonly id: number;
  readonly host: string;
  readonly message: PeerMessage;
  readonly failures: number;
}

/** Of accounts that were erased. What was called off is said before the end, so one at a time for each link. */
async function sendFarewells(on: PeerRoundDeps, signal: AbortSignal): Promise<void> {
  const rows = await on.db.transaction(engine, (sql) =>
    sql.rows<FarewellRow>(
      `select * from (select distinct on (host, link) id, host, message, failures, next_at from peer_farewell order by host, link, id) f
       where next_at is null or next_at <= $1 order by id limit ${atOnce}`,
      [iso(on.clock.now())],
    ),
  );
  for (const row of rows) {
    if (signal.aborted) return;
    const answer = await on.calls.send(row.host, row.message, signal);
    const isHeard = !("trouble" in answer) && answer.refused !== "too_many";
    if (!isHeard && row.failures < mostEndTries) await wait(on, "peer_farewell", row);
    else await write(on, "delete from peer_farewell where id = $1", [row.id]);
  }
}

const waitMs = (failures: number): number => Math.min(5_000 * 2 ** failures, 3_600_000);

async function wait(
  on: PeerRoundDeps,
  table: "peer_invitation" | "peer_friend" | "peer_farewell",
  { id, failures }: { readonly id: string | number; readonly failures: number },
): Promise<void> {
  await write(on, `update ${table} set failures = $2, next_at = $3 where id = $1`, [
    id,
    failures + 1,
    iso(on.clock.now() + waitMs(failures)),
  ]);
}
