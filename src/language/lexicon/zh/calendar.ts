import { foreignThings } from "./other-domains.ts";
import { files, type TriggerRule, triggersIn } from "../trigger.ts";

const trigger = triggersIn("zh");
const sure = files("sure");
const weak = files("weak");

const latin = (words: string): string => `(?<![a-z])(?:${words})(?![a-z])`;

/** By what names the calendar goes. */
const zhCalendarName = `(?:日历|行事历|日程(?:表|安排)?|行程表?|备忘录|记事[本簿]|手[帐账]|待办(?:事项|(?<!建.*|列.*)清单)?|计划表|时间表|课表|班表|${latin("calendar|schedule|agenda|to-?do(?: ?list)?")})`;
const inside = "(?:上面?|里面?|裡面?|中|内|入面)?";
const count = "(?:一?[个条项件下场次笔])?";
const ask =
  "(?:帮我|帮手|给我|请你?|麻烦你?|替我|我要|我想要?|我需要|帮忙|劳烦|那就|然后|再|顺便|都|也|全部?|一起|先|一并|统统|你(?=[记加设写存]))";
const asks = `${ask}*`;
/** Where an order begins: with its clause, or behind a word that asks. */
const opening = `(?<=^|[,，。!！;；:：\\n\\s]|${ask})`;
const particles = "[吧哈啊呀呗哦喔噢啦嘛咯哟吖~～!！]*";
const ends = `(?=${particles}(?:先|谢谢|多谢)?${particles}\\s*(?:$|[,，。!！;；:：\\n\\s]))`;

const write = `(?:添加|增加|加上|加|新增|新建|创建|建立|建|记录|记下|记上?|写上?|写下|标记|标注|标上?|排上?|安排|放|插入|录入|备注|设置|设定|设|定|存|${latin("add|put|mark|block|book|set")})`;
const put = `(?:添加|加|放|记录?|写|排|存|录入?|标记?|同步|安排|塞|填|抄|登记|保存|导入|${latin("add|put|mark|block|book|save")})`;
const english = "book|schedule|mark|block|add|set ?up|set|create|arrange|note|save|put";
/** Who or what has no place in a calendar. */
const foreign = `(?!.{0,8}(?:${foreignThings}|预警))`;
const notDone = `(?!${inside}去?(?:[了过]|就[没不好]))`;
/** The word that takes what is to be written ahead of its verb: 把例会记在周四. */
export const zhObjectMark = /把(?=[^,，。;；把]{1,40}$)/;
const timeAhead =
  "(?=\\s*(?:[今明后][天日早晚年]|大后[天日]|(?:下+|这|本)个?(?:周|月|星期|礼拜)|周[一二三四五六日天末\\d]|星期|礼拜|早上|晚上|上午|中午|下午|傍晚|凌晨|每|\\d|[一二两三四五六七八九十]+[点月号日:]))";
/** How an order of noting ends that stands behind what it is about: 记上, 标一下, block 掉. */
const noted = [
  "(?:记|记录|备忘|标记|标注|标|备注|存|录|录入|占|排|安排|登记|预约|加|添加|设|定|设置|订|约|圈|锁)(?:一?下|起来)",
  "(?:记|标|占|排|加|添加|安排|写|约)上",
  "(?:记|排|安排|设|存|定|设置)好",
  "(?:记|占|锁|留|空)住",
  "记[着牢]",
  "(?:占|留|订|定|锁)[上个好]?(?:一?下|一?个)?时间",
  "登记|记录",
  "保存|添加|录入",
  "[记写]一?[笔条个]",
  "(?:记|写|标)下来?",
  "(?:记|写|加|排|放|塞|录|填|存)进(?:去|来)",
  `${latin(english)}(?:一?下|掉|住|上|起来|进去)`,
].join("|");

/** Orders to write something into a calendar, with the words that only say so. */
export const sureFiling: readonly TriggerRule[] = [
  // "在日历上加一个…"
  trigger(
    "zh-write-on-calendar",
    [
      new RegExp(
        `${asks}(?:在|往|到|向|于)?(?:我的?)?${zhCalendarName}${inside}${asks}${write}(?!着|了|过|是)${count}`,
        "g",
      ),
      sure,
    ],
    ["在日历上添加周四上午十点的客户会议", "11-19 10:00"],
  ),
  // "…加到日历里"
  trigger(
    "zh-put-into-calendar",
    [
      new RegExp(
        `${asks}${put}(?:到|进|入|在|落|去)(?:我的?)?(?:手机)?${zhCalendarName}${notDone}(?:上面?|里面?|中|内|去|入面)?(?:吧|一下)?`,
        "g",
      ),
      sure,
    ],
    ["把爸爸的生日9月12日加到日历", "09-12"],
  ),
  // "…，加日历", "…，add to calendar 谢谢"
  trigger(
    "zh-calendar-behind",
    [
      new RegExp(
        `${asks}(?:${opening}|(?<=[^\\s怎么何样要]{2}(?=加)))(?:(?:加|入|进|写|存|记|排)(?:个|一?下)?\\s*|${latin("add|put|save")}\\s+(?:to|in|into|on)\\s+(?:my\\s+|the\\s+)?)${zhCalendarName}(?:上面?|里面?)?${ends}`,
        "g",
      ),
      sure,
    ],
    ["4月18号下午1点半 驾校科二 加日历", "04-18 13:30"],
  ),
  // "安排跟小王的会议", "创建一个日历事件": when is asked for.
  trigger(
    "zh-arrange-entry",
    [
      new RegExp(
        `${opening}(?:添加|新增|新建|创建|建立|安排)${count}(?![了好过的])(?:新的?)?(?:[跟和与同][^,，。的]{1,8}的?)?(?:日历|重复|新)?(?:日程|行程|事件|会议|会面|见面|约会)${ends}`,
        "g",
      ),
      sure,
    ],
    ["创建一个日历事件", "no_time"],
    ["安排跟小王的会议", "no_time"],
  ),
  trigger(
    "zh-calendar-heading",
    [new RegExp(`(?<=^|[,，。!！;；\\n\\s])${zhCalendarName}[:：]`, "g"), sure],
    ["日程：明天下午三点开会", "11-18 15:00"],
  ),
];

