import { placeInMemory } from "../memory-events.ts";
import type { CorrectRequest } from "../requests/correct.ts";
import { stateMemories } from "../state-memory.ts";
import { readStatements } from "../statements.ts";
import type { MemoryRow } from "../witness.ts";
import { memoryWords } from "../words.ts";
import { type Answered, type Asked, say } from "./asked.ts";

/** The part that was wrong is replaced; the message that corrects it is the source. */
export async function answerCorrection(
  { turn, viewer, to }: Asked,
  request: CorrectRequest,
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
  { words: instead, insteadOf }: CorrectRequest,
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
