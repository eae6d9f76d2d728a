/** Small talk that needs no knowledge of the world, so that rules can answer it. */
export type SmallTalk =
  | "help"
  | "identity"
  | "time"
  | "sadness"
  | "gladness"
  | "feeling"
  | "wish"
  | "return"
  | "refusal"
  | "welcome"
  | "thanks"
  | "apology"
  | "farewell"
  | "wellbeing"
  | "praise"
  | "greeting"
  | "presence"
  | "amusement"
  | "acknowledgement";

/** Words for how a person feels. */
const sad = {
  en: "tired|exhausted|sleepy|sad|down|low|unhappy|depressed|lonely|bored|sick|ill|unwell|stressed(?: out)?|worried|anxious|nervous|scared|afraid|angry|upset|annoyed|frustrated|overwhelmed|hungry|thirsty|cold|busy|not (?:so |very |too )?(?:good|great|well|ok|okay|fine|happy)|bad|terrible|awful",
  zh: "累|困|疲惫|疲倦|难过|伤心|难受|不(?:太)?(?:开心|高兴|舒服|好受|好)|郁闷|沮丧|低落|孤单|孤独|寂寞|无聊|烦|烦躁|焦虑|紧张|担心|害怕|生气|委屈|失望|崩溃|头[疼痛]|饿|渴|冷|忙|想哭|压力大|emo|糟糕",
};
const glad = {
  en: "fine|good|great|well|ok|okay|alright|all right|happy|glad|excited|proud|doing (?:fine|good|great|well|ok|okay)|not bad|better|relaxed",
  zh: "开心|高兴|快乐|幸福|兴奋|激动|满足|放松",
};
/** Of these only with the person in front: alone they praise. */
const gladOnlyOfOneself = "好|不错|可以|行|挺好|很好|还好|舒服|好多了|没事";

const enSelf = "(?:i(?:'?m| am)(?: (?:just|feeling))?|i feel|i'?m feeling|feeling)";
const enMuch = "(?:(?:so|very|really|too|pretty|quite|a bit|a little|kind of|kinda|just) )*";
const enTail = "(?: (?:too|as well|also|again|today|now|right now|tonight))*";
const zhSelf = "我?(?:今天|现在|最近|这两天|这几天)?(?:也|都|还)?(?:感觉|觉得|心情|过得)?";
const zhMuch = "(?:也|都|好|很|太|有点儿?|有些|真的?|超级?|特别|非常|挺|还|怪)";
const zhTail = "(?:的|了|死了|得很|呢)*";

const feelings = (words: { readonly en: string; readonly zh: string }): readonly string[] => [
  `${enSelf} ${enMuch}(?:${words.en})${enTail}`,
  `${zhSelf}${zhMuch}+(?:${words.zh})${zhTail}`,
  `我(?:${words.zh})(?:了|死了|啊)*`,
];

const festivals =
  "new year|birthday|christmas|xmas|easter|holidays?|weekend|thanksgiving|valentine'?s(?: day)?|anniversary|lunar new year|mid-?autumn(?: festival)?|friday|diwali|eid|hanukkah";

/**
 * Whole phrases by kind. A message counts only if nothing else is in it: "thanks" is answered, "thanks, and who won the
 * game?" is not. Where two kinds share a message, the one listed first is answered.
 */
