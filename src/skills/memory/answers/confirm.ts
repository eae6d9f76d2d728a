import type { Confirmation } from "../requests/confirm.ts";
import { readCorrection } from "../requests/correct.ts";
import type { MemoryRow } from "../witness.ts";
import { memoryWords } from "../words.ts";
import { type Answered, type Asked, findListed, readAll, say } from "./asked.ts";
import { correct } from "./correct.ts";
import { answerForgetAll } from "./forget-all.ts";
import { forget } from "./forget.ts";

/** The person's answer to a question of ours: which one is meant, or whether to forget everything. */
export async function answerConfirmation(
  on: Asked,
  confirmation: Confirmation,
): Promise<Answered | undefined> {
  const { isYes, isNo } = confirmation;
  const history = await on.turn.history(4);
  const asked = history.findLast(({ direction }) => direction === "outbound");
  if (asked === undefined) return undefined;
  const all = memoryWords.asksAll(asked.text);
  if (all !== undefined) {
    if (isYes) return answerForgetAll(on, { isSure: true, isHere: all.isHere });
    return isNo ? say(memoryWords.kept(on.to)) : undefined;
  }
  return answerWhich(on, { confirmation, asked, message: history.findLast(isInbound) });
}

type Line = Awaited<ReturnType<Asked["turn"]["history"]>>[number];

const isInbound = ({ direction }: Line): boolean => direction === "inbound";

interface Choosing {
  readonly confirmation: Confirmation;
  /** Our question, and the message of the person before it. */
  readonly asked: Line;
  readonly message: Line | undefined;
}

async function answerWhich(
  on: Asked,
  { confirmation, asked, message }: Choosing,
): Promise<Answered | undefined> {
  const isToCorrect = memoryWords.asksWhichToCorrect(asked.text);
  if (!isToCorrect && !memoryWords.asksWhich(asked.text)) return undefined;
  if (confirmation.isNo)
    return say(isToCorrect ? memoryWords.unchanged(on.to) : memoryWords.kept(on.to));
  const chosen = pickPlaces(await findListed(on, await readAll(on)), confirmation);
  const [memory, another] = chosen;
  if (memory === undefined) return undefined;
  if (!isToCorrect) return forget(on, chosen, [asked, ...(message === undefined ? [] : [message])]);
  const request = readCorrection((message?.text ?? "").replaceAll("’", "'").trim());
  return request === undefined || another !== undefined
    ? undefined
    : correct(on, { request, memory, message });
}

const pickPlaces = (listed: readonly MemoryRow[], { places }: Confirmation): readonly MemoryRow[] =>
  places === "all"
    ? listed
    : (places ?? []).flatMap((nth) => listed.at(nth > 0 ? nth - 1 : nth) ?? []);
