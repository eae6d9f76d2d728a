/**
 * The acts that this product can do, as English verbs. A regular verb is its base; an irregular one
 * is `base/past` or `base/past/participle`.
 */
const surely = [
  // Making, moving and ending a reminder: these verbs are said of little else.
  "schedule reschedule postpone snooze cancel/cancell?ed delete unschedule pencil/pencill?ed",
  // Telling a person something.
  "remind notify inform invite message text email ping/pinged nudge alert brief",
  // Settings and friends.
  "block unblock unfriend mute unmute silence undo/undid/undone restore rename reinstate",
].join(" ");
const perhaps = [
  "set create make/made add put save book note jot/jotted record log/logged enter arrange organise organize register store",
  "pop/popped slot/slotted tuck lock line/lined stick/stuck park plan/planned reserve scribble queue confirm keep/kept sort",
  "move push bump shift delay update change adjust switch swap/swapped slide/slid flip/flipped extend bring/brought",
  "remove clear wipe drop/dropped kill erase stop/stopped pause skip/skipped strike/struck take/took/taken turn get/got",
  "mark complete finish close handle fix",
  "tell/told let send/sent shoot/shot forward pass share give/gave/given hand write/wrote/written relay drop/dropped ask",
  "wake/woke/woken call buzz ring/rang/rung merge poke enable disable activate start begin/began/begun bring/brought allow",
].join(" ");

interface Forms {
  readonly base: string;
  readonly past: string;
  readonly participle: string;
}

const toPast = (base: string): string =>
  base.endsWith("e") ? `${base}d` : base.replace(/([^aeiou])y$/, "$1i").concat("ed");

function listForms(verbs: string): Forms {
  const all = verbs.split(" ").map((verb) => {
    const [base = "", past = toPast(base), participle = past] = verb.split("/");
    return base === "set" || base === "put" || base === "let"
      ? { base, past: base, participle: base }
      : { base, past, participle };
  });
  const join = (form: keyof Forms): string => [...new Set(all.map((verb) => verb[form]))].join("|");
  return { base: join("base"), past: join("past"), participle: join("participle") };
}

const sure = listForms(surely);
const maybe = listForms(perhaps);
/** Past and present look alike: at the beginning of a sentence they ask for something. */
const alike = "set|put|let|got|made|took";

const adverbs = String.raw`(?:\s+(?:just|now|already|also|then|all|both|finally|gone ahead and|went ahead and|go ahead and|\w+ly))*`;
const times = String.raw`\d{1,2}(?::\d\d)?\s*(?:am|pm)\b|\d{1,2}[:.]\d\d\b|(?:to|at|until|till|for|by|on|before|after) (?:the )?(?:an? |half |quarter )*(?:\d{1,2}(?:st|nd|rd|th)?\b(?!\d| degrees)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hours?|days?|weeks?|midday|past|dawn)\b|today|tomorrow|tonight|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:january|february|march|april|june|july|august|september|october|november|december)\b|every (?:day|morning|evening|night|week|weekday|month|year)|daily|weekly|next (?:week|month)|in (?:an?|\d+|ten|twenty|thirty|half an) (?:minutes?|hours?|days?|quarter)|a (?:week|day) ahead|o'?clock`;
const time = new RegExp(String.raw`\b(?:${times})`, "iu");

/** What this product keeps for a person. */
const things =
  "reminders?|alarms?|calendars?|schedules?|appointments?|meetings?|to-?dos?|tasks?|time ?zones?|timers?|invit(?:ation|e)s?|messages?|notes?|lists?|agenda|quiet hours|do[- ]not[- ]disturb|notifications?|events?|entr(?:y|ies)|wake-up calls?|titles?|settings?|birthdays?|trips?|plans?|dates?";
const thing = new RegExp(String.raw`\b(?:${things})\b`, "iu");
/** Words about a text that was written or rewritten in the reply itself. */
const text =
  /\b(?:paragraphs?|sentences?|typos?|wording|tone|greeting|essays?|poems?|code|function|jokes?|stor(?:y|ies)|tales?|summar(?:y|ies)|examples?|drafts?|tables?|recipes?|versions?|answers?|translations?|explanations?|ideas?|suggestions?|questions?|words?|lines?|steps?|humou?r|thoughts|tips?|sources?|headings?|commas?)\b/iu;
