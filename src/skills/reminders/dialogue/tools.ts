import { listOperations } from "../../../domain/claim-kinds.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Json } from "../../../domain/json.ts";
import type { ModelTool } from "../../../domain/ports/model.ts";
import type { TurnWords } from "../../../domain/provenance.ts";
import type { ToolOffer, TurnContext } from "../../../domain/skill.ts";
import { ownWords } from "../../../language/intents/own-words.ts";
import { decideList } from "./decide-list.ts";
import { hasForeignTitle } from "./foreign-titles.ts";
import { describeMissed } from "../firing/missed-reminders.ts";
import { listMissedHere } from "./missed-wish.ts";
import type { Session } from "./session.ts";
import { readSharedUndo } from "../../friends/dialogue/handle-message.ts";
import { sharedSpecs } from "../../friends/dialogue/tools.ts";
import { type Args, type Outcome, type Spec, timeWords, type ToolSession } from "./tool-spec.ts";
import { readDonePhrase, listPhrase, lookup, snoozePhrase } from "./tool-phrases.ts";
import { describeReadings } from "./readings.ts";
import { undoLast } from "./undo.ts";
import { createReminder, updateReminder, settingSpecs } from "./write-tools.ts";
import { inLanguage } from "../words/reminder-words.ts";
import { settle } from "./writes/settle.ts";

/**
 * The commands as tools. Times are phrases, as the person said them; no argument names an account,
 * a channel or an address.
 */
export function reminderTools(turn: TurnContext, session: Session, words: TurnWords): ToolOffer {
  const on: ToolSession = { ...session, words };
  const offered = specs.filter(
    ({ isPrivate }) => isPrivate !== true || !session.work.state.isShared,
  );
  return {
    tools: offered.map((spec) => toolOf(on, spec)),
    readings: describeReadings(session.handled),
    async finish(answer) {
      const { commands, events, lines } = await session.finish(answer);
      for (const command of commands) turn.stage(command);
      const carries = hasForeignTitle(session.work, lines.join("\n"), words.own)
        ? (["friend"] as const)
        : [];
      return { lines, events, wrote: listOperations(commands), carries };
    },
  };
}

const which =
  "the reminder's title, as listed, or words from it; with a day for one day of a series";

const specs: readonly Spec[] = [
  {
    name: "create_reminder",
    description: "Set a reminder. Only when the person asks for one.",
    needs: { content: "what to be reminded of, in the person's words" },
    may: {
      time_phrase: `${timeWords} Leave out only if the person wants no time.`,
      duration_minutes: "a whole number",
    },
    run: createReminder,
  },
  {
    name: "update_reminder",
    description: "Move or rename a reminder.",
    needs: { which },
    may: { time_phrase: `the new time: ${timeWords}`, new_content: "the new title" },
    run: updateReminder,
  },
  {
    name: "delete_reminder",
    description: "Cancel a reminder, or one day of a series.",
    needs: { which },
    run: (session, { which: name = "" }) =>
      settle(session, { asked: lookup(session.work, name), text: `取消${name}`, act: "cancel" }),
  },
  {
    name: "complete_reminder",
    description: "Mark a reminder as done.",
    needs: { which },
    run: (session, { which: name = "" }) => {
      const found = readDonePhrase(session.work, name);
      const asked = found.intent.startsWith("cancel")
        ? { ...found, intent: "complete" as const }
        : found;
      return settle(session, { asked, text: name, act: "complete" });
    },
  },
  {
    name: "snooze_reminder",
    description: "Snooze a reminder that has just fired.",
    needs: { time_phrase: timeWords },
    may: { which },
    run: (session, args) => {
      const of = { which: args["which"] ?? "", time: args["time_phrase"] ?? "" };
      return settle(session, {
        asked: snoozePhrase(session.work, of),
        text: of.time,
        act: "snooze",
        time: of.time,
      });
    },
  },
  {
    name: "list_reminders",
    description: "Look up the person's reminders. Changes nothing.",
    needs: {},
    may: { day_phrase: "a day or week, in words", keyword: "a word of the title" },
    run: (session, { day_phrase: day = "", keyword }) => {
      const { range } = listPhrase(session.work, day);
      const asked = {
        ...(range === undefined ? {} : { range }),
        ...(keyword === undefined ? {} : { keyword }),
      };
      return { lines: decideList(session.work, asked, session.to), looked: "reminders" };
    },
  },
  {
    name: "list_missed_reminders",
    description: "Look up reminders that could not be delivered, or came late. Changes nothing.",
    needs: {},
    run: async ({ work, talk, to }) => {
      const { accountId, conversationId, now } = work.maker;
      const turn = {
        read: talk.read,
        account: { id: accountId },
        conversationId: conversationId ?? "",
        now,
      };
      return { lines: describeMissed(await listMissedHere(turn, work), to), looked: "reminders" };
    },
  },
  {
    name: "dismiss_missed_reminders",
    description: "Dismiss the undelivered reminders.",
    needs: {},
    // The person's own words do this: the rules read them first.
    run: ({ to }) => ({
      lines: [
        inLanguage(
          to,
          "不要了就说“错过的都不用了”。",
          "Say “forget the missed ones” to drop them.",
        ),
      ],
      asks: true,
    }),
  },
  {
    name: "undo_last_change",
    description: "Undo the last change of reminders in this conversation.",
    needs: {},
    run: ({ work, to, words }) => {
      // Others were notified, or the person did not ask for it: only their own words undo it.
      const isAsked = words.foreign.size === 0 && ownWords(words.own).ask("undo");
      if (!isAsked || readSharedUndo(work) !== undefined)
        return {
          lines: [inLanguage(to, "要还原就说“撤销”。", "Say “undo” to take it back.")],
          asks: true,
        };
      return { lines: undoLast(work, to), asks: false };
    },
  },
  ...settingSpecs,
  ...sharedSpecs,
];

