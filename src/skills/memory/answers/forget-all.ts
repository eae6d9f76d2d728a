import { forgetAll } from "../forget.ts";
import { privateAudience } from "../witness.ts";
import { memoryWords } from "../words.ts";
import { type Answered, type Asked, say } from "./asked.ts";

export interface ForgetAllRequest {
  readonly kind: "forget_all";
  readonly isSure: boolean;
  /** What was said in this chat only. */
  readonly isHere: boolean;
}

/**
 * All memories of the person, with all lines of their talks: asked once more first, because it
 * can't be undone. Before others, only what was said before them.
 */
export async function answerForgetAll(
  { turn, viewer, to }: Asked,
  { isSure, isHere }: Pick<ForgetAllRequest, "isSure" | "isHere">,
): Promise<Answered> {
  const isOfTalk = isHere || viewer.audience !== privateAudience;
  const conversationId = isOfTalk ? viewer.conversationId : null;
  const { events, memories } = await forgetAll(
    { ...turn, accountId: viewer.accountId },
    conversationId,
  );
  if (!isSure) return say(memoryWords.askAll({ count: memories, isHere: isOfTalk }, to));
  return say(memoryWords.forgotAll(memories, to), events);
}
