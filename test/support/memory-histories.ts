import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";

export interface KeptMemory {
  readonly id: string;
  readonly account: string;
}

interface Scene {
  readonly account: string;
  readonly conversation: string;
  readonly kept: KeptMemory[];
  readonly pick: number;
  newId(what: string): string;
  fact(kind: string, of: { stream: string; payload: JsonObject }): EventDraft;
}

/** Which kind of move comes is decided by the same number: without this, some of these never would. */
const scatter = (pick: number): number => Math.imul(pick + 1, 0x9e3779b1) >>> 12;

/** Something that a person tells, corrects, pins or has forgotten. */
export function memoryMove(at: Scene): EventDraft[] {
  const { account, conversation, kept, pick } = at;
  const stream = `memory:${account}`;
  const mine = kept.filter((one) => one.account === account);
  const one = mine[(pick >> 3) % Math.max(mine.length, 1)];
  const talk = { account_id: account, conversation_id: conversation };
  const state = (): { readonly id: string; readonly stated: EventDraft } => {
    const id = at.newId("memory");
    kept.push({ id, account });
    const payload = {
      ...talk,
      id,
      audience: pick % 2 === 0 ? "private" : conversation,
      form: pick % 5 === 0 ? "summary" : "fact",
      words: `words ${pick} 话`,
      topic: pick % 3 === 0 ? "home" : null,
      value: null,
      date_said: null,
      date_meant: null,
      origin: "rule",
      sources: [1 + (pick % 7)],
      said_at: "2026-03-01T00:00:00.000Z",
    };
    return { id, stated: at.fact("memory_stated", { stream, payload }) };
  };
  const others = [
    () => [
      at.fact("companion_chosen", {
        stream: `companion:${account}`,
        payload: { account_id: account, bot_id: pick % 3 === 0 ? null : `bot_${pick % 2}` },
      }),
    ],
    () => [
      at.fact("initiative_set", {
        stream: `initiative:${account}`,
        payload: {
          account_id: account,
          brief: pick % 2 === 0,
          follow_ups: pick % 3 === 0,
          most_per_day: 1 + (pick % 4),
          ...(pick % 5 === 0 ? {} : { silence_days: pick % 5 === 1 ? null : 3 }),
        },
      }),
    ],
    () => [
      at.fact("initiative_taken", {
        stream: `initiative:${account}`,
        payload: {
          id: at.newId("initiative"),
          account_id: account,
          sort: (["brief", "follow_up", "silence"] as const)[pick % 3] ?? "brief",
          message_id: at.newId("written"),
          said_on: "2026-03-01",
          reason: { since: "2026-03-01T00:00:00.000Z", reminders: [] },
        },
      }),
    ],
    () => [at.fact("memory_switched", { stream, payload: { ...talk, is_on: pick % 2 === 0 } })],
    () => [
      at.fact("memory_pending", {
        stream,
        payload: { ...talk, audience: "private", through_event: pick },
      }),
    ],
    () => [at.fact("memory_read", { stream, payload: { ...talk, through_event: pick } })],
    () => webhookMove(at),
    () => outsideCalendarMove(at),
    () => bookingMove(at),
    () => peerMove(at),
  ];
  if (one === undefined || pick % 3 === 0) {
    return [state().stated, ...(others[scatter(pick) % others.length]?.() ?? [])];
  }
  const named = { id: one.id, account_id: account };
  const changes = [
    () => [at.fact("memory_pinned", { stream, payload: { ...named, pinned: pick % 2 === 0 } })],
    () => {
      const { id, stated } = state();
      const superseded = { stream, payload: { ...named, by: id } };
      return [stated, at.fact("memory_superseded", superseded)];
    },
    () => {
      kept.splice(kept.indexOf(one), 1);
      const payload = { ...named, sources: [1 + (pick % 7), 8 + (pick % 3)] };
      return [at.fact("memory_forgotten", { stream, payload })];
    },
    ...others,
  ];
  return changes[scatter(pick) % changes.length]?.() ?? [];
}

/** One address of a person, which is saved, changed and removed. */
function webhookMove({ account, pick, fact }: Scene): EventDraft[] {
  const id = `webhook-${account}`;
  const stream = `webhook:${id}`;
  if (pick % 4 === 3)
    return [fact("webhook_removed", { stream, payload: { id, account_id: account } })];
  const payload = {
    id,
    account_id: account,
    url: `https://hooks.example.org/${pick % 3}`,
    types: pick % 2 === 0 ? ["reminder.fired"] : ["reminder.done", "story.digest"],
    by_operator: pick % 2 === 0,
    is_on: pick % 3 !== 0,
    off_reason: pick % 3 === 0 ? "person" : null,
    key_id: "0a1b2c3d",
    generation: 1 + (pick % 2),
    renewed_at: "2026-03-01T00:00:00.000Z",
    created_at: "2026-03-01T00:00:00.000Z",
  };
  return [fact("webhook_saved", { stream, payload })];
}

