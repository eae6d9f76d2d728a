import { actBase, actPast, alike, maybe, stems, sure, world } from "./claim-verbs-en.ts";

const adverbs = String.raw`(?:\s+(?:just|now|already|also|then|all|both|finally|gone ahead and|went ahead and|go ahead and|\w+ly))*`;
const times = String.raw`\d{1,2}(?::\d\d)?\s*(?:am|pm)\b|\d{1,2}[:.]\d\d\b|(?:to|at|until|till|for|by|on|before|after) (?:the )?(?:an? |half |quarter )*(?:\d{1,2}(?:st|nd|rd|th)?\b(?!\d| degrees)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hours?|days?|weeks?|midday|past|dawn)\b|today|tomorrow|tonight|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|weekends?|(?:january|february|march|april|june|july|august|september|october|november|december)\b|every (?:day|morning|evening|night|week|weekday|month|year)|daily|weekly|next (?:week|month)|in (?:an?|\d+|ten|twenty|thirty|half an) (?:minutes?|hours?|days?|quarter)|a (?:week|day) ahead|o'?clock`;
const time = new RegExp(String.raw`\b(?:${times})`, "iu");

/** What this product keeps for a person. */
const things =
  "reminders?|alarms?|calendars?|schedules?|appointments?|meetings?|to-?dos?|tasks?|time ?zones?|timers?|invit(?:ation|e)s?|messages?|notes?|lists?|agenda|(?:quiet|silent|sleep|focus) (?:hours|time|mode)|do[- ]not[- ]disturb|notifications?|events?|entr(?:y|ies)|wake-up calls?|titles?|settings?|birthdays?|series|nudges?|nags?|rsvps?|orders?|reservations?|bookings?|trips?|plans?|dates?";
const thing = new RegExp(String.raw`\b(?:${things})\b`, "iu");
/** Words about a text that was written or rewritten in the reply itself. */
const text =
  /\b(?:paragraphs?|sentences?|typos?|wording|tone|greeting|essays?|poems?|code|function|jokes?|stor(?:y|ies)|tales?|summar(?:y|ies)|examples?|drafts?|tables?|recipes?|versions?|answers?|translations?|explanations?|ideas?|suggestions?|questions?|words?|lines?|steps?|humou?r|thoughts|tips?|sources?|headings?|commas?|(?:your|the|this) (?:texts?|e-?mail|letter|article|report|post|speech|chapter))\b/iu;
