import { zhNumber } from "../../text/numerals.ts";

const week = "(?:周|星期|礼拜)";

/** A stretch of the past, up to today; `asked-periods.ts` says which. */
const stretch = String.raw`(?<when>今天|今日|昨天|昨日|前天|大前天|(?:上个?)?(?:这个?|本)?${week}[一二三四五六日天]|(?:上个?|这个?|本)?周末|上上个?${week}|上个?${week}|这个?${week}|这一${week}|本周|上个?月|这个?月|本月|(?:这|最近|过去|近|前)的?(?:${zhNumber}|几)\s*个?(?:天|日|${week}|月)|最近|近来)`;

const start = String.raw`^[\s\p{P}]*(?:那|嗨|请问|你?(?:说说|讲讲)|告诉我|帮我(?:看看|想想)|看看)?[\s\p{P}]{0,3}`;
const end = String.raw`[\s\p{P}]*$`;

export const asksForReview: readonly RegExp[] = [
  new RegExp(
    String.raw`${start}(?:我|咱)?${stretch}(?:我|咱)?(?:都|到底|究竟|一共|总共|主要|在)*(?:干|做|忙|弄|搞|完成|办|处理)(?:了|过|成|完)*(?:些|点)?(?:嘛|吗|什么|啥|哪些|多少)(?:事情?|东西|活儿?)?(?:了|来着|呢|啊|呀|去了)*${end}`,
    "u",
  ),
  new RegExp(
    String.raw`${start}(?:请|麻烦|给我|帮我)*(?:做个|来个)?(?:总结|回顾|盘点|复盘|小结|汇总|梳理)(?:一下|下)?(?:我)?(?:的)?${stretch}(?:的)?(?:事情?|情况|生活|安排|做的事|所作所为)?${end}`,
    "u",
  ),
  new RegExp(
    String.raw`${start}(?:我)?(?:的)?${stretch}(?:的)?(?:总结|回顾|小结|周报|日报|月报|复盘|盘点)${end}`,
    "u",
  ),
];

/** "今天去看了牙医": an act, reported by the person who did it. */
export const tellsOfAct =
  /^(?!.*(?:[?？]|[吗呢吧]$|什么|哪|谁|干嘛|啥|多少|怎么|几[个次点天]|过敏|提醒|帮我|取消|记得|记住|你|他|她|如果|要是|打算|准备|想|明天|后天|下周|没|不))(?=.*(?:我|今天|昨天|昨晚|早上|上午|中午|下午|晚上|刚|终于|周末|前天))(?=.{4,80}$).*(?:[去看做吃买见跑写修交读完成开学打玩搬装洗画参加聊]\S{0,8}[了过]|[了过完](?:\S{1,12})?$)/u;

/** When it was: before the act, as Chinese says it. What comes after it is something else. */
export const toldDays = new RegExp(
  String.raw`^[^了过完]*?(?:(?<ago>${zhNumber}|几)\s*个?(?<unit>天|${week})(?:以|之)?前|(?<night>昨晚|昨夜)|${stretch})`,
  "u",
);

/** Long past or lasting: known of the person, and no act of a day. */
export const tellsOfLongAgo =
  /去年|前年|往年|小时候|年轻|以前|曾经?|当年|当初|从前|早年|从小|一直|上学[时那]|读书[时那]|(?:小学|初中|高中|大学|研究生)(?:时候?|毕业|的时候|里|期间)|[年岁]前|个月前|(?:19|20)\d\d年|(?:[\d一二两三四五六七八九十百几半多]|好几|很多)(?:来|多)?\s*(?:年|岁|个(?:多)?月)(?!级)|[春夏秋冬]天|\d{1,2}月|[一二三四五六七八九十]月/u;

/** Not acts: how it is. */
export const tellsOfState =
  /(?:怀孕|退休|结婚|离婚|单身|戒烟|习惯|喜欢|爱上|住在?[^，,]{0,10}了?$)|(?:岁|大|老|胖|瘦|饿|累|困|够|忘|病)了$/u;

export const few = "几";
