import type { Meaning } from "../../times/atoms.ts";
import { type Pattern, pattern } from "../scan.ts";
import { week } from "./days.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";

/** "上8次" in a clause of its own ends a series; "做20次俯卧撑" is what is to be done. */
function countOf(match: RegExpExecArray, text: string): Meaning | undefined {
  const [word, number = ""] = match;
  const count = numberOf(number);
  const alone =
    /(?:^|[,，。;；\s])$/.test(text.slice(0, match.index)) &&
    /^[吧哈哦啊呗呀]*(?:[,，。!！;；\s]|$)/.test(text.slice(match.index + word.length));
  if (
    /^(?:一共|总共|共)|次(?:为止|就|即)/.test(word) ||
    (alone && /^(?:提醒|叫|喊|上|来|只|就)/.test(word) && count > 1)
  )
    return { kind: "count", count };
  return undefined;
}

/** How often a series happens, and lengths that only look like it. */
export const zhCounts: readonly Pattern[] = [
  pattern(
    String.raw`(?:(?:连续|连着|坚持)[\u4e00-\u9fff]{0,2}?|持续|为期|接下来的?|接着|未来|往后|之后|今后|后面|这(?=${zhNumber}天的?(?:每|天天)))(${zhNumber})(?:个?(${week}|月)|天(?:内|里|都)?(?:的?每一?[天日])?)(?:内|里|都)?`,
    ([, count = "", unit = ""]) => ({
      kind: "count",
      count: numberOf(count),
      unit: unit === "" ? "DAILY" : unit === "月" ? "MONTHLY" : "WEEKLY",
    }),
  ),
  pattern(
    String.raw`(?:一共|总共|共计?)[\u4e00-\u9fff](?<!${zhNumber}|有)(${zhNumber})[次回]`,
    ([, count = ""]) => ({
      kind: "count",
      count: numberOf(count),
    }),
  ),
  pattern(
    String.raw`(?:一共|总共|共计?|只|就)?(?:提醒|叫|喊|上|来)?(${zhNumber})[次回](?:为止|就行|就够|即可|就好|课)?`,
    countOf,
  ),
  // "每天八点提醒我吃药，一共7天", "…，吃十天".
  pattern(
    String.raw`(?<=[,，。\s])(?:(?:一共|总共|共|连续?|连着|坚持|要|先|得)(?:吃|喝|做|练|打|上|服|敷|涂|滴|跑|学|背)?|[吃喝做练打上服敷涂滴跑学背])(${zhNumber})天(?=[,，。!！~\s]|就行|即可|$)`,
    ([, count = ""], text) =>
      /每[天日晚早]|天天/.test(text)
        ? { kind: "count", count: numberOf(count), unit: "DAILY" }
        : { kind: "span" },
  ),
  pattern(String.raw`(?:一共|总共|共)${zhNumber}(?:节|堂|课|期|集|章|周|天|个)`, () => ({
    kind: "span",
  })),
  pattern(
    String.raw`(?<=[,，。;；\s])[\u4e00-\u9fff]{1,2}(?:${zhNumber})[次回](?=[,，。!！;；\s]|$)`,
    () => ({ kind: "span" }),
  ),
];
