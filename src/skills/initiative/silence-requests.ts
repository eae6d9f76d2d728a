import { enNumber, enNumberOf, numberOf, zhNumber } from "../../language/text/numerals.ts";

/** A wish about messages after a silence: days, `usual` where none are named, or `never`. */
export type SilenceWish = number | "usual" | "never";

const end = String.raw`[\s\p{P}]*$`;
const pattern = (source: string): RegExp =>
  new RegExp(String.raw`^[\s\p{P}]*(?:${source})${end}`, "iu");

const zh = {
  long: `(?:(?<count>${zhNumber})(?:个)?(?<unit>天|日|周|星期|礼拜|月)|好?几天|很久|太久|好久|一阵子|一段时间)`,
  silent:
    "(?:没|没有|不)(?:来)?(?:找你|理你|联系你?|跟你(?:说话|聊天?|联系)|和你(?:说话|聊天?|联系)|给你发消息|说话|聊天?|出现|冒泡|动静|消息|音讯|发消息)",
  write:
    "(?:你)?(?:就|可以|请|记得|要)*(?:主动)?(?:来)?(?:找我(?:聊聊|聊天|说说?话)?|联系我|问候我|问问我(?:怎么样|好不好)?|给我发(?:个|条)?(?:消息|信息)|发(?:个|条)?(?:消息|信息)给我)",
};
const en = {
  long: String.raw`(?:for |in |after )?(?:(?:over |more than )?(?<count>an?|${enNumber})[ -](?<unit>days?|weeks?|months?)|a while|a long time|a few days|some days|days|too long)`,
  silent:
    "(?:i(?:'m| am|'ve been| have been| go| stay| fall| get) (?:silent|quiet|away|gone)|i (?:don't|haven't|do not|have not) (?:writ(?:e|ten)|text(?:ed)?|talk(?:ed)?|messaged?|spoken|speak|said anything)(?: (?:to |with )?you)?|you (?:don't hear|haven't heard|do not hear|have not heard) (?:anything )?from me|we (?:don't|haven't) (?:talk(?:ed)?|spoken|chatted|speak|chat))",
  write:
    "(?:you (?:may|can|should) )?(?:please )?(?:(?:write|text|message|ping)(?: to)? me(?: first)?|check in (?:on|with) me|say (?:hi|hello) to me|get in touch)",
};
const checkIns = "(?:the |your )?check[- ]?ins?";
const greetings = "(?:主动|久未联系的?)?(?:问候|关心)(?:消息)?";

const wishes: readonly RegExp[] = [
  pattern(
    `(?:要是|如果|假如|以后)?(?:我)?(?:要是|如果)?${zh.long}(?:都|还)?${zh.silent}(?:了)?(?:的话)?[，, ]*${zh.write}(?:吧|哦|啊)?`,
  ),
  pattern(`${en.write} (?:if|when|whenever|once) ${en.silent}(?: ${en.long})?`),
  pattern(`(?:if|when|whenever|once) ${en.silent}(?: ${en.long})?,? ${en.write}`),
  pattern(`(?:please )?(?:turn|switch) on ${checkIns}|${checkIns} on`),
  pattern(`(?:请|帮我)?(?:开启|打开|开通)${greetings}`),
];
const refusals: readonly RegExp[] = [
  pattern(
    `(?:please )?(?:(?:turn|switch) off|stop|no more) ${checkIns}|${checkIns} off|(?:please )?(?:don't|do not|stop|never) (?:writ(?:e|ing)|text(?:ing)?|messag(?:e|ing)|check(?:ing)? in)(?: to| on| with)?(?: me)? (?:if|when|after) ${en.silent}(?: ${en.long})?`,
  ),
  pattern(
    `(?:请|帮我)?(?:关闭|关掉|取消|停掉|停止)${greetings}|(?:我)?${zh.long}${zh.silent}(?:了)?(?:也|都)?(?:别|不要|不用)(?:主动)?(?:来)?(?:找我|联系我|问候我|给我发消息)(?:了)?`,
  ),
];

const mostDays = 60;

export function readSilenceWish(said: string): SilenceWish | undefined {
  if (refusals.some((each) => each.test(said))) return "never";
  for (const each of wishes) {
    const match = each.exec(said);
    if (match !== null) return toDays(match.groups ?? {});
  }
  return undefined;
}

/** Out of range is not guessed at: the sentence is left to others. */
function toDays({
  count,
  unit = "",
}: {
  readonly [name: string]: string | undefined;
}): SilenceWish | undefined {
  if (count === undefined) return "usual";
  const number = /^an?$/i.test(count)
    ? 1
    : /^[a-z]/i.test(count)
      ? enNumberOf(count.toLowerCase())
      : numberOf(count);
  const days = number * (/^(?:周|星期|礼拜|w)/i.test(unit) ? 7 : /^(?:月|m)/i.test(unit) ? 30 : 1);
  return Number.isInteger(days) && days >= 1 && days <= mostDays ? days : undefined;
}
