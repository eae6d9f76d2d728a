import { zhNumber } from "../../text/numerals.ts";

const between = String.raw`[,，;；。\s]{0,3}`;
const finished = String.raw`(?:完成|做完|搞定|弄完|弄好|办完|办好|做好|结束|停|好|行|可以|收到|知道|确认)`;
const word = String.raw`[“”"「」'‘’]?`;

/** "直到我说完成", "做完为止": the end is that it is done, not a time. */
const untilDone = String.raw`(?:(?:一?直|反复|不停地?)?(?:提醒|催|叫)?(?:一?直)?(?:到|至)(?:我(?:跟你|给你|自己)?(?:说|回复?|答应?|告诉你|喊|点|打)?(?:了?一?[句声个下])?${word}(?:已经|都|真的)?${finished}(?:了|啦)?${word}(?:为止)?|我(?!们)[^\s,，。;；!！?？]{0,8}(?:起床|起来|醒来?|[了完好掉](?:它|药|钱|费|饭|为止)?|为止)))|(?:一直|反复)?一?直到[^\s,，。;；!！?？\d点我]{1,3}[完好掉了]了?(?:为止)?$|(?:一直|反复)?(?:提醒|催|叫)?(?:到|直到)?(?:我)?${finished}(?:了)?为止|(?:只要)?(?:我)?(?:还)?没[^\s,，。;；!！?？每]{1,6}?(?:的话)?(?:[,，]\s*)?(?:就|都)?(?:别|不要|不许|不准)停(?:下来?)?`;

const step = String.raw`每(?:隔|过)?\s*(?<count>${zhNumber}|半)?\s*(?:个)?(?<unit>分钟|分|小时|钟头|刻钟)`;
const every = String.raw`${step}(?:就|都)?(?:再)?(?:给我)?(?:(?:提醒|催|叫|喊|通知|闹|响|问)(?:我)?(?:一?[次遍声下])?|来?一[次遍下])`;
const onAndOn = String.raw`(?:一直|不停地?|反复|不断地?|接着|继续)(?:给我)?(?:提醒|催|叫|喊|闹|响)(?:我)?(?:下去)?`;
const unlessDone = String.raw`(?:(?:如果|要是|万一)?(?:我)?(?:还)?(?:没|不)[^\s,，。;；!！?？每]{1,6}?(?:的话)?(?:[,，]\s*)?(?:就|那就))`;
const then = String.raw`(?:然后|之后|接着|并且?|再)?`;

/** All that is said of repeating, as a part of its own: what is left is the reminder itself. */
export const insistApart: readonly RegExp[] = [
  new RegExp(String.raw`${between}${then}${every}${between}(?:${untilDone})`, "u"),
  new RegExp(String.raw`${between}(?:${untilDone})${between}${then}${every}`, "u"),
  new RegExp(String.raw`${between}${unlessDone}(?:${every}|${onAndOn})`, "u"),
];

export const everyStep = new RegExp(step, "u");

/** Only the end; the pattern may be the reminder's own time. */
export const insistEnd = new RegExp(String.raw`${between}(?:${untilDone})`, "u");

/** "每十分钟催我一次直到我交完电费": nothing but the end says what it is for. */
export const taskAsEnd = new RegExp(
  String.raw`^[\s,，]*(?:请|麻烦你?|帮我)?${every}${between}(?<end>(?:一?直)?到我(?!们|说|回|答|告诉|(?:还|已经|都|真的)?(?:做|弄|办|搞|忙)?${finished}(?:了|为止|$)|[做弄办搞忙][完好]?了?(?:为止|$))(?<verb>[^\s,，。;；!！?？]{2,12}?)(?<object>了?)(?:为止)?)[。！!\s]*$`,
  "u",
);

const aspect = /(?<=[^把])[完掉](?=.)|[完好掉]$/gu;
const disposed = /^把(.+)(.)$/u;

/** "交完电费" → "交电费", "把房租交了" → "交房租". */
export const taskOf = (verb: string): string => verb.replace(aspect, "").replace(disposed, "$2$1");

/** "一直提醒我": the words before the wish that only say that it goes on. */
export const keepsOn = /(?:一直|不停地?|反复|不断地?)(?=提醒|催|叫|喊)/gu;

export const atMost = new RegExp(
  String.raw`${between}最多(?:提醒|催|叫)?(?:我)?\s*(?<times>${zhNumber})\s*[次遍]`,
  "u",
);

/** "持续一小时": for so long. */
export const forLength = new RegExp(
  String.raw`${between}(?:持续|连续|一共|总共)(?:提醒|催)?(?:我)?\s*(?<count>${zhNumber}|半)\s*(?:个)?(?<unit>分钟|小时|钟头)`,
  "u",
);

export const atLatest =
  /[,，、\s]{0,3}(?:或者?|但|不过)?(?:最晚|最迟)(?:提醒)?到?(?<half>上午|早上|中午|下午|晚上)?(?<hour>\d{1,2})[点:：时](?<minute>\d{2}|半)?(?:钟|整)?/u;

export const halfPast = "半";
export const laterHalf = /下午|晚上/u;
/** A rule of minutes or hours. */
export const manyADay = /FREQ=(?:MINUTELY|HOURLY)/u;

export const saidImportant =
  /^\s*重要(?:提醒|的事)?[:：,，!！]\s*|[,，。;；!！]\s*(?:这|这个|这件?事|此事)?(?:真的)?(?:很|非常|特别|超级?|十分|极其)重要[!！。的哦啊呀\s]*$/u;

export const hourUnit = /小时|钟头/u;
export const quarterUnit = /刻钟/u;

/** "别催了": enough of the repeats, though it is not done. */
export const stopsRepeats =
  /^[\s\p{P}]*(?:好了?|行了?|知道了|ok)?[\s\p{P}]{0,3}(?:请|先)?(?:(?:别|不要|不用|甭|停止|停下?|不必)(?:再|一直|老)*(?:催|提醒|烦|叫|喊|问|响)(?:我)?(?:了|啦)?|够了|别响了)[\s\p{P}]*$/iu;