const phrases: Readonly<Record<SmallTalk, readonly string[]>> = {
  help: [
    "/?help",
    "help(?: me)?",
    "what (?:can|do) (?:you|u) do(?: for me)?",
    "what can i (?:do|say|ask)(?: here)?",
    "what are you (?:able to do|good for)",
    "how (?:do|can) (?:i use (?:this|you)|this works?|you work)",
    "how does (?:this|it) work",
    "(?:你|您)?(?:都)?(?:能|可以|会|能够)(?:帮我)?(?:干|做)(?:点|些)?(?:嘛|吗|啥|什么|哪些事情?)(?:事情?)?",
    "(?:你|您)?(?:都)?有(?:什么|哪些|啥)(?:功能|用|本事)",
    "(?:这个|你|您)?(?:要)?(?:怎么|如何)(?:用|使用|操作)",
    "帮助|使用说明|说明|功能",
  ],
  identity: [
    "who (?:are|r) (?:you|u)",
    "what are you",
    "what(?:'s| is) your name",
    "are you (?:a )?(?:bot|robot|human|real|person|ai)",
    "(?:你|您)(?:是|叫)(?:谁|什么|啥|哪位)(?:名字|东西)?",
    "(?:你|您)的?名字(?:是|叫)?(?:什么|啥)?",
    "(?:你|您)是(?:机器人|真人|人|ai|人工智能)(?:吗|么)?",
  ],
  time: [
    "what(?:'s| is) the (?:time|date)(?: now| today)?",
    "what time is it(?: now)?",
    "what day is (?:it|today)(?: today)?",
    "what(?:'s| is) today(?:'s date)?",
    "(?:现在|请问)?(?:现在)?(?:是)?(?:几点)(?:钟|了)*",
    "(?:今天|今儿)(?:是)?(?:几号|几月几号|什么日子|多少号|星期几|周几|礼拜几)",
    "现在(?:是)?(?:什么时间|什么时候)",
  ],
  sadness: feelings(sad),
  gladness: [
    ...feelings(glad),
    `我(?:今天|现在|最近)?(?:感觉|觉得|心情|过得)?${zhMuch}*(?:${gladOnlyOfOneself})${zhTail}`,
    "(?:same here|me too|和你一样|我也是|我也一样)",
  ],
  wish: [
    `(?:(?:a )?(?:very )?(?:happy|merry|joyful) )+(?:${festivals})(?: to you| everyone| too)?`,
    "(?:cheers to|congrat(?:s|ulations)|best wishes|good luck|all the best)",
    "(?:祝(?:你|您|大家)?)?(?:新年|元旦|春节|除夕|元宵节?|中秋节?|端午节?|国庆节?|圣诞节?|生日|节日|周末|假期|七夕|情人节|母亲节|父亲节|儿童节|劳动节)(?:快乐|愉快|好|安康)",
    "(?:恭喜发财|万事如意|身体健康|恭喜恭喜?|恭喜(?:你|您)?|加油|祝(?:你|您)好运|好运)",
  ],
  return: [
    "(?:i(?:'?m| am) )?(?:back|home)(?: (?:again|now|home))?",
    "我?(?:又)?(?:回来|回家|到家|忙完|下班|起床|睡醒|醒)(?:了|啦)",
  ],
  refusal: [
    "no+(?: (?:thanks|thank you|thx|way|need))?|nope|nah|not (?:now|really|today|yet)|maybe later|no i don'?t",
    "不(?:了|是|行|要|用|需要|想|对|可以|必|好)?(?:了|的)?(?:谢谢|谢了)?|没有|没|暂时不(?:用|要|需要)|以后再说|下次吧|改天吧",
  ],
  welcome: [
    "(?:you'?re|you are|ur|your) (?:very |most )?welcome|(?:my )?pleasure|don'?t mention it|anytime|any time",
    "不(?:用|必)?(?:客气|谢)|别客气|应该的|小意思",
  ],
  thanks: [
    "thanks?(?: you)?(?: (?:so|very) much| a (?:lot|million|bunch|ton))?",
    "many thanks",
    "thank (?:you|u)(?: (?:so|very) much)?",
    "th?n?x",
    "ty(?:sm)?",
    "cheers",
    "much appreciated",
    "i appreciate it",
    "(?:太|多|非常|十分|很)?(?:谢|感)(?:谢|激)?(?:你|您|大家|你们|啦|了|哈)*",
    "辛苦(?:你|您)?(?:了|啦)?",
    "麻烦(?:你|您)(?:了|啦)",
    "蟹蟹|3q",
  ],
  apology: [
    "(?:i'?m )?(?:so |very )?sorry",
    "my (?:bad|mistake)",
    "apologies",
    "对不起|抱歉|不好意思|我错了",
  ],
  farewell: [
    "(?:good ?)?bye(?: ?bye)?",
    "see (?:you|ya|u)(?: (?:later|soon|tomorrow|around))?",
    "cya|ttyl|later",
    "good ?night|nighty? night|sleep well|gn",
    "talk (?:to you )?(?:later|soon)",
    "brb|be (?:right )?back(?: (?:soon|later))?|back (?:soon|in a (?:bit|minute|moment|sec(?:ond)?))|afk|gtg|g2g",
    "(?:i(?:'ve)? )?(?:gotta|got to|have to|must|need to) (?:go|run|leave)(?: now)?",
    "take care",
    "have a (?:good|nice|great) (?:day|night|evening|weekend|one)",
    "再见|拜拜|拜|回见|回头见|回聊|回头聊|明天见|下次见|晚安|好梦|先这样|马上回来|一会儿?回来|稍等|等一?下|我去忙了|我先(?:忙|走|睡)了|早点休息",
  ],
  wellbeing: [
    "how are (?:you|u|things)(?: (?:doing|today|going))*",
    "how(?:'s| is) it going",
    "how do you do",
    "are (?:you|u) (?:very |so )?(?:busy|tired|ok|okay|alright|well|happy)(?: today| now)?",
    "(?:你|您)?(?:今天|今晚|最近|现在|这几天|这会儿)?(?:你|您)?(?:忙|累|困|开心|高兴)(?:吗|么|嘛|不[忙累困开高]?[心兴]?)",
    "what(?:'s| is) up",
    "sup|wassup",
    "(?:你|您)?(?:最近|今天|过得|还)*(?:好吗|怎么样|还好吗|好不好|如何)",
    "吃(?:饭)?了(?:吗|么|没|没有)",
  ],
  praise: [
    "(?:you(?:'re| are) )?(?:so |very |really )?(?:great|awesome|amazing|the best|nice|cool|perfect|wonderful|brilliant|lovely|smart|clever|sweet|helpful|good)",
    "(?:you(?:'re| are) )?(?:an?|the|my|such an?|a real|a true) (?:life ?saver|star|legend|angel|genius|hero|gem|champ(?:ion)?|treasure|godsend)|life ?saver|legend",
    "(?:good|great|nice) (?:job|work|one|bot)",
    "well done",
    "(?:i )?(?:love|like) (?:you|it|this)",
    "(?:你|您)?(?:真|好|太|很|挺|非常)?(?:棒|厉害|聪明|可爱|牛|贴心|给力|赞)(?:了|啊)?",
    "我?(?:好|很|真|超|最|太)?(?:爱|喜欢|想)死?(?:你|您)(?:了)?",
    "不错|干得好|做得好|真好|太好了|么么哒|666+|点赞",
  ],
  /** Any other feeling is acknowledged as well. */
  feeling: [
    `(?:i feel|i'?m feeling|i am feeling|feeling) ${enMuch}[a-z]+(?: [a-z]+)?`,
    `(?:我感觉|我觉得|我心情|我)${zhMuch}+(?!像|多|久)[\\p{Script=Han}]{1,3}?${zhTail}`,
  ],
  greeting: [
    "hi+(?: there)?",
    "he(?:l+o+|y+|ya)(?: there)?",
    "yo|howdy|greetings|hiya",
    "good (?:morning|afternoon|evening|day)|morning|evening",
    "(?:你|您|大家)(?:们)?好",
    "嗨|哈[喽啰罗]|喂|早|早安|早上好|上午好|中午好|下午好|晚上好|嘿",
    "nice to meet you|很高兴认识你",
  ],
  presence: [
    "(?:are )?(?:you|u) (?:still )?there",
    "anybody (?:there|home)|anyone (?:there|home)",
    "test(?:ing)?|ping",
    "(?:你|您)?(?:还)?在(?:吗|么|不|不在|嘛)?|有人(?:吗|么|在吗)|测试",
  ],
  amusement: [
    "(?:a?ha)+h?|(?:he){2,}|lol+|lmao|rofl|xd+",
    "[哈嘿呵嘻]{2,}|笑死(?:我了)?|有意思|好笑",
  ],
  acknowledgement: [
    "o+k+(?:ay|ie|ey)?(?: (?:then|cool|good|great|fine))?|k+",
    "(?:i )?got it|(?:i )?see|understood|noted|roger(?: that)?|copy(?: that)?|right|sure|fine|alright|all right|all good|sounds good|will do|(?:(?:yes|yep|yeah|ok|okay) )?(?:that's|that is|thats|it's|you're|you are) (?:right|correct|true|fine|good|great|perfect|it|ok|okay)|exactly|correct|perfect|(?:that )?works(?: for me)?|yep|yeah|yes|yup|no worries|no problem|np|never ?mind|nvm|done|cool",
    "(?:我|已经|都)*(?:知道|晓得|明白|了解|收到|懂|清楚|记住)(?:了|啦|咯)?",
    "(?:好|行|可以|没问题|没事|没关系|对|是|成|中|没错|正确|就这样|是这样|就是这样)(?:的|了|啊|呀|吧|嘞|哒|滴|呢)*",
    "嗯+|哦+|噢+|喔+|恩+|okk+|没事了?|不用了?|算了|随便|这样啊|原来如此|是吗|真的(?:吗|啊)?",
  ],
};

