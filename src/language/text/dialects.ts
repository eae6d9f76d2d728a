import { edit, type Edited } from "./edits.ts";
import { numberOf } from "./numerals.ts";

const number = "[一二两三四五六七八九十]{1,2}|\\d{1,2}";

/**
 * Little words of Canton and Shanghai, by what the grammar calls them. What a reminder is about is
 * not among them: names of things are kept, and compared, as they were written.
 */
const words: readonly (readonly [RegExp, string])[] = [
  // Days and parts of the day.
  [/听日/g, "明天"],
  [/听朝早?/g, "明早"],
  [/听晚/g, "明晚"],
  [/[琴寻]日/g, "昨天"],
  [/[琴寻]晚/g, "昨晚"],
  [/明朝(?=早|上|下|中|晚|夜|\d|[一二两三四五六七八九十]+点)/g, "明天"],
  [/今朝(?=早|上|下|中|晚|夜|\d|[一二两三四五六七八九十]+点)/g, "今天"],
  [/[晏下]昼/g, "下午"],
  [/上昼/g, "上午"],
  [/朝头?早/g, "早上"],
  [/[晚夜]黑/g, "晚上"],
  [/踏正(?=[\d一二两三四五六七八九十])/g, ""],
  [/(?<![\p{L}])拜(?=[一二三四五六日])/gu, "周"],
  // Lengths and series.
  [/日日(?=早|晚|夜|朝|下|上|中|\d|[一二两三四五六七八九十]+点)/g, "每天"],
  [/逢月头?(?=\d|[一二三四五六七八九十]+[号日])/g, "每月"],
  [/(?<![一二两三四五六七八九十\d])个半钟头?/g, "一个半小时"],
  [new RegExp(`[过迟隔]多(?=(?:${number}|半)\\s*个?[半钟字小分])`, "g"), "过"],
  [
    /(?<![重相遭适每])逢(?=[一二三四五六日](?:[、和]?[一二三四五六日])+(?![\d一二三四五六七八九十号月点]))/g,
    "每周",
  ],
  // Asking and answering.
  [/[瞅瞧](?:[瞅瞧]|一?眼|一?下)/g, "看看"],
  [/(?<!(?<![点分半号日钟])前|[别不没来去再又常总未])提我(?=哋|$|[^的名们]|们[^的])/g, "提醒我"],
  [/嗌(?=我|醒)/g, "叫"],
  [/(?:唔好|不要|咪)俾我唔记得/g, "不要让我忘了"],
  [/校(?=(?:返|定|好)?一?个?(?:闹钟|闹铃))/g, "设"],
  [
    /入(?:咗|返)?(?:佢|它)?(?:落去?|入去?)\s*(?=(?:我嘅?|我的)?(?:个|手机)?(?:日历|行事历|日程|calendar|schedule))/gi,
    "加到",
  ],
  [/(?<![a-z])(?:写|记|抄|mark|note|book|jot)\s*(?:返|咗)?低(?:佢|它)?/gi, "记下"],
  [/我哋/g, "我们"],
  [/佢哋/g, "他们"],
  [/佢/g, "他"],
  [/侬/g, "你"],
  [/咗/g, "了"],
  [/喇(?![叭嘛])/g, "啦"],
  [/嘅/g, "的"],
  [/喺/g, "在"],
  [/搞掂/g, "搞定"],
  [/唔[使洗驶]/g, "不用"],
  [/唔好/g, "不要"],
  [/唔(?=[系是得会去想要做])/g, "不"],
  [/仲有/g, "还有"],
  [/有冇/g, "有没有"],
  [/有(?:乜嘢?|咩)/g, "有什么"],
  [/几时/g, "什么时候"],
  [/而家/g, "现在"],
];

/** "五点三个字": the hour has twelve of them, five minutes each. */
const fives = new RegExp(`(?<=点)搭?(${number})个字`, "g");
const fivesLater = new RegExp(
  `(?<=^|[,，。!！\\s过])(?<!\\d)(${number})个字(?=之?后|再?[提叫嗌]|$)`,
  "g",
);

/** "三点三": the figure that the long hand is at, where the rest is said in Cantonese. */
const longHand =
  /(?<=点)([一二三四五六七八九十]|十一)(?=[\s,，叫提嗌喊]|$)(?:(?=.*[食饮饭落嗌俾啲嘢咗佢哋])|(?<=[唔嘅喺咗佢哋听晏].*))/g;

const inMinutes =
  (unit: string) =>
  ([whole, count = ""]: RegExpExecArray): string => {
    const minutes = numberOf(count) * 5;
    return minutes < 60 ? `${minutes}${unit}` : whole;
  };

/** The same sentence as it is said in the rest of the country. */
export const foldDialects = (text: Edited): Edited =>
  words.reduce(
    (rest, [word, plain]) => edit(rest, word, () => plain),
    edit(
      edit(edit(text, longHand, inMinutes("分")), fives, inMinutes("分")),
      fivesLater,
      inMinutes("分钟"),
    ),
  );
