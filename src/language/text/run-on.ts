import { saysOf } from "../lexicon/speakers.ts";
import type { Clause } from "./clause.ts";

/** English sentences that were written one after the other without a comma between them. */
export const splitRunOn = (clause: Clause): Clause[] => splitAhead(clause).flatMap(splitBehind);

const asking =
  /\s+(?=(?:(?:please|pls|kindly|just|so|can you|could you|will you|would you|make sure to|therefore)\s+)*(?:(?:remind|wake|ping|nudge|alert|notify|buzz|shout(?: at)?|give|try|ask) me\b|try again\b|(?:move|push|reschedule|postpone|delay|cancel|delete|remove|change|shift|bring) (?:(?:the|my|our|it|that|this|today's|tomorrow's|\w+day's) |(?:it|that|this)$|(?:\w+ ){1,3}(?:to|by|back|until|forward)\b)))/;
/** A subject with its verb: "pasta's in", "choir practice is every Monday", "I keep forgetting". */
const statement = new RegExp(
  [
    String.raw`^\s*(?:(?:so|and|but|because|since|as)\s+)?(?:(?:i'm|i've|we're|we've|it's|there's|they're|he's|she's|something(?:'s| has)? (?:came|come) up|(?:i|we) (?:can't|cannot|won't|couldn't))\b`,
    String.raw`\w+'s (?:in|on|out|off|up|at|over|due|here|not|\w+ing|\w+ed)\b`,
    String.raw`(?:i|i'll|we|my|the|our|there|it|got)\b.*\b(?:i'm|i've|we're|we've|it's|there's|\w+'s|is|are|was|were|have|has|got|needs?|keep|start|starts|begins|leaves|closes|opens|comes|coming|going|put|took|must|will)\b`,
    String.raw`(?:still|stuck|busy|currently)\s+[a-z]+\b`,
    String.raw`(?:today|tomorrow|tonight|(?:on\s+)?\w+day)\b.*\b(?:is|are)\b`,
    String.raw`\w+(?:'s)?(?: \w+){0,3}? (?:is|are|was|needs?|has|starts|got|leaves|begins)\b)`,
  ].join("|"),
);
/** A speaker who says "I" is not the subject of the words before the wish. */
const ofSpeaker = /^\s*(?:(?:so|and|but)\s+)?(?:i|i'm|i've|we|we're|we've)\b/;
const asksPolitely = /^\s+(?:please|pls|kindly|so|can you|could you|will you|would you)\b/;
const plural = /(?<!\d[^a-z]*)\b(?!please|pls|days|weekdays|thurs|tues)[a-z]{2,}(?<!s|u)s\s*$/;
/** Behind one of these the wish is its object, or the word is who does it. */
const governs =
  /\b(?:to|and|or|will|would|can|could|should|might|may|you|not|never|\w+n't|\w+'(?:d|ll)|called|named|titled|goes|reads|they|he|she|it|people|always|also|who|that|which|says?|said|(?:say|typ|writ|sing|yell|shout|whisper)ing|tells?|told|asked|yells?|if|when|whether|like|(?:hear|heard|lets?|makes?|made|saw|watch|helps?|helped|had) (?:\w+ )?\w+)\s*$/;

/** "my kids wake me": a noun right before the verb does it, unless "I" is the subject. */
const isDoer = (before: string, wish: string): boolean =>
  plural.test(before) &&
  !ofSpeaker.test(before) &&
  !opensCondition.test(before) &&
  !asksPolitely.test(wish);
/** "when the vet calls remind me": what looks like a plural is the verb. */
const opensCondition = /^\s*(?:when|once|if|as soon as)\s+(?:the|my|our|he|she|it)\b/;
/** "change the sheets every Saturday at 9am can you remind me?": a task with its time, and the question behind it. */
const endsInTime =
  /(?:\d(?:\s?[ap]\.?m\.?)?|\b(?:noon|midnight|today|tomorrow|tonight|morning|evening|afternoon|\w+day))\s*$/;
const onlyAsks =
  /^\s+(?:please |pls )?(?:can|could|will|would) you (?:please |pls )?(?:remind|ping|nudge) me(?: (?:please|pls|plz|thanks|thx))?[\s.?!]*$/;
const saysOrAsks = /\b(?:said|says|asked|asks|told|wrote|if|when|what|why|how)\b/;

const isAskedForTask = (before: string, wish: string): boolean =>
  endsInTime.test(before) && onlyAsks.test(wish) && !saysOrAsks.test(before);

const isOwnSentence = (before: string, wish: string): boolean =>
  statement.test(before) ||
  opensCondition.test(before) ||
  (eventAtClock.test(before) && wishAtClock.test(wish)) ||
  isAskedForTask(before, wish);

/** "guests arrive at 6 remind me at 5:30": each of the two has its own time. */
const clock = String.raw`\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\.?)?`;
const eventAtClock = new RegExp(
  String.raw`^\s*(?!(?:on|at|in|this|next|every|tomorrow|today|tonight)\b)[a-z].*\b(?:at|by|around|until|till)\s+${clock}(?:\s+(?:today|tomorrow|tonight|on\s+\w+day))?\s*$`,
);
const wishAtClock = new RegExp(
  String.raw`\bme(?:\s+up)?\s+(?:(?:at|around|by)\s+${clock}|\d+\s+(?:min|hour)\w*\s+(?:before|earlier|ahead))`,
);

/** "the boiler man is coming Friday at 8:30 remind me": a statement and a wish without a comma. */
function splitAhead(clause: Clause): Clause[] {
  const found = asking.exec(clause.text);
  if (found === null) return [clause];
  const before = clause.text.slice(0, found.index);
  const wish = clause.text.slice(found.index);
  if (
    !isOwnSentence(before, wish) ||
    (governs.test(before) && !isAskedForTask(before, wish)) ||
    isDoer(before, wish)
  )
    return [clause];
  return splitAt(clause, found);
}

/** An order, at the head of its clause. */
const order =
  /^\s*(?:(?:hey|hi|ok|okay|oh|so|and|please|pls|kindly|just|also|alexa|siri|can you|could you|will you|would you)\s+)*(?:(?:remind|wake|ping|nudge|alert|notify|buzz|tell) me\b|(?:no need|don't need) to remind me\b|(?:set|add|put|create|make|schedule|book|alarm|cancel|delete|remove|scrap|drop|skip|erase|clear|undo|move|push|postpone|reschedule|delay|change|shift|no|can we)\b)/;
const fact = String.raw`is|isn't|are|aren't|was|were|has|hasn't|have|haven't|had|will|won't|can't|cannot|couldn't|don't|doesn't|didn't|always|never|usually|keeps?|needs?|got`;
/** What a timetable says of a thing. */
const takesPlace = String.raw`starts?|begins?|leaves?|departs?|closes?|opens?|ends?|lands?|arrives?|goes|comes|boards?|finish(?:es)?`;
/** "they close at 5", "she's away", "my train leaves at 7:05", "bread's in the oven", "flatmate is doing it". */
const remarks = new RegExp(
  [
    String.raw`\s+(?=(?:(?:i|we|he|she|they|it)'(?:m|s|re|ve|d|ll)\s+[a-z]`,
    String.raw`(?:i|we|he|she|they|it)\s+(?:just\s+|already\s+)?(?:${fact})\s+[a-z]`,
    String.raw`(?:he|she|they|it)\s+(?:only\s+|just\s+)?[a-z]+\s+(?:at|on|by|around|until|till|from|every|tomorrow|today)\s`,
    String.raw`(?:i|we)\s+(?:just\s+|already\s+)?[a-z]+(?:ed|ught|ot|ent|ung|oke|urt)\s+(?:my|the|it|him|her|them|a|an|our)\b`,
    String.raw`(?:my|our|his|her|their|the)\s+[a-z]+(?:\s+(?!there|i|we|he|she|it|they|who|that|which)[a-z]+)?\s+(?:${fact}|${takesPlace})\b`,
    String.raw`there(?:'s|\s+(?:is|are))\s`,
    `(?:${saysOf})`,
    String.raw`(?!to\b)[a-z]+\s+(?:starts|begins|leaves|departs|closes|opens|ends|lands|arrives|boards|finishes)\s+(?:at|on|in|by)\s+(?:\d|noon|midnight|half|quarter)`,
    String.raw`(?!(?:what|who|where|when|how|that|let|there)\b)[a-z]+(?:'s|\s+(?:is|are))\s+(?:in|on|at|off|out|over|due|here|doing|coming|killing|getting|going|taking|not|already|too)\b))`,
  ].join("|"),
  "g",
);
/** Behind one of these the sentence goes on: "remind me my bus leaves at 7", "when they close", "ask if". */
const leadsOn =
  /(?:\b(?:i|we|you|he|she|it|they|me|us|to|at|on|in|of|for|about|from|with|by|and|or|but|so|if|when|whenever|once|while|where|before|after|until|till|unless|since|because|as|than|like|that|what|which|who|whom|whose|why|how|whether|every|each|all|any|some|no|not|the|a|an|my|our|your|his|her|their|this|next|last|both|everything|anything|something|nothing|things?|stuff|time|day|way|place|say|says|said|see|sure|know|think|hope|guess|tell|told|ask|asked|check|find|make|let|text|tells|hear|remember|forget|need|want|is|are|was|were|be|will|can)|'s)\s*$/;
/** "the book she lent": what directly follows a thing may be said of it, unless the sentence is whole without it. */
const ofThing = /\b(?:the|an?|that|those|these|any|all)\s+(?:\w+\s+)?\w+\s*$/;
const wholeAlone = new RegExp(
  String.raw`^(?:(?:i|we|he|she|they|it)(?:'(?:m|s|re)\s|\s+(?:is|are|was|were|always|never|keeps?|can't|won't|don't|doesn't|didn't)\b)|(?:he|she|they|it)\s+(?:${takesPlace})\b|(?:i|we)\s+(?:just\s+|already\s+)?[a-z]+\s+(?:my|the|it|him|her|them|a|an|our)\b|(?:my|our|his|her|their|the)\s|[a-z]+(?:'s|\s+(?:is|are|${takesPlace}))\b)`,
);
/** Said in few words behind an order: how it is meant, or that one is sorry. */
const afterthought =
  /\s+(?=(?:(?:just|only)\s+(?:the\s+|this\s+)?once|this once|same (?:time|place|hour)|keep the (?:rest|others?)\b.*|my (?:bad|mistake|fault)|wrong (?:one|chat|person|day|button)|god help me|cheers|sorry(?: about that)?)[\s!.]*$)/;

/** "remind me at 4 to call the pharmacy they close at 5": an order, and a remark without a comma. */
function splitBehind(clause: Clause): Clause[] {
  if (!order.test(clause.text)) return [clause];
  const found = afterthought.exec(clause.text) ?? findRemark(clause.text);
  return found === undefined ? [clause] : splitAt(clause, found);
}

function findRemark(text: string): RegExpExecArray | undefined {
  for (const found of text.matchAll(remarks)) {
    const [before, said] = [text.slice(0, found.index), text.slice(found.index).trimStart()];
    if (leadsOn.test(before) || !order.test(before)) continue;
    if (!ofThing.test(before) || wholeAlone.test(said)) return found;
  }
  return undefined;
}

function splitAt(clause: Clause, { index, 0: gap }: RegExpExecArray): Clause[] {
  const at = clause.at + index;
  return [
    { at: clause.at, end: at, text: clause.text.slice(0, index) },
    { at: at + gap.length, end: clause.end, text: clause.text.slice(index + gap.length) },
  ];
}