/** Those that need a time beside them. */
export const filing: readonly TriggerRule[] = [
  // "新增行程：", "帮我加个日程，…"
  trigger(
    "zh-new-entry",
    [
      new RegExp(
        `${opening}(?:添加|新增|新建|创建|建立|建|加|安排|登记|设|定)${count}(?:新的?)?(?:日程|行程|待办|会议|活动|事件|安排|${latin("event|meeting|task|to-?do")})(?:事项)?\\s*(?=[:：,，])`,
        "g",
      ),
      weak,
    ],
    ["新建日程，明天下午两点半 项目评审", "11-18 14:30"],
  ),
  // "新日程周五晚上七点…".
  trigger(
    "zh-new-entry-then",
    [
      new RegExp(
        `${opening}(?:添加|新增|新建|创建|加|新)${count}(?:重复)?(?:日程|行程|事件|提醒|预约|会议)${timeAhead}`,
        "g",
      ),
      weak,
    ],
    ["新日程周五晚上七点聚餐", "11-20 19:00"],
  ),
  // "帮我记三个：…", "记一下这几件事"
  trigger(
    "zh-several-entries",
    [
      new RegExp(
        `${opening}(?:记|加|安排|录|排|存|设|建|登记)(?:录|下|一下|好|上|着)?(?:这|以下|下面|如下)?(?:[两二三四五六七八九十几\\d]+)(?:个|件|条|项)(?:事情?|日程|会议?|提醒|安排|行程|东西)?(?=\\s*[:：,，])[:：,，]?`,
        "g",
      ),
      weak,
    ],
    ["帮我设两个提醒，今晚八点追剧，明早七点跑步", "11-17 20:00; 11-18 07:00"],
  ),
  // "录一下我的班：…", "帮我记：…"
  trigger(
    "zh-record-heading",
    [
      new RegExp(
        `${opening}(?:记录?|录|加|排|存|标|登记|安排)(?:一?下|上|好)(?:我的?)?[\\u4e00-\\u9fff]{0,6}[:：]|(?<=${ask})记[:：]`,
        "g",
      ),
      weak,
    ],
    ["下个月5号上午11点，帮我记：装电脑", "12-05 11:00"],
  ),
  // "…，帮我记上", "…标一下"
  trigger(
    "zh-noted-behind",
    [new RegExp(`${asks}${opening}(?:把[它这]个?)?(?:${noted})(?:[它这])?${ends}`, "g"), weak],
    ["周五晚七点社团团建 帮我记下", "11-20 19:00"],
  ),
  // "周日十一点和朋友吃饭加进去": dictated without a pause, and no one else does it.
  trigger(
    "zh-noted-at-end",
    [
      new RegExp(
        `(?<=[^\\s,，。;；:：我你您他她它们会要去来再能可就先]{2}|[开例早晚周班年月聚宴约议]会)(?:(?:记录|记|加|录|存|标|写|添加|设置|保存|录入|标记|备注|安排)(?:一下|下来|起来)|(?:加|写|放|排|录)(?:进|上)去)${ends}`,
        "g",
      ),
      weak,
    ],
    ["周日十一点和朋友吃早午餐加进去", "11-22 11:00"],
  ),
  // "…，请加成重复会议", "…加个循环的"
  trigger(
    "zh-made-repeating",
    [
      new RegExp(
        `(?:${asks}${opening}|(?<=^[^,，。]{0,6}把[^,，。]{2,24}))(?:加|设|做|弄|建|存|安排|排|定|${latin("set|add|make")})(?:置|定)?\\s*(?:成|为|做|一?个|${latin("as|to")})\\s*(?:每[^,，。]{1,4}的?)?(?:重复|循环|周期|定期|固定|${latin("recurring|repeat|repeating|weekly|monthly|daily")})(?:性|的)*(?:会议?|日程|提醒|安排|事件|活动|${latin("event|meeting")})?${ends}|(?<=[^,，。\\s]{2})(?:设|设置|设定)(?:为|成)(?:重复|循环)(?:日程|会议|事件|活动|提醒)?${ends}|(?<=每[天日周月年]|每个?(?:星期|礼拜|月))都?(?:重复|循环)(?:一次|提醒)?${ends}`,
        "g",
      ),
      weak,
    ],
    ["每个月最后一个周日晚上七点寝室聚餐 加个循环的", "11-29 19:00 FREQ=MONTHLY;BYDAY=-1SU"],
  ),
  // "把和小王的会记在周四三点", "把22号全天标成团建"
  trigger(
    "zh-put-at-time",
    [
      new RegExp(
        `(?<=把[^,，。;；]{1,30})(?:记|排|放|安排|标|写|加|存|录|${latin("block|book|schedule|put")})(?:在|到)${timeAhead}|(?<=把[^,，。;；]{1,30})(?:标记?|记)(?:成|为)`,
        "g",
      ),
      weak,
    ],
    ["把5月8号标成轮休", "05-08"],
  ),
  // "帮我 book 明天三点…", "schedule 一个 1:1"
  trigger(
    "zh-latin-order",
    [
      new RegExp(
        `(?:${ask}+${latin(english)}|${latin(english)}(?=\\s*(?:一?个|一下|返)))(?:一?个|一下|返个?|定)?${foreign}(?=[^,，。]{2})`,
        "g",
      ),
      weak,
    ],
    ["下周五我请 annual leave，mark 一下全天", "11-27"],
  ),
  trigger(
    "zh-order-verb",
    [
      new RegExp(
        `(?<=^|[,，。!！;；\\n]|帮我|给我|请你?|麻烦你?|替我|我要|我想要?|需要|帮忙|想|把|再|点|半|分|刻|[天午晚早上周月号日末]|周[一二三四五六]|\\d)(?:添加|新增|新建|创建|建立|安排|预约|预定|预订|登记|标记|标注|设置|设定|增加|[加建]一?[个场次])(?:一?下)?${count}(?![了好过完]|在|的|怎么|什么|吗|得)${foreign}(?=[^,，。]{2})`,
        "g",
      ),
      weak,
    ],
    ["下下周三下午一点安排一次家长会", "12-02 13:00"],
  ),
  // "记录周一上午九点和老板开会": at the head of a message, and a time follows.
  trigger(
    "zh-order-before-time",
    [
      new RegExp(
        `(?<=^\\s*(?:${ask}|把)*)(?:记录|插入|组织|录入)(?:一?下)?${count}${foreign}${timeAhead}`,
        "g",
      ),
      weak,
    ],
    ["插入今天下午两点的会议", "11-17 14:00"],
  ),
  // "帮我订一个周五下午三点的会"
  trigger(
    "zh-hold-meeting",
    [
      new RegExp(
        `${opening}(?:订|定|开|排|组)(?:一?个|一?场|一?下)(?=[^,，。]{0,20}(?:会(?!议室|员|所|计)|课|饭局|面试|讨论|碰头|${latin("meeting|call|sync|review|1on1")}))`,
        "g",
      ),
      weak,
    ],
    ["定一个半小时的会，明天上午十点", "11-18 10:00 90m"],
  ),
  // "帮我留两个小时写方案"
  trigger(
    "zh-keep-hours",
    [/(?<=帮我|给我|替我)[留空](?:出)?(?=[\d一二两三四五六七八九十半])/g, weak],
    ["明天下午三点帮我留两个小时写方案", "11-18 15:00 120m"],
  ),
  // "帮忙约一下…的 vendor call"
  trigger(
    "zh-arrange-for-me",
    [
      new RegExp(
        `(?:(?:帮我|帮忙|请你?|麻烦你?|替我|给我)约(?:一?下|一?个|上|${timeAhead})|(?<=^\\s*)约(?=[今明后下这本周星礼][^,，。]{2,}[跟和与同]))(?![了过])${foreign}(?=[^,，。]{2})`,
        "g",
      ),
      weak,
    ],
    ["帮忙约一下 6 月 12 日 10:00 的 vendor call", "06-12 10:00"],
    ["约下周三下午一点和财务开会", "11-25 13:00"],
  ),
  trigger(
    "zh-write-down",
    [
      new RegExp(
        `(?<=^|[,，。!！;；\\n]|帮[我忙]|给我|请你?|麻烦你?|替我)(?:记录?(?:一?下|着|住|上|个)|备忘(?:一下)?|标记一?下)(?!来|去|的|了|歌|号码|密码)${foreign}`,
        "g",
      ),
      weak,
    ],
    ["备忘 周五上午十点 报销", "11-20 10:00"],
  ),
  trigger(
    "zh-keep-free",
    [
      /(?:空出来|留出来|预留出来|空出|留出|预留|(?<=[点分半刻时\d])留(?=给))(?:给|用来|用于)?(?![吗么])/g,
      weak,
    ],
    ["帮我留出明天 9:00–10:30 做 deep work", "11-18 09:00 90m"],
  ),
];
