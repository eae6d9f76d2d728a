import { usualSilence } from "./settings.ts";
import { readSilenceWish } from "./silence-requests.ts";

/** What a message asks of the companion's writing first. */
export type InitiativeRequest =
  | {
      readonly kind: "set";
      readonly brief?: boolean;
      /** A clock was named for the brief, which comes when the person's mornings begin. */
      readonly hasClock?: boolean;
      readonly followUps?: boolean;
      /** After how many days of silence; null: never. */
      readonly silenceDays?: number | null;
    }
  | { readonly kind: "show" }
  | { readonly kind: "why" }
  /** One word right after such a message. */
  | { readonly kind: "end" };

const end = String.raw`[\s\p{P}]*$`;
const pattern = (source: string): RegExp =>
  new RegExp(String.raw`^[\s\p{P}]*(?:${source})${end}`, "iu");

const brief = {
  zh: "(?:每日|每天的?|晨间|早上的?|早晨的?)?(?:早报|简报|晨报|晨间播报|日程播报)",
  en: "(?:the |my |a |your )?(?:daily |morning )?brief(?:ing)?s?",
};
const follow = {
  zh: "(?:晚间|晚上的?|主动)?(?:跟进|追问|回访)(?:提问)?",
  en: "(?:the |your )?(?:evening )?follow[- ]?ups?",
};
const on = {
  zh: "(?:请|帮我|给我)?(?:开启|打开|开通|订阅|开)",
  en: "(?:(?:please|can you|could you|would you) )*(?:(?:turn|switch) on|enable|start|send me|give me|write me|text me)|(?:i want|i'd like|can i (?:have|get)|could i (?:have|get))",
};
const off = {
  zh: "(?:请|帮我)?(?:关闭|关掉|取消|停掉|停止|退订|不要|别发)",
  en: "(?:please )?(?:turn|switch) off|(?:please )?(?:disable|stop|cancel|end|no more)",
};
const daily = String.raw`(?: (?:every|each) (?:day|morning|evening)| daily)?`;
const clock = {
  zh: "(?:\\d{1,2}|[一二三四五六七八九十]{1,2})(?:[点:：](?:半|\\d{0,2}分?))(?:钟)?",
  en: "at \\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]\\.?m\\.?| o'clock)?",
};

const rules: readonly (readonly [RegExp, InitiativeRequest])[] = [
  [
    pattern(
      `${on.zh}${brief.zh}|(?:请)?(?:以后)?每天(?:早上|早晨|清晨)?(?:都)?(?:给我|帮我)?(?:发|推送|来)(?:一份|一个|个|份)?${brief.zh}`,
    ),
    { kind: "set", brief: true },
  ],
  [pattern(`(?:${on.en}) ${brief.en}${daily}|${brief.en} on`), { kind: "set", brief: true }],
  [
    pattern(
      `(?:以后)?每天(?:早上|早晨|清晨)?${clock.zh}(?:都)?(?:给我|帮我)?(?:发|推送|来)(?:一份|一个|个|份)?${brief.zh}`,
    ),
    { kind: "set", brief: true, hasClock: true },
  ],
  [
    pattern(`(?:${on.en}) ${brief.en}(?:${daily} ${clock.en}| ${clock.en}${daily})`),
    { kind: "set", brief: true, hasClock: true },
  ],
  [
    pattern(`${off.zh}${brief.zh}(?:了)?|不想(?:再)?(?:要|收)${brief.zh}了?`),
    { kind: "set", brief: false },
  ],
  [pattern(`(?:${off.en}) ${brief.en}|${brief.en} off`), { kind: "set", brief: false }],
  [
    pattern(
      `${on.zh}${follow.zh}|(?:你)?(?:可以)?(?:晚上)?(?:主动)?跟进(?:一下)?我(?:的|没做完的)?(?:事情?|提醒)`,
    ),
    { kind: "set", followUps: true },
  ],
  [
    pattern(
      `(?:${on.en}) ${follow.en}|${follow.en} on|(?:please )?follow up on my (?:reminders|things|tasks)`,
    ),
    { kind: "set", followUps: true },
  ],
  [pattern(`${off.zh}${follow.zh}(?:了)?`), { kind: "set", followUps: false }],
  [pattern(`(?:${off.en}) ${follow.en}|${follow.en} off`), { kind: "set", followUps: false }],
  [
    pattern("(?:你)?可以主动(?:找|联系|发消息给|给)我(?:发消息)?(?:了)?"),
    { kind: "set", brief: true, followUps: true, silenceDays: usualSilence },
  ],
  [
    pattern("you (?:may|can) (?:write|text|message)(?: me)? first"),
    { kind: "set", brief: true, followUps: true, silenceDays: usualSilence },
  ],
  [
    pattern(
      "(?:你)?(?:别|不要|不许)(?:再)?主动(?:(?:找|联系|打扰|给)我(?:发消息)?|发(?:消息|东西)?(?:给我)?)(?:了)?",
    ),
    { kind: "set", brief: false, followUps: false, silenceDays: null },
  ],
  [
    pattern(
      "(?:please )?(?:never|don'?t|do not|stop) (?:write|writ(?:e|ing)|text(?:ing)?|messag(?:e|ing))(?: to)?(?: me)? first",
    ),
    { kind: "set", brief: false, followUps: false, silenceDays: null },
  ],
  [
    pattern(
      "(?:你)?(?:都)?会主动(?:(?:找|联系|给)我)?(?:发(?:些)?(?:消息|什么(?:消息)?))?吗?|主动消息(?:设置)?",
    ),
    { kind: "show" },
  ],
  [
    pattern(
      "(?:(?:what|when) )?(?:do|will|would) you (?:write|text|message|send)(?: to)?(?: me)? (?:first|on your own|by yourself|unasked)",
    ),
    { kind: "show" },
  ],
  [
    pattern(
      "(?:你)?(?:为什么|为啥|干嘛|怎么)(?:突然)?(?:要)?(?:给我)?(?:发|写|问|说|推送?)(?:这个|这条|这些|我这个|我)?(?:消息|东西)?(?:给我)?(?:呢|啊|了)?",
    ),
    { kind: "why" },
  ],
  [
    pattern(
      "why (?:did|do|are|were) you (?:just )?(?:writ(?:e|ing)|wrote|text(?:ing)?|messag(?:e|ing)|send(?:ing)?|ask(?:ing)?|tell(?:ing)?)(?: to)?(?: me)?(?: (?:this|that|it|now))*|why (?:this|that) message|why am i getting (?:this|these)",
    ),
    { kind: "why" },
  ],
  [pattern("关闭|关掉|关了|退订|别发了|不用发了|不要了|取消订阅"), { kind: "end" }],
  [
    pattern(
      "off|unsubscribe|no more(?: of (?:this|these))?|enough|stop (?:this|these|it)|end this",
    ),
    { kind: "end" },
  ],
];

const longest = 90;

/** Read from a message that says nothing else. */
export function readInitiativeRequest(text: string): InitiativeRequest | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (said.length > longest) return undefined;
  const wish = readSilenceWish(said);
  if (wish !== undefined)
    return {
      kind: "set",
      silenceDays: wish === "never" ? null : wish === "usual" ? usualSilence : wish,
    };
  return rules.find(([wanted]) => wanted.test(said))?.[1];
}
