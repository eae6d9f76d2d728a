import type { EventDraft } from "../../domain/events/catalogue.ts";
import { pickLanguage } from "../../domain/language.ts";
import type { Skill, SkillResult, TurnContext } from "../../domain/skill.ts";
import {
  type Answered,
  answerChoice,
  answerQuestion,
  answerRequest,
  type Asked,
} from "./answer-request.ts";
import { readChoice } from "./forget-requests.ts";
import { isQuestionAboutSelf } from "./own-questions.ts";
import { type MemoryRequest, readMemoryRequest } from "./requests.ts";
import { ownWords, type Sourced, stateMemories } from "./state-memory.ts";
import { readRemembered, readStatements } from "./statements.ts";
import { readState, viewerOf } from "./witness.ts";
import { type Listener, memoryWords } from "./words.ts";

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
      const [only] = turn.window;
      if (only === undefined || turn.window.length !== 1) return undefined;
      const said = ownWords(only);
      if (said.trim() === "" || (only.attachments ?? []).length > 0) return undefined;
      const to: Listener = {
        language: pickLanguage(turn.account.language, said),
        timezone: turn.account.timezone,
      };
      const on: Asked = { turn, viewer: viewerOf(turn), to };
      const choice = readChoice(said);
      const chosen = choice === undefined ? undefined : await answerChoice(on, choice);
      if (chosen !== undefined) return toReply(chosen.text, chosen.events);
      const request = readMemoryRequest(said);
      if (request !== undefined) {
        if (isDoubtful(request) && (await options.asksForReminders(turn))) return undefined;
        const answered = await answerRequest(on, request);
        if (answered !== undefined) return toReply(answered.text, answered.events);
      }
      const stated = await readStated(options, turn, said);
      if (stated !== undefined) return remember(turn, stated, to);
      const told = await answerOffline(options, on, said);
      return told === undefined ? undefined : toReply(told.text, told.events);
    },
  };
}

/** “Forget the swimming reminder” and “no, it's six” may be about a reminder. */
const isDoubtful = (request: MemoryRequest): boolean =>
  request.kind === "correct" || (request.kind === "forget" && request.about !== null);

/** A model answers with what it is given. Without one, the person's own words do. */
async function answerOffline(
  { asksForReminders }: MemoryOptions,
  on: Asked,
  said: string,
): Promise<Answered | undefined> {
  if (on.turn.model.describe.kind !== "offline" || !isQuestionAboutSelf(said)) return undefined;
  if (await asksForReminders(on.turn)) return undefined;
  return answerQuestion(on, said);
}

const toReply = (text: string, events: readonly EventDraft[]): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
  events,
});

/**
 * What is to be remembered: what the person asks for and, where no model would answer, what they
 * state in so many words.
 */
async function readStated(
  { asksForReminders }: MemoryOptions,
  turn: TurnContext,
  said: string,
): Promise<readonly Sourced[] | undefined> {
  const asked = readRemembered(said);
  const stated =
    asked !== undefined
      ? [asked]
      : turn.model.describe.kind === "offline"
        ? readStatements(said)
        : [];
  if (stated.length === 0) return undefined;
  if ((asked === undefined || asked.value === null) && (await asksForReminders(turn)))
    return undefined;
  const [message] = turn.window;
  return message === undefined
    ? undefined
    : stated.map((each) => ({
        ...each,
        origin: "rule",
        sources: [message.eventId],
        saidAt: message.at,
      }));
}

async function remember(
  turn: TurnContext,
  stated: readonly Sourced[],
  to: Listener,
): Promise<SkillResult> {
  const viewer = viewerOf(turn);
  const { isOn } = await readState(turn.read, viewer);
  if (!isOn) return toReply(memoryWords.off(to), []);
  const events = await stateMemories(turn, viewer, stated);
  const words = stated.map((each) => each.words);
  return toReply(
    events.length === 0
      ? memoryWords.knownAlready(words.join(" "), to)
      : memoryWords.remembered(words, to),
    events,
  );
}
