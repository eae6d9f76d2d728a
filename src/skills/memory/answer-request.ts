import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { TurnContext } from "../../domain/skill.ts";
import { findAbout, pickNamed } from "./find-memories.ts";
import type { ForgetChoice } from "./forget-requests.ts";
import { forgetMemories, forgetSayings } from "./forget.ts";
import { placeInMemory } from "./memory-events.ts";
import type { MemoryRequest } from "./requests.ts";
import { findAnswers } from "./own-questions.ts";
import { isSaidIn } from "./sayings.ts";
import { stateMemories } from "./state-memory.ts";
import { readStatements } from "./statements.ts";
import { type MemoryRow, readMemories, type Viewer } from "./witness.ts";
import { type Listener, memoryWords } from "./words.ts";

export interface Asked {
  readonly turn: TurnContext;
  readonly viewer: Viewer;
  readonly to: Listener;
}

export interface Answered {
  readonly text: string;
  readonly events: readonly EventDraft[];
}

const mostListed = 20;
const mostRead = 500;

const say = (text: string, events: readonly EventDraft[] = []): Answered => ({ text, events });

/** The answer by rules, or nothing where the words are not about a memory after all. */
export async function answerRequest(
  on: Asked,
  request: MemoryRequest,
): Promise<Answered | undefined> {
  const { turn, viewer, to } = on;
  if (request.kind === "switch") return switchMemory(on, request.isOn);
  const all = await readMemories(turn.read, viewer, mostRead);
  switch (request.kind) {
    case "list":
      return listMemories(all, request.about, to);
    case "forget_all":
      return forgetAll(on, all, request.isSure);
    case "source":
    case "forget":
      return actOn(on, request, all);
    case "correct":
      return correct(on, request, await findSpokenOf(on, all));
    default:
      return request satisfies never;
  }
}

function listMemories(
  all: readonly MemoryRow[],
  about: string | null,
  to: Listener,
): Answered | undefined {
  const found = about === null ? all : findAbout(all, about);
  if (about !== null && found.length === 0) return undefined;
  if (found.length === 0) return say(memoryWords.nothing(to));
  const shown = found.slice(0, mostListed);
  return say(memoryWords.list(shown, found.length - shown.length, to));
}

/**
 * The memories that “that” can mean: those that our last reply says, or else those that the
 * person's message before it stated.
 */
async function findSpokenOf({ turn }: Asked, all: readonly MemoryRow[]): Promise<MemoryRow[]> {
  const history = await turn.history(4);
  const reply = history.findLast(({ direction }) => direction === "outbound");
  const literal = all.filter(({ words }) => reply?.text.includes(words) === true);
  if (literal.length > 0) return literal;
  const spoken = all.filter(
    (memory) => memory.value !== null && isSaidIn(memory, reply?.text ?? ""),
  );
  if (spoken.length > 0) return spoken;
  const before = history.findLast(({ direction }) => direction === "inbound");
  return all.filter(({ sources }) => before !== undefined && sources.includes(before.eventId));
}

type Named = Extract<MemoryRequest, { kind: "source" | "forget" }>;

async function actOn(
  on: Asked,
  request: Named,
  all: readonly MemoryRow[],
): Promise<Answered | undefined> {
  const { to } = on;
  const nth = request.kind === "forget" ? request.nth : null;
  const { meant, isSure } =
    nth !== null
      ? { meant: (await findListed(on, all)).slice(nth - 1, nth), isSure: true }
      : request.about === null
        ? { meant: await findSpokenOf(on, all), isSure: true }
        : pickNamed(all, request.about, request.kind === "forget" && request.isPlain);
  const [memory] = meant;
  if (memory === undefined) return sayNothingIsMeant(on, request);
  const isOfText =
    request.kind === "forget" && request.mayBeText && !(await isLastQuoted(on, memory));
  if (isOfText && (await isInLastReply(on, request.about))) return undefined;
  if (meant.length > 1 || isOfText || (request.kind === "forget" && !isSure))
    return say(memoryWords.which(meant.slice(0, mostListed), to));
  return request.kind === "source" ? tellSource(on, memory) : forget(on, memory);
}

