import { weekdayCode, weekdayCodes, workweek } from "../../calendar/wall.ts";
import type { Period } from "../../times/atoms.ts";
import type { Piece } from "../../times/compose-rule.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";
import { isDayLong } from "../day-long.ts";
import { type Reader, recurrenceAt, type Recurrences } from "../recurrence-run.ts";
import { type Pattern, pattern } from "../scan.ts";
import { week, weekdayOf, weekdaySign } from "./days.ts";

const reader = (source: string, read: Reader[1]): Reader => [new RegExp(source, "y"), read];

/** 每逢周二, 逢五号, 每到月底: said of a day, it comes again. */
const each = "(每逢|每到|每一个|每个|每|逢)";
const and = String.raw`\s*(?:[、,，和跟及与/]|以及|还有)?\s*`;
export const weekdays = String.raw`${weekdaySign}(?![次回])(?:${and}(?:(?:每个?)?${week})?${weekdaySign}(?![点时个分刻月百十天次回号日])){0,6}`;
const eachSign = new RegExp(weekdaySign, "g");
/** 一三五, 周二和周四, 末: their codes from Monday on. */
export const weekdaysIn = (words: string): readonly string[] => {
  const named = Array.from(words.matchAll(eachSign), ([sign]) => weekdayOf(sign));
  return words.startsWith("末")
    ? ["SA", "SU"]
    : weekdayCodes.filter((_, index) => named.includes(index + 1));
};

const units = {
  天: { freq: "DAILY" },
  日: { freq: "DAILY" },
  周: { freq: "WEEKLY" },
  星期: { freq: "WEEKLY" },
  礼拜: { freq: "WEEKLY" },
  月: { freq: "MONTHLY" },
  季: { freq: "MONTHLY", interval: 3 },
  季度: { freq: "MONTHLY", interval: 3 },
  半年: { freq: "MONTHLY", interval: 6 },
  年: { freq: "YEARLY" },
} as const;
const unit = String.raw`(天|日|周|星期|礼拜|月|季度?|半年|年)`;
const cadence = (name: string, more: Partial<Extract<Piece, { is: "cadence" }>> = {}): Piece => ({
  is: "cadence",
  repeats: true,
  ...units[name as keyof typeof units],
  ...more,
});
const periodOf = (word: string): Period =>
  /^[早清]/.test(word) ? "morning" : word.startsWith("下") ? "afternoon" : "night";

const partOfDay = "的?(?:早|上午|中午|下午|傍晚|晚)";

const cadences: readonly Reader[] = [
  reader(
    String.raw`(?:每个?|一个?)${unit}(${zhNumber})[次回遍]`,
    ([whole, name = "", count = ""]) => {
      const times = numberOf(count);
      // "每三天一次" counts the days, and of a day the clocks say which times.
      if (times > 1 && /[天日]/.test(name)) return undefined;
      return whole.startsWith("一") && times === 1 && name === "月" && !whole.includes("个")
        ? undefined
        : cadence(name, times === 1 ? {} : { times });
    },
  ),
  // "两周一次": how far apart.
  reader(String.raw`(${zhNumber}|双)个?${unit}一[次回]`, ([, count = "", name = ""]) =>
    cadence(name, { interval: count === "双" ? 2 : numberOf(count) }),
  ),
  reader(String.raw`天天|每一?[天日](?:都(?=是))?`, () => cadence("天")),
  reader(
    String.raw`每([早晚])(?!饭)上?|每个?(早上|早晨|清晨|下午|晚上|夜里|夜晚)`,
    ([, one, two]) => cadence("天", { period: periodOf(one ?? two ?? "") }),
  ),
  reader(
    String.raw`每隔一个?${unit}|隔(周|月)(?=的?\s*(?:${week}|${zhNumber}[号日]|[一二三四五六日天]))`,
    ([, one, two]) => cadence(one ?? two ?? "周", { interval: 2 }),
  ),
  reader(
    String.raw`每个?(${zhNumber})?个?${unit}(?:一[次回])?(?:都(?=是))?(?![周月年季]?[报刊会卡]|例会)`,
    ([, count, name = ""]) =>
      cadence(name, count === undefined || count === "一" ? {} : { interval: numberOf(count) }),
  ),
];

