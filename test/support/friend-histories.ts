import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";

export interface KeptShared {
  readonly id: string;
  readonly people: readonly string[];
  isActive: boolean;
}

interface Scene {
  readonly account: string;
  /** Another account. */
  readonly other: string;
  readonly kept: KeptShared[];
  readonly pick: number;
  newId(what: string): string;
  fact(kind: string, of: { stream?: string; account?: string; payload: JsonObject }): EventDraft;
}

/** Something between two people. */
export function friendMove(at: Scene): EventDraft[] {
  const mine = at.kept.filter(({ isActive, people }) => isActive && people.includes(at.account));
  const one = mine[at.pick % Math.max(mine.length, 1)];
  const moves = [
    link,
    befriend,
    views,
    share,
    share,
    notice,
    ...(one === undefined ? [] : [change, change]),
  ];
  return (moves[(at.pick >> 2) % moves.length] as (typeof moves)[number])(at, one as KeptShared);
}

function link(at: Scene): EventDraft[] {
  const of = { account_id: at.account };
  const stream = `friend-link:${at.account}`;
  const made = {
    ...of,
    generation: 1,
    key_id: "k1",
    token_hash: at.newId("hash"),
    max_uses: 50,
    expires_at: "2026-03-01T00:00:00.000Z",
  };
  const more = [
    at.fact("friend_link_used", { stream, payload: { ...of, uses: 1 + (at.pick % 3) } }),
    at.fact("friend_link_disabled", { stream, payload: of }),
    at.fact("friend_code_missed", {
      payload: { ...of, hour: `2026-03-01T0${at.pick % 3}`, count: 1 + (at.pick % 5) },
    }),
  ];
  return [at.fact("friend_link_made", { stream, payload: made }), ...more.slice(at.pick % 4)];
}

const pairOf = (at: Scene): [string, string] =>
  [at.account, at.other].toSorted() as [string, string];

function befriend(at: Scene): EventDraft[] {
  const [low, high] = pairOf(at);
  const stream = `friendship:${low}:${high}`;
  const made = at.fact("friendship_made", {
    stream,
    payload: { id: stream, account_low_id: low, account_high_id: high },
  });
  return at.pick % 3 === 0
    ? [made, at.fact("friendship_removed", { stream, payload: { id: stream } })]
    : [made];
}

function views(at: Scene): EventDraft[] {
  const of = { account_id: at.account, friend_account_id: at.other };
  const block = { account_id: at.account, blocked_account_id: at.other };
  const named = at.fact("friend_named", {
    payload: { ...of, name: `name ${at.pick % 3}`, shown: true },
  });
  const renamed = at.fact("friend_named", {
    payload: { ...of, name: "another", shown: true, replaces: `name ${at.pick % 3}` },
  });
  const blocked = at.fact("friend_blocked", { payload: { ...block, name: "somebody" } });
  return [
    named,
    ...(at.pick % 2 === 0 ? [renamed] : []),
    at.fact("friend_setting_changed", {
      payload: { ...of, shared: (["take", "mute", "refuse", "ask"] as const)[at.pick % 4] },
    }),
    at.fact("ask_first_set", { payload: { account_id: at.account } }),
    ...(at.pick % 3 === 1
      ? [at.fact("ask_first_ended", { payload: { account_id: at.account } })]
      : []),
    at.fact("friend_busy_hidden", { payload: of }),
    ...(at.pick % 4 === 1 ? [at.fact("friend_busy_shown", { payload: of })] : []),
    at.fact("friend_time_asked", {
      payload: { ...of, day: `2026-03-0${1 + (at.pick % 3)}`, count: 1 + (at.pick % 7) },
    }),
    at.fact("quiet_hours_set", {
      payload: { account_id: at.account, starts: "22:00", ends: `0${at.pick % 9}:30` },
    }),
    ...(at.pick % 4 === 0
      ? [at.fact("quiet_hours_ended", { payload: { account_id: at.account } })]
      : []),
    at.fact("own_time_taken", {
      stream: `social:${at.account}`,
      payload: { account_id: at.account },
    }),
    blocked,
    ...(at.pick % 3 === 0 ? [at.fact("friend_unblocked", { payload: block })] : []),
  ];
}

function share(at: Scene): EventDraft[] {
  const id = at.newId("shared");
  const people = [at.account, at.other];
  at.kept.push({ id, people, isActive: true });
  const payload: JsonObject = {
    id,
    creator_account_id: at.account,
    participant_set_hash: people.toSorted().join(),
    title: `meet ${id}`,
    title_hash: `hash of ${id}`,
    local_trigger_at: "2026-03-01T09:00:00",
    captured_timezone: "UTC",
    rrule: null,
    duration_minutes: at.pick % 2 === 0 ? null : 30,
    parts: people.map((account_id) => ({
      account_id,
      reminder_id: at.newId("projected"),
      ...(account_id === at.other && at.pick % 5 === 0 ? { state: "asked" } : {}),
    })),
  };
  return [at.fact("shared_reminder_created", { stream: `shared:${id}`, payload })];
}

function change(at: Scene, one: KeptShared): EventDraft[] {
  const { id } = one;
  const stream = `shared:${id}`;
  const own = { stream: `projection:${id}:${at.account}`, payload: { id, account_id: at.account } };
  const choice = (at.pick >> 5) % 6;
  if (choice === 0) return [at.fact("projection_completed", own)];
  if (choice === 1) return [at.fact("projection_declined", own)];
  if (choice === 2)
    return [
      at.fact("shared_reminder_updated", {
        stream,
        payload: {
          id,
          title: "later",
          local_trigger_at: "2026-03-02T09:00:00",
          exdates: at.pick % 2 === 0 ? [] : ["2026-03-03T09:00:00"],
        },
      }),
    ];
  if (choice === 3) {
    const parts = [{ account_id: at.other, reminder_id: at.newId("projected") }];
    return [
      at.fact("shared_reminder_joined", {
        stream,
        payload: { id, participant_set_hash: at.newId("people"), parts },
      }),
    ];
  }
  if (choice === 4) {
    one.isActive = false;
    const accounts = one.people.filter((person) => person !== at.account);
    return [
      at.fact("shared_reminder_unshared", {
        stream,
        payload: { id, owner_account_id: at.account, accounts },
      }),
    ];
  }
  const over = at.fact("shared_reminder_cancelled", {
    stream,
    payload: { id, cancelled_by: at.account, accounts: one.people },
  });
  one.isActive = at.pick % 3 === 0;
  return one.isActive
    ? [over, at.fact("shared_reminder_restored", { stream, payload: { id, accounts: one.people } })]
    : [over];
}

function notice(at: Scene): EventDraft[] {
  const id = at.newId("notification");
  const about = { stream: `social:${at.account}` };
  const payload: JsonObject = {
    id,
    account_id: at.account,
    type: "friendship_created",
    actor_account_id: at.other,
    object_type: "friendship",
    object_id: "f",
    facts: {},
    ...(at.pick % 3 === 0 ? { muted: true } : {}),
  };
  const told = at.fact("notifications_told", {
    payload: { account_id: at.account, ids: [id], message_id: null },
  });
  const over = at.fact("timers_fired", { payload: { ids: [`notification:${id}`] } });
  const reached = at.fact("notifications_reached", {
    payload: { account_id: at.account, ids: [id], reached: at.pick % 4 !== 0 },
  });
  return [
    at.fact("notification_made", { ...about, payload }),
    ...(at.pick % 3 === 1 ? [told, over, reached] : []),
  ];
}
