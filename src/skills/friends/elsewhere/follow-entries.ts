import { iso } from "../../../domain/ports/clock.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type Decided, draftEnded, draftInvitationEnded, draftMoved } from "./decide.ts";
import { findFriend, findInvitation } from "./rows.ts";

export interface FollowDeps {
  readonly decisions: Decisions;
  /** Reads as the engine. */
  readonly anyone: Reads;
}

/** What the person did to the entry of an invitation, by chat, page or calendar program; or that its time has come. */
interface Difference {
  readonly id: string;
  readonly account_id: string;
  readonly entry_at: string | null;
  readonly entry_minutes: number | null;
  readonly is_gone: boolean;
}

const differencesSql = `select i.id, i.account_id, r.next_fire_at as entry_at, r.duration_minutes as entry_minutes,
    coalesce(r.lifecycle = 'deleted', false) as is_gone
  from peer_invitation i left join reminder r on r.id = i.reminder_id
  where (i.state = 'pending' and i.starts_at <= $1)
    or (i.starts_at > $1 and i.invited_by = 'me' and i.state in ('pending', 'accepted', 'declined') and (r.lifecycle = 'deleted'
      or r.lifecycle = 'active' and r.next_fire_at > $1 and (r.next_fire_at <> i.starts_at or coalesce(r.duration_minutes, i.minutes) <> i.minutes)))
    or (i.starts_at > $1 and i.invited_by = 'them' and i.state = 'accepted' and r.lifecycle = 'deleted')
  order by i.id limit 100`;

/** Invitations follow their entries: there is no hook in every command that could move one. */
export async function followEntries(on: FollowDeps, now: number): Promise<void> {
  const found = await on.anyone.rows<Difference>(differencesSql, [iso(now)]);
  for (const difference of found) await follow(on, difference);
}

const follow = ({ decisions }: FollowDeps, difference: Difference): Promise<void> =>
  decisions.run(difference.account_id, async ({ read, now }) => {
    const row = await findInvitation(read, difference.id);
    const friend = row === undefined ? undefined : await findFriend(read, row.friend_id);
    const nothing = { events: [], result: undefined };
    if (row === undefined || friend === undefined) return nothing;
    const on = { now, friend };
    const end = (state: "expired" | "cancelled" | "declined"): Decided =>
      draftInvitationEnded(row, { by: "me", state }, on);
    if (Date.parse(row.starts_at) <= now)
      return row.state === "pending" ? { ...end("expired"), result: undefined } : nothing;
    if (difference.is_gone)
      return { ...end(row.invited_by === "me" ? "cancelled" : "declined"), result: undefined };
    if (difference.entry_at === null) return nothing;
    const time = {
      starts_at: iso(Date.parse(difference.entry_at)),
      minutes: difference.entry_minutes ?? row.minutes,
    };
    return { ...draftMoved("me", { ...row, ...time }, on), result: undefined };
  });

/** The other installation does not know the link any more. */
export const endLink = (
  { decisions }: Pick<FollowDeps, "decisions">,
  of: { readonly id: string; readonly account_id: string },
): Promise<void> =>
  decisions.run(of.account_id, async ({ read, now }) => {
    const friend = await findFriend(read, of.id);
    return friend?.state === "linked"
      ? { ...draftEnded("them", friend, now), result: undefined }
      : { events: [], result: undefined };
  });