const daysOfWeek: readonly Reader[] = [
  reader(
    String.raw`${each}?(?:工作日|上班日|上班天|平日(?!里|常|的?生活))(?:\s*[(（]?${week}一\s*(?:到|至|-|~)\s*${week}?五[)）]?)?`,
    () => ({ is: "weekdays", isGroup: true, repeats: true, byday: workweek }),
  ),
  // "一三五早上七点".
  reader(String.raw`(一三五|二四六)(?=${partOfDay})`, ([, days = ""]) => ({
    is: "weekdays",
    isGroup: true,
    repeats: true,
    byday: weekdaysIn(days),
  })),
  reader(String.raw`${each}?(?:${week}末|双休日)(?:的?两天)?`, ([whole, every]) => ({
    is: "weekdays",
    isGroup: true,
    repeats: every !== undefined || whole.endsWith("双休日"),
    byday: ["SA", "SU"],
  })),
  reader(
    String.raw`(?:每个?)?${week}(${weekdaySign})\s*(?:到|至|-|~)\s*${week}?(${weekdaySign})(?![点时号日月])`,
    ({ 0: whole, 1: from = "", 2: to = "", input }) =>
      // "周一到周三出差": these days, and not each week.
      !whole.startsWith("每") && isDayLong(input) && !hasHour.test(input)
        ? undefined
        : { is: "weekdays", isGroup: true, repeats: true, byday: weekdaysBetween(from, to) },
  ),
  reader(
    String.raw`(?:接下来的?|未来的?|往后|之后的?|今后|后面的?|连续)(${zhNumber})个${week}(${weekdaySign})`,
    ([, count = "", sign = ""]) => ({
      is: "weekdays",
      repeats: true,
      byday: weekdaysIn(sign),
      count: numberOf(count),
    }),
  ),
  reader(
    String.raw`(?:${each}(${zhNumber})?个?|(隔))${week}(?:的)?${week}?(${weekdays})`,
    ([, , count, other, days = ""]) => ({
      is: "weekdays",
      repeats: true,
      byday: weekdaysIn(days),
      interval: other === undefined ? (count === undefined ? undefined : numberOf(count)) : 2,
    }),
  ),
  // 周一三五, 周六和周日: several weekdays together are said of every week.
  reader(String.raw`(?<![下这本上]个?)${week}(${weekdays})`, ([, days = ""]) => ({
    is: "weekdays",
    repeats: weekdaysIn(days).length > 1,
    byday: weekdaysIn(days),
  })),
  reader(String.raw`(?:每逢|逢)([一二三四五六日]{2,})(?![点时月号])`, ([, days = ""]) => ({
    is: "weekdays",
    repeats: true,
    byday: weekdaysIn(days),
  })),
];

const hasHour = /(?:\d|[一二两三四五六七八九十])\s*(?:点|:\s*\d)/;

function weekdaysBetween(from: string, to: string): string[] {
  const [first, last] = [weekdayOf(from), weekdayOf(to)];
  return weekdayCodes.filter((_, index) =>
    first <= last
      ? index + 1 >= first && index + 1 <= last
      : index + 1 >= first || index + 1 <= last,
  );
}

/** "第二", "倒数第二", "最后一", "首". */
const place = String.raw`(?:倒数第${zhNumber}|第${zhNumber}|最后一?|首|头一)`;

function placeOf(text: string): number {
  const count = numberOf(/第(.+)/.exec(text)?.[1] ?? "一");
  return text.startsWith("倒") || text.startsWith("最后") ? -count : count;
}
const eachPlace = new RegExp(place, "g");
const eachNumber = new RegExp(zhNumber, "g");
const eachWeekday = new RegExp(`${week}${weekdaySign}`, "g");
const placesIn = (words: string): number[] =>
  Array.from(words.matchAll(eachPlace), ([word]) => placeOf(word));
