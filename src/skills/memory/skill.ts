import { pickLanguage } from "../../domain/language.ts";
import type { Skill, TurnContext } from "../../domain/skill.ts";
import { answerQuestion, answerRequest } from "./answers/answer-request.ts";
import { type Answered, type Asked, readAll, say } from "./answers/asked.ts";
import { answerBurst, toReply } from "./answers/burst.ts";
import { answerConfirmation } from "./answers/confirm.ts";
import { isQuestionAboutKnown } from "./answers/own-questions.ts";
import { readConfirmation } from "./requests/confirm.ts";
import { type MemoryRequest, readMemoryRequest } from "./requests/read-request.ts";
import { readShareWish } from "./requests/share.ts";
import { isSaidIn } from "./sayings.ts";
import { readOfNamed } from "./named-people.ts";
import type { Statement } from "./statement-rule.ts";
import { ownWords, type Sourced, stateMemories } from "./state-memory.ts";
import { readRemembered, readStatements, toStatement } from "./statements.ts";
import { privateAudience, readState, viewerOf } from "./witness.ts";
import { memoryWords } from "./words.ts";

export interface MemoryOptions {
  /** Whether the rules for reminders would take the window: “note down lunch on Friday”. */
  readonly asksForReminders: (turn: TurnContext) => Promise<boolean>;
}

/**
 * The memory of the person, by rules: what they ask to be remembered, and what they ask about it.
 * Statements in passing are noted by the skill that talks with them.
 */
export function createMemorySkill(options: MemoryOptions): Skill {
  return {
    name: "memory",
    async handle(turn) {
      if (turn.window.length > 1)
        return answerBurst(turn, (alone) => answerAsked(options, readAsked(alone)));
      const on = readAsked(turn);
      const answered = on && (await answerAlone(options, on));
      return answered === undefined ? undefined : toReply(answered);
    },
  };
}

interface Said extends Asked {
  /** The person's own words. */
  readonly said: string;
}

/** A single message of typed words. */
function readAsked(turn: TurnContext): Said | undefined {
  const [only] = turn.window;
  if (only === undefined) return undefined;
  const said = ownWords(only);
  if (said.trim() === "" || (only.attachments ?? []).length > 0) return undefined;
  const to = {
    language: pickLanguage(turn.account.language, said),
    timezone: turn.account.timezone,
  };
  return { turn, viewer: viewerOf(turn), to, said };
}

async function answerAlone(options: MemoryOptions, on: Said): Promise<Answered | undefined> {
  const confirmation = readConfirmation(on.said);
  const confirmed = confirmation && (await answerConfirmation(on, confirmation));
  if (confirmed !== undefined) return confirmed;
  const asked = await answerAsked(options, on);
  if (asked !== undefined) return asked;
  const shared = readShareWish(on.said);
  if (shared !== undefined && !(await options.asksForReminders(on.turn))) return share(on, shared);
  const stated = await readStated(options, on);
  return stated === undefined ? answerOffline(options, on) : remember(on, stated);
}

/** What is asked of the memory itself. */
async function answerAsked(
  { asksForReminders }: MemoryOptions,
  on: Said | undefined,
): Promise<Answered | undefined> {
  const request = on && readMemoryRequest(on.said);
  if (on === undefined || request === undefined) return undefined;
  if (isDoubtful(request) && !(await isOfMemory(on, request)) && (await asksForReminders(on.turn)))
    return undefined;
  return answerRequest(on, request);
}

/** “Forget the swimming reminder” and “no, it's six” may be about a reminder. */
const isDoubtful = (request: MemoryRequest): boolean =>
  request.kind === "correct" ||
  request.kind === "unclear" ||
  (request.kind === "forget" && request.about !== null);

/** “Forget that I moved”: a sentence about the speaker names no reminder, where a memory says it. */
async function isOfMemory(on: Said, request: MemoryRequest): Promise<boolean> {
  const about = request.kind === "forget" ? request.about : null;
  if (about === null || !/^(?:i|i'm|i've|i'd|we|we're|we've)\b|^我(?!的)/iu.test(about))
    return false;
  const all = await readAll(on);
  return all.some(({ words }) => isSaidIn({ words: about, value: null }, words));
}

/** A model answers with what it is given. Without one, the person's own words do. */
async function answerOffline(
  { asksForReminders }: MemoryOptions,
  on: Said,
): Promise<Answered | undefined> {
  if (on.turn.model.describe.kind !== "offline" || !isQuestionAboutKnown(on.said)) return undefined;
  if (await asksForReminders(on.turn)) return undefined;
  return answerQuestion(on, on.said);
}

/**
 * What is to be remembered: what the person asks for and, where no model would answer, what they
 * state in so many words.
 */
async function readStated(
  { asksForReminders }: MemoryOptions,
  on: Said,
): Promise<readonly Sourced[] | undefined> {
  const { turn, said } = on;
  const asked = readRemembered(said);
  const stated =
    asked !== undefined
      ? [asked]
      : turn.model.describe.kind === "offline"
        ? await readAlone(on)
        : [];
  if (stated.length === 0) return undefined;
  if ((asked === undefined || asked.value === null) && (await asksForReminders(turn)))
    return undefined;
  return withSource(turn, stated);
}

const withSource = (
  { window }: Asked["turn"],
  stated: readonly Statement[],
): readonly Sourced[] | undefined => {
  const [message] = window;
  return (
    message &&
    stated.map((each) => ({
      ...each,
      origin: "rule",
      sources: [message.eventId],
      saidAt: message.at,
    }))
  );
};

/** Said before others it is theirs to hear. Said alone it stays there: which others is not said. */
async function share(on: Asked, words: string): Promise<Answered | undefined> {
  if (on.viewer.audience === privateAudience) return say(memoryWords.staysPrivate(on.to));
  const stated = withSource(on.turn, [toStatement(words)]);
  return stated && remember(on, stated);
}

/** Of the person, or else of another whom they have named. */
async function readAlone(on: Said): Promise<readonly Statement[]> {
  const own = readStatements(on.said);
  return own.length > 0 ? own : readOfNamed(on.said, await readAll(on));
}

async function remember(
  { turn, viewer, to }: Asked,
  stated: readonly Sourced[],
): Promise<Answered> {
  const { isOn } = await readState(turn.read, viewer);
  if (!isOn) return say(memoryWords.off(to));
  const events = await stateMemories(turn, viewer, stated);
  const words = stated.map((each) => each.words);
  return say(
    events.length === 0
      ? memoryWords.knownAlready(words.join(" "), to)
      : memoryWords.remembered(words, to),
    events,
  );
}
