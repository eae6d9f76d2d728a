import { z } from "zod";
import { Refusal, refuseField } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Language } from "../../domain/language.ts";
import type { BatchItem, BatchResult, SentenceReading } from "../../domain/views/reminders.ts";
import {
  answerFields,
  defineTool,
  answerDone,
  keyField,
  type ToolCall,
  type ToolResult,
} from "../tool.ts";
import { describeReminder } from "../when-words.ts";
import { toData } from "./reminders.ts";

const item = z.strictObject({
  title: z.string().trim().min(1).max(500).describe("What to be reminded of."),
  at: z
    .string()
    .max(40)
    .optional()
    .describe(
      "Wall time such as 2026-06-10T18:00, or a moment with its offset. Without it, a to-do.",
    ),
  zone: z.string().max(64).optional().describe("IANA zone of `at`. Default: the person's own."),
  repeat: z.string().max(300).optional().describe("A rule of RFC 5545, such as FREQ=DAILY."),
  minutes: z.number().int().min(1).max(44_640).optional().describe("How long it takes."),
  all_day: z.boolean().optional(),
});

const mostItems = 50;
const mostAnswers = 5;

const input = z.strictObject({
  sentence: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .optional()
    .describe("The person's own words, in English or Chinese: “call mum tomorrow at 3”."),
  items: z.array(item).min(1).max(mostItems).optional().describe("Instead of a sentence."),
  ...answerFields,
  ...keyField,
});

type Args = z.output<typeof input>;

export const rememberTo = defineTool({
  name: "remember_to",
  title: "Set reminders",
  description:
    "Set reminders from the person's own words, or from exact times. Needs no model and fires once, in the person's own chat app. Returns what was written, with weekday, date and zone: read it back. If something is unclear, the tool asks.",
  scope: "reminders:write",
  input,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run(call) {
    const { sentence, items } = call.args;
    if ((sentence === undefined) === (items === undefined))
      throw refuseField("sentence", "give a sentence or items, and not both");
    return sentence === undefined
      ? describeWritten(call, await call.reminders.batch(call.program.accountId, toItems(items)))
      : sayOnce(call, sentence);
  },
});

const toItems = (items: Args["items"] = []): BatchItem[] =>
  items.map(({ title, at, zone, repeat, minutes, all_day }) => ({
    operation: "create",
    content: title,
    trigger_time: at ?? null,
    captured_timezone: zone,
    recurrence_rule: repeat,
    duration_minutes: minutes,
    all_day,
    ...(at === undefined ? { kind: "no_trigger_time" } : {}),
  }));

async function sayOnce(call: ToolCall<Args>, text: string): Promise<ToolResult> {
  const { answered, program, reminders } = call;
  if (answered !== undefined && answered.answer === undefined)
    return answerDone(nothing(call), { reminders: [] });
  const answers = answered === undefined ? [] : [...earlier(answered.state), `${answered.answer}`];
  const { reading, results } = await reminders.writeSentence(program.accountId, { text, answers });
  if (results.length > 0) return describeWritten(call, results);
  if (reading.question !== null && answers.length < mostAnswers)
    return {
      kind: "ask",
      question: { text: reading.question, wants: "words", state: { answers } },
    };
  throw notWritten(reading);
}

const earlier = (state: Json): string[] => {
  const { answers } = state as { readonly answers?: readonly string[] };
  return [...(answers ?? [])];
};

const nothing = ({ profile }: Pick<ToolCall<Args>, "profile">): string =>
  profile.language === "zh" ? "什么都没有记。" : "Nothing was written.";

function notWritten({ intent, reasons }: SentenceReading): Refusal {
  const message = intent.includes("shared")
    ? "This reaches other people. Use plan_with, which asks first."
    : intent === "update" || intent === "cancel"
      ? "This is about a reminder that exists. Use change_reminders."
      : "The sentence asks for no reminder. Say what and when.";
  return new Refusal("invalid_request", { reason: reasons[0] ?? "no_request" }, message);
}

const reasons: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  needs_past_time_confirmation: {
    en: "Not written: that time has passed.",
    zh: "没有记：这个时间已经过了。",
  },
  no_future_occurrence: {
    en: "Not written: with this repetition it would never come.",
    zh: "没有记：按这样重复，它不会再出现。",
  },
  invalid_recurrence_rule: {
    en: "Not written: this repetition is not possible here.",
    zh: "没有记：这里不支持这样重复。",
  },
  recurs_too_often: {
    en: "Not written: it repeats too often.",
    zh: "没有记：重复得太频繁了。",
  },
  invalid_trigger_time: {
    en: "Not written: “at” is not a time.",
    zh: "没有记：“at” 不是时间。",
  },
  invalid_timezone: {
    en: "Not written: “zone” is not an IANA time zone.",
    zh: "没有记：“zone” 不是 IANA 时区。",
  },
  recurring_needs_a_time: {
    en: "Not written: what repeats needs a time.",
    zh: "没有记：重复的事需要一个时间。",
  },
};

const describeReason = (reason: string, language: Language): string =>
  reasons[reason]?.[language] ??
  (language === "zh" ? `没有记（${reason}）。` : `Not written (${reason}).`);

interface Described {
  readonly line: string;
  readonly data: JsonObject;
}

/** What became of one of them, in words and as data. */
async function describeResult(call: ToolCall<Args>, result: BatchResult): Promise<Described> {
  const language = call.profile.language ?? "en";
  const zh = language === "zh";
  const { reminder_id: id, state, reason } = result;
  const isKnown = reason === "duplicate_reminder";
  if (id === null || (state !== "succeeded" && !isKnown))
    return { line: describeReason(reason ?? "", language), data: { status: state, reason } };
  const view = await call.reminders.read(call.program.accountId, id);
  const what = describeReminder(view, language);
  if (isKnown)
    return {
      line: `${zh ? "已经有了，没有重复记：" : "Already there, not added twice: "}${what}`,
      data: { ...toData(view), status: "exists" },
    };
  const late = result.delivery?.on_time === false;
  return {
    line: `${what}${late ? (zh ? "（可能要等）" : " (may have to wait)") : ""}`,
    data: {
      status: "written",
      reminder_id: view.id,
      title: view.content,
      local_start: view.local_start,
      zone: view.captured_timezone,
      repeat: view.rrule,
      all_day: view.all_day,
      next_fire_at: view.next_fire_at,
      version: view.version,
      delivery: result.delivery as unknown as Json,
      overlaps: result.fact.overlaps ?? null,
    },
  };
}

async function describeWritten(
  call: ToolCall<Args>,
  results: readonly BatchResult[],
): Promise<ToolResult> {
  const described: Described[] = [];
  for (const result of results) described.push(await describeResult(call, result));
  const text = described.map(({ line }) => line).join("\n");
  const isThere = ({ data }: Described): boolean =>
    data["status"] === "written" || data["status"] === "exists";
  if (!described.some(isThere))
    throw new Refusal("invalid_request", { reason: results[0]?.reason ?? "invalid" }, text);
  return answerDone(text, { reminders: described.map(({ data }) => data) });
}
