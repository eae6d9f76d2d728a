import type { Confirmation } from "../requests/confirm.ts";
import { memoryWords } from "../words.ts";
import { type Answered, type Asked, findListed, readAll, say } from "./asked.ts";
import { answerForgetAll } from "./forget-all.ts";
import { forget } from "./forget.ts";

/** The person's answer to a question of ours: which one is meant, or whether to forget everything. */
export async function answerConfirmation(
  on: Asked,
  { isYes, isNo, places }: Confirmation,
): Promise<Answered | undefined> {
  const history = await on.turn.history(4);
  const asked = history.findLast(({ direction }) => direction === "outbound");
  if (asked === undefined) return undefined;
  const all = memoryWords.asksAll(asked.text);
  if (all !== undefined) {
    if (isYes) return answerForgetAll(on, { isSure: true, isHere: all.isHere });
    return isNo ? say(memoryWords.kept(on.to)) : undefined;
  }
  if (!memoryWords.asksWhich(asked.text)) return undefined;
  if (isNo) return say(memoryWords.kept(on.to));
  const listed = await findListed(on, await readAll(on));
  const chosen =
    places === "all"
      ? listed
      : (places ?? []).flatMap((nth) => listed.at(nth > 0 ? nth - 1 : nth) ?? []);
  if (chosen.length === 0) return undefined;
  const request = history.findLast(({ direction }) => direction === "inbound");
  return forget(on, chosen, [asked, ...(request === undefined ? [] : [request])]);
}
