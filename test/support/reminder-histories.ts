import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";

export interface KeptReminder {
  readonly id: string;
  readonly account: string;
  readonly talk: string;
  readonly kind: "timed" | "recurring" | "no_trigger_time";
  lifecycle: "active" | "completed" | "deleted";
  next: string | null;
  readonly insists: boolean;
  /** The next repeat of one that insists, and how many there were. */
  nag?: { readonly at: string; readonly nth: number } | undefined;
}

interface Scene {
  readonly talk: { readonly id: string; readonly account: string };
  readonly kept: KeptReminder[];
  readonly pick: number;
  newId(what: string): string;
  fact(kind: string, of: { stream?: string; payload: JsonObject }): EventDraft;
}

/** A few moments only, so that several reminders share one. */
const moments = Array.from({ length: 6 }, (_, day) => `2026-03-0${day + 1}T09:00:00.000Z`);
const momentOf = (pick: number): string => moments[pick % moments.length] as string;

/** Something that a person does with a reminder in this conversation, or that one does by itself. */
export function reminderMove(at: Scene): EventDraft[] {
  const mine = at.kept.filter(
    ({ account, talk }) => account === at.talk.account && talk === at.talk.id,
  );
  const one = mine[at.pick % Math.max(mine.length, 1)];
  const choice = at.pick >> 3;
  const always = [create, create, ask, undone, nightly, calendarLink, calendarProgram] as const;
  if (one === undefined || choice % 3 === 0)
    return (always[(choice >> 2) % always.length] as (typeof always)[number])(at);
  if (one.lifecycle !== "active")
    return [
      change(at, one, {
        kind: "reminder_restored",
        set: { lifecycle: "active", completion: null, deleted_at: null },
      }),
    ];
  const moves = [
    update,
    update,
    complete,
    remove,
    ...(one.next === null ? [] : [fireReminder, fireReminder]),
    ...(one.nag === undefined ? [] : [repeat, repeat]),
  ];
  return (moves[(choice >> 2) % moves.length] as (typeof moves)[number])(at, one);
}

function create(at: Scene): EventDraft[] {
  const id = at.newId("reminder");
  const kind = (["timed", "recurring", "no_trigger_time"] as const)[
    at.pick % 3
  ] as KeptReminder["kind"];
  const next = kind === "no_trigger_time" ? null : momentOf(at.pick >> 2);
  const insists = at.pick % 2 === 1;
  const { account, id: talk } = at.talk;
  at.kept.push({ id, account, talk, kind, lifecycle: "active", next, insists });
  const payload: JsonObject = {
    ...ofReminder(at, id),
    content: `do ${id}`,
    content_hash: `hash of ${id}`,
    kind,
    local_start: next === null ? null : next.slice(0, 19),
    captured_timezone: "UTC",
    rrule: kind === "recurring" ? "FREQ=DAILY" : null,
    recurrence_rule: kind === "recurring" ? { frequency: "daily", interval: 1 } : {},
    next_fire_at: next,
    source: "chat",
    ...(!insists ? {} : { insist: insisting, nag_at: null, nags: 0 }),
  };
  return [at.fact("reminder_created", { stream: `reminder:${id}`, payload })];
}

const insisting = { every_minutes: 10, times: 2, until: null, important: false };

const ofReminder = (at: Scene, id: string): JsonObject => ({
  id,
  owner_account_id: at.talk.account,
  conversation_id: at.talk.id,
});

function change(
  at: Scene,
  { id }: KeptReminder,
  to: { kind: string; set: JsonObject },
): EventDraft {
  const one = at.kept.find((each) => each.id === id) as KeptReminder;
  if (to.set["lifecycle"] !== undefined)
    one.lifecycle = to.set["lifecycle"] as KeptReminder["lifecycle"];
  if (to.set["next_fire_at"] !== undefined) one.next = to.set["next_fire_at"] as string | null;
  if (to.set["lifecycle"] !== undefined && to.set["nag_at"] === undefined) one.nag = undefined;
  return at.fact(to.kind, {
    stream: `reminder:${id}`,
    payload: { ...ofReminder(at, id), ...to.set },
  });
}