const datesIn = (words: string): number[] =>
  Array.from(words.matchAll(eachNumber), ([word]) => numberOf(word));

const kind = String.raw`(天|日|工作日|${week}${weekdaySign})`;
const kindOf = (word: string): string =>
  /^[天日]$/.test(word)
    ? "day"
    : word === "工作日"
      ? "workday"
      : weekdayCode(weekdayOf(word.slice(-1)));

const daysOfMonth: readonly Reader[] = [
  reader(
    String.raw`${each}?(${place}个?(?:${and}(?:${week}${weekdaySign}${and})?${place}个?){0,4})${kind}`,
    ([, every, words = "", of = ""]) => {
      const others = Array.from(words.matchAll(eachWeekday));
      return others.every(([other]) => kindOf(other) === kindOf(of))
        ? {
            is: "nth",
            repeats: false,
            places: placesIn(words),
            of: kindOf(of),
            isOfMonth: every !== undefined,
          }
        : undefined;
    },
  ),
  reader(String.raw`${each}?月?[底末](?:的?最后一天)?`, ([whole, every]) =>
    /^[底末]/.test(whole) ? monthEnd(false) : monthEnd(every !== undefined),
  ),
  reader(
    String.raw`(每逢|逢)?(${zhNumber}(?:(?:[号日]\s*[、,，和跟及与]?|\s*[、,，和跟及与])\s*${zhNumber}){0,6}[号日])(?!线|楼|院|店)`,
    ([, every, words = ""]) => ({
      is: "nth",
      repeats: every !== undefined,
      places: datesIn(words),
      of: "day",
      isOfMonth: every !== undefined,
    }),
  ),
];
const monthEnd = (repeats: boolean): Piece => ({
  is: "nth",
  repeats,
  places: [-1],
  of: "day",
  isOfMonth: repeats,
});

const dates: readonly Reader[] = [
  reader(
    String.raw`(每逢|逢)?(${zhNumber})月(${zhNumber})[号日]`,
    ([, every, month = "", day = ""]) => ({
      is: "date",
      repeats: every !== undefined,
      month: numberOf(month),
      day: numberOf(day),
    }),
  ),
];

const readers: readonly Reader[] = [...dates, ...daysOfWeek, ...daysOfMonth, ...cadences];
const ways: Recurrences = {
  first: readers,
  later: readers,
  between: /\s*(?:的|(?<=都)是|[,，](?=每))?\s*/y,
  bound: /(?:从|自|打|到|至|直到|截止|截至|[下这本上]个?)\s*$/,
};

const firstWord = String.raw`(?:每|逢|(?:一三五|二四六)(?=${partOfDay})|(?:[两二三四五六七八九十]|\d{1,2}|双)个?(?:天|日|周|星期|礼拜|月|年)(?=一[次回])|隔(?=周|月|星期|礼拜)|天天|一个?(?:天|日|周|星期|礼拜|月|年)(?=一[次回]|[两二三四五六七]次)|工作日|上班|平日|双休日|接下来|未来|往后|之后|今后|后面|连续|(?<![下这本上]个?)(?:一?个(?=${week}))?${week}|${zhNumber}(?=[号日月]|\s*[、,和跟及]))`;

/** Every way to say when something comes again, in days and more. */
export const recurrence: Pattern = pattern(firstWord, ({ 0: word, index }, text) => {
  // "设一个周一到周五的闹钟".
  const counted = /^一?个/.exec(word)?.[0].length;
  const found =
    recurrenceAt(text, index, ways) ??
    (counted === undefined ? undefined : recurrenceAt(text, index + counted, ways));
  return found && { kind: "rule", rule: found.rule, length: found.end - index };
});
