/** What a person asks how to do. */
export type HowTo = "create" | "list" | "move" | "cancel" | "snooze" | "undo";

const verbs: Readonly<Record<HowTo, { readonly zh: string; readonly en: string }>> = {
  create: {
    zh: "设置?|设定|新建|创建|添加|加|记|定",
    en: "set|set up|make|create|add|schedule|start",
  },
  list: { zh: "查看|查|看到?|列出", en: "see|list|show|check|view|find|look up" },
  move: { zh: "改|修改|更改|改动|调整|换|编辑", en: "move|change|reschedule|edit|update|rename" },
  cancel: {
    zh: "取消|删除?|删掉|去掉|关掉?|停掉?|清空",
    en: "cancel|delete|remove|stop|drop|get rid of|turn off|clear",
  },
  snooze: { zh: "推迟|延后|延迟|稍后", en: "snooze|postpone|delay|put off" },
  undo: { zh: "撤销|撤回|收回", en: "undo|take back|revert" },
};

const kept = "提醒|闹钟|待办|日程|安排|事情?|东西";
const how = "(?:怎么|如何|怎样|咋)(?:才能|能|可以|去)?";
const things =
  "(?:an?|the|my|some|one|all|any|of|new|last|these|those|them|it|this|that|something|things?|reminders?|alarms?|to-?dos?|tasks?|appointments?|events?|time|change|step)";

const marks = String.raw`[\s\p{P}\p{S}]*$`;

/** What can be asked about without saying of what: "how do I see" alone asks for something else. */
const aloneToo: ReadonlySet<HowTo> = new Set(["cancel", "snooze", "undo"]);

/** Nothing but the question: "how do I cancel my flight" asks about the world. */
function patternsOf(kind: HowTo): readonly RegExp[] {
  const { zh, en } = verbs[kind];
  const about = aloneToo.has(kind)
    ? ""
    : `(?=.*(?:${kept}|reminder|alarm|to-?do|task|appointment|event))`;
  const asks =
    "(?:how (?:do|can|could|would|should) (?:i|we|you)|how to|what do i (?:say|write|type) to|tell me how to)";
  const rest = `(?:一?个|掉|一下|我的?|的|已有|所有|全部|这个|那个|新|时间|上一步|${kept})*`;
  return [
    new RegExp(
      `^${about}(?:so|and|ok|hey|hi|but)?[, ]*${asks} (?:${en})(?: ${things})*${marks}`,
      "u",
    ),
    new RegExp(
      `^${about}(?:请问|那|我|要|该|应该|想知道|[,，\\s])*${how}(?:${zh})${rest}[呢啊呀吗了]?${marks}`,
      "u",
    ),
    new RegExp(
      `^(?:请问|我的?|这个|那个|设好的|[,，\\s])*(?:${kept})(?:的?时间)?(?:要|该)?${how}(?:${zh})[呢啊呀吗了掉]*${marks}`,
      "u",
    ),
  ];
}

/** Each way to ask how something is done. */
export const howToQuestions = (Object.keys(verbs) as HowTo[]).flatMap((kind) =>
  patternsOf(kind).map((pattern) => ({ kind, pattern })),
);

/** What comes next, and nothing else. */
export const nextQuestions = [
  /^(?:so|and|ok|hey|hi)?[, ]*(?:what(?:'s| is| do i have| have i got| comes)|whats|anything) (?:(?:coming )?up )?next(?: up)?(?: for me| on my (?:list|agenda|schedule|calendar))?[\s\p{P}\p{S}]*$/u,
  /^(?:what(?:'s| is)|when(?:'s| is)) my next (?:one|reminder|alarm|appointment|event|task|thing)[\s\p{P}\p{S}]*$/u,
  /^(?:那|我|请问|[,，\s])*(?:接下来|下一?[个件项]|下面|往后)我?的?(?:提醒|安排|事情?|日程)?(?:还?有|还?要|是|该)?(?:做|干)?(?:什么|啥|哪些|哪个)(?:提醒|安排|事情?|日程)?[呢啊呀吗]?[\s\p{P}\p{S}]*$/u,
];
