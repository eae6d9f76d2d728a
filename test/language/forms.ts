import { simplify } from "../../src/language/text/traditional.ts";

/** A way in which the same sentence may be written. `undefined`: it says nothing in this form. */
export interface Form {
  readonly name: string;
  readonly change: (text: string, lang: "zh" | "en") => string | undefined;
}

const han = String.raw`[\u3400-\u9fff]`;
const between = new RegExp(String.raw`(?<=${han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=${han})`, "g");
const beside = new RegExp(
  String.raw`(?<=${han}) +(?=[A-Za-z0-9])|(?<=[A-Za-z0-9]) +(?=${han})`,
  "g",
);

/** One form of all sentences of a language; what it leaves as it is does not count. */
const form = (
  name: string,
  lang: "zh" | "en" | "both",
  change: (text: string) => string,
): Form => ({
  name,
  change(text, of) {
    if (lang !== "both" && lang !== of) return undefined;
    const changed = change(text);
    return changed === text ? undefined : changed;
  },
});

const zhDigits = "零一二三四五六七八九";
const zhNumeral = (value: number): string => {
  if (value < 10) return zhDigits.charAt(value);
  const [ten, one] = [Math.floor(value / 10), value % 10];
  return `${ten === 1 ? "" : zhDigits.charAt(ten)}十${one === 0 ? "" : zhDigits.charAt(one)}`;
};
const zhUnits = "(?:点|分钟|分(?!之)|号|月|日|个|小时|天|周|刻|半)";

/** 3点20分 → 三点二十分, where the number counts time. */
const toNumerals = (text: string): string =>
  text.replaceAll(
    new RegExp(
      String.raw`(?<![\d.:/-])(\d{1,2})(?=${zhUnits})(?!点\d)|(?<=\d点)(\d{2})(?=分)`,
      "g",
    ),
    (digits) => (/^0\d/.test(digits) ? digits : zhNumeral(Number(digits))),
  );
const toDigits = (text: string): string =>
  text.replaceAll(
    new RegExp(
      String.raw`(?<![零一二两三四五六七八九十百几第\d]|[周期拜初每])([一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])(?=点(?![一二三四五六七八九十])|点半|小时|分钟|号|月(?=[\d一二三四五六七八九十]))`,
      "g",
    ),
    (numeral) => String(valueOf(numeral)),
  );
const valueOf = (numeral: string): number => {
  if (!numeral.includes("十")) return numeral === "两" ? 2 : zhDigits.indexOf(numeral);
  const [ten = "", one = ""] = numeral.split("十");
  return (ten === "" ? 1 : zhDigits.indexOf(ten)) * 10 + (one === "" ? 0 : zhDigits.indexOf(one));
};

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ordinals =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const enWords = (value: number): string =>
  value < 20
    ? (small[value] ?? "")
    : `${tens[Math.floor(value / 10) - 2]}${value % 10 === 0 ? "" : ` ${small[value % 10]}`}`;
const enOrdinal = (value: number): string =>
  value <= 20
    ? (ordinals[value] ?? "")
    : value === 30
      ? "thirtieth"
      : `${tens[Math.floor(value / 10) - 2]} ${ordinals[value % 10]}`;
const minuteWords = (minute: number): string =>
  minute === 0 ? "" : minute < 10 ? ` oh ${small[minute]}` : ` ${enWords(minute)}`;

/** As speech recognition writes it: "eleven thirty pm", "the twenty first", "ninety minutes". */
const toWords = (text: string): string =>
  text
    .replaceAll(
      /(?<![\d:./-])(\d{1,2}):(\d{2})(?=\s?[ap]\.?m\b)\s?/gi,
      (whole, hour: string, minute: string) =>
        Number(hour) > 12 || hour.startsWith("0")
          ? whole
          : `${enWords(Number(hour))}${minuteWords(Number(minute))} `,
    )
    .replaceAll(
      /(?<![\d:./-])\b(1[0-2]|[1-9])\s?(?=[ap]\.?m\b)/gi,
      (_, hour: string) => `${enWords(Number(hour))} `,
    )
    .replaceAll(
      /(?<=\bthe )(\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|street|grade))/gi,
      (whole, day: string) => (Number(day) <= 31 ? enOrdinal(Number(day)) : whole),
    )
    .replaceAll(/(?<=\bat )([1-9]|1[0-2])(?=$|[ ,!?]|\.(?!\d))(?! ?(?:[ap]\.?m|%))/gi, (hour) =>
      enWords(Number(hour)),
    )
    .replaceAll(
      /(?<![\d:./-])\b(\d{1,2}) (?=(?:minutes?|hours?|days?|weeks?|months?)\b)/gi,
      (_, count: string) => `${enWords(Number(count))} `,
    );