const quoted = /["“‘「][^"”’」]*["”’」]/u;
/** A word with a capital letter behind another word: a name. */
const name = /\p{L}[\p{L}'’]*,?\s+(?!I\b)\p{Lu}\p{Ll}+/u;

const hasObject = (clause: string): boolean =>
  thing.test(clause) ||
  time.test(clause) ||
  quoted.test(clause) ||
  name.test(clause) ||
  /\b(?:your|you're|for you|everything|things)\b/iu.test(clause);

const we = String.raw`(?<![\p{L}'’])(?:i|we)`;
const bySure = new RegExp(
  String.raw`${we}(?:['’]ve| have|['’]d| had)?${adverbs}\s+(?:${sure.past}|${sure.participle})\b`,
  "iu",
);
const byMaybe = new RegExp(
  String.raw`${we}(?:['’]ve| have|['’]d| had)?${adverbs}\s+(?:${maybe.past}|${maybe.participle})\b(?: (?:it|that|this|them|those|him|her)\b)?`,
  "iu",
);
const pronounObject = /\b(?:it|that|this|them|those|him|her)\b/iu;
/** "I have your dentist down", "I've got it in" */
const heldDown =
  /(?:i|we)(?:['’]ve| have)(?: got)? (?:you|it|that|your|the) ?.{0,40}\b(?:down|in|on)\b/iu;
const ing = new RegExp(
  String.raw`${we}(?:['’]m| am|['’]re| are)(?: now| just)? (?:${[...surely.split(" "), ...perhaps.split(" ")].map((verb) => (verb.split("/")[0] ?? "").replace(/e$/, "")).join("|")})[a-z]?ing\b`,
  "iu",
);

const future = String.raw`(?:['’]ll| will| shall|['’]m going to| am going to|['’]re going to)(?:\s+(?:also|just|now|then|\w+ly))*`;
const ensure = String.raw`(?:\s+(?:make sure (?:to|that i|you)|be sure to|go ahead and|see to it that))?`;
const willSurely = new RegExp(
  String.raw`${we}${future}${ensure}\s+(?:${sure.base})(?: you)?\b`,
  "iu",
);
const willMaybe = new RegExp(
  String.raw`${we}${future}${ensure}\s+(?!(?:tell|give|let|send|share|start|begin|take|note|get|bring|keep) (?:you\b(?! know\b| up\b)|my|that|with|by|a (?:look|guess)))(?:${maybe.base}|use|have|be)\b`,
  "iu",
);
/** "I'll tell you a week ahead", "You'll hear from me at 5" */
const promise = new RegExp(
  String.raw`${we}${future}\s+(?:(?:tell|give|let|send|get|call|see that) you|make sure you)\b.*\b(?:${times})|\byou(?:['’]ll| will)(?: now)? (?:(?:get|receive|hear|have)\b.{0,30}\b(?:from me|remind\w*|nudge|ping|notification|alert)|be (?:reminded|notified|alerted|woken)\b(?! by))|\b(?:it|that|this|your \w+|the (?:\w+ )?(?:${things}))(?:['’]ll| will)(?: now)? (?:ring|fire|go off|sound|buzz|remind|repeat)\b|\bexpect (?:an?|the|my) (?:\w+ )?(?:nudge|reminder|ping|message|call)\b|\p{Lu}\p{Ll}+ will (?:get|hear|receive)\b.{0,20}\b(?:from me|message|invit\w+|note)\b`,
  "iu",
);
const silenced =
  /\b(?:won['’]t|will not|will no longer|no longer)\s+(?:bother|ring|remind|fire|go off|disturb|trouble|buzz|repeat)\b/iu;

/** The beginning of an answer, in front of what was done. */
const opening = String.raw`^[^\p{L}"“]*(?:(?:ok(?:ay)?|sure(?: thing)?|great|alright|all right|perfect|yes|yep|got it|no problem|of course|done|right|understood|there|happy to)\b[\s,.!:–—-]*)*(?:(?:and|so|then|also|just|now)\s+)*`;
/** "Cancelled the haircut for you", "Marked as done" */
const headless = new RegExp(
  String.raw`${opening}(?:(?:(?:${sure.participle})\b|(?!(?:${alike})\b)(?:${maybe.participle})\b)(?=\s*(?:[:.!,]|$)|\s+(?:it|that|them|this|the|your|all|both|off|out|as|to|from|for|on|in|at|by an?|\d|["“]|\p{Lu}|[a-z]+ (?:to|for|off|from|until)\b))(?!\s+by\s+(?!an?\b))|(?:set|put) (?:for|down|at|in your|on your)\b)`,
  "iu",
);
/** "Reminder set for 3pm", "Rent reminder: gone" */
const headlessThing = new RegExp(
  String.raw`${opening}(?!(?:${alike})\b)(?:[\p{L}'’-]+ ){0,3}(?:${things})(?:[:,]| for [^,]{1,30}| to \p{L}+)?\s+(?:${sure.participle}|${maybe.participle}|gone|done|off|on)\b(?! (?:which|that|who|by)\b)`,
  "iu",
);
const bare = new RegExp(
  String.raw`${opening}(?:done\b(?=\s*(?:[.!,:–—-]|$))|undone\b|all (?:set|done|sorted)\b|sorted\b|consider (?:it|that|the [\w ]{1,30}) (?:done|${sure.participle}|${maybe.participle})\b|taken care of\b|you['’]?re (?:all set|booked|down for|good to go|set)\b|got (?:you|it|that) (?:down|in)\b)`,
  "iu",
);
/** "I crossed the rent off", "Rent is crossed off" */
const particled = new RegExp(
  String.raw`(?:${we}(?:['’]ve| have)?${adverbs}\s+|\s(?:is|are)(?: now| all)? |['’]s )(?:ticked|crossed|checked|struck|turned|switched|shut|jotted|noted)\b.{0,40}?\b(?:off|out|on|down)\b`,
  "iu",
);
const ticked = /[✅✔☑✓]/u;

/** A subject that is one certain thing: "your dentist", "the 3pm meeting", "Anna", "it". */
const subject = String.raw`(?:\b(?:your|the|that|this|all|both|everything|it|they|these|those|\d+|my)\b[^,;:]{0,60}?|\p{L}[\p{L}'’ -]{0,40}?)`;
const been = new RegExp(
  String.raw`^\W*(?:\p{L}+,? )?${subject}(?:\s+(?:has|have)|['’](?:s|ve))${adverbs}\s+been${adverbs}\s+(?:(${sure.participle})|(?:${maybe.participle}|taken care of))\b(?! by (?!an?\b))`,
  "iu",
);
const nowDone = new RegExp(
  String.raw`(?:\s(?:is|are|was|were)|['’](?:s|re))(?:\s+(?:now|all|already|both|successfully))*\s+(?:${sure.participle}|${maybe.participle}|done|in place|live|armed|active|gone|back|off|history|no more|toast|official|confirmed|ready|aware|in the loop|up and running|down for|on (?:its|the) way|on the books)\b(?! by (?!an?\b))`,
  "iu",
);
const moved =
  /\b(?:has|have) (?:now )?(?:moved|changed|gone|shifted|switched|got (?:my|the|your))\b|\b(?:stands for|now (?:has|have|runs?|starts?|ends?|reads?|says?|fires?|rings?|lives?|repeats?|goes|begins?)|(?:is|are|runs?) (?:on [\w ]{1,20} )?now\b|is now (?:an?|at|on|in|called|the)|can now (?:see|read|find)|knows? about .{1,30} now|(?:rings|goes off|fires) (?:at|on|from)|(?:is|are) in my books)\b/iu;
const definite =
  /\b(?:your|you['’]re|you are|it['’]?s?|that['’]?s?|they|everything|(?:the|that|this|all|both|all (?:of )?(?:your|the)|my) (?!first\b|last\b|of\b|law\b))/iu;
const owned =
  /\b(?:off|on|in|from|to) (?:your|the) (?:\w+ )?(?:list|calendar|plate|agenda|radar|schedule)\b|\byou['’]?re (?:booked|down|now on|on \p{Lu}\w+ time)\b|\bfrom (?:now|here) on you(?:['’]re| are)\b/iu;

/** History comes with years, and a place or a person has states of its own. */
const isHistory = (clause: string): boolean => /\b(?:1\d{3}|20[01]\d)\b/u.test(clause);

function isDone(clause: string): boolean {
  if (bySure.test(clause)) return true;
  const said = byMaybe.exec(clause)?.[0];
  return said !== undefined && (pronounObject.test(said) || hasObject(clause));
}

function isPromised(clause: string): boolean {
  if (willSurely.test(clause) || promise.test(clause) || ing.test(clause)) return true;
  return (
    willMaybe.test(clause) && (hasObject(clause) || /\b(?:it|that name|them)\b/iu.test(clause))
  );
}

/** A friend as the subject of a passive: "Kevin has been unfriended". */
const spokenTo =
  /^\W*(?:[Aa]nd )?\p{Lu}[\p{L}'’]*(?: (?:and|und) \p{L}+)? (?:(?:is|was|were|are|has been|have been) (?:now |just |already )?(?:told|notified|informed|invited|messaged|aware|in the loop)|(?:has|have|got|received|knows?) (?:the|my|your|about)\b)/u;

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
  if (owned.test(clause) && length <= 12) return true;
  if (nowDone.test(clause) && definite.test(clause) && (isNear || length <= 4)) return true;
  return moved.test(clause) && !/^\W*it['’]s \d/iu.test(clause) && (isNear || time.test(clause));
}

/** True if an English clause says that something of the person's was done, or will be. */
export function isEnglishClaim(clause: string, isFirst: boolean): boolean {
  if (text.test(clause) && !thing.test(clause)) return false;
  if (isDone(clause) || isPromised(clause) || heldDown.test(clause) || isState(clause)) return true;
  if (ticked.test(clause) || particled.test(clause)) return true;
  return isFirst && (bare.test(clause) || isHeadless(clause));
}

const isHeadless = (clause: string): boolean =>
  !/\s(?:is|are|was|were|tastes?|means?)\s/iu.test(clause) &&
  (headless.test(clause) || headlessThing.test(clause));

/** Promises are offers where something else has to come first: "Once you confirm, I'll delete it". */
export const isEnglishPromise = (clause: string): boolean =>
  (willSurely.test(clause) || willMaybe.test(clause) || promise.test(clause)) && !isDone(clause);

/** "That reminder won't bother you again": a claim although it denies something. */
export const isSilenced = (clause: string): boolean =>
  silenced.test(clause) && (thing.test(clause) || /\b(?:it|that|again)\b/iu.test(clause));
