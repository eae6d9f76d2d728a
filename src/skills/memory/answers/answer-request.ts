import { placeInMemory } from "../memory-events.ts";
import type { MemoryRequest } from "../requests/read-request.ts";
import type { MemoryRow } from "../witness.ts";
import { memoryWords } from "../words.ts";
import { type Answered, type Asked, findSpokenOf, mostListed, readAll, say } from "./asked.ts";
import { answerCorrection } from "./correct.ts";
import { findToList, pickNamed } from "./find-memories.ts";
import { answerForgetAll } from "./forget-all.ts";
import { answerForget } from "./forget.ts";
import { findAnswers } from "./own-questions.ts";

/** The answer by rules, or nothing where the words are not about a memory after all. */
export async function answerRequest(
  on: Asked,
  request: MemoryRequest,
): Promise<Answered | undefined> {
  switch (request.kind) {
    case "switch":
      return switchMemory(on, request.isOn);
    case "unclear":
      return say(memoryWords.unclear(on.to));
    case "forget_all":
      return answerForgetAll(on, request);
    case "list":
      return listMemories(on, request.about, await readAll(on));
    case "source":
      return answerSource(on, request.about, await readAll(on));
    case "forget":
      return answerForget(on, request, await readAll(on));
    case "correct":
      return answerCorrection(on, request, await readAll(on));
    default:
      return request satisfies never;
  }
}

function listMemories(
  { to }: Asked,
  about: string | null,
  all: readonly MemoryRow[],
): Answered | undefined {
  const found = about === null ? all : findToList(all, about);
  if (about !== null && found.length === 0) return undefined;
  if (found.length === 0) return say(memoryWords.nothing(to));
  const shown = found.slice(0, mostListed);
  return say(memoryWords.list(shown, found.length - shown.length, to));
}

async function answerSource(
  on: Asked,
  about: string | null,
  all: readonly MemoryRow[],
): Promise<Answered | undefined> {
  const { turn, to } = on;
  const meant = about === null ? await findSpokenOf(on, all) : pickNamed(all, about, false).meant;
  const [memory] = meant;
  if (memory !== undefined)
    return meant.length > 1
      ? say(memoryWords.which(meant.slice(0, mostListed), to))
      : tellSource(on, memory);
  if (turn.model.describe.kind !== "offline") return undefined;
  return say(about === null ? memoryWords.nothingMeant(to) : memoryWords.nothingAbout(about, to));
}

/** “Where do I live?” without a model: in the words in which it was said. */
export async function answerQuestion(on: Asked, question: string): Promise<Answered | undefined> {
  const found = findAnswers(await readAll(on), question);
  const [only, second] = found;
  if (only === undefined) return undefined;
  return say(
    second === undefined
      ? memoryWords.told(only, on.to)
      : memoryWords.list(found.slice(0, mostListed), 0, on.to),
  );
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
