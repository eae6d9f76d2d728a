import type { Prepared } from "../text/prepare.ts";
import { enCalendarTriggers } from "./en/calendar.ts";
import type { Trigger } from "./trigger.ts";
import { zhCalendarTriggers } from "./zh/calendar.ts";

const zhVerb = "(?:提醒|招呼|通知|催|戳|敲|呼叫?|喊醒?|叫醒?|唤醒|弄醒|闹醒?|吵醒)";
const zhTail = String.raw`(?:一下子?|一哈|一嗓子|一声|一次|一遍|[声下](?=[\s,，。!！~吧哈哦啊呗]|$))?`;
const zhThing =
  "(?:提醒|reminder|alarm|timer|闹钟|闹铃|倒计时|计时器?|定时器?|日程|行程|待办|番茄钟)";
const zhSet =
  "(?:(?:设置?|排|set|add|create|定|订|加|建立?|添加|创建|新建|安排|调)(?!了|的)|(?:开|上|弄|来|整)(?=一?个|一下))";
/** "开会的提醒取消": what exists is spoken of. */
const notChanged =
  "(?!(?:都|全部|也|先|就|那个|给我)*(?:取消|删|改|推|提前|往|关|撤|不要|不用|换|挪|几点|是))";

/** "提醒我妈吃药" is for her; "提醒我妈生日" is for oneself. */
export const zhKin =
  "(?:(?:妈(?!妈)|妈妈|爸(?!爸)|爸爸)(?!的|生日|过生日)|(?:嫂子|姐夫|妹夫|舅舅|舅妈|姑姑|姑妈|姨妈|叔叔|婶婶|伯伯|姥爷|外公|岳父|岳母|婆婆|公公|老伴|爱人|太太|丈夫|妻子|闺蜜)(?!的|生日|要|过)|(?:老婆|老公|媳妇|女朋友|男朋友|女友|男友|儿子|女儿|爷爷|奶奶|姥姥|外婆|室友|同事|[妹弟姐哥]{2})(?!的|生日|要))";

