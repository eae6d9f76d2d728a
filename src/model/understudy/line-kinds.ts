import type { Language } from "../../domain/language.ts";

/** What a line asks for, as far as its form tells. */
export type LineKind =
  | "greeting"
  | "farewell"
  | "thanks"
  | "apology"
  | "wellbeing"
  | "identity"
  | "whereAreWe"
  | "time"
  | "company"
  | "weather"
  | "opinion"
  | "likes"
  | "dislikes"
  | "neutral"
  | "trusts"
  | "distrusts"
  | "stranger"
  | "likesYou"
  | "neutralYou"
  | "dislikesYou"
  | "wherePerson"
  | "wentOut"
  | "isHere"
  | "unseen"
  | "whereThing"
  | "remember"
  | "choice"
  | "why"
  | "how"
  | "when"
  | "whoIs"
  | "what"
  | "howMany"
  | "fact"
  | "offer"
  | "request"
  | "tell"
  | "sad"
  | "glad"
  | "afraid"
  | "hard"
  | "affection"
  | "agree"
  | "deny"
  | "claim"
  | "give"
  | "leave"
  | "come"
  | "laugh"
  | "action"
  | "direction"
  | "idle";

type Patterns = readonly (readonly [LineKind, RegExp])[];

/** The first that fits. Questions before statements: a line that asks wants an answer. */
const spokenKinds: Readonly<Record<Language, Patterns>> = {
  en: [
    [
      "wellbeing",
      /\bhow (?:are (?:you|things)|is everything|do you (?:do|feel)|have you been)\b[^?]{0,20}\?|\byou (?:ok|okay|all ?right|well)\?/iu,
    ],
    [
      "identity",
      /\b(?:who are you|what(?:'s| is) your name|what are you called|introduce yourself|tell me about yourself|what do you do\b(?! (?:with|about|if|when)))/iu,
    ],
    ["whereAreWe", /\bwhere (?:are we|am i)\b|\bwhat (?:is this place|place is this)\b/iu],
    ["time", /\bwhat time\b|\bhow late\b/iu],
    ["company", /\bwho(?:'s| is| else is) (?:here|there|with us|in the room)\b/iu],
    ["weather", /\b(?:how is|how's|what about) the weather\b/iu],
    [
      "opinion",
      /(?<!\b(?:what|whom?|how|why|when|where|which)\b[^.?!]{0,10})\b(?:do|did|would|can) you (?:really )?(?:like|trust|know|believe|hate|love|miss)\b[^?]*\?|\bwhat do you (?:think|make) of\b/iu,
    ],
    ["wherePerson", /\bwhere(?:'s| is| was| did| has)?\b[^?]*\?/iu],
    [
      "remember",
      /\b(?:do you|you) (?:still )?(?:remember|recall)\b|\bhave you (?:heard|forgotten)\b/iu,
    ],
    ["choice", /\b[\p{L}'-]+ or (?:(?:the|a|an|my|your) )?[\p{L}'-]+\s*\?/iu],
    ["howMany", /\bhow (?:many|much|often|far|old|big)\b/iu],
    ["why", /\b(?:why|how come|what for)\b[^.]*\?/iu],
    ["when", /\b(?:when|since when|how soon|how long)\b[^.]*\?/iu],
    ["whoIs", /\b(?:who|whose|whom)\b[^.]*\?/iu],
    ["how", /\bhow\b[^.]*\?/iu],
    ["what", /\b(?:what|which)\b[^.]*\?/iu],
    [
      "offer",
      /\b(?:will you|would you|can you|could you|shall we|shall i|do you want|may i|can i|can we|should we|are you coming|won't you)\b[^.]*\?/iu,
    ],
    ["fact", /\?/u],
    ["tell", /\b(?:tell (?:me|us)|explain|describe)\b/iu],
    ["thanks", /\b(?:thanks|thank you)\b/iu],
    ["apology", /\b(?:sorry|forgive me|my fault|i apologi[sz]e)\b/iu],
    [
      "farewell",
      /\b(?:goodbye|bye|farewell|good night|see you|i (?:have to|must|should) go|i'm leaving|i'm off)\b/iu,
    ],
    ["affection", /\bi (?:love|adore|like|missed|trust) you\b/iu],
    [
      "hard",
      /\b(?:i hate|liar|you lied|shut up|stupid|idiot|fool|get out|coward|traitor|your fault|go to hell)\b/iu,
    ],
    [
      "sad",
      /\b(?:i(?:'m| am| feel| was)?\s+(?:so |very |a bit |feeling )?(?:sad|lonely|tired|lost|miserable|alone|unhappy|heartbroken|exhausted)|died|is dead|passed away|drowned|was killed|funeral|is gone|i cried|i miss)\b/iu,
    ],
    [
      "afraid",
      /\b(?:i(?:'m| am) (?:so |very )?(?:afraid|scared|frightened|worried|terrified)|i fear)\b/iu,
    ],
    [
      "glad",
      /\b(?:i(?:'m| am) (?:so |very )?(?:happy|glad|delighted|proud)|i won|wonderful news|good news)\b/iu,
    ],
    [
      "greeting",
      /^\W*(?:hello|hi|hey|good (?:morning|evening|afternoon|day)|greetings|welcome|i(?:'m| am) back)\b/iu,
    ],
    [
      "request",
      /^\W*(?:[\p{L}' -]{1,20}, )?(?:please|let's|let us|come|go|give|take|show|bring|help|wait|stop|look|listen|open|close|put|hold|stay|follow|sit|promise|don't|do not|be quiet|leave|keep|find|ask|hide|pour|sing|play|read|try|stand|walk|run)\b/iu,
    ],
    [
      "agree",
      /^\W*(?:yes|yeah|yep|sure|of course|exactly|indeed|all right|okay|ok|agreed|true|right|fine|certainly|gladly)\b/iu,
    ],
    ["deny", /^\W*(?:no|nope|never|not (?:now|today|really))\b/iu],
  ],
  zh: [
    ["wellbeing", /(?:你|您|最近|近来)(?:还|都)?(?:好吗|好么|怎么样|过得|没事吧|还好吧|还好吗)/u],
    ["identity", /你(?:是谁|叫什么|是什么人|是做什么的|是干什么的)|介绍(?:一下)?(?:你)?自己/u],
    [
      "whereAreWe",
      /(?:这|这里|这儿)(?:里)?(?:是|到底是)(?:哪|什么地方)|我们(?:这是)?在(?:哪|什么地方)/u,
    ],
    ["time", /几点|什么时辰|多晚了/u],
    ["company", /(?:这儿|这里|屋里|船上|还)有(?:谁|哪些人|几个人)|都有谁/u],
    ["weather", /天气(?:怎么样|如何|好吗)/u],
    [
      "opinion",
      /(?:你)(?:喜欢|相信|信任|信|认识|讨厌|恨|爱|想念|了解|信得过)[^？?]*(?:吗|么|不|没有)?[？?]|(?:怎么看|觉得)[^？?]{1,12}(?:怎么样|如何|这个人)/u,
    ],
    [
      "wherePerson",
      /(?:在哪|去哪|上哪|哪儿去|哪里去|在什么地方|在何处)|^[^我你您，。]{1,6}呢[？?]/u,
    ],
    ["remember", /(?:还)?记得|记不记得|听说过|忘了吗/u],
    ["choice", /[\p{Script=Han}]{1,8}还是[\p{Script=Han}]{1,8}[？?]/u],
    ["howMany", /几(?:个|位|次|年|天|岁|颗|杯|条|间|人)|多少|多远|多大/u],
    ["why", /为什么|为何|怎么会|凭什么|干嘛|何必/u],
    ["when", /什么时候|多久|何时|哪天|哪年/u],
    ["whoIs", /谁(?![都也知])[^。]*[？?]|[^。]*(?:是谁|给谁|谁的)/u],
    ["how", /怎么(?!样)|如何|怎样/u],
    [
      "offer",
      /(?:要不要|能不能|可不可以|愿不愿意|好不好|行不行|可以[^。]*吗|能[^。]*吗|愿意[^。]*吗|想不想|一起[^。]*吗|要[^。]{0,8}吗|好吗|行吗)/u,
    ],
    ["what", /什么|哪(?:个|一|种)|怎么样/u],
    ["fact", /[？?]|吗$|么$/u],
    ["tell", /(?:告诉我|跟我说|讲讲|说说|给我讲|讲个|讲一)/u],
    ["thanks", /谢谢|多谢|感谢|谢了|有劳/u],
    ["apology", /对不起|抱歉|不好意思|我错了|原谅我|是我不好/u],
    ["farewell", /再见|晚安|告辞|我(?:先|该|得)走了|我走了|回头见|后会有期/u],
    ["affection", /我(?:爱|喜欢|想|相信|信)你/u],
    ["hard", /滚|骗子|你骗|闭嘴|蠢|讨厌你|恨你|混蛋|叛徒|胆小鬼|都怪你/u],
    ["sad", /难过|伤心|孤单|寂寞|想哭|我累|好累|很累|死了|去世|走丢|心碎|我哭/u],
    ["afraid", /害怕|我怕|担心|吓/u],
    ["glad", /高兴|开心|太好了|好消息|我赢了/u],
    [
      "greeting",
      /^\P{L}*(?:你好|您好|你们好|大家好|早上好|早安|晚上好|下午好|好久不见|我回来了|嗨|喂|哎，)/u,
    ],
    [
      "request",
      /^\P{L}*(?:[^，。]{1,8}，)?(?:请|来|走|快|别|不要|帮|给我|把|让我|让我们|我们(?:走|去|来)|等|等等|坐|看|听|跟|站|开门|关门|拿|带)/u,
    ],
    ["agree", /^\P{L}*(?:对|是的|是啊|好的|好吧|好啊|好，|好。|行|嗯|没错|当然|可以|一言为定)/u],
    ["deny", /^\P{L}*(?:不(?!过|知|是[^，。]{2,})|没有|才不|不是)/u],
  ],
};

const doneKinds: Readonly<Record<Language, Patterns>> = {
  en: [
    ["give", /\b(?:gives?|hands?|passes|offers?|pours?|slides?)\b/iu],
    [
      "leave",
      /\b(?:leaves?|goes out|walks? (?:out|away|off)|runs? (?:off|away|out)|says? goodbye)\b/iu,
    ],
    ["come", /\b(?:comes? (?:in|back|closer)|enters?|arrives?|knocks?|steps? in)\b/iu],
    ["laugh", /\b(?:laughs?|giggles?|grins?|chuckles?)\b/iu],
    ["sad", /\b(?:cr(?:y|ies)|weeps?|sobs?|tears?)\b/iu],
    ["afraid", /\b(?:trembles?|shivers?|flinch(?:es)?)\b/iu],
    ["hard", /\b(?:slaps?|hits?|kicks?|shouts?|slams?|spits?)\b/iu],
    ["affection", /\b(?:hugs?|kiss(?:es)?|embraces?|holds? (?:her|his|your|their) hand)\b/iu],
  ],
  zh: [
    ["give", /递给|递过|交给|给(?:他|她|你)|送给|倒(?:了)?(?:一杯|茶|酒)/u],
    ["leave", /离开|走出|出去|转身走|跑了/u],
    ["come", /进来|走进|进门|回来|敲门|推门/u],
    ["laugh", /笑/u],
    ["sad", /哭|流泪|眼泪|叹气|叹了口气/u],
    ["afraid", /发抖|哆嗦|缩/u],
    ["hard", /打了|踢|吼|摔/u],
    ["affection", /抱住|拥抱|吻|牵(?:起|住)/u],
  ],
};

const firstOf = (patterns: Patterns, text: string): LineKind | undefined =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0];

/** Of several sentences, a question or a plea in any of them counts before the rest. */
export const kindOfSpeech = (text: string, language: Language): LineKind =>
  firstOf(spokenKinds[language], text) ?? "claim";

export const kindOfDoing = (text: string, language: Language): LineKind =>
  firstOf(doneKinds[language], text) ?? "action";

const asks: ReadonlySet<LineKind> = new Set([
  "opinion",
  "wherePerson",
  "remember",
  "howMany",
  "why",
  "when",
  "whoIs",
  "how",
  "what",
  "fact",
  "tell",
]);

/** Kinds that something said earlier may answer. */
export const isAskingForKnowledge = (kind: LineKind): boolean => asks.has(kind);
