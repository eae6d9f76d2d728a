/** When something is so, which a sentence may say anywhere: it changes nothing about what is stated. */
export interface Timed {
  /** The sentence without it. */
  readonly rest: string;
  /** What will be or was so replaces nothing that is so. */
  readonly isNow: boolean;
}

const month =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december)";
const count =
  "(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|some|many)";
const period = `(?:week|weekend|month|year|spring|summer|autumn|fall|winter|term|semester|(?:mon|tues|wednes|thurs|fri|satur|sun)day|${month})`;
const english = {
  now: `now|these days|nowadays|currently|at present|recently|lately|finally|by now|since (?:${month}|last ${period}|\\d{4}|childhood)(?: \\d{4})?`,
  past: `(?:earlier |late )?(?:last|this past) ${period}|${count} (?:days?|weeks?|months?|years?) ago|long ago|yesterday|(?:back )?in (?:the )?(?:${month}(?: \\d{4})?|\\d{4}s?|spring|summer|autumn|fall|winter)|on (?:${month} \\d{1,2}(?:st|nd|rd|th)?|the \\d{1,2}(?:st|nd|rd|th)?(?: of ${month})?)|(?:when|since|while) i was (?:an? )?[\\p{L}\\d -]{2,30}|as a (?:child|kid|teenager|student)`,
  coming: `(?:early |late )?next ${period}|in ${count} (?:days?|weeks?|months?|years?)|soon|this (?:spring|summer|autumn|fall|winter|year|month)`,
};
const chineseCount = "[\\d一两二三四五六七八九十几半]{1,3}";
const chinese = {
  now: "现在|目前|如今|最近|近来|终于|已经|周末|工作日|平时|早上|中午|下午|晚上|夜里|睡前|饭前|饭后|冬天|夏天",
  past: `昨天|前天|前几天|去年|前年|上(?:个)?(?:月|周|星期|礼拜|学期)|上周[一二三四五六日天]|${chineseCount}(?:天|周|个?星期|个?月|年)(?:多)?(?:以)?前|小时候|刚刚?|今年|(?:去年|今年)?${chineseCount}月(?:份)?|(?:19|20)\\d\\d年(?:${chineseCount}月)?`,
  coming: `下(?:个)?(?:月|周|星期|礼拜|学期)|下周[一二三四五六日天]|明年|后年|过(?:几|${chineseCount})(?:天|周|个?月|年)|马上|很快|快要?|就要|即将|年底|月底`,
};
const any = (words: typeof english): string => `${words.now}|${words.past}|${words.coming}`;

const places: readonly RegExp[] = [
  new RegExp(`^(?<when>${any(english)}),? (?<tail>(?:i|im|my|we|our)\\b.+)$`, "iu"),
  new RegExp(`^(?<head>(?:i|im|my|we|our)\\b.+?),? (?<when>${any(english)})$`, "iu"),
  new RegExp(`^(?<when>${any(chinese)})[，,]?(?<tail>我.+)$`, "u"),
  new RegExp(
    `^(?<head>我(?:们|家)?(?:的?(?:\\p{Script=Han}{1,4}?))??)(?<when>(?:${any(chinese)})+)(?<tail>.{2,})$`,
    "u",
  ),
];
const [isComing, isPast] = [english, chinese]
  .reduce(
    ([coming, past], words) => [`${coming}|${words.coming}`, `${past}|${words.past}`],
    ["(?!)", "(?!)"],
  )
  .map((words) => new RegExp(`^(?:${words})$`, "iu")) as [RegExp, RegExp];
/** A Chinese verb with 了 tells of a change that holds since; English tells it by its tense. */
const holdsSince = /了|^[\p{Script=Latin}\P{L}]+$/u;

/** Every way to take one away: a sentence has few. */
export const withoutTime = (sentence: string): readonly Timed[] =>
  places.flatMap((place) => {
    const { head = "", when = "", tail = "" } = place.exec(sentence)?.groups ?? {};
    if (when === "") return [];
    return [
      {
        rest: `${head}${tail}`,
        isNow: !isComing.test(when) && (!isPast.test(when) || holdsSince.test(sentence)),
      },
    ];
  });