function update(at: Scene, one: KeptReminder): EventDraft[] {
  const next = one.kind === "no_trigger_time" ? null : momentOf(at.pick >> 5);
  return [
    change(at, one, {
      kind: "reminder_updated",
      set: {
        content: `moved ${one.id}`,
        exdates: ["2026-03-02T09:00:00"],
        next_fire_at: next,
        alert_at: at.pick % 2 === 0 ? next : null,
      },
    }),
  ];
}

function complete(at: Scene, one: KeptReminder): EventDraft[] {
  const set = {
    lifecycle: "completed",
    completion: "done",
    next_fire_at: null,
    nag_at: null,
    nags: 0,
    completed_at: momentOf(at.pick),
  };
  return [change(at, one, { kind: "reminder_completed", set })];
}

function remove(at: Scene, one: KeptReminder): EventDraft[] {
  return [
    change(at, one, {
      kind: "reminder_deleted",
      set: {
        lifecycle: "deleted",
        next_fire_at: null,
        nag_at: null,
        deleted_at: momentOf(at.pick),
      },
    }),
  ];
}

/** It fires once for each moment; a series goes on with its next one. */
function fireReminder(at: Scene, one: KeptReminder): EventDraft[] {
  const due = one.next as string;
  const rest = moments[moments.indexOf(due) + 1];
  const ends = one.kind === "timed" || rest === undefined;
  // One in three is not seen at once: what becomes of it is reported later.
  const isWaiting = at.pick % 3 === 0;
  const fire = {
    occurrence_key: due,
    due_at: due,
    content: `do ${one.id}`,
    fire_state: isWaiting ? "waiting" : at.pick % 4 === 0 ? "skipped" : "completed",
    missed_catch_up: at.pick % 2 === 0,
    message_id: null,
    conversation_id: at.talk.id,
  };
  const repeats = one.insists
    ? { nag_at: new Date(Date.parse(due) + 600_000).toISOString(), nags: 0 }
    : {};
  const isOver = !isWaiting && !one.insists;
  const set: JsonObject = ends
    ? {
        ...(isOver ? { lifecycle: "completed", completion: "fired" } : {}),
        ...repeats,
        next_fire_at: null,
        last_fired_at: due,
      }
    : { ...repeats, next_fire_at: rest, last_fired_at: due };
  if (repeats.nag_at !== undefined) one.nag = { at: repeats.nag_at, nth: 1 };
  return [
    change(at, one, { kind: "reminder_fired", set: { ...set, fire } }),
    at.fact("timers_fired", {
      payload: { ids: [`reminder:${at.talk.account}:${Date.parse(due)}`] },
    }),
    ...(isWaiting ? settle(at, one, { due, ends }) : []),
  ];
}

/** Once more, until it is done or was said often enough. */
function repeat(at: Scene, one: KeptReminder): EventDraft[] {
  const { at: due, nth } = one.nag as NonNullable<KeptReminder["nag"]>;
  const next = nth < 2 ? new Date(Date.parse(due) + 600_000).toISOString() : null;
  one.nag = next === null ? undefined : { at: next, nth: nth + 1 };
  const fire = {
    occurrence_key: due,
    due_at: due,
    content: `do ${one.id}`,
    fire_state: "waiting",
    missed_catch_up: false,
    message_id: null,
    conversation_id: at.talk.id,
    nag: nth,
  };
  return [
    change(at, one, { kind: "reminder_fired", set: { nag_at: next, nags: nth, fire } }),
    at.fact("timers_fired", {
      payload: { ids: [`reminder:${at.talk.account}:${Date.parse(due)}`] },
    }),
    ...settle(at, one, { due, ends: next === null && one.next === null }),
  ];
}

