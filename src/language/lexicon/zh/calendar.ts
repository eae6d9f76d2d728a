import { foreignThings } from "../other-domains.ts";
import type { Trigger } from "../trigger.ts";

const place = "(?:日历|日程表?|行程表?|备忘录|记事本|待办(?:事项)?|计划表|时间表)";
const inside = "(?:上面?|里面?|中|内)?";
const count = "(?:一?[个条项件下场次笔])?";
const ask = "(?:帮我|给我|请你?|麻烦你?|替我|我要|我想要?|我需要|帮忙|劳烦|那就|然后|再|顺便)*";
const write =
  "(?:添加|增加|加上|加|新增|新建|创建|建立|建|记录|记下|记上?|写上?|写下|标记|标注|标上?|排上?|安排|放|插入|录入|备注|设置|设定|设|定|存)";
/** Who or what has no place in a calendar. */
const foreign = `(?!.{0,8}(?:${foreignThings.zh}|预警))`;

const patterns: readonly (readonly [RegExp, "sure" | "weak"])[] = [
  // "在日历上加一个…"
  [
    new RegExp(
      `${ask}(?:在|往|到|向)?(?:我的?)?${place}${inside}${ask}${write}(?!着|了|过)${count}`,
      "g",
    ),
    "sure",
  ],
  // "…加到日历里"
  [
    new RegExp(
      `(?:帮我|给我|请|麻烦你?|都|也|一起)*(?:添加|加|放|记录?|写|排|存|录入?|标|同步|安排)(?:到|进|入|在)(?:我的?)?(?:手机)?${place}(?:上面?|里面?|中|内|去)?(?:吧|一下)?`,
      "g",
    ),
    "sure",
  ],
  [new RegExp(`(?<=^|[,，。!！;；\\n\\s])${place}[:：]`, "g"), "sure"],
  [
    new RegExp(
      `(?<=^|[,，。!！;；\\n]|帮我|给我|请你?|麻烦你?|替我|我要|我想要?|需要|帮忙|想|把|再|点|半|分|刻|[天午晚早上]|\\d)(?:添加|新增|新建|创建|建立|安排|预约|预定|预订|登记|标记|标注|设置|设定|增加)(?:一?下)?${count}(?![了好过完]|在|的|怎么|什么|吗|得)${foreign}(?=[^,，。]{2})`,
      "g",
    ),
    "weak",
  ],
  [
    new RegExp(
      `(?<=^|[,，。!！;；\\n]|帮我|给我|请你?|麻烦你?|替我)(?:记录?(?:一?下|着|住|上|个)|备忘(?:一下)?|标记一?下)(?!来|去|的|了|歌|号码|密码)${foreign}`,
      "g",
    ),
    "weak",
  ],
  [/(?:空出来|留出来|预留出来|空出|留出|预留)(?:给|用来|用于)?(?![吗么])/g, "weak"],
];

/** Where an order to write something into a calendar stands, with the words that only say so. */
export const zhCalendarTriggers = (text: string): Trigger[] =>
  patterns.flatMap(([pattern, calendar]) =>
    Array.from(text.matchAll(pattern), ({ index, 0: words }): Trigger => ({
      at: index,
      end: index + words.length,
      whom: "me",
      timer: false,
      wake: false,
      calendar,
    })),
  );
