import { type ComposedRequest, isUnclearWish, readComposed } from "./compose.ts";
import { type CorrectRequest, readCorrection } from "./correct.ts";
import { type ForgetRequest, readForget, toForget } from "./forget.ts";
import { readSource, type SourceRequest } from "./source.ts";

/** What a message asks about the memory itself. */
export type MemoryRequest =
  | Extract<ComposedRequest, { readonly kind: "list" | "switch" }>
  | SourceRequest
  | ForgetRequest
  | { readonly kind: "forget_all"; readonly isSure: boolean; readonly isHere: boolean }
  | CorrectRequest
  /** Surely a wish about the memory, but not which. */
  | { readonly kind: "unclear" };

const longest = 200;

/** Read from a message that says nothing else. */
export function readMemoryRequest(text: string): MemoryRequest | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (said.length > longest) return undefined;
  return hasCore.test(said) ? readWish(said) : readCorrection(said);
}

/** Without one of these words nothing is asked of the memory, which is so of most messages. */
const hasCore =
  /memor|remember|forg[eo]t|know|knew|learn|note|notes|record|incognito|stor|sav(?:e|ing)|keep|kept|hold|hang|track|delet|eras|wip|clear|remov|purg|reset|empty|rid of|clean|throw|discard|drop|scrub|scrap|scratch|strike|cut|lose|dump|destroy|unlearn|told|tell|said|say|says|mention|hear|heard|think|believe|found|find|got|get|since when|from|have you|do you|写|记|忘|知道|晓得|了解|存|留|删|清|抹|去掉|重置|没(?:说|听|讲|提)|谁|怎么|哪|什么|啥|凭|说|讲|提/iu;

function readWish(said: string): MemoryRequest | undefined {
  const sure = confirmed.exec(said)?.[0] ?? "";
  const composed = readComposed(said.slice(sure.length));
  if (composed?.kind === "forget_all") return { ...composed, isSure: sure !== "" };
  if (composed?.kind === "forget_shown") return toForget({ nth: composed.nth });
  if (composed?.kind === "switch") return composed;
  const read = readForget(said) ?? readSource(said) ?? composed ?? readCorrection(said);
  return read ?? (isUnclearWish(said) ? { kind: "unclear" } : undefined);
}

/** “Yes, forget everything” is the second word that forgetting everything needs. */
const confirmed = /^(?:yes|yeah|yep|sure|i'm sure|确定|是的?|对|嗯|没错)[，, ]+/iu;
