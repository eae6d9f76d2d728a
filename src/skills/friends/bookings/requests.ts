import type { BookingAnswer } from "../../../domain/views/bookings.ts";
import { yes } from "../../../language/lexicon/both.ts";

/** What a message asks of the page of free times. */
export type PageRequest =
  | { readonly kind: "off" | "show" | "renew" | "list" }
  /** Switches it on; with hours it sets them. `null`: they can't be read. */
  | {
      readonly kind: "on";
      readonly hours?: { readonly starts: string; readonly ends: string } | null;
      readonly weekdays?: readonly number[];
    };

const polite = String.raw`^[\s\p{P}]*(?:请|麻烦|帮我|给我|please\s+|can you\s+|could you\s+)*`;
const ends = String.raw`[\s\p{P}]*(?:吧|了|谢谢|please|thanks)?[\s\p{P}]*$`;
const words = (text: string): RegExp => new RegExp(`${polite}(?:${text})${ends}`, "iu");

const en = String.raw`(?:my |the |a )?(?:page of (?:my )?free times?|(?:free[- ]?times?|free[/-]busy|availability|booking)[ -](?:page|link))`;
const zh = "(?:我的)?(?:空闲(?:时间)?|忙闲|预约)(?:页面?|链接|主页)";
const range = String.raw`(?<from>[^到至~–—-]{1,14}?)\s*(?:到|至|~|–|—|-|\bto\b|\buntil\b|\btill\b|\band\b)\s*(?<to>.{1,14}?)`;
const days = String.raw`(?<days>\s*(?:,?\s*(?:on |every |each )?(?:weekdays?|working days?|days?)|,?\s*daily|工作日|每天|天天))?`;

const rules: readonly (readonly [RegExp, PageRequest["kind"]])[] = [
  [words(`(?:turn|switch) off ${en}|(?:close|disable|end|remove) ${en}|${en} off`), "off"],
  [words(`(?:关闭|关掉|停用|取消|关)${zh}`), "off"],
  [
    words(
      `(?:renew|reset|replace|change) ${en}|(?:a )?new link (?:for|to) ${en}|(?:a )?new booking link`,
    ),
    "renew",
  ],
  [words(`(?:换一?个|重置|更换|换)(?:新的)?${zh}`), "renew"],
  [
    words(
      `(?:show(?: me)?|send me|give me|what is|what's|where is) (?:the link (?:to|of) )?${en}|${en}|the link (?:to|of) ${en}`,
    ),
    "show",
  ],
  [words(`(?:看看|查看|显示|发我|给我)?(?:一下)?${zh}(?:是什么|在哪里?|呢)?`), "show"],
  [
    words(
      String.raw`(?:who (?:asked|wants)(?: me)? for a time|(?:any|show(?: me)?|list) (?:open |new |pending )?booking requests|booking requests)`,
    ),
    "list",
  ],
  [words("(?:谁(?:想)?约(?:了)?我|有(?:没有)?(?:人约我|新?的?预约)吗?|待答复的预约)"), "list"],
];

const on = [
  words(
    `(?:(?:turn|switch) on|enable|open|start|create|make|set|set up) ${en}(?:\\s*(?:to|from|between|for|:)?\\s*${range})?${days}`,
  ),
  words(`${en} (?:is |are )?(?:from|between) ${range}${days}`),
  words(
    `(?:开启|打开|开通|创建|设置|开)(?:一个|个)?${zh}(?:[，, :：为]*(?:每天|工作日)?\\s*${range})?${days}`,
  ),
  words(`${zh}[，, :：为改成到]*\\s*${range}${days}`),
];

const longest = 120;

export function readPageRequest(text: string): PageRequest | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (said.length > longest) return undefined;
  for (const [pattern, kind] of rules) if (kind !== "on" && pattern.test(said)) return { kind };
  for (const pattern of on) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const { from, to } = found.groups ?? {};
    const weekdays = readWeekdays(said);
    return {
      kind: "on",
      ...(from === undefined || to === undefined ? {} : { hours: readHours(from, to) }),
      ...(weekdays === undefined ? {} : { weekdays }),
    };
  }
  return undefined;
}

const readWeekdays = (text: string): readonly number[] | undefined =>
  /weekdays?|working days?|工作日/iu.test(text)
    ? [1, 2, 3, 4, 5]
    : /every ?day|each day|daily|每天|天天/iu.test(text)
      ? [1, 2, 3, 4, 5, 6, 7]
      : undefined;