const startsWithThing = new RegExp(String.raw`^\W*(?:${things})\b`, "iu");
const quoted = /["“‘「][^"”’」]*["”’」]/u;
/** A word with a capital letter behind another word: a name. */
const name = /\p{L}[\p{L}'’]*,?\s+(?!I\b)\p{Lu}\p{Ll}+/u;

const hasObject = (clause: string): boolean =>
  thing.test(clause) ||
  time.test(clause) ||
  quoted.test(clause) ||
  name.test(clause) ||
  /\b(?:your|you're|for you|everything|things)\b/iu.test(clause);

const counts = "one|two|three|four|five|six|seven|eight|nine|ten|a couple|several|both|all|\\d+";
const pronouns = String.raw`\b(?:it|that|this|them|those|him|her|another one|(?:${counts}) (?:more|others?|of (?:it|them|those|these)))\b`;
const we = String.raw`(?<![\p{L}'’])(?:i|we)`;
const bySure = new RegExp(
  String.raw`${we}(?:['’]ve| have|['’]d| had)?${adverbs}\s+(?:${sure.past}|${sure.participle})\b`,
  "iu",
);
/** An act on people or dates, by us or in the passive. */
const byWorldly = new RegExp(
  String.raw`(?:${we}(?:['’]ve| have)?|\b(?:been|is|are|was|were)|['’]s)${adverbs}\s+(?:${world.participle})\b`,
  "iu",
);
const switched = /\b(?:switched|turned|shut)\b(?: [\w’' ]{1,30})? (?:off|on)\b/iu;
/** “I'd put Lena first” is a thought: the past of these verbs looks like the present. */
const byMaybe = new RegExp(
  String.raw`${we}(?!['’]d\s+(?:set|put|let)\b)(?:['’]ve| have|['’]d| had)?${adverbs}\s+(?:${maybe.past}|${maybe.participle})\b(?! (?:out|off|foot|sail)\b(?! (?:the|your|an?|to)\b))(?: ${pronouns})?`,
  "iu",
);
/** "I've called off brunch" */
const calledOff = new RegExp(
  String.raw`${we}(?:['’]ve| have)?${adverbs}\s+(?:called|put) off\b`,
  "iu",
);
/** "The countdown is running" */
const ticking =
  /\b(?:the|your) (?:\w+ )?(?:timer|countdown|clock|stopwatch) (?:is|['’]s|has)(?: now)? (?:running|ticking|started)\b/iu;
const pronounObject = new RegExp(pronouns, "iu");
/** Any act: "I've scrapped all of them", "I declined your meeting". */
const haveActed = new RegExp(
  String.raw`${we}(?:['’]ve| have)${adverbs}\s+${actPast}\b(?: ${pronouns})?`,
  "iu",
);
const acted = new RegExp(String.raw`^\W*(?:\p{L}+,? )?${we}${adverbs}\s+${actPast}\b`, "iu");
/** "I've let the others know", "I dropped Hannah a line" */
const toldOthers = new RegExp(
  String.raw`${we}(?:['’]ve| have)?${adverbs}\s+(?:let (?!you\b)[^,]{1,30} know\b|(?:dropped|sent|wrote|written|gave|given|handed|contacted|called|reached out to|replied to|answered) (?!I\b)(?-i:\p{Lu}\p{Ll}+)(?! as\b))`,
  "iu",
);
/** "I have your dentist down", "I've got it in" */
const heldDown =
  /(?:i|we)(?:['’]ve| have)(?: got)? (?:you|it|that|your|the) ?.{0,40}\b(?:down|in|on)\b/iu;
const ing = new RegExp(
  String.raw`${we}(?:['’]m| am|['’]re| are)(?: now| just)? (?:${stems})[a-z]?ing\b`,
  "iu",
);

const future = String.raw`(?:['’]ll| will| shall|['’]m going to| am going to|['’]re going to)(?:\s+(?:also|just|now|then|\w+ly))*`;
const ensure = String.raw`(?:\s+(?:make sure (?:to|that i|you)|be sure to|go ahead and|see to it that))?`;
const willSurely = new RegExp(
  String.raw`${we}${future}${ensure}\s+(?:${sure.base})(?: you)?\b`,
  "iu",
);
const willMaybe = new RegExp(
  String.raw`${we}${future}${ensure}\s+(?!(?:tell|give|let|send|share|start|begin|take|note|get|bring|keep) (?:you\b(?! know\b| up\b)|my|that|with|by|a (?:look|guess))|keep (?:it|this|things) (?!(?:on|in|at|for|as)\b))(?:${maybe.base}|use|have|be)\b`,
  "iu",
);
/** "I'll check in with you tomorrow", "I'll give you a shout when it's time" */
const willAct = new RegExp(
  String.raw`${we}${future}\s+(?:${actBase}|keep \p{L}+ing)\b.*\b(?:you|your|it|them)\b`,
  "iu",
);
const inTime =
  /\bwhen (?:it['’]s|it is|the) time\b|\bwhen (?:it['’]s|it is) due\b|\buntil (?:it|that|they|you)(?:['’](?:s|re)| is| are|['’]ve| have)?\b/iu;
/** "Your brother will be notified", "Your digest will come at 7 from now on" */
const willBe = new RegExp(
  String.raw`\b(?:your \p{L}+|they|everyone|everybody|(?!you\b)(?-i:\p{Lu}\p{Ll}+))(?:['’]ll| will)${adverbs} be${adverbs} (?:told|${world.participle})\b(?! by (?!an?\b))|\bwill\b.*\bfrom now on\b|^\W*you(?:['’]re| are) now (?!ready|able|at|in)\p{L}`,
  "iu",
);
/** "I'll tell you a week ahead", "You'll hear from me at 5" */
const promise = new RegExp(
  String.raw`${we}${future}\s+(?:(?:tell|give|let|send|get|call|see that) you|make sure you)\b.*\b(?:${times})|\byou(?:['’]ll| will)(?: now)? (?:(?:get|receive|hear|have)\b.{0,30}\b(?:from me|remind\w*|nudge|ping|notification|alert)|be (?:reminded|notified|alerted|woken)\b(?! by))|\b(?:it|that|this|your \w+|the (?:\w+ )?(?:${things}))(?:['’]ll| will)(?: now)? (?:ring|fire|go off|sound|buzz|remind|repeat)\b|${we}${future} be in touch\b|\bexpect (?:an?|the|my) (?:\w+ )?(?:nudge|reminder|ping|message|call)\b|\p{Lu}\p{Ll}+ will (?:get|hear|receive)\b.{0,20}\b(?:from me|message|invit\w+|note)\b`,
  "iu",
);
const silenced =
  /\b(?:won['’]t|will not|will no longer|no longer)\s+(?:bother|ring|remind|fire|go(?:es)? off|disturb|trouble|buzz|repeat)s?\b/iu;

/** The beginning of an answer, in front of what was done. */
const opening = String.raw`^[^\p{L}"“]*(?:(?:ok(?:ay)?|sure(?: thing)?|great|alright|all right|perfect|yes|yep|got it|no problem|of course|done|right|understood|there|happy to)\b[\s,.!:–—-]*)*(?:(?:and|so|then|also|just|now)\s+)*`;
/** "Cancelled the haircut for you", "Marked as done" */
const headless = new RegExp(
  String.raw`${opening}(?:(?:(?:${sure.participle})\b|(?!(?:${alike})\b)(?:${maybe.participle})\b)(?=\s*(?:[:.!,]|$)|\s+(?:it|that|them|this|the|your|all|both|off|out|as|to|from|for|on|in|at|by an?|\d|["“]|\p{Lu}|[a-z]+ (?:to|for|off|from|until)\b))(?!\s+by\s+(?!an?\b))|(?:set|put) (?:for|down|at|in your|on your)\b)`,
  "iu",
);
/** "Reminder set for 3pm", "Rent reminder: gone" */
const headlessThing = new RegExp(
  String.raw`${opening}(?!(?:${alike})\b)(?:(?:[\p{L}'’-]+ ){0,3}(?:${things}|changes)|all (?:${counts})|both)(?:[:,]| for [^,]{1,30},?| to \p{L}+)?\s+(?:${sure.participle}|${maybe.participle}|${actPast}(?=\s*(?:[.!,]|$)|\s(?:for|until|to|at|from)\b)|gone|done|off|on|coming up|on (?:its|the) way)\b(?! (?:me|us|you|him|her|them|my|your|the|an?|which|that|who|by)\b)`,
  "iu",
);
/** "Reminder's in place!" */
const inPlace = new RegExp(
  String.raw`${opening}(?:\p{L}+ )?(?:${things})['’]s (?:in place|set|ready|live|up|gone|on|off)\b`,
  "iu",
);
const bare = new RegExp(
  String.raw`${opening}(?:done\b(?=\s*(?:[.!,:–—-]|$))|undone\b|all (?:set|done|sorted)\b|sorted\b|consider (?:it|that|the [\w ]{1,30}) (?:done|${sure.participle}|${maybe.participle})\b|taken care of\b|you['’]?re (?:all set|booked|down for|good to go|set)\b|got (?:you|it|that) (?:down|in)\b)`,
  "iu",
);
/** "I crossed the rent off", "Rent is crossed off" */
const particled = new RegExp(
  String.raw`(?:${we}(?:['’]ve| have)?${adverbs}\s+|\s(?:is|are)(?: now| all)? |['’]s )(?:checked [^:,;]{0,40}?off\b|(?:ticked|crossed|struck|turned|switched|shut|jotted|noted|brought)\b[^:,;]{0,40}?\b(?:off|out|on|down|back)\b)`,
  "iu",
);
/** "I've marked the rent as paid" */
const markedAs = new RegExp(
  String.raw`(?:${we}(?:['’]ve| have)?${adverbs}|\b(?:been|is|are|was|were)(?: now| all)?)\s+(?:marked|flagged|recorded|logged|filed)\b.{0,40}?\bas (?:\w+ly )?(?:done|paid|completed?|finished|bought|sent|read|handled|closed|settled)\b`,
  "iu",
);
const ticked = /[✅✔☑✓]/u;

/** A subject that is one certain thing: "your dentist", "the 3pm meeting", "Anna", "it". */
const subject = String.raw`(?:\b(?:your|the|that|this|all|both|everything|it|they|these|those|\d+|my)\b[^,;:]{0,60}?|\p{L}[\p{L}'’ -]{0,40}?)`;
const been = new RegExp(
  String.raw`^\W*(?:\p{L}+,? )?${subject}(?:\s+(?:has|have)|['’](?:s|ve))${adverbs}\s+been${adverbs}\s+(?:(${sure.participle})|(?:${maybe.participle}|taken care of))\b(?! by (?!an?\b))`,
  "iu",
);
const anyBeen = new RegExp(
  String.raw`(?:\s(?:has|have)|['’](?:s|ve))${adverbs}\s+been${adverbs}\s+${actPast}\b(?! by (?!an?\b))`,
  "iu",
);
const anyNow = new RegExp(
  String.raw`(?:\s(?:is|are)|['’](?:s|re))(?: (?:all|both|successfully))*(?: now(?: all)? ${actPast}\b| ${actPast} (?:off|on|out|down|over|until|till)\b)`,
  "iu",
);
const nowDone = new RegExp(
  String.raw`(?:\s(?:is|are|was|were)|['’](?:s|re))(?:\s+(?:now|all|already|both|successfully))*\s+(?:${sure.participle}|${maybe.participle}|done|in place|live|armed|active|gone|back|off|history|no more|toast|yours|in(?=\s*(?:[.:!,;]|$))|official|confirmed|ready|aware|in the loop|up and running|down for|on (?:its|the) way|on the books)\b(?! by (?!an?\b))`,
  "iu",
);
/** "Yoga on Thursday is cancelled" */
const isEnded = new RegExp(
  String.raw`(?:\s(?:is|are)|['’]s)${adverbs} (?:${sure.participle})\b(?! by (?!an?\b))`,
  "iu",
);
const moved =
  /\b(?:has|have) (?:now )?(?:moved|changed|gone|shifted|switched|got (?:my|the|your))\b|\b(?:stands for|now (?:have|run|start|end|repeat|\p{L}+s(?<!\bis|\bwas|\bthis|\bits))|(?:is|are|runs?) (?:on [\w ]{1,20} )?now\b|is now (?:an?|at|on|in|called|the)|can now (?:see|read|find)|knows? about .{1,30} now|(?:rings|goes off|fires) (?:at|on|from)|(?:is|are) in my books)\b/iu;
const definite = new RegExp(
  String.raw`\b(?:your|you['’]re|you are|it['’]?s?|that['’]?s?|they|everything|(?:the|that|this|all|both|(?:all|both) (?:of )?(?:your|the|them|these|those)|my) (?!first\b|last\b|of\b|law\b)|(?:${counts}) (?:(?:${things})\b|ha|ar|we))`,
  "iu",
);
/** A name alone: "Victor was removed from your friends". */
const aName =
  /^\W*(?:\p{Lu}\p{L}+(?: and \p{Lu}\p{L}+)?|\p{Lu}\p{L}+['’]s \p{L}+)\s(?:is|ar|wa|we|ha)/u;
/** "the 3 pm one", "all five" */
const timed = new RegExp(
  String.raw`\b(?:the|your|that|my) .{0,12}\b(?:${times})|^\W*(?:both|all|all (?:of them|${counts})|(?:both|all) of (?:the|your|these|those) \p{L}+)\s+(?:ha|ar|we)`,
  "iu",
);
/** "The review is an hour later now" */
const shifted =
  /\b(?:is|are|starts?|ends?|begins?|runs?)\b.{0,20}\b(?:later|earlier|longer|shorter) now\b|\b(?:is|are) off (?:for|until|till)\b/iu;
const owned =
  /\b(?:off|on|in|from|to) (?:your|the) (?:\w+ )?(?:list|calendar|plate|agenda|radar|schedule)\b|\byou['’]?re (?:booked|down|now on|on \p{Lu}\w+ time)\b|\bfrom (?:now|here) on you(?:['’]re| are)\b/iu;

/** "Put it in your calendar", "Take it off the list" */
const isAdvice = new RegExp(
  String.raw`(?:^|[:,;])\W*(?:(?:and|then|just|simply|please|also|try to|remember to)\s+)*(?:${maybe.base}|check|look|try)\s+(?:it|them|that|this|the|your|an?|everything|all)\b`,
  "iu",
);
/** History comes with years, and a place or a person has states of its own. */
const isHistory = (clause: string): boolean => /\b(?:1\d{3}|20[01]\d)\b/u.test(clause);

function isDone(clause: string): boolean {
  if (bySure.test(clause)) return true;
  if (toldOthers.test(clause) || calledOff.test(clause)) return true;
  const said = byMaybe.exec(clause)?.[0] ?? haveActed.exec(clause)?.[0];
  if (said !== undefined && (pronounObject.test(said) || hasObject(clause))) return true;
  return acted.test(clause) && (thing.test(clause) || /\byours?\b/iu.test(clause));
}

function isPromised(clause: string): boolean {
  if (willSurely.test(clause) || promise.test(clause) || ing.test(clause)) return true;
  if (willBe.test(clause)) return true;
  if (inTime.test(clause) && /\b(?:i|we)(?:['’]ll| will)\b.*\byou\b/iu.test(clause)) return true;
  if (willAct.test(clause) && time.test(clause)) return true;
  return (
    willMaybe.test(clause) && (hasObject(clause) || /\b(?:it|that name|them)\b/iu.test(clause))
  );
}

/** A friend as the subject of a passive: "Kevin has been unfriended". */
const spokenTo =
  /^\W*(?:[Aa]nd )?(?:\p{Lu}[\p{L}'’]*(?: and \p{L}+)?|(?:the |The )?(?:whole |rest of the |entire )?(?:team|group|others|family|[Ee]veryone|[Ee]verybody)) (?:(?:is|was|were|are|has been|have been) (?:now |just |already )?(?:told|notified|informed|invited|messaged|aware|in the loop)|(?:just |already |now |all )?(?:has|have|got|received|knows?) (?:the|my|your|about)\b)/u;

function isState(clause: string): boolean {
  if (isHistory(clause)) return false;
  const isNear = thing.test(clause) || owned.test(clause) || /\byours?\b/iu.test(clause);
  const perfect = been.exec(clause);
  if (perfect !== null) return perfect[1] !== undefined || isNear || time.test(clause);
  return isTold(clause) || isNowSo(clause, isNear);
}

const isTold = (clause: string): boolean =>
  spokenTo.test(clause) && !/\bat (?:school|work|home|the)\b/iu.test(clause);

function isNowSo(clause: string, isNear: boolean): boolean {
  const length = clause.trim().split(/\s+/).length;
  if (ticking.test(clause)) return true;
  if (owned.test(clause) && length <= 12 && !isAdvice.test(clause)) return true;
  if (isOneDone(clause, isNear || length <= 4)) return true;
  if (isEnded.test(clause) && time.test(clause)) return true;
  if (shifted.test(clause) && definite.test(clause)) return true;
  return moved.test(clause) && !/^\W*it['’]s \d/iu.test(clause) && (isNear || time.test(clause));
}

/** One certain thing, or a person, is as it was not: "the 3 pm one is gone". */
function isOneDone(clause: string, isNear: boolean): boolean {
  const state = nowDone.exec(clause) ?? anyBeen.exec(clause) ?? anyNow.exec(clause);
  if (state === null) return false;
  const subject = clause.slice(0, state.index + 4);
  const isOne = definite.test(subject) || (aName.test(subject) && !startsWithThing.test(subject));
  return isOne && (isNear || timed.test(subject));
}

/** True if it tells of people or dates, whatever else it names: "I've booked a table". */
export const isWorldly = (said: string): boolean =>
  byWorldly.test(said) ||
  toldOthers.test(said) ||
  switched.test(said) ||
  (willAct.test(said) && time.test(said));

/** True if an English clause says that something of the person's was done, or will be. */
export function isEnglishClaim(clause: string, isFirst: boolean): boolean {
  if (text.test(clause) && !thing.test(clause) && !isWorldly(clause)) return false;
  if (isDone(clause) || isPromised(clause) || heldDown.test(clause) || isState(clause)) return true;
  if (ticked.test(clause) || particled.test(clause) || markedAs.test(clause)) return true;
  return isFirst && (bare.test(clause) || inPlace.test(clause) || isHeadless(clause));
}

const isHeadless = (clause: string): boolean =>
  !/\s(?:is|are|was|were|tastes?|means?)\s/iu.test(clause) &&
  (headless.test(clause) || headlessThing.test(clause));

/** Promises are offers where something else has to come first: "Once you confirm, I'll delete it". */
export const isEnglishPromise = (clause: string): boolean =>
  (willSurely.test(clause) || willMaybe.test(clause) || promise.test(clause)) && !isDone(clause);

/** "That reminder won't bother you again": a claim although it denies something. */
export const isSilenced = (clause: string): boolean =>
  silenced.test(clause) &&
  (thing.test(clause) || /\b(?:it|that|again|no longer (?:ring|repeat)s?)\b/iu.test(clause));
