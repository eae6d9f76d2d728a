import { createHash } from "node:crypto";
import { type Clock, iso } from "../../src/domain/ports/clock.ts";
import type { DeliveryOutlook } from "../../src/domain/ports/delivery-outlook.ts";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { LinkCodes } from "../../src/domain/ports/link-codes.ts";
import { type Model, ModelFailure } from "../../src/domain/ports/model.ts";
import { engine } from "../../src/domain/principal.ts";
import type { Skill } from "../../src/domain/skill.ts";
import { instantOf, wallTimeAt } from "../../src/language/calendar/instants.ts";
import { timedWords } from "../../src/skills/reminders/firing/due-pieces.ts";
import { reminderTimer } from "../../src/skills/reminders/firing/fire.ts";
import { notificationTimerKind } from "../../src/skills/friends/notices/notify.ts";
import { eventOf } from "../../src/skills/reminders/commands/reminder-events.ts";
import { type Maker, newRow } from "../../src/skills/reminders/commands/new-row.ts";
import type { ReminderRow } from "../../src/skills/reminders/rows.ts";
import { createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import type { ReminderSettings } from "../../src/skills/reminders/dialogue/work.ts";
import type { Database } from "../../src/store/database/database.ts";
import { record } from "../../src/store/log/record.ts";
import { type Lab, openLab } from "./lab.ts";
import type { Seen, Step } from "./transcript-text.ts";

const offlineModel: Model = {
  describe: { kind: "offline", name: "offline" },
  complete: () => Promise.reject(new ModelFailure("refused", "none")),
  stream: () => Promise.reject(new ModelFailure("refused", "none")),
  object: () => Promise.reject(new ModelFailure("refused", "none")),
};

/** Answers what the reminders leave. */
const chat: Skill = {
  name: "chat",
  handle: async () => ({ reply: ["(chat)"], disposition: "replied", reason: "reply_ready" }),
};

const usualSettings: ReminderSettings = {
  overlap: "warn",
  clarificationMinutes: 10,
  nightlyHour: 20,
  latePolicy: "fire",
};

/** One person of a scene. */
export interface Actor {
  /** Plays one step and returns its outcome. */
  play(step: Step): Promise<Seen | undefined>;
}

export interface TranscriptLab {
  actor(person: string): Actor;
  close(): Promise<void>;
}

/** The real spine with the real skill, and a clock that the transcript sets. */
export async function openTranscriptLab(
  db: Database,
  settings: Partial<ReminderSettings> = {},
  outlook?: DeliveryOutlook,
): Promise<TranscriptLab> {
  const time = { now: 0 };
  const clock: Clock = {
    now: () => time.now,
    wait: (_, signal) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
  };
  const metrics = { count: () => undefined, observe: () => undefined };
  const codes: LinkCodes = {
    make: (purpose) => {
      const code = createHash("sha256").update(purpose).digest("base64url").slice(0, 22);
      return { code, hash: createHash("sha256").update(code).digest("hex"), keyId: "k1" };
    },
    hash: (code) => createHash("sha256").update(code).digest("hex"),
  };
  const reminders = createRemindersSkill({
    settings: { ...usualSettings, ...settings },
    metrics,
    codes,
    outlook,
  });
  const lab = await openLab({ db, clock, model: offlineModel, skills: [reminders, chat] });
  return { actor: (person) => actorOn({ db, lab, time }, person), close: () => lab.close() };
}

interface Scenery {
  readonly db: Database;
  readonly lab: Lab;
  readonly time: { now: number };
}

function actorOn(on: Scenery, person: string): Actor {
  const { db, time } = on;
  let zone = "UTC";
  let country: string | undefined;
  let isKnown = false;
  let count = 0;
  const newId = (): string => `${person}-${(count += 1)}`;
  return {
    async play(step) {
      if (step.kind === "clock") {
        zone = step.zone ?? zone;
        country = step.country ?? country;
        time.now = instantOf(step.wall, zone);
        return undefined;
      }
      if (!isKnown)
        await remember(on, welcome(person, { zone, country, at: iso(time.now), name: "小明" }));
      isKnown = true;
      if (step.kind === "friend") await remember(on, friendOf(on, person, step));
      if (step.kind === "busy") await occupy(on, person, { ...step, newId });
      if (step.kind === "friend" || step.kind === "busy") return undefined;
      const speaker =
        step.kind === "turn" && step.by !== undefined ? friendId(person, step.by) : person;
      const seen =
        step.kind === "turn"
          ? await say(on, step.said, { person: speaker, newId })
          : await fire(on, { person, newId, arrives: step.arrives });
      const told = await notify(on, { person, newId });
      const rows = await db.rows<ReminderRow>(
        "select * from reminder where owner_account_id = $1 order by created_at, id",
        [person],
      );
      return { ...seen, told, rows: rows.map((row) => rowLine(row, zone)) };
    },
  };
}

const friendId = (person: string, name: string): string => `${person}-${name}`;

/** A friend with a chat of their own. */
function friendOf(
  { time }: Scenery,
  person: string,
  of: { name: string; zone: string },
): EventDraft[] {
  const id = friendId(person, of.name);
  const at = iso(time.now);
  const [low, high] = [person, id].toSorted() as [string, string];
  const made = { id: `friendship-${id}`, account_low_id: low, account_high_id: high };
  return [
    ...welcome(id, { zone: of.zone, at, name: of.name.replaceAll("_", " ") }),
    {
      stream: `friendship:${low}:${high}`,
      kind: "friendship_made",
      at,
      accountId: person,
      payload: made,
    },
  ];
}

async function occupy(
  on: Scenery,
  person: string,
  of: { name: string; wall: string; minutes: number; newId(): string },
): Promise<void> {
  const [account] = await on.db.rows<{ zone: string }>(
    "select default_timezone as zone from account where id = $1",
    [friendId(person, of.name)],
  );
  const maker: Maker = {
    accountId: friendId(person, of.name),
    conversationId: null,
    turnId: null,
    source: "api",
    latePolicy: "fire",
    now: on.time.now,
    newId: of.newId,
  };
  const row = newRow(maker, {
    content: "secret of a friend",
    zone: account?.zone ?? "UTC",
    start: of.wall,
    durationMinutes: of.minutes,
  });
  await remember(on, [eventOf(maker, { kind: "reminder_created", before: null, after: row })]);
}

/** As the timers tell it, without waiting for them. */
async function notify(on: Scenery, { person, newId }: Who): Promise<string[]> {
  const { now } = on.time;
  const waiting = await on.db.rows<{ id: string; account_id: string }>(
    "select id, account_id from notification where state = 'waiting' and starts_with(account_id, $1) order by created_at, id",
    [person],
  );
  const due = waiting.map(({ id, account_id }) => ({
    id: `notification:${id}`,
    kind: "notification",
    accountId: account_id,
    conversationId: null,
    dueAt: now,
  }));
  const results = await notificationTimerKind().fire(due, { now, read: on.db, newId });
  for (const { events } of results) await remember(on, events);
  const nameOf = (id: string): string => (id === person ? "A" : id.slice(person.length + 1));
  return results.flatMap(({ accountId, words }) =>
    (words?.text.split("\n") ?? []).map((line) => `${nameOf(accountId)}: ${line}`),
  );
}

type Who = { readonly person: string; newId(): string };

const remember = ({ db, lab }: Scenery, events: readonly EventDraft[]) =>
  db.transaction(engine, (sql) => record(sql, lab.spine.projector, events));

async function say(
  { db, lab }: Scenery,
  texts: readonly string[],
  { person, newId }: Who,
): Promise<Omit<Seen, "rows" | "told">> {
  const route = { channel: "post", channelAccount: "main", scope: `user:${person}`, peer: person };
  const how = { route, subject: person, busyPolicy: "queue", provision: false } as const;
  await lab.spine.ports.inbox.take({
    messages: texts.map((text) => ({ ...how, vendorId: newId(), text })),
  });
  await lab.idle();
  if (lab.complaints.length > 0) throw new Error(lab.complaints.join("\n"));
  const [turn] = await db.rows<{ id: string }>(
    `select t.id from turn t join conversation c on c.id = t.conversation_id where c.account_id = $1 order by t.input_to_seq desc limit 1`,
    [person],
  );
  const replies = await db.rows<{ text: string }>(
    "select text from message where turn_id = $1 order by segment_index",
    [turn?.id],
  );
  const staged = await db.rows<{ name: string }>(
    "select domain || '.' || operation as name from staged_command where turn_id = $1 and status = 'materialized' order by idempotency_key",
    [turn?.id],
  );
  return {
    reply: replies.flatMap(({ text }) => text.split("\n")),
    staged: staged.map(({ name }) => name),
  };
}

/** As the timers do it, without waiting for them. */
async function fire(
  on: Scenery,
  { person, newId, arrives }: Who & { arrives: boolean },
): Promise<Omit<Seen, "rows" | "told">> {
  const { now } = on.time;
  const due = [
    { id: "now", kind: "reminder", accountId: person, conversationId: null, dueAt: now },
  ];
  const results = await reminderTimer({ digestAfterMs: 86_400_000 }).fire(due, {
    now,
    read: on.db,
    newId,
  });
  for (const { events, words } of results)
    await remember(on, [
      ...events,
      ...(arrives ? timedWords.facts(words?.pieces ?? [], "arrived", now) : []),
    ]);
  return { reply: results.flatMap(({ words }) => words?.text.split("\n") ?? []), staged: [] };
}

function welcome(
  person: string,
  of: { zone: string; country?: string | undefined; at: string; name: string },
): EventDraft[] {
  const { zone, country, at, name } = of;
  const guess =
    country === undefined ? {} : { zone_source: "guessed" as const, zone_country: country };
  const account = { stream: `account:${person}`, at, accountId: person };
  return [
    {
      ...account,
      kind: "account_created",
      payload: {
        id: person,
        origin: "messaging_first",
        display_name: name,
        language: null,
        default_timezone: zone,
        ...guess,
      },
    },
    {
      ...account,
      kind: "identity_bound",
      payload: {
        id: `identity-${person}`,
        account_id: person,
        provider_type: "post",
        channel_account: "main",
        provider_subject: person,
        is_account_anchor: true,
      },
    },
  ];
}

/** A row on one line: what it is, its state, its wall time and rule, and when it comes next if that is another time. */
function rowLine(row: ReminderRow, zone: string): string {
  const state =
    row.lifecycle === "active"
      ? row.kind
      : `${row.lifecycle}${row.completion === null ? "" : ` (${row.completion})`}`;
  const next =
    row.next_fire_at === null
      ? undefined
      : wallTimeAt(Date.parse(row.next_fire_at), row.captured_timezone);
  const when = [
    row.local_start === null ? undefined : short(row.local_start),
    row.rrule ?? undefined,
    row.duration_minutes === null ? undefined : `${row.duration_minutes} min`,
    row.captured_timezone === zone ? undefined : row.captured_timezone,
    row.exdates.length === 0 ? undefined : `not ${row.exdates.map(short).join(", ")}`,
    next === undefined || next === row.local_start ? undefined : `next ${short(next)}`,
    row.late_policy === "skip" ? "never late" : undefined,
    row.insist === null ? undefined : `insists ${row.insist.every_minutes}x${row.insist.times}`,
    row.nag_at === null
      ? undefined
      : `again ${short(wallTimeAt(Date.parse(row.nag_at), row.captured_timezone))}`,
  ].filter((part) => part !== undefined);
  return [row.content, state, ...(when.length === 0 ? [] : [when.join(" ")])].join(" · ");
}

const short = (wall: string): string => wall.replace("T", " ").replace(/:00$/, "");