const kinds = Object.keys(phrases) as SmallTalk[];
const one = kinds.map((kind) => ({
  kind,
  pattern: new RegExp(`^(?:${phrases[kind].join("|")})$`, "iu"),
}));

/** Words that may stand beside a phrase without changing what it says. */
const addressed =
  /^(?:meanwhile|小满|bot|助手|机器人|please|so|well|oh|ah|and|just|then|again|buddy|friend|dear|man|bro)$/iu;
const particles = /[呀啊哦哈啦呢嘛哇喔呐噢]+$/u;

const mostChars = 40;
const mostParts = 6;

/** The kind of a message that is small talk from its first word to its last. */
export function smallTalkOf(text: string): SmallTalk | undefined {
  const plain = text.trim().replaceAll(/[’‘]/g, "'");
  if (plain === "" || plain.length > mostChars) return undefined;
  // A reaction in pictures alone says as much as "ok".
  if (!/[\p{L}\p{N}]/u.test(plain))
    return /\p{Extended_Pictographic}/u.test(plain) ? "acknowledgement" : undefined;
  const parts = plain
    .split(/[\n,，。.!！?？;；:：~～、…]+/u)
    .map((part) =>
      part
        .replaceAll(/[^\p{L}\p{N}\p{M}\s'/]/gu, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => part !== "");
  if (parts.length === 0 || parts.length > mostParts) return undefined;
  const found: SmallTalk[] = [];
  for (const part of parts) {
    const read = readPart(part, new Set());
    if (read === undefined) return undefined;
    found.push(...read);
  }
  return kinds.find((kind) => found.includes(kind));
}

/** One stretch between two marks: a phrase, or several beside each other ("ok thanks", "好的谢谢"). */
function readPart(part: string, failed: Set<string>): readonly SmallTalk[] | undefined {
  const whole = kindOf(part);
  if (whole !== undefined) return [whole];
  if (addressed.test(part)) return [];
  if (failed.has(part)) return undefined;
  for (let end = part.length - 1; end > 0; end--) {
    const [head, tail] = [part.slice(0, end).trimEnd(), part.slice(end).trimStart()];
    // Latin words are cut at spaces only.
    if (
      /[\p{Script=Latin}\p{N}]$/u.test(part.slice(0, end)) &&
      /^[\p{Script=Latin}\p{N}]/u.test(part.slice(end))
    )
      continue;
    const first = addressed.test(head) ? [] : kindOf(head);
    if (first === undefined) continue;
    const rest = readPart(tail, failed);
    if (rest !== undefined) return [...[first].flat(), ...rest];
  }
  failed.add(part);
  return undefined;
}

const kindOf = (part: string): SmallTalk | undefined =>
  one.find(({ pattern }) => pattern.test(part) || pattern.test(part.replace(particles, "")))?.kind;