function readHours(from: string, to: string): { starts: string; ends: string } | null {
  const [starts, ends] = [readClock(from), readClock(to)];
  if (starts === undefined || ends === undefined) return null;
  // "9 to 5": a working day ends in the afternoon.
  const late =
    ends <= starts && ends < "12:00" && !/[ap]m/i.test(to)
      ? `${Number(ends.slice(0, 2)) + 12}${ends.slice(2)}`
      : ends;
  return late > starts ? { starts, ends: late } : null;
}

const clock =
  /^\s*(?<part>上午|早上|中午|下午|晚上)?\s*(?<hour>\d{1,2}|[一二两三四五六七八九十]{1,2})(?:\s*[:：点]\s*(?<minute>\d{2}|半)?)?\s*(?:分|o'?clock)?\s*(?<half>am|pm|a\.m\.|p\.m\.)?\s*$/iu;

/** "10", "10:30", "3pm", "下午三点半" as a clock of 24 hours. */
function readClock(text: string): string | undefined {
  const found = clock.exec(text)?.groups;
  if (found === undefined) return undefined;
  const hour = toHour(found["hour"] ?? "");
  const minute = found["minute"] === "半" ? 30 : Number(found["minute"] ?? "0");
  const half = found["half"]?.toLowerCase().replaceAll(".", "");
  const isAfternoon = half === "pm" || /下午|晚上/.test(found["part"] ?? "");
  const at = isAfternoon && hour < 12 ? hour + 12 : half === "am" && hour === 12 ? 0 : hour;
  return at > 23 || minute > 59
    ? undefined
    : `${String(at).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

const numerals = "零一二三四五六七八九十";
function toHour(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const plain = text.replaceAll("两", "二");
  const [tens, ones] = plain.includes("十") ? plain.split("十") : ["", plain];
  const ten = plain.includes("十") ? 10 * (tens === "" ? 1 : numerals.indexOf(tens ?? "")) : 0;
  return ten + (ones === undefined || ones === "" ? 0 : numerals.indexOf(ones));
}

/** An answer to a request. A bare one means the last thing that was said, whatever that was. */
export interface AnswerRequest {
  readonly answer: BookingAnswer;
  /** Whom or what it names. */
  readonly of: string;
  /** It says that it is about a request. Otherwise it may answer something else. */
  readonly isAboutRequest: boolean;
}

const enWhat = String.raw`(?: (?:to )?(?<of>[^\s].{0,80}?)?(?:(?:'s)? (?:request|booking|meeting))?)?`;
const answers: readonly (readonly [RegExp, BookingAnswer])[] = [
  [words(`(?:confirm|accept|approve)${enWhat}`), "confirm"],
  [words(`(?:yes|ok|okay) to (?<of>.{1,80}?)`), "confirm"],
  [words(`(?:decline|reject|refuse)${enWhat}`), "decline"],
  [words(`no to (?<of>.{1,80}?)`), "decline"],
  [words(`ask (?:(?<of>.{1,80}?) )?for another time`), "other_time"],
  [
    words("(?:接受|同意|答应|确认)(?<of>.{0,40}?)(?:的)?(?:这个|那个)?(?:预约|请求|约)?"),
    "confirm",
  ],
  [
    words("(?:拒绝|婉拒|回绝|推掉)(?<of>.{0,40}?)(?:的)?(?:这个|那个)?(?:预约|请求|约)?"),
    "decline",
  ],
  [words("(?:请|让|叫)(?<of>.{1,40}?)(?:换|改|另选)(?:个|一个)?时间"), "other_time"],
];
const bareNo = words("no|nope|no thanks|sorry,? no|不行|不可以|不要|不了|不用|没空|拒绝");
const bareYes = words("可以|没问题");
const aboutRequest = /\b(?:request|booking)\b|for another time|预约|请求|换个?时间|另选时间/iu;
const bareOther = words(
  "(?:no,? )?(?:pick |choose |suggest )?another time|(?:some )?other time|换个时间|另选时间|改个时间",
);
const nobody = /^(?:it|this|that|the|that one|this one|them|这个|那个|它|对方|)$/iu;

export function readAnswerRequest(text: string): AnswerRequest | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (said.length > longest) return undefined;
  const bare = { of: "", isAboutRequest: false };
  if (bareOther.test(said)) return { answer: "other_time", ...bare };
  if (bareNo.test(said)) return { answer: "decline", ...bare };
  if (yes.test(said.toLowerCase()) || bareYes.test(said)) return { answer: "confirm", ...bare };
  for (const [pattern, answer] of answers) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const of = (found.groups?.["of"] ?? "").replace(/^the\s+/iu, "").trim();
    return { answer, of: nobody.test(of) ? "" : of, isAboutRequest: aboutRequest.test(said) };
  }
  return undefined;
}
