/** What a tool may want to do for a person. */
export type Act =
  | "create"
  | "note"
  | "update"
  | "cancel"
  | "complete"
  | "snooze"
  | "share"
  | "undo"
  | "zone"
  | "zh"
  | "en";

interface ActWords {
  readonly asked: RegExp;
  /** The verbs that mean the opposite behind "don't" or 别. */
  readonly denied?: string;
}

const acts: Readonly<Record<Act, ActWords>> = {
  // The content and the time are checked apart, so a plan or a duty is enough: "I have to see the
  // dentist tomorrow at 2".
  create: {
    asked:
      /\b(?:remind\w*|remember|forget|alarm|wake|nudge|ping|set|schedule|add|note|put|book|plan\w*|save|jot|track|need\w*|have|has|must|should|ought|gotta|got|appointment|meeting|deadline|due|to-?dos?|let me know|tell me|notify|want|like|please|make sure|(?:keep|bear) (?:\S+ )?in mind|works?|miss|(?:can|could|would|will) you)\b|提醒|记|叫我|喊我|设|闹钟|闹铃|安排|加|忘|要|得|需|必须|该|约|会|到时|帮我|截止|有|错过/iu,
    denied: "remind|set|schedule|add|note|create|put|book|提醒|记|设|加|安排|叫我",
  },
  note: {
    asked:
      /\b(?:remind\w*|remember|forget|note|add|put|save|jot|track|to-?dos?|list|keep)\b|提醒|记|加|待办|备忘|别忘|不要忘|清单|列/iu,
    denied: "remind|note|add|put|save|提醒|记|加",
  },
  update: {
    asked: /./su,
    denied: "move|change|reschedul|postpone|push|shift|renam|delay|改|换|挪|推|提前|调|移",
  },
  cancel: {
    asked:
      /取消|不去|不想|不打算|不约|不聚|不见|推掉|作罢|别约|算了|跳过|删|去掉|黄了|泡汤|不(?:用|要|需要)(?=[^,，。！!？?]{0,12}了|提醒|[这那它去做管]|[\s\p{P}]*$)|免了|划掉|\b(?:cancel\w*|call(?:ing|ed)? off|drop\w*|skip\w*|scrap\w*|delete\w*|remove\w*|get rid|clear\w*|can'?t make|no longer|don'?t need|no need|forget (?:about|the|it|that|my)|kill|(?:is|are|was|'s|come|comes|take \S+(?: \S+){0,4}) off(?! (?:to|work|today))|off (?:the|my) (?:list|calendar|plate)|no point|(?:is|are)(?:n'?t| not) (?:going to happen|happening|going ahead)|won'?t happen)\b/iu,
    denied: "cancel|call off|drop|skip|scrap|delet|remov|get rid|clear|取消|删|跳过|去掉|推掉|划掉",
  },
  complete: {
    asked:
      /\b(?:done|finish\w*|complet\w*|did|had|check(?:ed)? off|tick\w*|(?!need|indeed|feed|speed|hundred|shed|breed)[a-z]{2,}ed|took|paid|sent|went|bought|been|made|got|ate|drank|ran|met|wrote|fed)\b|完|搞定|了|过|已/iu,
    denied: "mark|finish|complet|tick|check|完成|标记|划掉",
  },
  snooze: {
    asked:
      /\b(?:again|snooze\w*|later|more|in \d+|remind\w*|nudge|ping)\b|再|稍后|晚点|晚些|等|过|推迟|提醒/iu,
    denied: "remind|snooz|再|提醒",
  },
  share: {
    asked:
      /\b(?:with|invit\w*|ask\w*|tell\w*|let|meet\w*|together|shar\w*|schedul\w*|set up|arrang\w*|book\w*|join\w*|we|us|our|both|and i|me and|plan\w*|add\w*|bring\w*)\b|约|和|跟|与|叫|一起|邀|告诉|通知|拉上|喊|同|我们|带上|加/iu,
    denied: "invit|ask|tell|shar|schedul|arrang|book|add|bring|约|叫|告诉|通知|邀|带|加",
  },
  undo: {
    asked:
      /\b(?:undo|revert|(?:take|put) (?:it|that|this|them|those|everything) back|restore|bring (?:it|that|them) back|not what i (?:meant|said|asked|wanted))\b|\b(?:that|this|it)(?:'s| is| was)? (?:all )?(?:wrong|a mistake)(?=[\s\p{P}]*$|[,.;!])|撤[销回掉]|收回|反悔|还原|改回|弄错|搞错|[记设写改]错|恢复(?=一下|刚|那|原|提醒|[\s\p{P}]*$)/iu,
    denied: "undo|revert|restor|撤|恢复",
  },
  zone: {
    asked:
      /\b(?:i'?m|i am|we'?re|we are|moved?|moving|arrived?|landed|liv(?:e|ing)|here in|flying|flew|travel\w*|stay\w*|time ?zone|set|change|switch|use|now in)\b|我在|我们在|我们?(?:刚|已经)?到.{1,8}了|到了|搬|住|出差|时区|改|换|设|用|来到|落地|这边|人在/iu,
    denied: "move|change|switch|set|use|改|换|设|用|在",
  },
  zh: {
    asked:
      /\b(?:speak|talk|use|switch|write|answer|reply|language|in|please|to)\b.{0,20}\b(?:chinese|mandarin)\b|(?:用|说|讲|换|改|切|语言|回复|变).{0,6}(?:中文|汉语|普通话|国语)/iu,
    denied: "speak|talk|use|switch|write|用|说|讲|换|改|切",
  },
  en: {
    asked:
      /\b(?:speak|talk|use|switch|write|answer|reply|language|in|please|to)\b.{0,20}\benglish\b|(?:用|说|讲|换|改|切|语言|回复|变).{0,6}(?:英文|英语)/iu,
    denied: "speak|talk|use|switch|write|用|说|讲|换|改|切",
  },
};

const deny = String.raw`(?:(?:\b(?:not|never|cannot|no need|dont|wont|cant|shouldnt)|n['’]t)\s+(?:\w+\s+){0,6}?|别|不要|不用|不想|不能|先不|不准|不许|没有?)(?:再|去|给我|帮我|把.{0,12})?`;
const denials = new Map(
  Object.entries(acts).flatMap(([act, { denied }]) =>
    denied === undefined ? [] : [[act, new RegExp(`${deny}(?:${denied})`, "iu")]],
  ),
);

/** What is still to be done, or was not done, is not over. */
const unfinished =
  /\b(?:has|have|had|is|are|was|were|did|does|do|ca|could|wo)n['’]?t\b|\bnot (?:yet|done|been|finished|paid)\b|\b(?:never|still|need to|have to|has to|going to|will|almost|nearly)\b|还没|没(?!问题|事|什么)|未|还要|还得|差点/iu;

export const isRequestFor = (act: Act, text: string): boolean =>
  acts[act].asked.test(text) &&
  denials.get(act)?.test(text) !== true &&
  !(act === "complete" && unfinished.test(text));

/** Where the words for an act stand. */
export const wordsFor = (act: Act, text: string): { readonly at: number; readonly end: number }[] =>
  Array.from(text.matchAll(new RegExp(acts[act].asked.source, "giu")), ({ index, 0: words }) => ({
    at: index,
    end: index + words.length,
  }));

/** A question whether, how or what if is not an order yet. */
const doubts =
  /\b(?:should|shall|did|may|must|could)\s+(?:i|we)\b|\b(?:do|does)\s+(?:i|we)\s+(?!have to)|\b(?:why|how|what|who|when|where)\s+(?:do|did|does|should|shall|can|could|would|if|to)\b|\bwhat if\b|\bif i\b|\bwhether\b|要不要|该不该|是不是|是否|有没有|应不应该|应该.{0,12}吗|如果|假如|怎么|为什么/iu;

export const isDoubtful = (text: string): boolean => doubts.test(text);

/** Speaks of what was just spoken of. */
export const isPointingBack = (text: string): boolean =>
  /\b(?:it|that|this|them|these|those|the last one|last one)\b|那个|这个|那条|这条|它|刚才|刚刚|上一个|改[到成]/iu.test(
    text,
  );