function toolOf(session: ToolSession, spec: Spec): ModelTool {
  const properties = { ...spec.needs, ...spec.may };
  return {
    name: spec.name,
    description: spec.description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, description]) => [
          name,
          { type: "string", description },
        ]),
      ),
      required: Object.keys(spec.needs),
      additionalProperties: false,
    },
    async run(args): Promise<Json> {
      const { work, talk, words } = session;
      const before = [work.commands.length, talk.commands.length, session.written()] as const;
      const outcome = await spec.run(session, argsOf(args, spec));
      // From here on the model has read another person's words.
      if (
        outcome.looked === "friends" ||
        hasForeignTitle(work, outcome.lines.join("\n"), words.own)
      )
        words.read("tool");
      const staged = [...work.commands.slice(before[0]), ...talk.commands.slice(before[1])].map(
        ({ operation }) => operation,
      );
      return answerOf(session, outcome, { staged, isDone: session.written() > before[2] });
    },
  };
}

function answerOf(
  session: ToolSession,
  outcome: Outcome,
  on: { readonly staged: readonly string[]; readonly isDone: boolean },
): Json {
  const { lines, asks = false, looked, isStaged = false, isEnding = false } = outcome;
  if (looked !== undefined) return { [looked]: lines };
  if (isEnding)
    return {
      done: true,
      note: "It is done with this reply, or asked about. The words for it are added. Add nothing to them.",
    };
  if (isStaged)
    return {
      done: false,
      ask_the_person: lines,
      note: "Nothing is done yet. This question is added to your reply. Add nothing to it.",
    };
  session.told(asks ? { lines: [], asked: lines, isRefused: true } : { lines, asked: [] });
  if (asks)
    return {
      done: false,
      ask_the_person: lines.length === 0 ? "Which one, or when exactly?" : lines,
    };
  return {
    done: on.isDone,
    staged: on.staged,
    read_back: lines,
    note: "The read-back is added to your reply. Add nothing to it.",
  };
}

/** Only texts and numbers, and only those that are known. */
function argsOf(args: unknown, spec: Spec): Args {
  const given = args as Readonly<Record<string, unknown>>;
  const read = Object.keys({ ...spec.needs, ...spec.may }).flatMap((name): [string, string][] => {
    const value = given[name];
    return typeof value === "string" || typeof value === "number"
      ? [[name, String(value).trim().slice(0, 500)]]
      : [];
  });
  const found = Object.fromEntries(read);
  const missing = Object.keys(spec.needs).find((name) => (found[name] ?? "") === "");
  if (missing !== undefined)
    throw new Refusal("invalid_request", undefined, `\`${missing}\` is missing.`);
  return found;
}