const zhPatterns: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:记得|别忘了|不要忘了|到点|到时候?|再|都|帮忙|帮我|麻烦|准时)?${zhVerb}(?:一下|下|一声)?(我们俩?|咱们?俩?|我俩|大家|我|俺|本人)(?!们的|的(?!士)|${zhKin}|家|[^定设订调,，。!！?？;；\s]{0,10}的(?:是|那个|那条|闹钟|提醒(?!我)|人(?=是|都|也|就|才|叫|不|很|真|$)))${zhTail}`,
    "g",
  ),
  /(?<![a-z])(?:remind|ping|wake|call|alert|notify|nudge)\s*(我们|咱们?|我|me(?![a-z])|us(?![a-z]))(?!的)(?:\s*up(?![a-z]))?(?:一下|一声)?/g,
  new RegExp(
    String.raw`(?:帮我|给我|请|麻烦)?${zhSet}(?:一?个|一下|上|好|成)?(?:[^，。,!?;；\n]{0,16}?)(?<!取消)的?${zhThing}${notChanged}`,
    "g",
  ),
  /(?<!(?:都是|又|总是?|老是?|还|就会?)\s*)把(我们?|俺)(?:给)?(?:喊|叫|弄|闹|吵|唤|拽|薅|拉|摇)(?:醒|起来|起床)(?!了|过|的)(?:一下)?/g,
  // What young people say, where a time stands before it.
  /(?<=(?:[点分半后钟时刻\d]|到点|到时候?)\s*(?:再|就|记得|准时)?)(?:踢|踹|滴滴?|艾特|cue|dd|摇|呼|拍|捅|敲|戳|推)\s*(我)(?!们?的|了|过)(?:一下|一脚|一声|一把|一巴掌|下)?/g,
  // "四十五分钟后叫".
  /(?<=后\s*)[叫喊](?=[\s,，。!！~]|$)/g,
  /(?:给|跟)(我)提(?:个|一?下)醒|(?<=[,，。\s]|^)(?:到点|到时候?)?提个醒/g,
  /(?:跟|和|给|同)(我)讲(?:一声|声)|(?<=(?:到点|到时候?|后|时候)\s*)[说讲吱](?:一?声|个声)|吱个声/g,
  // "提前五分钟跟我讲": behind a time it is not talk.
  /(?<=[点分半后钟时刻前]\s*(?:再|就|记得|准时)?)(?:跟|和|给|同)(我)[讲说](?:一?下|一声|声)?(?=[\s,，。!！~吧哈啊哦]|$)/g,
  /(?:跟|和|给)(我)说(?:一声|声)|告诉(我)一声|(?:提前)?通知(我)一声/g,
  /(?:帮我|给我|替我|请)(?:记得|记一?下|记着|记住|记个(?:事儿?)?|安排(?:一?下|上|好)?|预留|备忘)(?:一下|来)?|(?<=^|[\s,，。!！])记(?:一?下|着|住|个事儿?)(?=[\s,，:：。])|(?:帮我)?记(?:下来|进日程|到日程里?)|(?:别|不要)让我忘(?:了|记)?/g,
  /(?<=^|[\s,，。!！]|帮我|给我|请)(?:倒计时|倒数|定时|计时|闹钟|闹铃)(?:设|定|调)?(?:到|在|成|为)?(?=\s*(?:\d|[一二两三四五六七八九十半明今后周下早晚上]))/g,
  // "明天闹钟六点": an existing one of the person would be mentioned with "我".
  /(?<=^\s*(?:[今明后]天|[今明][早晚]|周[一二三四五六日天末])的?)(?:闹钟|闹铃)(?:设|定|调)?(?:到|在|成|为)?(?=\s*(?:\d|[一二两三四五六七八九十早晚上下]))/g,
  /^[\s【[]*(?:备忘|日程|待办|提醒|闹钟)(?:事项)?[\s】\]]*(?::|(?<=[】\]]))/g,
  // Without "我": the verb follows at once. The noun stands behind 的, 那个 or a number.
  /(?<![的个条次项些声句通]|没有?|自动|什么|哪些|再次|被)(?:提醒|到点(?:叫|喊))(?!得|的|事项|过|了|功能|软件|工具|服务|app|你|一下你|吗|呢|啥|什么|我|咱|俺|(?:请|都|也|先|就|给我)*(?:取消|删|改|换[成到为]|挪|推[迟后到]|延[后迟期]|调[整到成]|移[到至]))(?:一下|下)?/g,
  // "六点四十的闹钟来一个".
  new RegExp(`的?${zhThing}(?:给我|帮我)?(?:来|搞|整|弄|设|定|上)(?:一?[个下发]|上)(?!了)`, "g"),
  /(?:下午|早上|晚上|点|半|分|明早|\d)\s*的?(闹钟|闹铃)(?![响了])/g,
];

const enPatterns: readonly RegExp[] = [
  /\b(?:can|could|would|will)?\s*(?:you\s+)?(?:please\s+)?(?:just\s+)?(?:remind|remnd|remid|rmind|remimd|ping|nudge|alert|notify|buzz|poke|prod|text|message|bug|nag|pester|prompt|beep|hassle)\s+(me|us|both of us)\b/g,
  /\b(?:wake|get)\s+(me|us)(?:\s+up)\b|\bwake\s+(?:me|us)\b/g,
  /(?<!\b(?:to|and|or|can|could|will|would|please|just) )\b(?:please\s+)?(?:tell|ask)\s+(me)(?:\s+to\b|(?=\s+(?:at|in|on|tomorrow|tonight|every)\b[^,.!?]*\sto\s))/g,
  /\b(?:please\s+)?make\s+sure\s+(?:that\s+)?(?:i|we)\b(?:\s+(?:remember|don'?t forget)(?:\s+to)?)?/g,
  /\b(?:mind\s+|help\s+by\s+)(?:reminding|waking|pinging|nudging)\s+(me|us)(?:\s+up)?\b|\bremind\s+(myself)\b/g,
  /\bi\s+(?:want|need)\s+(?:a\s+)?(?:reminding|waking(?:\s+up)?)\b|\bi\s+(?:must|should|have\s+to|need\s+to|ought\s+to)\s+be\s+(?:reminded|told|notified|alerted|woken(?:\s+up)?)\b/g,
  /\bi(?:'d| would)?\s+(?:want|need|like|love|wish)\s+to\s+be\s+(?:reminded|told|notified|alerted|woken(?:\s+up)?|pinged|nudged)\b/g,
  /(?<=^|[,.!?;:]|\b(?:so|and|please|pls|just|then))\s*\b(?:hmu|hit\s+(me)\s+up)\b(?=\s+(?:in|at|on|around|tomorrow|tmrw|tonight|when|every|by)\b)/g,
  /\b(?:give\s+(me|us)|gimme|gi'?\s*us)\s+an?\s+(?:(?:\d{1,2}|two|three|four|five|ten|fifteen|twenty|thirty|half|one)[ -](?:an\s+)?(?:minutes?|mins?|hours?)[' -]*\s*)?(?:reminder|nudge|shout|yell|holler|bell|ping|heads[- ]?up|wake[- ]?up call|buzz|poke)\b/g,
  /\bget\s+(me|us)\s+out\s+of\s+bed\b/g,
  /\bput\s+(me)\s+down\s+for\s+a\s+(?:reminder|nudge|wake[- ]?up call)\b:?/g,
  /\ball\s+i\s+(?:need|want|ask)(?:\s+from\s+you|\s+for)?\s+is\s+a\s+(?:reminder|nudge|ping|shout|heads[- ]?up)\b/g,
  /\bdon'?t\s+let\s+(me|us)\s+(?:forget|miss)\b|\bhelp\s+(me|us)\s+(?:to\s+)?(?:remember|not\s+(?:to\s+)?forget)(?:\s+to)?\b/g,
  /(?<=^|[,.!?;:]|\b(?:please|pls|then|and|just))\s*\b(?:shout|yell|holler)(?:\s+at)?\s+(me)\b|(?<!\b(?:they|he|she|it|you|to|will|would|people|who|that|always|not|never|\w+n't|\w+s) )\b(?:shout|yell|holler)(?:\s+at)?\s+(me)\b(?=\s*$|\s+(?:at|in)\s+\d)/g,
  /\b(?:let\s+(me|us)\s+know|tell\s+(me|us)|give\s+(me|us)\s+a\s+shout)(?=\s+when\s+it(?:'?s|\s+is|\s+hits|\s+turns|\s+gets\s+to)\s+(?:\d|half|a?\s*quarter|noon|midnight|time\s+(?:to|for)\b))|\blet\s+(me|us)\s+know(?=\s+(?:at\s+\d|in\s+(?:\d|an?\b|half)|tomorrow\s+at|at\s+noon|at\s+(?:half|quarter)))/g,
  /(?<!don'?t |longer )\b(?:set|create|make|add|start|schedule|put(?: in)?|need|want|wish|give|get|sound|program|arrange|(?:turn|switch)\s+on(?=\s+(?:an?|another|my)\b)|(?:activate|enable|(?<!\b(?:i|we|to|you|they) )have)(?=\s+(?:an?|another)\b))\s+(?!off\b)(?:up\s+)?(?:me\s+|us\s+)?(?:an?|another|one more|one|two|three|the|my|some)?\s*(?!(?:[\w-]+\s+){0,2}(?:oven|microwave|tv|television|radio|stove|washer|washing machine|dryer|dishwasher|sprinkler|heating|heater|thermostat|light|lights|lamp|fan|ac|kettle|coffee|cooker|sleep|shower|pool)\s+(?:timer|alarm))(?:[\w\s:'-]{0,20}?\s)?(?:reminder|alarm|timer|wake[- ]?up call|countdown)s?\b(?:\s+(?:on|go(?:ing)?\s+off|ring(?:ing)?)(?=\s+(?:for|at|in|on|every|tomorrow|to)\b))?/g,
  /\b(?:new|another|one more)\s+(?:reminder|alarm)\b|\b(?:can|could|may)\s+(?:i|we)\s+(?:please\s+)?(?:have|get)(?:\s+(?:an?|another|one))?\s+(?:reminder|alarm|nudge|ping|wake[- ]?up call)\b|\b(?:i'?d|would)\s+like\s+(?:an?|another)\s+(?:reminder|alarm)\b/g,
  /\breminders?(?:,?\s+(?:please|pls))?\s*(?=:|\bto\b|\bfor\b|\bat\b|\bin\b)/g,
  /(?<!\b(?:fire|smoke|burglar|car|false|the|that|this|his|her|their)\s)\b(?:alarm|timer)\s+(?=(?:for|at|in)\b|\d)/g,
  /(?<=^|[,.!?;:]|\b(?:please|pls|plz))\s*\balarms?\s+(?![^,.!;]*\?)(?=(?:on\s+)?(?:every|each|daily|weekdays|weekends|tomorrow|tmrw|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/g,
  /(?<=^|[,.!?;]|please|can you|could you|just|and)\s*\b(?:(?:call|phone|ring)\s+(me)\b|give\s+(me)\s+a\s+(?:call|ring)\b)(?=\s+(?:at|in|tomorrow|tonight|on|when|back))/g,
  /\bwake\s+up\s+(me|us)\b/g,
  /(?<=\b(?:am|pm|\d|day|weekdays?|morning|tomorrow|tonight)\s*,?\s+)(?:an?\s+)?(?:alarm|reminder|wake[- ]?up call)\b(?=\s*(?:$|[,.!?]|pls\b|plz\b|please\b|for me\b))/g,
  /(?<=(?:^|[,.!;]|\b(?:please|pls|me|need))\s*)(?:please\s+)?(?:a|one|another)\s+reminder\b(?=\s+(?:tomorrow|today|tonight|on|every|early|at|in)\b)/g,
  /\b(?:remember|remind)\s+to\b(?!\s+remind)/g,
  /\bremind(?=\s+[a-z])(?!\s+you\b)/g,
];

/** What people say instead of "remind me"; it asks for a reminder only beside a time. */
const enAskedBesideTime =
  /(?<!\b(?:to|they|he|she|it|will|would|that|who|which|not|n't|never) )\b(?:warn|inform|urge|recall|remember|rember|remeber|remaind|remined|signal|memo|tell)\s+(me|us)\b(?!\s+(?:please\s+)?(?:about the|more|what|why|how|who|where|when|if|whether|a|the|your|from|as|of\s+(?:the|my)\s+(?:time|days?))\b)/g;

export function triggersOf({ text, language }: Prepared): Trigger[] {
  const found: Trigger[] = [];
  const claim = (trigger: Trigger): void => {
    if (!found.some(({ at, end }) => at < trigger.end && trigger.at < end)) found.push(trigger);
  };
  const asked = language === "en" ? Array.from(text.matchAll(enAskedBesideTime), read) : [];
  const orders = (language === "zh" ? zhCalendarTriggers : enCalendarTriggers)(text);
  const reminding = (language === "zh" ? zhPatterns : enPatterns).flatMap((regex) =>
    Array.from(text.matchAll(regex), read),
  );
  const named = orders.filter(({ calendar }) => language === "zh" && calendar === "sure");
  for (const trigger of [...named, ...reminding, ...orders]) claim(trigger);
  for (const trigger of asked) claim({ ...trigger, whom: "me", calendar: "weak" });
  const sorted = joinTriggers(
    text,
    found.toSorted((a, b) => a.at - b.at),
  );
  return sorted.filter(
    (trigger, index) => index === 0 || isNewRequest(text, sorted[index - 1], trigger),
  );
}

/** "帮我记着，到点叫我": said twice, asked once. */
const joinTriggers = (text: string, sorted: readonly Trigger[]): Trigger[] =>
  sorted.reduce<Trigger[]>((found, trigger) => {
    const last = found.at(-1);
    const repeats =
      last !== undefined &&
      last.whom === trigger.whom &&
      gap.test(text.slice(last.end, trigger.at));
    return repeats ? [...found.slice(0, -1), { ...last, end: trigger.end }] : [...found, trigger];
  }, []);
const gap = /^(?:[,，\s]|到点|到时候?|然后|记得|要|一定|and|please)*$/;

/**
 * Behind another one in the same clause it is content ("remind me to call me back"), unless a time
 * stands between them.
 */
const isNewRequest = (text: string, before: Trigger | undefined, trigger: Trigger): boolean =>
  before === undefined ||
  /[,，。!！?？;；\n\s点半分后]|\d/.test(
    text
      .slice(before.end, trigger.at)
      .replaceAll(/[a-z' ]+/g, "")
      .trimEnd(),
  );

const isNoun =
  /^(?:[下早晚]?[午上]?|点|半|分|明早|\d)\s*的?(?:闹钟|闹铃)$|^提醒(?:一下|下)?$|^(?:reminders?|alarm|timer)\s*$/;

function read(match: RegExpExecArray | RegExpMatchArray): Trigger {
  const person = match.slice(1).find((group) => group !== undefined);
  const whole = match[0].trimStart();
  const at = (match.index ?? 0) + match[0].length - whole.length;
  const whom =
    person === undefined
      ? /闹|钟|时|倒数|日程|提个醒|[说讲吱](?:一?声|个声)|待办|的?提醒$|^(?:帮|给|替|请)|记|忘|remind(?:er|ed)|alarm|timer|call|countdown|remember|wake|woken|pinged|nudged|make sure|hmu|gimme|gi'?\s*us|remind(?:ing)|waking|^[叫喊]$|^(?:put|add|schedule|enter|stick|pencil)\b/.test(
          whole,
        )
        ? "me"
        : "other"
      : // "give us a shout" is said by one who means himself.
        /们|俩|咱|us|大家/.test(person) && !whole.startsWith("give us a")
        ? "us"
        : "me";
  return {
    at,
    end: at + whole.length,
    whom,
    ...(isNoun.test(whole) ? { noun: true } : {}),
    // "加个日程": an order to a calendar.
    ...(/[日行]程$/.test(whole) ? { calendar: "sure" } : {}),
    timer: /倒计时|倒数|计时|定时|番茄|timer|countdown/.test(whole),
    wake:
      /醒|闹|wake|waking|woken|alarm|get (?:me|us) (?:up|out of bed)/.test(whole) &&
      !/提醒/.test(whole),
  };
}

/** Words that make a bare hour one of the morning. */
export const isWakeUp = (text: string): boolean =>
  /起床|叫醒|唤醒|闹醒|早起|起来晨|晨跑|闹钟|闹铃|wake|get (?:me |us )?up|get (?:me|us) out of bed|alarm/.test(
    text,
  );
