import { stateOf } from "./moved.ts";
import { done, type Outcome } from "./cancel.ts";
import type { Reading } from "./reading.ts";
import { refuse } from "./reasons.ts";
import { allTargets, named } from "./targets.ts";
import { simplified } from "./traditional.ts";
import { wallOf } from "./wall.ts";

const zh = [
  /是(?<right>[^,，。不]{1,30})[,，\s]*不是(?<wrong>[^,，。]{1,30})$/,
  /不是(?<wrong>[^,，。]{1,30}?)[,，\s]*(?:而是|是)(?<right>[^,，。]{1,30})$/,
];
const en = [
  /^(?:correction|sorry|oops|wait|no|actually|i meant?)[\s:,-]+(?:it's |i meant? )?(?<right>[^,.]{2,40}?),?\s+not\s+(?<wrong>[^,.]{2,40})$/,
];

/** "更正：是302，不是301": where the wrong words stand in what one reminder says, the right ones take their place. */
export function contrasted(reading: Reading): Outcome | undefined {
  const { prepared, phrases, triggers } = reading;
  if (phrases.length > 0 || triggers.length > 0) return undefined;
  const text = prepared.text.replace(/[\s。.!！~啊哦哈]+$/, "");
  const found = (prepared.language === "zh" ? zh : en)
    .map((regex) => regex.exec(text)?.groups)
    .find((groups) => groups !== undefined);
  const [right, wrong] = [found?.["right"]?.trim() ?? "", found?.["wrong"]?.trim() ?? ""];
  if (right === "" || wrong === "") return undefined;
  const meant = allTargets(reading).filter(({ reminder }) =>
    simplified(reminder.title.toLowerCase()).includes(wrong),
  );
  const [only, second] = meant;
  if (only === undefined) return undefined;
  if (second !== undefined) return refuse("target_ambiguous");
  const { title, start } = only.reminder;
  if (start === null) return undefined;
  const state = stateOf(only, { start: wallOf(start) }, replacedIn(title, wrong, right));
  return only.with === undefined
    ? done({ intent: "update", items: [state], ...named(only) })
    : done({ intent: "update_shared", items: [state], ...named(only), with: only.with });
}

/** "去302开会" for "301" in "去301开会": what is said of the rest is not said twice. */
function replacedIn(title: string, wrong: string, right: string): string {
  const at = simplified(title.toLowerCase()).indexOf(wrong);
  const [before, behind] = [title.slice(0, at), title.slice(at + wrong.length)];
  const isWhole =
    (before !== "" && right.startsWith(before.toLowerCase())) ||
    (behind !== "" && right.endsWith(behind.toLowerCase()));
  return isWhole ? right : `${before}${right}${behind}`;
}
