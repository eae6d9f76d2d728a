import { clauseAt } from "./clauses.ts";
import type { Reading } from "./reading.ts";
import type { Trigger } from "./triggers.ts";

/**
 * A wish that hangs on another verb is one only if that verb asks for it: "I want you to remind me", but not "I might ask
 * you to wake me" or "the song says wake me up". What merely stands beside it ("dentist at 3 remind me") leaves it a wish.
 */
export function isWished({ prepared, clauses, phrases }: Reading, trigger: Trigger): boolean {
  const clause = clauseAt(clauses, trigger.at);
  if (clause === undefined) return true;
  const times = phrases.filter(({ at, end }) => at >= clause.at && end <= trigger.at);
  const before = times
    .toReversed()
    .reduce((rest, { at, end }) => `${rest.slice(0, at)} ${rest.slice(end)}`, prepared.text.slice(0, trigger.at));
  const preface = before.slice(clause.at);
  const { asking, governing, telling } = frames[prepared.language];
  if (telling.test(preface)) return false;
  // What stands before "and" is another sentence.
  const own = preface.replace(/^.*\b(?:and|but|so|then)\b/, "");
  return !governing.test(own.replaceAll(asking, " ").replaceAll(/\s+/g, " "));
}

const enPolite = String.raw`(?:please|pls|plz|kindly|just|maybe|possibly|perhaps|also|really|quickly|hey|hi|ok|okay)`;
const enAsking = new RegExp(
  [
    String.raw`\b(?:can|could|would|will|won't|can't) (?:you|u|ya)\b`,
    String.raw`\b(?:can|could|may|might) (?:i|we) (?:please )?(?:get|have|set|request|ask (?:you )?(?:for|to))`,
    String.raw`\b(?:i|we)(?:'d| would)? (?:want|need|like|love|prefer|appreciate)(?: it)?(?: (?:if|for))?(?: (?:you|u))?(?: (?:could|would|can))?(?: (?:to|please))?\b`,
    String.raw`\b(?:i'm|i am|we're) (?:asking|begging|telling|counting on|relying on) you (?:to|for)?`,
    String.raw`\b(?:i|we)(?:'ll| will| would) (?:need|want)(?: you)?(?: to)?\b`,
    String.raw`\b(?:i|we) (?:have|ought|got) to\b`,
    String.raw`\b(?:do you think|is it (?:possible|ok(?:ay)?|alright)|would it be (?:possible|ok(?:ay)?)|any chance|(?:i was |just |i'm )?wondering if|it(?:'d| would) be (?:great|nice|good|helpful|lovely)|help me out)(?: (?:if|that|for|of|to))?(?: (?:you|u))?(?: (?:could|can|would|will|might|to))?\b`,
    String.raw`\b(?:would you mind|don't forget|do not forget|remember|make sure|be sure|go ahead and|feel free|try|i need|i want)(?: (?:that )?(?:you|u)| to)*\b`,
    String.raw`\byou (?:can|could|should|may|must|need to|have to|might want to)\b`,
    String.raw`\b(?:it's|it is) time to\b`,
    String.raw`\b${enPolite}\b`,
  ].join("|"),
  "g",
);

/** What is left ends in a word that takes the wish as its object, denies it, or speaks about it. */
const enGoverning = new RegExp(
  [
    String.raw`\b(?:to(?: (?:get|have|receive|be|set|hear))?|for|that|you|about|of|if|whether|than|like|in)`,
    String.raw`\b(?:say|sing|yell|shout|scream|whisper|text|typ|writ|tell|ask|repeat|joke|plead|chant|read|mean|hear|call|titl|nam)(?:e|s|es|ed|d|ing)?`,
    String.raw`\b(?:said|sang|wrote|written|goes|went|meant|told|heard|was|were|is|are|been|being|be|had|has|having|let(?:s|ting)?|made|got|gotten)`,
    String.raw`\b(?:would|will|could|can|should|does|did|won'?t|don'?t|didn'?t|doesn'?t|never|not|cannot|wasn'?t|isn'?t|without|instead of)`,
  ].join("|"),
);
const enEnd = String.raw`(?: (?:an?|any|another|the|my|your|that|this|those|me|us|single))*[ :]*$`;
/** "the reminder at noon": one that there is. */
const enKnown = /^\s*(?:the|that|this|your|his|her|those)\s*$/;

const zhPolite = String.raw`(?:请|麻烦|劳烦|劳驾|拜托|帮忙|帮我|给我|顺便|记得|一定要?|务必|千万|尽量|能不能|可不可以|可以|能否|可否|(?<!可)能|方便的话|到时候?|到点|准时|按时|然后|再|也|都|就|还|先|那|嗯|好|好的|ok)`;
const zhAsking = new RegExp(
  [
    String.raw`(?<![没不别未非])(?:我|咱)?(?:还|也|就|很|特别|只|真)?(?:想要?|希望|需要|要|求求?|请|想让|想请|想叫|得|必须)(?:你|您|请你|让你|麻烦你|叫你)?`,
    String.raw`(?:别|不要|不能|不许|勿)忘(?:了|记)?(?:要|了)?`,
    zhPolite,
  ].join("|"),
  "g",
);

const zhGoverning =
  /(?:(?:没|没有|不|别|不是|未|从没|从来没|并没|可没|又没|没人)(?:说|让|叫|要|想|需要|打算|准备|求|请|允许|用)(?:过|要|让|叫|请)?(?:你|您|人|谁)?|(?:说|唱|写|写着|写道|写了|喊|念|听|听到|听见|问|回|叫做|名叫|标题是?|考虑|犹豫|琢磨|想着|打算|准备|计划|可能会?|也许|以为|担心|怕|讨厌|拒绝|忘记|忘了|害怕)(?:要|过|让|叫|请|着)?(?:你|您)?)[\s:：]*$/;

/** Somebody else does it, as always: "之前每个月都会提醒我", "我家猫来叫我". */
const zhTelling =
  /^(?!.*[你您]).*(?:[都就总也才还常]|一直|每次|他|她|它|们|手机|系统|app)会\s*$|^\s*(?:我们?家|我的|家里|隔壁|楼[上下]|[那这一]只?个?)\S{1,6}\s*(?:准时)?来\s*$/;

const frames = {
  en: { asking: enAsking, governing: new RegExp(`(?:${enGoverning.source})${enEnd}`), telling: enKnown },
  zh: { asking: zhAsking, governing: zhGoverning, telling: zhTelling },
} as const;