/** One calendar elsewhere, which is followed and left. */
function outsideCalendarMove({ account, pick, fact }: Scene): EventDraft[] {
  const id = `outside-${account}`;
  const stream = `outside_calendar:${id}`;
  if (pick % 5 === 4)
    return [fact("outside_calendar_left", { stream, payload: { id, account_id: account } })];
  const payload = {
    id,
    account_id: account,
    name: `calendar ${pick % 5}`,
    host: "calendar.example.org",
    by_operator: pick % 2 === 0,
  };
  return [fact("outside_calendar_followed", { stream, payload })];
}

/** One page of free times, and a request that is made, asked about and answered. */
function bookingMove({ account, pick, fact, newId }: Scene): EventDraft[] {
  const stream = `bookings:${account}`;
  const page = {
    account_id: account,
    is_on: pick % 5 !== 0,
    generation: 1 + (pick % 3),
    key_id: pick % 5 === 0 ? null : "0a1b2c3d",
    token_hash: pick % 5 === 0 ? null : `page of ${account}`,
    starts: "09:00",
    ends: "17:00",
    weekdays: [1, 2, 3],
    minutes: 30,
    days_ahead: 14,
  };
  const id = newId("booking");
  const asked = {
    id,
    account_id: account,
    starts_at: "2026-03-02T10:00:00.000Z",
    minutes: 30,
    name: `name ${pick}`,
    subject: `subject ${pick} 话`,
    email: pick % 2 === 0 ? null : "ann@example.org",
    language: "en",
    zone: "UTC",
    key_id: "0a1b2c3d",
    token_hash: `hash ${id}`,
    expires_at: "2026-03-02T10:00:00.000Z",
  };
  const answered = {
    id,
    account_id: account,
    state: (["confirmed", "declined", "expired", "withdrawn"] as const)[pick % 4] ?? "declined",
    reminder_id: null,
    other_time: pick % 2 === 0,
  };
  const told = { account_id: account, ids: [id], message_id: newId("asked") };
  return [
    fact("booking_page_set", { stream, payload: page }),
    fact("booking_asked", { stream, payload: asked }),
    ...(pick % 3 === 0 ? [] : [fact("booking_told", { stream, payload: told })]),
    ...(pick % 4 === 3 ? [] : [fact("booking_answered", { stream, payload: answered })]),
  ];
}

/** A friend elsewhere, and an invitation that is made, moved, asked about and answered. */
function peerMove({ account, pick, fact, newId }: Scene): EventDraft[] {
  const link = newId("link");
  const friend = { id: `oak.example:${link}`, account_id: account };
  const stream = `peer:${friend.id}`;
  const by = pick % 2 === 0 ? "me" : "them";
  const invitation = newId("invitation");
  const plan = { id: invitation, account_id: account, friend_id: friend.id };
  const time = { starts_at: "2026-03-02T10:00:00.000Z", minutes: 30 + (pick % 3) };
  const made = {
    ...plan,
    ...time,
    by,
    invitation,
    title: `title ${pick} 话`,
    sequence: 1,
    reminder_id: null,
  };
  const state = (["accepted", "declined", "cancelled", "expired"] as const)[pick % 4] ?? "declined";
  const ended = { ...plan, by, state, sequence: 3, reminder_id: null };
  return [
    fact("peer_friend_linked", {
      stream,
      payload: { ...friend, host: "oak.example", link, name: `name ${pick}`, by },
    }),
    fact("peer_invitation_made", { stream, payload: made }),
    ...(pick % 3 === 0
      ? [fact("peer_invitation_moved", { stream, payload: { ...plan, ...time, by, sequence: 2 } })]
      : []),
    ...(pick % 5 === 0
      ? []
      : [
          fact("peer_invitation_told", {
            stream,
            payload: { ...plan, message_id: newId("asked") },
          }),
        ]),
    ...(pick % 7 === 0 ? [] : [fact("peer_invitation_ended", { stream, payload: ended })]),
    ...(pick % 4 === 3 ? [fact("peer_friend_ended", { stream, payload: { ...friend, by } })] : []),
  ];
}
