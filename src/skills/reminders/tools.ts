import { Refusal } from "../../domain/errors.ts";
import type { Json } from "../../domain/events.ts";
import type { ModelTool } from "../../domain/model.ts";
import type { TurnContext } from "../../domain/skill.ts";
import type { ToolOffer } from "../../domain/tool-source.ts";
import type { Interpretation } from "../../language/request.ts";
import { decideUntimed, type Lines } from "./decide-create.ts";
import { decideList } from "./decide-list.ts";
import { decideUpdate } from "./decide-change.ts";
import { decided } from "./hear.ts";
import type { Session } from "./session.ts";
import { createPhrase, donePhrase, listPhrase, lookup, movePhrase, snoozePhrase } from "./tool-phrases.ts";
import { undone } from "./undo.ts";
import { known } from "./understand.ts";

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

type Args = Readonly<Record<string, string>>;

interface Spec {
  readonly name: string;
  readonly description: string;
  readonly needs: Args;
  readonly may?: Args;
  run(session: Session, args: Args): Outcome;
}

/** What is said of it, and whether the person has to be asked. */
interface Outcome {
  readonly lines: Lines;
  readonly asks?: boolean;
  /** Only looked up: the model may tell it in its own words. */
  readonly isLook?: boolean;
}

const time = "when, in the person's own words, such as 明天下午3点, in 20 minutes, every Monday at 9am. Never a computed date.";
const which = "the reminder's title, as listed, or words from it; with a day for one day of a series";

const specs: readonly Spec[] = [
  {
    name: "create_reminder",
    description: "Set a reminder. Only when the person asks for one.",
    needs: { content: "what to be reminded of, in the person's words" },
    may: { time_phrase: `${time} Leave out only if the person wants no time.`, duration_minutes: "a whole number" },
    run: createRun,
  },
  {
    name: "update_reminder",
    description: "Move or rename a reminder.",
    needs: { which },
    may: { time_phrase: `the new time: ${time}`, new_content: "the new title" },
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
      return settled(session, found.intent === "cancel" ? { ...found, intent: "complete" } : found, name);
    },
  },
  {
    name: "snooze_reminder",
    description: "Remind once more, of something that has just gone off.",
    needs: { time_phrase: time },
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
      return { lines: decideList(session.work, asked, session.to), isLook: true };
    },
  },
  {
    name: "undo_last_change",
    description: "Take back the last change of reminders in this conversation.",
    needs: {},
    run: (session) => ({ lines: undone(session.work, "undo", session.to) ?? [], asks: false }),
  },
];

function createRun(session: Session, args: Args): Outcome {
  const { work, to } = session;
  const { content = "", time_phrase: phrase = "" } = args;
  if (phrase.trim() === "") return { lines: decideUntimed(work, [content], to) };
  const minutes = Number(args["duration_minutes"]);
  const asked = createPhrase(work, { content, time: phrase, minutes: Number.isInteger(minutes) && minutes > 0 ? minutes : undefined });
  return settled(session, asked, asked.text);
}

function updateRun(session: Session, args: Args): Outcome {
  const { work, to } = session;
  const { which: name = "", time_phrase: phrase = "", new_content: title } = args;
  const found = lookup(work, name);
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

/** Decided by the same rules as a message. A refusal is a question that stays open. */
function settled({ work, to }: Session, asked: Interpretation, text: string): Outcome {
  const before = work.commands.length;
  const { lines } = decided(work, { ...asked, text: "text" in asked ? (asked.text as string) : text }, { to, hasModel: false });
  return { lines, asks: work.commands.length === before && (asked.intent === "clarify" || lines.length === 0) };
}

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
      const before = session.work.commands.length;
      const { lines, asks, isLook } = spec.run(session, argsOf(args, spec));
      const staged = session.work.commands.slice(before).map(({ operation }) => operation);
      if (isLook === true) return { reminders: lines };
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
