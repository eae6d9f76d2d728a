import { foldForMatching } from "../../domain/text.ts";
import { numberOf } from "./numerals.ts";

/**
 * Half-width, lower case, with Chinese and English numerals as digits, and halves and quarters of
 * an hour as minutes.
 */
export function normaliseDigits(text: string): string {
  return foldForMatching(text)
    .replaceAll(/[零〇一二两三四五六七八九十百廿]+(?!刻)/gu, (numeral) =>
      Number.isNaN(numberOf(numeral)) ? numeral : String(numberOf(numeral)),
    )
    .replaceAll(englishNumeral, (word) => String(numerals.indexOf(word) + 1))
    .replaceAll(
      /\b(half|quarter) past (\d{1,2})\b/g,
      (_, part: string, hour: string) => `${hour}:${part === "half" ? "30" : "15"}`,
    )
    .replaceAll(
      /\bquarter to (\d{1,2})\b/g,
      (_, hour: string) => `${((Number(hour) + 10) % 12) + 1}:45`,
    )
    .replaceAll(/(?<=\d点)(?:半|一刻|三刻)/gu, (part) =>
      part === "半" ? "30" : part === "一刻" ? "15" : "45",
    );
}

const numerals = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const englishNumeral = new RegExp(String.raw`\b(?:${numerals.join("|")})\b`, "g");

const minutesOf: readonly (readonly [RegExp, (figure: number) => number])[] = [
  [/(\d{1,4})\s*-?(?:min(?:ute)?s?\b|分钟?)/gu, (figure) => figure],
  [/(\d{1,3})\s*个?(?:半小时|半钟头)|(\d{1,3}) and a half hours?/gu, (figure) => figure * 60 + 30],
  [
    /(?<!and a half )(?<!\d)(\d{1,3})\s*-?(?:h(?:ou)?rs?\b|h\b|个?小时|个?钟头)/gu,
    (figure) => figure * 60,
  ],
];
const spoken: readonly (readonly [RegExp, number])[] = [
  [/\bhalf an hour\b|\bhalf hour\b|(?<!个)半个?(?:小时|钟头)/u, 30],
  [/\ban hour and a half\b/u, 90],
  [/\ban hour\b(?! and a half)/u, 60],
  [/\bquarter of an hour\b|一刻钟/u, 15],
];

/** Whether a text says a length of so many minutes. */
export function hasLength(text: string, minutes: number): boolean {
  const said = normaliseDigits(text);
  const counted = minutesOf.flatMap(([pattern, of]) =>
    Array.from(said.matchAll(pattern), (found) => of(Number(found[1] ?? found[2]))),
  );
  return (
    counted.includes(minutes) ||
    spoken.some(([pattern, of]) => of === minutes && pattern.test(said))
  );
}

const later = /\b(?:later|back|postpone\w*|push\w*|delay\w*)\b|往后|推|延|晚|后/iu;
const earlier = /\b(?:earlier|forward|sooner|up)\b|提前|往前|早|前/iu;

/** "an hour later", "往后推一个小时": by how much something is moved. */
export const hasShift = (text: string, minutes: number): boolean =>
  minutes !== 0 && hasLength(text, Math.abs(minutes)) && (minutes > 0 ? later : earlier).test(text);

const halves = {
  am: /\bam\b|\bmorning\b|早|上午|凌晨/u,
  pm: /\bpm\b|\bafternoon\b|\bevening\b|\bnight\b|tonight|下午|晚|中午/u,
} as const;
const halfOf = (wall: string): "am" | "pm" => (Number(wall.slice(11, 13)) < 12 ? "am" : "pm");

/**
 * "at half past seven", for something that keeps its day: the clock is said, and the half of the
 * day is as it was or said.
 */
export function hasClock(text: string, wall: string, was: string): boolean {
  const said = normaliseDigits(text);
  const [hour, minute] = [Number(wall.slice(11, 13)), wall.slice(14, 16)];
  const hours = `(?:0?${hour}|${hour % 12 === 0 ? 12 : hour % 12})`;
  const minutes = minute === "00" ? String.raw`(?:[:.]00)?(?![:.]?\d)` : `[:.点]${minute}`;
  const other = halfOf(wall) === "am" ? "pm" : "am";
  const isHalf =
    halves[halfOf(wall)].test(said) || (halfOf(wall) === halfOf(was) && !halves[other].test(said));
  return (
    wall.slice(0, 10) === was.slice(0, 10) &&
    isHalf &&
    new RegExp(
      String.raw`(?<![\d:])${hours}${minutes}(?!\s*(?:min|h\b|hour|小时|分钟|个))`,
      "u",
    ).test(said)
  );
}