const readLastReply = async ({ turn }: Asked): Promise<string> =>
  (await turn.history(4)).findLast(({ direction }) => direction === "outbound")?.text ?? "";

/** A text of ours that speaks of it, and that the person may be working on. */
const isInLastReply = async (on: Asked, about: string | null): Promise<boolean> =>
  about !== null && isSaidIn({ words: about, value: null }, await readLastReply(on));

/** We have just shown it as a memory. */
const isLastQuoted = async (on: Asked, { words }: MemoryRow): Promise<boolean> =>
  (await readLastReply(on)).includes(`“${words}”`);

/** With a model, “forget it” may be about anything else. */
async function sayNothingIsMeant(on: Asked, request: Named): Promise<Answered | undefined> {
  const { turn, to } = on;
  const { about } = request;
  if (about !== null && request.kind === "forget" && request.isPlain) return forgetLines(on, about);
  if (turn.model.describe.kind !== "offline") return undefined;
  return say(about === null ? memoryWords.nothingMeant(to) : memoryWords.nothingAbout(about, to));
}

/** “Where do I live?” without a model: in the words in which it was said. */
export async function answerQuestion(
  { turn, viewer, to }: Asked,
  question: string,
): Promise<Answered | undefined> {
  const found = findAnswers(await readMemories(turn.read, viewer, mostRead), question);
  const [only, second] = found;
  if (only === undefined) return undefined;
  return say(
    second === undefined
      ? memoryWords.told(only, to)
      : memoryWords.list(found.slice(0, mostListed), 0, to),
  );
}

/** The memories of our last reply, in the order in which it lists them. */
async function findListed(on: Asked, all: readonly MemoryRow[]): Promise<MemoryRow[]> {
  const lines = (await readLastReply(on)).split("\n").filter((line) => /^\d{1,2}\. /.test(line));
  return lines.flatMap((line) => all.find(({ words }) => line.includes(`“${words}”`)) ?? []);
}

/** In the words of the memory where its message also says what was forgotten. */
async function tellSource({ turn, viewer, to }: Asked, memory: MemoryRow): Promise<Answered> {
  const [row] = await turn.read.rows<{ text: string }>(
    "select text from message where account_id = $1 and conversation_id = $2 and event_id = any($3) order by event_id limit 1",
    [viewer.accountId, memory.conversationId, memory.cited],
  );
  const isHere = memory.conversationId === viewer.conversationId;
  return say(memoryWords.source({ ...memory, said: row?.text ?? null, isHere }, to));
}

/** The request names what is to be forgotten, so that no prompt has it again either. */
async function forget(on: Asked, memory: MemoryRow): Promise<Answered> {
  const sources = [...memory.sources, ...on.turn.window.map(({ eventId }) => eventId)];
  return say(memoryWords.forgotten(on.to), await draftForgotten(on, [{ ...memory, sources }]));
}

/** Forgets what the person chose of the ones they were asked about, with the lines that asked. */
export async function answerChoice(
  on: Asked,
  { places }: ForgetChoice,
): Promise<Answered | undefined> {
  const history = await on.turn.history(4);
  const asked = history.findLast(({ direction }) => direction === "outbound");
  if (asked === undefined || !memoryWords.asksWhich(asked.text)) return undefined;
  const listed = await findListed(on, await readMemories(on.turn.read, on.viewer, mostRead));
  const chosen =
    places === "all" ? listed : places.flatMap((nth) => listed.at(nth > 0 ? nth - 1 : nth) ?? []);
  if (chosen.length === 0) return undefined;
  const request = history.findLast(({ direction }) => direction === "inbound");
  const lines = [asked, ...(request === undefined ? [] : [request])].map(({ eventId }) => eventId);
  const events = await draftForgotten(
    on,
    chosen.map((memory) => ({ ...memory, sources: [...memory.sources, ...lines] })),
  );
  return say(memoryWords.forgotten(on.to), events);
}

