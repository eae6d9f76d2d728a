import { iso } from "../../../domain/ports/clock.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type {
  BatchItem,
  ReadingStep,
  RemindersApi,
  SentenceRequest,
  SentenceReading,
} from "../../../domain/views/reminders.ts";
import { mentionsOf } from "../../../language/intents/friends.ts";
import { explain } from "../../../language/explain.ts";
import { interpret } from "../../../language/interpret.ts";
import { prepare } from "../../../language/text/prepare.ts";
import type { Interpretation, KnownReminder, LanguageRequest } from "../../../language/request.ts";
import { type ReadSpan, spansOf } from "../../../language/text/highlight.ts";
import { toAsked } from "../commands/insist.ts";
import { toKnownReminder } from "../dialogue/understand.ts";
import { runBatch } from "./batch.ts";
import { speak } from "./speak.ts";
import { activeRows, morningOf, type RemindersApiDeps, zoneOf } from "./reminder-views.ts";
import { bothRuleWords } from "../words/rule-words.ts";
import { findByName, listNames } from "../../friends/names.ts";
import { type Friend, readFriends } from "../../friends/people.ts";

/** A sentence typed into the calendar, with its reading. */
interface Read {
  readonly reading: SentenceReading;
  readonly result: Interpretation;
}

export async function readSentence(
  at: { read: Reads; now: number },
  accountId: string,
  said: SentenceRequest,
): Promise<Read> {
  const friends = await readFriends(at.read);
  const frame = await openFrame(at, accountId, friends);
  const rows = (await activeRows(at.read, accountId)).filter((row) => row.kind !== "proactive");
  const first = readQuickAdd(said.text, {
    ...frame,
    reminders: rows.map((row) => toKnownReminder(row, frame.tz)),
  });
  const last = (said.answers ?? []).reduce<Understood>(
    ({ result }, answer) => ({
      result: interpret({
        ...frame,
        text: answer,
        context: { ...frame.context, ...(result.open === undefined ? {} : { open: result.open }) },
      }),
      spans: spansOf({ ...frame, text: answer }, []),
      read: answer,
    }),
    first,
  );
  return {
    result: last.result,
    reading: {
      ...view(last.result),
      spans: last.spans,
      target: rows.find(({ id }) => id === last.result.targetId)?.content ?? null,
      people: peopleIn(said.text, last.result, friends),
      timezone: frame.tz,
    },
  };
}

async function openFrame(
  at: { read: Reads; now: number },
  accountId: string,
  friends: readonly Friend[],
): Promise<Frame> {
  const [tz, morning] = [await zoneOf(at.read, accountId), await morningOf(at.read, accountId)];
  return { now: iso(at.now), tz, context: { friends: listNames(friends), morning } };
}

/** The steps of the rules through the sentence, as this field reads it. */
export async function explainSentence(
  at: { read: Reads; now: number },
  accountId: string,
  { text }: SentenceRequest,
): Promise<readonly ReadingStep[]> {
  const frame = await openFrame(at, accountId, await readFriends(at.read));
  return explain({ ...frame, text: readQuickAdd(text, { ...frame, reminders: [] }).read });
}

type Frame = Omit<LanguageRequest, "text" | "context"> & {
  readonly context: { readonly friends: readonly string[]; readonly morning: string };
};

interface Understood {
  /** The text that was read: with "remind me" before it where the person wrote a bare plan. */
  readonly read: string;
  readonly result: Interpretation;
  readonly spans: readonly ReadSpan[];
}

/** What a plan is read with: a reminder at a time, or days that are only written down. */
const asks = { zh: ["提醒我", "添加"], en: ["remind me ", "add "] } as const;
/**
 * It is about an existing reminder, which is changed in its own place and not in the field for new
 * ones.
 */
const aboutOld = new Set(["target_not_found", "target_ambiguous", "nothing_fired", "no_change"]);
/** What a sentence can do to a reminder that exists. */
const changes: ReadonlySet<string> = new Set(["update", "cancel", "complete", "snooze"]);
/** Reasons that only say that the text asks for nothing. */
const plain = new Set(["plan", "no_request"]);

