import { z } from "zod";
import { Refusal, refuseField } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import type { ReminderAct, ReminderActOn } from "../../domain/views/reminders.ts";
import {
  answerFields,
  defineTool,
  answerDone,
  id,
  keyField,
  type ToolCall,
  type ToolResult,
} from "../tool.ts";
import { describeReminder } from "../when-words.ts";
import { toData } from "./reminders.ts";

const actions = [
  "move",
  "rename",
  "snooze",
  "skip",
  "unskip",
  "done",
  "cancel",
  "restore",
] as const;

const change = z.strictObject({
  reminder_id: id,
  action: z
    .enum(actions)
    .describe("`skip` leaves out one time of a series, `snooze` says it once more later."),
  to: z
    .string()
    .max(40)
    .optional()
    .describe("For move: wall time in the reminder's zone, or a moment with its offset."),
  zone: z.string().max(64).optional(),
  title: z.string().trim().min(1).max(500).optional().describe("For rename."),
  minutes: z.number().int().min(1).max(44_640).optional().describe("For snooze."),
  occurrence: z
    .string()
    .max(40)
    .optional()
    .describe("One time of a series, as wall time: for skip and unskip, and for moving one time."),
  version: z.number().int().optional().describe("As listed: refused if it has changed since."),
});

type Change = z.output<typeof change>;

const input = z.strictObject({
  sentence: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .optional()
    .describe("The person's own words: “move the dentist to Friday 3pm”."),
  changes: z
    .array(change)
    .min(1)
    .max(50)
    .optional()
    .describe("Instead of a sentence: all of them are done, or none."),
  ...answerFields,
  ...keyField,
});

type Args = z.output<typeof input>;

/** As in a chat: more than these are ended only after a question. */
const mostEndings = 2;

export const changeReminders = defineTool({
  name: "change_reminders",
  title: "Change reminders",
  description:
    "Move, rename, snooze, skip, finish, cancel or restore reminders: by the person's own words, which go through the same rules as in a chat, or by ids. Ending more than two asks first. Shared plans are not changed here.",
  scope: "reminders:write",
  input,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run(call) {
    const { sentence, changes } = call.args;
    if ((sentence === undefined) === (changes === undefined))
      throw refuseField("sentence", "give a sentence or changes, and not both");
    if (call.answered !== undefined && isNo(call.answered.answer)) return describeUnchanged(call);
    return sentence === undefined ? changeAll(call, changes ?? []) : speak(call, sentence);
  },
});

const isNo = (answer: string | boolean | undefined): boolean =>
  answer === undefined || answer === false;

const describeUnchanged = ({ profile }: ToolCall<Args>): ToolResult =>
  answerDone(profile.language === "zh" ? "没有改动。" : "Nothing was changed.", { reminders: [] });

async function changeAll(call: ToolCall<Args>, changes: readonly Change[]): Promise<ToolResult> {
  const { program, reminders, profile, answered } = call;
  // Only a plain yes is consent: a program may send the person's words as they are.
  if (answered !== undefined && answered.answer !== true) return describeUnchanged(call);
  const acts = changes.map(toAct);
  const ending = changes.filter(({ action }) => action === "cancel" || action === "done");
  const language = profile.language ?? "en";
  if (ending.length > mostEndings && answered === undefined) {
    const titles: string[] = [];
    for (const { reminder_id: which } of ending)
      titles.push(`“${(await reminders.read(program.accountId, which)).content}”`);
    const text =
      language === "zh"
        ? `要结束这 ${ending.length} 个提醒吗？${titles.join("、")}`
        : `End these ${ending.length} reminders? ${titles.join(", ")}`;
    return { kind: "ask", question: { text, wants: "consent", state: {} } };
  }
  const views = await reminders.actAll(program.accountId, acts);
  return answerDone(views.map((view) => describeReminder(view, language)).join("\n"), {
    reminders: views.map(toData),
  });
}

const toAct = (asked: Change, index: number): ReminderActOn => ({
  id: asked.reminder_id,
  version: asked.version,
  act: actOf(asked, index),
});

function actOf(asked: Change, index: number): ReminderAct {
  const need = <T>(field: string, value: T | undefined): T => {
    if (value === undefined) throw refuseField(`changes.${index}.${field}`, "is missing");
    return value;
  };
  const { to, zone: captured_timezone, occurrence } = asked;
  switch (asked.action) {
    case "move":
      return {
        kind: "change",
        change: { trigger_time: need("to", to), captured_timezone, occurrence },
      };
    case "rename":
      return { kind: "change", change: { content: need("title", asked.title) } };
    case "snooze":
      return { kind: "snooze", minutes: need("minutes", asked.minutes) };
    case "skip":
    case "unskip":
      return { kind: asked.action, occurrence: need("occurrence", occurrence) };
    case "done":
      return { kind: "complete" };
    case "cancel":
      return { kind: "delete" };
    case "restore":
      return { kind: "restore" };
    default:
      return asked.action satisfies never;
  }
}

/** By the rules of the chat. The question that is open comes back with its answer. */
async function speak(call: ToolCall<Args>, sentence: string): Promise<ToolResult> {
  const { program, reminders, answered } = call;
  const said =
    answered === undefined
      ? { text: sentence }
      : { text: toWords(answered.answer, sentence), open: openIn(answered.state) };
  const { lines, changed, question, refused } = await reminders.speak(program.accountId, said);
  if (refused !== null) throw new Refusal("invalid_request", { reason: refused }, beyond[refused]);
  if (question !== null && changed.length === 0)
    return {
      kind: "ask",
      question: { text: question.text, wants: "words", state: { open: question.open } },
    };
  if (lines.length === 0)
    throw new Refusal(
      "invalid_request",
      { reason: "not_understood" },
      "No change of a reminder was read in the sentence. Name the reminder and what to change, or give ids.",
    );
  return answerDone(lines.join("\n"), { reminders: changed.map(toData) });
}

const toWords = (answer: string | boolean | undefined, sentence: string): string =>
  typeof answer === "string" ? answer : /\p{Script=Han}/u.test(sentence) ? "是" : "yes";

const openIn = (state: Json): Json => (state as { readonly open?: Json }).open ?? null;

const beyond = {
  reaches_others: "This reaches other people. Use plan_with, which asks first.",
  only_in_chat: "This can be changed only by the person, in a chat or on the page.",
} as const;
