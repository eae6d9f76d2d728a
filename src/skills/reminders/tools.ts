import { Refusal } from "../../domain/errors.ts";
import type { Json } from "../../domain/events.ts";
import type { ModelTool } from "../../domain/model.ts";
import type { TurnContext } from "../../domain/skill.ts";
import type { ToolOffer } from "../../domain/tool-source.ts";
import type { Interpretation } from "../../language/request.ts";
import { decideUntimed } from "./decide-create.ts";
import { decideList } from "./decide-list.ts";
import { decideUpdate } from "./decide-change.ts";
import type { Session } from "./session.ts";
import { sharedUndo } from "./shared/hear.ts";
import { changeShared, settleAsked, sharedSpecs } from "./shared/tools.ts";
import { type Args, minutesOf, type Outcome, type Spec, timeWords } from "./tool-spec.ts";
import { createPhrase, donePhrase, listPhrase, lookup, movePhrase, snoozePhrase } from "./tool-phrases.ts";
import { undone } from "./undo.ts";
import { known } from "./understand.ts";
import { said } from "./words.ts";

/** The commands as tools. Times are phrases, as the person said them; no argument names an account, a channel or an address. */
export function reminderTools(turn: TurnContext, session: Session): ToolOffer {
  return {
    tools: specs.map((spec) => toolOf(session, spec)),
    async finish(answer) {
      const { commands, events, lines } = await session.finish(answer);
      for (const command of commands) turn.stage(command);
      return { lines, events };
    },
  };
}

const which = "the reminder's title, as listed, or words from it; with a day for one day of a series";

const specs: readonly Spec[] = [
  {
    name: "create_reminder",
    description: "Set a reminder. Only when the person asks for one.",
    needs: { content: "what to be reminded of, in the person's words" },
    may: { time_phrase: `${timeWords} Leave out only if the person wants no time.`, duration_minutes: "a whole number" },
    run: createRun,
  },
  {
    name: "update_reminder",
    description: "Move or rename a reminder.",
    needs: { which },
    may: { time_phrase: `the new time: ${timeWords}`, new_content: "the new title" },
    run: updateRun,
  },
  {
    name: "delete_reminder",
    description: "Cancel a reminder, or one day of a series.",
    needs: { which },
    run: (session, { which: name = "" }) => settled(session, lookup(session.work, name), `取消${name}`),
  },
  {
    name: "complete_reminder",
    description: "Mark a reminder as done.",
    needs: { which },
    run: (session, { which: name = "" }) => {
      const found = donePhrase(session.work, name);
      return settled(session, found.intent.startsWith("cancel") ? { ...found, intent: "complete" } : found, name);
    },
  },
  {
    name: "snooze_reminder",
    description: "Remind once more, of something that has just gone off.",
    needs: { time_phrase: timeWords },
    may: { which },
    run: (session, args) => {
      const of = { which: args["which"] ?? "", time: args["time_phrase"] ?? "" };
      return settled(session, snoozePhrase(session.work, of), of.time);
    },
  },
  {
    name: "list_reminders",
    description: "Look up the person's reminders. Changes nothing.",
    needs: {},
    may: { day_phrase: "a day or week, in words", keyword: "a word of the title" },
    run: (session, { day_phrase: day = "", keyword }) => {
      const { range } = listPhrase(session.work, day);
      const asked = { ...(range === undefined ? {} : { range }), ...(keyword === undefined ? {} : { keyword }) };
      return { lines: decideList(session.work, asked, session.to), looked: "reminders" };
    },
  },
  {
    name: "undo_last_change",
    description: "Take back the last change of reminders in this conversation.",
    needs: {},
    run: ({ work, to }) => {
      // Others have heard of it: only the person's own word takes it back.
      if (sharedUndo(work) !== undefined) return { lines: [said(to, "要收回就说“撤销”。", "Say “undo” to take it back.")], asks: true };
      return { lines: undone(work, "undo", to) ?? [], asks: false };
    },
  },
  ...sharedSpecs,
];

function createRun(session: Session, args: Args): Outcome | Promise<Outcome> {
  const { work, to } = session;
  const { content = "", time_phrase: phrase = "" } = args;
  if (phrase.trim() === "") return { lines: decideUntimed(work, [content], to) };
  const asked = createPhrase(work, { content, time: phrase, minutes: minutesOf(args["duration_minutes"]) });
  return settled(session, asked, asked.text);
}

function updateRun(session: Session, args: Args): Outcome | Promise<Outcome> {
  const { work, to } = session;
  const { which: name = "", time_phrase: phrase = "", new_content: title } = args;
  const found = lookup(work, name);
  if (found.intent === "cancel_shared") return changeShared(session, args);
  const row = found.targetId === undefined ? undefined : work.row(found.targetId);
  if (row === undefined) return settled(session, found, name);
  if (phrase === "") {
    const { start, rrule = null, durationMinutes = null } = known(row, work.zone);
    const item = { title: title ?? row.content, start: start ?? "", rrule: rrule ?? null, durationMinutes: durationMinutes ?? null };
    if (start === null) return { lines: [], asks: true };
    return { lines: decideUpdate(work, { intent: "update", items: [item], reasons: [], target: row }, to) };
  }
  const moved = movePhrase(work, { which: name, time: phrase, row });
  const renamed = title === undefined ? moved : { ...moved, items: moved.items.map((item) => ({ ...item, title })) };
  return settled(session, renamed, phrase);
}

const settled = (session: Session, asked: Interpretation, text: string): Promise<Outcome> => settleAsked(session, { asked, text });

function toolOf(session: Session, spec: Spec): ModelTool {
  const properties = { ...spec.needs, ...spec.may };
  return {
    name: spec.name,
    description: spec.description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(Object.entries(properties).map(([name, description]) => [name, { type: "string", description }])),
      required: Object.keys(spec.needs),
      additionalProperties: false,
    },
    async run(args): Promise<Json> {
      const { work, talk } = session;
      const before = [work.commands.length, talk.commands.length] as const;
      const { lines, asks, looked } = await spec.run(session, argsOf(args, spec));
      const staged = [...work.commands.slice(before[0]), ...talk.commands.slice(before[1])].map(({ operation }) => operation);
      if (looked !== undefined) return { [looked]: lines };
      session.told({ lines: asks === true ? [] : lines, asked: asks === true ? lines : [] });
      if (asks === true) return { done: false, ask_the_person: lines.length === 0 ? "Which one, or when exactly?" : lines };
      return { done: staged.length > 0, staged, read_back: lines, note: "The read-back is added to your reply. Add nothing to it." };
    },
  };
}

/** Only texts and figures, and only those that are known. */
function argsOf(args: unknown, spec: Spec): Args {
  const given = args as Readonly<Record<string, unknown>>;
  const read = Object.keys({ ...spec.needs, ...spec.may }).flatMap((name): [string, string][] => {
    const value = given[name];
    return typeof value === "string" || typeof value === "number" ? [[name, String(value).trim().slice(0, 500)]] : [];
  });
  const found = Object.fromEntries(read);
  const missing = Object.keys(spec.needs).find((name) => (found[name] ?? "") === "");
  if (missing !== undefined) throw new Refusal("invalid_request", `\`${missing}\` is missing.`);
  return found;
}