const hour24 = (hour: number, half: string): number =>
  (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
const clockEn =
  (write: (hour: number, minute: string, half: string) => string) =>
  (text: string): string =>
    text.replaceAll(
      /(?<![\d:./-])\b(1[0-2]|[1-9])(?::([0-5]\d))?\s?([ap])\.?m\b\.?(?!\s*(?:-|to|until|till)\s*\d)(?<!(?:-|to|until|till)\s*\d{1,2}(?::\d\d)?\s?[ap]\.?m\b\.?)/gi,
      (...[, hour, minute, half]: string[]) => write(Number(hour), minute ?? "00", half ?? ""),
    );
const two = (value: number): string => String(value).padStart(2, "0");

const zhHalf: Readonly<Record<string, (hour: number) => number | undefined>> = {
  早上: (hour) => (hour >= 5 && hour <= 11 ? hour : undefined),
  上午: (hour) => (hour >= 6 && hour <= 11 ? hour : undefined),
  下午: (hour) => (hour >= 1 && hour <= 6 ? hour + 12 : undefined),
  晚上: (hour) => (hour >= 6 && hour <= 11 ? hour + 12 : undefined),
};
/** 下午3点半 → 15:30 or 15点半. Ranges stay: their second half leans on the first. */
const clockZh =
  (write: (hour: number, rest: string) => string) =>
  (text: string): string =>
    text.replaceAll(
      /(?<!每|[到至和、~.明-]|[a-z] ?)(早上|上午|下午|晚上)(\d{1,2})点(半|\d{1,2}分)?(?![\d零一二三四五六七八九十钟整刻多前半中晚])(?!\s*(?:[到至~、和还或-]|以前|之前))/g,
      (...[whole = "", half = "", hour, rest]: string[]) => {
        const value = zhHalf[half]?.(Number(hour));
        return value === undefined ? whole : write(value, rest ?? "");
      },
    );
const minuteOf = (rest: string): string =>
  rest === "半" ? "30" : two(Number(rest.replace("分", "")) || 0);

const months =
  "January February March April May June July August September October November December".split(
    " ",
  );
const monthName = String.raw`(${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")})`;
const monthOf = (name: string): string =>
  months.find((month) =>
    month.startsWith(name.slice(0, 3).replace(/^./, (letter) => letter.toUpperCase())),
  ) ?? name;
const dayFirst = (text: string): string =>
  text.replaceAll(
    new RegExp(String.raw`\b${monthName} (\d{1,2})(?:st|nd|rd|th)?\b(?!:|\s?[ap]m|,? \d{4})`, "gi"),
    (whole, name: string, day: string) =>
      /^may$/i.test(name) && /\bmay \d/.test(whole) ? whole : `${day} ${monthOf(name)}`,
  );
const monthFirst = (text: string): string =>
  text.replaceAll(
    new RegExp(
      String.raw`\b(?:the )?(\d{1,2})(st|nd|rd|th)? (?:of )?${monthName}\b(?! \d{4})`,
      "gi",
    ),
    (...[, day, tail, name = ""]: string[]) =>
      `${monthOf(name).slice(0, 3)} ${day}${tail ?? ordinalTail(Number(day))}`,
  );
const ordinalTail = (day: number): string =>
  day > 3 && day < 21 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");

/** Each simplified character as a traditional one, where the table knows it. */
const traditional = new Map<string, string>();
for (let code = 0x4e00; code <= 0x9fff; code += 1) {
  const character = String.fromCharCode(code);
  const plain = simplify(character);
  // Characters that are also written so in traditional texts stay: 後 is 后, but 皇后 is not 皇後.
  if (
    plain !== character &&
    !"并干克汇里只台系姜秋千余胡须面冬合折参板谷卷发周幸".includes(plain) &&
    !traditional.has(plain)
  )
    traditional.set(plain, character);
}
const preferred: Readonly<Record<string, string>> = {
  点: "點",
  钟: "鐘",
  后: "後",
  着: "著",
  为: "為",
  么: "麼",
  床: "床",
  才: "才",
  是: "是",
  吃: "吃",
  你: "你",
  哦: "哦",
  困: "困",
  杯: "杯",
  真: "真",
  布: "布",
  修: "修",
  玩: "玩",
  教: "教",
  念: "念",
  家: "家",
  娘: "娘",
  同: "同",
  药: "藥",
  线: "線",
  录: "錄",
  查: "查",
  席: "席",
  累: "累",
  向: "向",
  别: "別",
  出: "出",
  表: "表",
  扣: "扣",
  托: "託",
  注: "注",
  制: "製",
  核: "核",
  岳: "岳",
  佛: "佛",
  梁: "梁",
  朱: "朱",
  呆: "呆",
  苏: "蘇",
  尽: "盡",
  历: "曆",
  当: "當",
  闲: "閒",
  准: "準",
  群: "群",
  签: "簽",
  只: "只",
};

/** Each sentence gets one of them, always the same. */
const oneOf = (words: readonly string[], text: string): string =>
  words[Array.from(text).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % words.length] ??
  "";
const zhBefore = ["嗯", "那个，", "麻烦", "你好，", "哈喽 ", "对了，"];
const zhBehind = ["谢谢", "，谢谢啦", "哈", "吧", "，麻烦了", " 拜托🙏"];
const enBefore = ["hey ", "Hi, ", "hey there ", "um ", "ok so ", "good morning, ", "please "];
const enBehind = [" please", " thanks", ", thank you", " thanks a lot!"];

export const forms: readonly Form[] = [
  form("one space between scripts", "zh", (text) => text.replaceAll(between, " ")),
  form("two spaces between scripts", "zh", (text) => text.replaceAll(between, "  ")),
  form("no space between scripts", "zh", (text) => text.replaceAll(beside, "")),
  form("doubled spaces", "both", (text) => text.replaceAll(/ /g, "  ")),
  form("full width", "both", (text) =>
    text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  ),
  form("Western punctuation", "zh", (text) =>
    text
      .replaceAll(/，(?!$)/g, ", ")
      .replaceAll(/。(?!$)/g, ". ")
      .replaceAll("，", ",")
      .replaceAll("。", ".")
      .replaceAll("？", "?")
      .replaceAll("！", "!")
      .replaceAll("：", ":")
      .replaceAll("；", ";"),
  ),
  form("no punctuation at the end", "both", (text) => text.replace(/[.。!！~～,，]+\s*$/, "")),
  form("a full stop at the end", "both", (text) =>
    /[\p{L}\p{N}]$/u.test(text) ? `${text}${/[\u3400-\u9fff]$/.test(text) ? "。" : "."}` : text,
  ),
  form("spaces for commas", "zh", (text) => text.replaceAll(/(?<!\d)[，,]\s*(?=.)/g, " ")),
  form("no commas", "en", (text) => text.replaceAll(/,(?= )/g, "")),
  form("traditional characters", "zh", (text) =>
    text.replaceAll(
      /[\u4e00-\u9fff]/g,
      (character) => preferred[character] ?? traditional.get(character) ?? character,
    ),
  ),
  form("upper case", "en", (text) => text.toUpperCase()),
  form("lower case", "both", (text) => text.toLowerCase()),
  form("capitals first", "en", (text) =>
    text
      .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
      .replaceAll(/(?<=['’])[A-Z]\b/g, (letter) => letter.toLowerCase()),
  ),
  form("Chinese numerals", "zh", toNumerals),
  form("digits", "zh", toDigits),
  form("numbers as words", "en", toWords),
  form(
    "3:00 PM",
    "en",
    clockEn((hour, minute, half) => `${hour}:${minute} ${half.toUpperCase()}M`),
  ),
  form(
    "3 p.m.",
    "en",
    clockEn(
      (hour, minute, half) =>
        `${hour}${minute === "00" ? "" : `:${minute}`} ${half.toLowerCase()}.m.`,
    ),
  ),
  form(
    "15:00",
    "en",
    clockEn((hour, minute, half) => `${two(hour24(hour, half))}:${minute}`),
  ),
  form(
    "下午3点 as 15:00",
    "zh",
    clockZh((hour, rest) => `${two(hour)}:${minuteOf(rest)}`),
  ),
  form(
    "下午3点 as 15点",
    "zh",
    clockZh((hour, rest) => (hour > 12 ? `${hour}点${rest}` : `早上${hour}点${rest}`)),
  ),
  form("12月25号 as 12/25", "zh", (text) =>
    text
      .replaceAll(
        /(?<![年农历\d])(1[0-2]|[1-9])月([12]\d|3[01]|[1-9])[号日](?![\d到至~-])/g,
        "$1/$2 ",
      )
      .replaceAll(/(\/\d+) (?=[^\d])/g, "$1"),
  ),
  form("12月25号 as 12月25日", "zh", (text) => text.replaceAll(/(\d月\d{1,2})号/g, "$1日")),
  form("Dec 25 as 25 December", "en", dayFirst),
  form("25 December as Dec 25th", "en", monthFirst),
  form("嗯, 你好 … before", "zh", (text) => `${oneOf(zhBefore, text)}${text}`),
  form("谢谢, 吧 … behind", "zh", (text) =>
    /[\u3400-\u9fff]$/.test(text) && !/[吗呢么吧哈啊呀了谢]$/.test(text)
      ? `${text}${oneOf(zhBehind, text)}`
      : text,
  ),
  form("hey, um … before", "en", (text) => {
    const said = /^(?:I\b|[A-Z]{2})/.test(text)
      ? text
      : text.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
    return `${oneOf(enBefore, text)}${said}`;
  }),
  form("please and thanks behind", "en", (text) =>
    /[\p{L}\p{N}]$/u.test(text) ? `${text}${oneOf(enBehind, text)}` : text,
  ),
  form("emoji behind", "both", (text) => `${text}${oneOf(["😀", " 🙏", "！😊"], text)}`),
  form("emoji before", "both", (text) => `⏰ ${text}`),
];
