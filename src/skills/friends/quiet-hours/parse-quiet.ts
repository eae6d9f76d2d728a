/**
 * When friends are not to disturb, in a person's own words. The clock times are read by the rules.
 */
export type QuietWish =
  | { readonly kind: "quiet"; readonly from: string; readonly to: string }
  | { readonly kind: "quiet_off" }
  | { readonly kind: "quiet_shown" };

const ends = String.raw`[\s\p{P}]*(?:吧|谢谢|please|thanks)?[\s\p{P}]*$`;
const polite = String.raw`^[\s\p{P}]*(?:请|麻烦|帮我|给我|please\s+|can you\s+|could you\s+)*`;
const words = (text: string): RegExp => new RegExp(`${polite}(?:${text})${ends}`, "iu");

const zhRange = String.raw`(?<from>[^到至~–—-]{1,12}?)\s*(?:到|至|~|–|—|-)\s*(?:第二天|次日)?(?<to>.{1,12}?)`;
const enRange = String.raw`(?<from>.{1,14}?)\s*(?:\bto\b|\buntil\b|\btill\b|\band\b|–|—|-)\s*(?<to>.{1,14}?)`;
const everyDay = String.raw`(?:\s*(?:every|each) (?:day|night|evening)|\s*daily)?`;
const zhName = "(?:免打扰|勿扰|安静)(?:时间|时段|模式)?";
const enName = "(?:quiet hours|quiet time|do not disturb|dnd)";

const sets = [
  words(
    String.raw`(?:设置?|设定|开启|打开|开)?(?:一下)?(?:我的)?${zhName}(?:为|是|设为|设成|改成|改为|改到|[:：])?\s*(?:每天)?${zhRange}`,
  ),
  words(
    String.raw`(?:每天|以后|今后)*${zhRange}(?:之间|期间)?(?:都)?(?:不要|别|勿|请勿|不想被)(?:再)?(?:让(?:朋友|好友)(?:们)?)?(?:打扰|吵)(?:到)?我?`,
  ),
  words(
    String.raw`(?:set |change |turn on )?(?:my )?${enName}(?: to| are| from| between|:)?\s+${enRange}${everyDay}`,
  ),
  words(String.raw`(?:do not|don'?t) disturb me (?:from|between)\s+${enRange}${everyDay}`),
];
const off = words(
  String.raw`(?:取消|关闭|关掉|解除|停用|不要|不用)(?:我的)?${zhName}(?:了)?|(?:turn off|switch off|disable|cancel|remove|end|no(?: more)?)(?: my| the)? ${enName}|${enName} off`,
);
const shown = words(
  String.raw`(?:看看|查看|我的)*${zhName}(?:是什么|是几点|是多少|呢)?|(?:what are |when are |show )?my ${enName}`,
);

export function quietWish(text: string): QuietWish | undefined {
  if (off.test(text)) return { kind: "quiet_off" };
  if (shown.test(text)) return { kind: "quiet_shown" };
  for (const pattern of sets) {
    const { from = "", to = "" } = pattern.exec(text)?.groups ?? {};
    if (/\d|[零一二两三四五六七八九十]|noon|midnight/iu.test(from) && to.trim() !== "")
      return { kind: "quiet", from: from.trim(), to: to.trim() };
  }
  return undefined;
}