/** Seen, left out, not wanted any more; or seen, and then not after all. */
function settle(
  at: Scene,
  one: KeptReminder,
  { due, ends }: { due: string; ends: boolean },
): EventDraft[] {
  const states = [["completed"], ["skipped"], ["dismissed"], ["completed", "waiting"], []][
    (at.pick >> 4) % 5
  ] as readonly string[];
  if (ends && states.length === 1) one.lifecycle = "completed";
  return states.map((state) =>
    at.fact("reminder_fire_settled", {
      stream: `reminder:${one.id}`,
      payload: { id: one.id, owner_account_id: at.talk.account, occurrences: [due], state },
    }),
  );
}

/** A question, and how it ends: an open one ends before the next is asked. */
function ask(at: Scene): EventDraft[] {
  const id = at.newId("question");
  const of = { conversation_id: at.talk.id, account_id: at.talk.account };
  const payload = {
    id,
    ...of,
    unresolved_action_fingerprint: id,
    question: "When?",
    request: { text: "remind me" },
  };
  const ends = [
    "clarification_answered",
    "clarification_superseded",
    "clarification_expired",
  ] as const;
  return [
    at.fact("clarification_asked", {
      payload: { ...payload, candidates: [], expires_at: "2026-03-01T00:10:00.000Z" },
    }),
    at.fact(ends[at.pick % 3] as string, { payload: { id, ...of } }),
  ];
}

function undone(at: Scene): EventDraft[] {
  const of = { conversation_id: at.talk.id, account_id: at.talk.account };
  const set = at.fact("undo_point_set", {
    payload: { ...of, turn_id: null, changes: [{ id: "x", version: 1, before: null }] },
  });
  return at.pick % 3 === 0 ? [set, at.fact("undo_point_used", { payload: of })] : [set];
}

function nightly(at: Scene): EventDraft[] {
  const payload = {
    id: `nightly:${at.talk.account}`,
    kind: "nightly",
    account_id: at.talk.account,
    due_at: momentOf(at.pick),
  };
  const set = at.fact("timer_set", { payload: { ...payload, conversation_id: null } });
  const later = {
    id: payload.id,
    due_at: momentOf(at.pick >> 3),
    failures: 1 + (at.pick % 3),
    code: "no_route",
  };
  return at.pick % 2 === 0 ? [set] : [set, at.fact("timer_postponed", { payload: later })];
}

/** An address that is made, perhaps ended, and made again. */
function calendarLink(at: Scene): EventDraft[] {
  const of = { account_id: at.talk.account };
  const made = { ...of, generation: 1 + (at.pick % 4), key_id: "k1", token_hash: at.newId("hash") };
  const link = at.fact("calendar_link_made", { payload: made });
  return at.pick % 3 === 0 ? [link, at.fact("calendar_link_revoked", { payload: of })] : [link];
}

/** A calendar program sets a colour and makes entries, of which the person hears, or not yet. */
function calendarProgram(at: Scene): EventDraft[] {
  const of = { account_id: at.talk.account };
  const news = {
    ...of,
    reminder_id: `entry ${at.pick % 3}`,
    overlaps_id: at.pick % 2 === 0 ? null : "another",
    is_new: at.pick % 5 !== 0,
    due_at: momentOf(at.pick),
  };
  const told = {
    ...of,
    reminder_ids: [news.reminder_id],
    ...(at.pick % 2 === 0 ? { message_id: `m ${at.pick}`, earlier: [`entry ${at.pick % 2}`] } : {}),
  };
  return [
    at.fact("calendar_collection_changed", {
      payload: { ...of, component: "VEVENT", properties: { color: String(at.pick) } },
    }),
    at.fact("calendar_news_made", { payload: news }),
    ...(at.pick % 3 === 0 ? [at.fact("calendar_news_told", { payload: told })] : []),
  ];
}