/** In this field a plan is a request: "Tuesday 3pm standup" needs no "remind me" before it. */
function readQuickAdd(
  text: string,
  { reminders, ...frame }: Frame & { readonly reminders: readonly KnownReminder[] },
): Understood {
  const plainly = interpret({ ...frame, text });
  // "Move dentist to Friday" is a plan by itself, and a change where there is a dentist.
  if (plainly.intent !== "create" && plainly.intent !== "create_shared") {
    const known = interpret({ ...frame, text, context: { ...frame.context, reminders } });
    if (changes.has(known.intent) && known.targetId !== undefined)
      return { result: known, spans: spansOf({ ...frame, text }, known.items), read: text };
  }
  const own = takePlan(plainly);
  if (aboutOld.has(own.reasons[0] ?? ""))
    return { result: { intent: "update", items: [], reasons: own.reasons }, spans: [], read: text };
  if (own.intent !== "none" || !plain.has(own.reasons[0] ?? ""))
    return { result: own, spans: spansOf({ ...frame, text }, own.items), read: text };
  const [ask, note] = asks[prepare(text).language];
  const asked = readLed(text, ask, frame);
  if (asked.result.intent === "create") return asked;
  const noted = readLed(text, note, frame);
  return noted.result.intent === "create" ? noted : asked;
}

/** The text as it is understood with these words before it. */
function readLed(text: string, lead: string, frame: Frame): Understood {
  const led = { ...frame, text: `${lead}${text.trimStart()}` };
  const result = interpret(led);
  const shift = lead.length - (text.length - text.trimStart().length);
  const spans = spansOf(led, result.items).map(({ from, to, kind }) => ({
    from: from - shift,
    to: to - shift,
    kind,
  }));
  return {
    result,
    spans: spans.filter(({ from, to }) => from >= 0 && to > from),
    read: led.text,
  };
}

/** A plan that a chat would ask about is a request here. */
function takePlan(read: Interpretation): Interpretation {
  const [choice, second] = read.open?.choices ?? [];
  const isPlan = read.intent === "clarify" && read.reasons[0] === "unsure_wish";
  return isPlan && choice?.intent === "create" && second === undefined ? choice : read;
}

const view = ({ intent, items, question, reasons }: Interpretation) => ({
  intent,
  items: items.map(({ title, start, rrule, durationMinutes, workdays, allDay = false }) => ({
    title,
    start,
    rrule,
    rule_words: rrule === null ? null : bothRuleWords(rrule, workdays),
    duration_minutes: durationMinutes,
    all_day: allDay,
  })),
  question: question ?? null,
  reasons,
});

/** Those whom the rules found, or whom a plan of one's own names. */
function peopleIn(
  text: string,
  result: Interpretation,
  friends: readonly Friend[],
): SentenceReading["people"] {
  const names =
    result.with ??
    mentionsOf(prepare(text), listNames(friends)).flatMap((mention) => mention.names);
  const people = names.flatMap((name) =>
    findByName(friends, name).map(({ id }) => [id, { account_id: id, name }] as const),
  );
  return [...new Map(people).values()];
}

/** Under this name the field's last change is kept for an undo. */
export const fieldProgram = "calendar-field";

/** Everything is written, or nothing if something is missing. */
export async function writeSentence(
  on: RemindersApiDeps,
  accountId: string,
  said: SentenceRequest,
): ReturnType<RemindersApi["writeSentence"]> {
  const { reading, result } = await on.decisions.run(accountId, async (at) => ({
    events: [],
    result: await readSentence(at, accountId, said),
  }));
  if (changes.has(result.intent) && reading.target !== null) {
    const spoken = await speak({ ...on, program: fieldProgram }, accountId, { text: said.text });
    return { reading, results: [], spoken };
  }
  const items =
    result.intent === "create" ? result.items.map((item) => toBatchItem(item, said.text)) : [];
  const results = items.length === 0 ? [] : await runBatch(on, accountId, items);
  return { reading, results, spoken: null };
}

const toBatchItem = (item: Interpretation["items"][number], text: string): BatchItem => ({
  operation: "create",
  content: item.title.trim() === "" ? nameless[prepare(text).language] : item.title,
  trigger_time: item.instant === undefined ? item.start : iso(item.instant),
  recurrence_rule: item.rrule,
  duration_minutes: item.durationMinutes,
  ...(item.allDay === undefined ? {} : { all_day: item.allDay }),
  workdays: item.workdays,
  late_policy: item.late,
  insist: toAsked(item.insist),
});

const nameless = { zh: "提醒", en: "Reminder" } as const;
