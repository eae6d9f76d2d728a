import type { ForgetRequest } from "../requests/forget.ts";
import { forgetMemories, forgetSayings } from "../forget.ts";
import { isSaidIn } from "../sayings.ts";
import type { MemoryRow } from "../witness.ts";
import { memoryWords } from "../words.ts";
import {
  type Answered,
  type Asked,
  findListed,
  findSpokenOf,
  mostListed,
  readLastReply,
  say,
} from "./asked.ts";
import { pickNamed } from "./find-memories.ts";

/** One memory, which the words name or point at, or a question which one is meant. */
export async function answerForget(
  on: Asked,
  request: ForgetRequest,
  all: readonly MemoryRow[],
): Promise<Answered | undefined> {
  const { meant, isSure } = await findMeant(on, request, all);
  const [memory] = meant;
  if (memory === undefined) return sayNothingIsMeant(on, request);
  const isOfText = request.mayBeText && !(await isLastQuoted(on, memory));
  if (isOfText && (await isInLastReply(on, request.about))) return undefined;
  if (meant.length > 1 || isOfText || !isSure)
    return say(memoryWords.which(meant.slice(0, mostListed), on.to));
  return forget(on, [memory], on.turn.window);
}

interface Meant {
  readonly meant: readonly MemoryRow[];
  readonly isSure: boolean;
}

async function findMeant(
  on: Asked,
  { nth, about, isPlain }: ForgetRequest,
  all: readonly MemoryRow[],
): Promise<Meant> {
  if (about !== null) return pickNamed(all, about, isPlain);
  const listed = nth === null ? [] : await findListed(on, all);
  if (nth !== null && (nth > 0 || listed.length > 0))
    return { meant: listed.slice(nth > 0 ? nth - 1 : nth).slice(0, 1), isSure: true };
  return { meant: await findSpokenOf(on, all), isSure: true };
}

/** The messages that ask for it name it, so no prompt has them again either. */
export async function forget(
  { turn, viewer, to }: Asked,
  memories: readonly MemoryRow[],
  asking: readonly { readonly eventId: number }[],
): Promise<Answered> {
  const also = asking.map(({ eventId }) => eventId);
  const events = await forgetMemories(
    { ...turn, accountId: viewer.accountId },
    memories.map((memory) => ({ ...memory, sources: [...memory.sources, ...also] })),
  );
  return say(memoryWords.forgotten(to), events);
}

/** A text of ours that speaks of it, and that the person may be working on. */
const isInLastReply = async (on: Asked, about: string | null): Promise<boolean> =>
  about !== null && isSaidIn({ words: about, value: null }, await readLastReply(on));

/** We have just shown it as a memory. */
const isLastQuoted = async (on: Asked, { words }: MemoryRow): Promise<boolean> =>
  (await readLastReply(on)).includes(`“${words}”`);

/** With a model, “forget it” may be about anything else. */
async function sayNothingIsMeant(
  on: Asked,
  { about, isPlain }: ForgetRequest,
): Promise<Answered | undefined> {
  const { turn, to } = on;
  if (about !== null && isPlain) return forgetLines(on, about);
  if (turn.model.describe.kind !== "offline") return undefined;
  return say(about === null ? memoryWords.nothingMeant(to) : memoryWords.nothingAbout(about, to));
}

/** Nothing was made of what was said: its lines are not read again, so nothing will be. */
async function forgetLines({ turn, viewer, to }: Asked, about: string): Promise<Answered> {
  const asked = turn.window.map(({ eventId }) => eventId);
  const event = await forgetSayings({ ...turn, accountId: viewer.accountId }, { about, asked });
  return event === undefined
    ? say(memoryWords.nothingAbout(about, to))
    : say(memoryWords.linesForgotten(to), [event]);
}
