const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  俩: 2,
  三: 3,
  仨: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  廿: 20,
};

/** Digits or Chinese numerals up to 9999; `NaN` for anything else. */
export function numberOf(text: string): number {
  if (/^[零〇]?\d+(?:\.\d+)?$/.test(text)) return Number(text.replace(/^[零〇]/, ""));
  if (/^[零〇一二三四五六七八九]{2,4}$/.test(text))
    return Number(Array.from(text, (sign) => digits[sign]).join(""));
  return parsePlaceNumeral(text);
}

/** Numerals with places: 十五, 二十, 一百零五, 廿三. */
function parsePlaceNumeral(text: string): number {
  let sum = 0;
  let digit: number | undefined;
  for (const sign of text) {
    const place = sign === "十" ? 10 : sign === "百" ? 100 : undefined;
    if (place !== undefined) {
      sum += (digit ?? 1) * place;
      digit = undefined;
      continue;
    }
    const value = digits[sign];
    if (value === undefined) return NaN;
    digit = value;
  }
  return sum + (digit ?? 0);
}

/** Numerals as they stand in a pattern. */
export const zhNumber = String.raw`(?:\d{1,6}|[零〇一二两俩三仨四五六七八九十百廿]{1,6})`;

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ordinals =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );

export const enNumber = String.raw`(?:\d+(?:\.\d+)?|(?:${tens.join("|")})(?:[ -](?:${small.slice(1, 10).join("|")}))?|${small.slice(1).toReversed().join("|")})`;

export function enNumberOf(word: string): number {
  const text = word.toLowerCase();
  if (/^\d/.test(text)) return Number(text);
  if (text === "a" || text === "an") return 1;
  const [first = "", second] = text.split(/[ -]/);
  const ten = tens.indexOf(first);
  if (ten !== -1) return (ten + 2) * 10 + (second === undefined ? 0 : small.indexOf(second));
  const value = small.indexOf(first);
  return value === -1 ? NaN : value;
}

/** "22nd", "third". */
export function ordinalOf(word: string): number {
  const text = word.toLowerCase();
  if (/^\d/.test(text)) return Number.parseInt(text, 10);
  if (text === "thirtieth") return 30;
  const [, ten, unit = ""] = /^(twenty|thirty)[ -](\w+)$/.exec(text) ?? [];
  return ten === undefined
    ? ordinals.indexOf(text) + 1
    : (ten === "twenty" ? 20 : 30) + ordinals.indexOf(unit) + 1;
}
