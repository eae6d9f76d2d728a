import { weekday } from "./en/vocabulary.ts";
import type { Language } from "../../domain/language.ts";

const speaks =
  "(?:said|says|whispered|asked|yelled|shouted|replied|wrote|texted|typed|mumbled|muttered|joked)";
const speaker = String.raw`(?:i|he|she|they|we|someone|(?:my|the) \w+)\s+(?:just |then |always |once )?`;
/** "she said and I did": who spoke, and what became of it. */
const outcome = String.raw`\s+(?:and|but|so|then)\s+(?:i|he|she|they|we|it|nobody|no one|everyone)\b`;
export const saysOf = String.raw`${speaker}(?:${speaks}(?=\s*$|${outcome})|told (?:the |my |our )?\w+(?=${outcome}))`;

/** A clause that only says who speaks. */
export const onlySaysWhoSpeaks: Readonly<Record<Language, RegExp>> = {
  zh: /^\s*(?:他|她|它|有人|(?:我|他|她)?(?:妈妈?|爸爸?|老婆|老公|对象|男朋友|女朋友)|老板|老师|同事|朋友)们?(?:都|就|这么|那么|当时|是|老|总)*(?:说|问|喊|写|回)(?:的|道|了|我|着)*\s*$/,
  en: new RegExp(String.raw`^\s*${saysOf}`),
};

/** Another person speaks: "she said, remind me at 5". */
export const anotherSpeaks = /^\s*(?!i\b|we\b)[a-z]/;

/** "张三提醒我3点打球": behind the name of a friend, the friend is who does it. */
export const remindsMe = /^[^约和跟]{1,24}?(?:提醒|[叫喊催]|通知)(?:了|过)?我/;

/** "和张三一起": not part of a time. */
export const togetherBehind = /^\s*一(?:起|块儿?)/;

/** "Friday's pills": of that day. */
export const genitiveOfDay = new RegExp(
  String.raw`(?<=\b(?:today|tonight|tomorrow|${weekday}))'s\b`,
  "g",
);

export const hasHan = /\p{Script=Han}/u;
export const hasLatinWord = /\p{Script=Latin}{2}/u;
