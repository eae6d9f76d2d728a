import { firstTag, isOfEverything, type Said, isStopping } from "./said.ts";

/** Whether memory shall be on or off here, where a message says so. */
export function readSwitch(said: Said): boolean | undefined {
  if (isOff(said)) return false;
  return isOn(said) ? true : undefined;
}

function isOff(said: Said): boolean {
  const { has, text } = said;
  if (has("forget", "delete") && !/\bforget to\b/iu.test(text)) return false;
  if (has("off the record")) return !/\bwas\b/iu.test(text);
  if (has("memory") && (isStopping(said) || has("off", "not"))) return true;
  return isRefusingAll(said);
}

/** “Don't remember anything”, “stop taking notes”: not one thing, but whatever is said. */
function isRefusingAll(said: Said): boolean {
  const { has } = said;
  const isQuestion = !said.isChinese && firstTag(said) === "what";
  const isPointing = has("that") && !isOfEverything(said);
  if (isQuestion || isPointing || !(has("not") || isStopping(said))) return false;
  const isWide = isOfEverything(said) || has("things", "me");
  return (has("remember") && (isWide || isStopping(said))) || (has("store", "known") && isWide);
}

function isOn(said: Said): boolean {
  const { has } = said;
  if (has("not", "what", "show", "that", "forget", "delete") || isStopping(said)) return false;
  if (has("on the record")) return true;
  const starts = has("start", "again", "on");
  if (has("memory")) return starts;
  return starts && has("remember", "store") && (said.isChinese ? isResumed(said) : isStarted(said));
}

const isStarted = ({ has, text }: Said): boolean =>
  has("again") || /\b(?:start|resume|enable|begin)/iu.test(text);

/** “可以记了”，不是“可以记一下吗”。 */
const isResumed = ({ has, text }: Said): boolean =>
  !text.includes("一下") &&
  (has("things", "said", "from now on", "again") || /了[。！!]*$|继续|恢复|开始/u.test(text));
