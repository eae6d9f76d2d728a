import type { Prepared } from "./prepare.ts";
import { simplify } from "./traditional.ts";

export interface Span {
  readonly at: number;
  readonly end: number;
}

const zhLead =
  /^(?:[\s,，。、:：;；!！~】）)\]—–-]|(?:内容|事项|备注|标题|会议|日程|行程|待办|活动|事件)(?:是|为)?[:：]|的时候|的话|时候|一下子?|一声|一次|记得|一定要?|务必|别忘了|帮我|帮忙|麻烦你?|请(?!假|客|教|示|帖|柬)你?|拜托|能不能|可不可以|可以|能|那个|的(?!士)|了|都|到时[候间]?|时间一?到了?|到点|也|再|然后|还有|以及|和(?=$|\s)|我(?=要|得|去|该)|得(?!到|分)|要(?!么)|该(?!死)|就|[在于](?=\s|$)|把(?=$))+/;
const zhTail =
  /(?:[\s,，。、:：;；!！?？~～…（(【[—–-]|哈|哦|噢|喔|啊|呀|吧|呗|呢|啦|嘛|吗|(?<![什怎这那多])么|谢谢你?|多谢|谢啦|拜托了?|好吗|好不好|可以吗|可以么|行吗|行不行|能吗|的时候|(?:设个?|个|的)(?:提醒|闹钟)|帮我|麻烦你?|(?<![申邀聘宴提报])请|记得|(?<![首成国帝古])都|也|各|分别|到时候?|然后|(?<![暖温柔平饱缓])和|以及|(?<![不就还要])是|(?<![送收修卖做干搞管教开拉跑当][\u4e00-\u9fff]{1,4})的|(?<![服听])从)+$/;
const enLead =
  /^(?:[\s,.;:!?-]|\b(?:to|about|that|of|for|on|please|pls|and|then|at|when it(?:'s| is| hits| turns| gets to)|with (?:the )?(?:text|title|message|label|note|name)|i\s+(?:have|need|want|should|must|gotta|got)(?:\s+to)?|i've got|there(?:'s| is)|the fact that|it'?s|hey|hi|ok|okay|also|block|so|(?:both|these|those|this|(?:the following|all (?:of )?(?:these|this)|(?:two|three|four|a few|a couple of|several|some) (?:things|items))(?: things| items)?)(?:\s+(?:please|pls))?(?=\s*:)|(?:on )?(?:the|that) same day|that day|day(?=\s*$)|early(?=\s*(?:$|[,.]))|(?:please )?(?:do )?not forget me|i(?:'d| would) (?:really )?appreciate(?: it)? if(?: you)?|down(?: that)?(?= )|sharp|exactly|or so|on the dot|another(?:\s+(?:one|reminder|alarm))?(?=\s+(?:to|for|about)\b)|again(?=\s+(?:to|about)\b))\b)+/i;
const enTail =
  /(?:[\s,.;:!?-]|\b(?:please|pls|plz|thanks?|thank you|thx|ok|okay|and|at|to|from|then|so|can you|could you|will you|would you|the|a|an|is|are|eh|huh|cheers)\b)+$/i;

/** The rest of a stretch of the message without the spans that mean something else. */
export function titleIn(prepared: Prepared, stretch: Span, without: readonly Span[]): string {
  const cuts = without
    .filter(({ at, end }) => at < stretch.end && end > stretch.at)
    .toSorted((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let at = stretch.at;
  for (const cut of cuts) {
    if (cut.at > at)
      pieces.push(
        prepared.language === "zh"
          ? prepared.raw.slice(at, cut.at).replace(/(?<=.)(?:一?直到|到|至)$/, "")
          : beforeCut(prepared.raw.slice(at, cut.at), prepared.text.slice(cut.at)),
      );
    at = Math.max(at, cut.end);
  }
  pieces.push(prepared.raw.slice(at, Math.max(at, stretch.end)));
  return pieces
    .map((piece) => ({ piece, title: trimTitle(piece, prepared) }))
    .filter(({ title }) => title !== "")
    .filter(({ title }, index, { length }) => index > 0 || length === 1 || !isAgain(title))
    .map(({ piece, title }, index) =>
      index === 0 || prepared.language === "zh" ? title : `${findTyingWord(piece)}${title}`,
    )
    .join(prepared.language === "en" ? " " : "");
}

/** "remind me again in 20 minutes to call Bob": it belongs to the reminder, not to the call. */
const isAgain = (title: string): boolean => /^again$/i.test(title);

/**
 * "a call tomorrow at 3pm about the launch": behind a time, the little word ties the rest to what
 * stands before it.
 */
const findTyingWord = (piece: string): string =>
  /^\s*((?:about|of|for|to|on|at)\s)/i.exec(piece)?.[1] ?? "";

/** The little word that led to a time goes with it; the one of "sign in tomorrow" stays. */
function beforeCut(piece: string, cut: string): string {
  const leading = /^(?:tomorrow|today|tonight|tmrw|every|daily|next|this)/.test(cut)
    ? enJoin
    : enPreposition;
  return piece.replace(leading, "");
}
const enJoin = /(?:\s|,|\b(?:and|for|by|from|starting|until)\b)+$/i;
const enPreposition =
  /(?:\s|,|\b(?:at|on|by|for|in|from|to|and|around|about|after|the|this|starting|until)\b)+$/i;

const longest = 200;

function trimTitle(piece: string, { language }: Prepared): string {
  const [lead, tail] = language === "zh" ? [zhLead, zhTail] : [enLead, enTail];
  const plain = simplify(piece).replaceAll(/\p{Extended_Pictographic}[\ufe0f\u200d]*/gu, (sign) =>
    " ".repeat(sign.length),
  );
  const from = lead.exec(plain)?.[0].length ?? 0;
  const to = from + (tail.exec(plain.slice(from))?.index ?? plain.length);
  return piece.slice(from, to).trim().slice(0, longest);
}
