import { placeInMemory } from "../memory-events.ts";
import type { CorrectRequest } from "../requests/correct.ts";
import { stateMemories } from "../state-memory.ts";
import { readStatements } from "../statements.ts";
import type { MemoryRow } from "../witness.ts";
import { memoryWords } from "../words.ts";
import { type Answered, type Asked, findSpokenOf, mostListed, say } from "./asked.ts";
import { findCorrected } from "./find-corrected.ts";

/** What was wrong is said again, of the memory that it fits; of several, the person says which. */
export async function answerCorrection(
  on: Asked,
  request: CorrectRequest,
  all: readonly MemoryRow[],
): Promise<Answered | undefined> {
  const spokenOf = await findSpokenOf(on, all);
  if (spokenOf.length === 0) return undefined;
  const found = findCorrected(request, spokenOf, all);
  const [memory] = found;
  if (memory === undefined)
    return on.turn.model.describe.kind === "offline"
      ? say(memoryWords.nothingMeant(on.to))
      : undefined;
  const isCertain = found.length === 1 && spokenOf.includes(memory);
  return isCertain
    ? correct(on, { request, memory, message: on.turn.window[0] })
    : say(memoryWords.whichToCorrect(found.slice(0, mostListed), on.to));
}

interface Correcting {
  readonly request: CorrectRequest;
  readonly memory: MemoryRow;
  /** The message that says what is right: the source of what is kept instead. */
  readonly message: { readonly eventId: number; readonly at: string } | undefined;
}

/** The part that was wrong is replaced. */
export async function correct(
  { turn, viewer, to }: Asked,
  { request, memory, message }: Correcting,
): Promise<Answered | undefined> {
  if (message === undefined) return undefined;
  const corrected = toCorrected(request, memory);
  if (corrected === undefined) return say(memoryWords.sayWhole(memory.words, to));
  const { words, value } = corrected;
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

/** A sentence of one's own stands for itself; a name or a number takes the place of the wrong one, where that is known. */
function toCorrected(
  { words: instead, insteadOf }: CorrectRequest,
  memory: MemoryRow,
): { readonly words: string; readonly value: string | null } | undefined {
  const [whole] = readStatements(instead);
  if (whole !== undefined) return whole;
  const wrong = insteadOf ?? memory.value?.split(nextThing)[0] ?? null;
  if (/^(?:i|i'm|my|we|our)\b|^我/iu.test(instead)) return { words: instead, value: null };
  if (wrong === null) return undefined;
  return {
    words: memory.words.replace(wrong, () => instead),
    value: memory.value === null ? null : memory.value.replace(wrong, () => instead),
  };
}