const draftForgotten = (
  { turn, viewer }: Asked,
  memories: readonly MemoryRow[],
): Promise<EventDraft[]> => forgetMemories({ ...turn, accountId: viewer.accountId }, memories);

/** Nothing was made of what was said: its lines are not read again, so nothing will be. */
async function forgetLines({ turn, viewer, to }: Asked, about: string): Promise<Answered> {
  const asked = turn.window.map(({ eventId }) => eventId);
  const on = { ...turn, accountId: viewer.accountId };
  const event = await forgetSayings(on, { about, asked });
  return event === undefined
    ? say(memoryWords.nothingAbout(about, to))
    : say(memoryWords.linesForgotten(to), [event]);
}

async function forgetAll(on: Asked, all: readonly MemoryRow[], isSure: boolean): Promise<Answered> {
  const { to } = on;
  if (all.length === 0) return say(memoryWords.nothing(to));
  if (!isSure) return say(memoryWords.askAll(all.length, to));
  return say(memoryWords.forgotAll(all.length, to), await draftForgotten(on, all));
}

type Correction = Extract<MemoryRequest, { kind: "correct" }>;

/** The part that was wrong is replaced; the message that corrects it is the source. */
async function correct(
  { turn, viewer, to }: Asked,
  request: Correction,
  spokenOf: readonly MemoryRow[],
): Promise<Answered | undefined> {
  const [memory, ...others] = spokenOf.filter(
    ({ words }) => request.insteadOf === null || words.includes(request.insteadOf),
  );
  const [message] = turn.window;
  if (memory === undefined || message === undefined || others.length > 0) return undefined;
  const { words, value } = toCorrected(request, memory);
  const stated = await stateMemories(turn, viewer, [
    {
      words,
      topic: memory.topic,
      value,
      origin: "person",
      sources: [message.eventId],
      saidAt: message.at,
    },
  ]);
  const made = stated.find(({ kind }) => kind === "memory_stated");
  const isReplaced = stated.some(
    (event) => event.kind === "memory_superseded" && event.payload.id === memory.id,
  );
  if (made?.kind !== "memory_stated") return say(memoryWords.knownAlready(words, to));
  const payload = { id: memory.id, account_id: viewer.accountId, by: made.payload.id };
  return say(memoryWords.corrected(words, memory.words, to), [
    ...stated,
    ...(isReplaced ? [] : [placeInMemory(turn.now, { kind: "memory_superseded", payload })]),
  ]);
}

/** What follows a name is another thing: “Mia and she's seven”, “朵朵，今年六岁”. */
const nextThing = /[,，;；]| and (?:she|he|it|they|is|was)\b/u;

/** A sentence of one's own stands for itself; a name or a number takes the place of the wrong one. */
function toCorrected(
  { words: instead, insteadOf }: Correction,
  memory: MemoryRow,
): { readonly words: string; readonly value: string | null } {
  const [whole] = readStatements(instead);
  if (whole !== undefined) return whole;
  const wrong = insteadOf ?? memory.value?.split(nextThing)[0] ?? null;
  if (wrong === null || /^(?:i|i'm|my|we|our)\b|^我/iu.test(instead))
    return { words: instead, value: null };
  return {
    words: memory.words.replace(wrong, () => instead),
    value: memory.value === null ? null : memory.value.replace(wrong, () => instead),
  };
}

function switchMemory({ turn, viewer, to }: Asked, isOn: boolean): Answered {
  const payload = {
    account_id: viewer.accountId,
    conversation_id: viewer.conversationId,
    is_on: isOn,
  };
  return say(memoryWords.switched(isOn, to), [
    placeInMemory(turn.now, { kind: "memory_switched", payload }),
  ]);
}
