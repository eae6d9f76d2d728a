import { foreignThings } from "./other-domains.ts";
import { files, type Found, type Trigger, type TriggerRule, triggersIn } from "../trigger.ts";
import { enEvents, weekday } from "./vocabulary.ts";

const trigger = triggersIn("en");
const weakly = files("weak");

/** Words that come before an order and leave it one. */
export const enPoliteHead = String.raw`(?:please|pls|plz|kindly|just|also|now|then|can you|could you|would you|will you|can i|could i|may i|i want(?: you)? to|i need(?: you)? to|i(?:'d| would) like(?: you)? to|i wanna|i have to|i(?:'d| would) love to|we need to|we should|let's|let me|help me(?: to)?|go ahead and|make sure to|be sure to|try to|you can|you should|don't forget to|remember to)`;
/** "every Friday at 4pm put payroll in my calendar": the time comes first, and no subject. */
const behindTime = String.raw`(?:^|[,.!?;:\n])\s*(?:on|at|every|each|in|from|this|next|the|tomorrow|today|tonight|daily|weekdays?|\d|${weekday}s?)\b[^,.!?;:\n]{0,60}(?<=\b(?:am|pm|noon|midnight|tomorrow|today|tonight|mornings?|afternoon|evenings?|weekdays?|${weekday}s?|month|week|year|daily|day|\d(?:st|nd|rd|th)?))\s+`;
const opens = String.raw`(?<=(?:(?:^|[,.!?;:\n]|\b(?:and|then|so|but)\b)\s*|${behindTime})(?:${enPoliteHead}[\s,]+)*)`;
/** "would you mind adding": the verb that follows ends in -ing. */
const minding = String.raw`(?<=\b(?:mind|about|consider)\s+)`;

const place = String.raw`(?:calendar|schedule|agenda|diary|planner|date\s?book|to-?do(?:s| list)?|reminders|events)`;
/** "on my calendar", "to the schedule". */
export const enCalendarName = new RegExp(
  String.raw`\b(?:on|in|to|into|onto|from|off)\s+(?:my|the|our|your|\w+day's|tomorrow's|today's)?\s*(?:\w+\s+)?${place}\b`,
);

const isEvent = new RegExp(String.raw`^\s*(?:[\w'’.-]+\s+){0,4}?(?:${enEvents})\b`);

const isForeign = new RegExp(
  String.raw`^\s*(?:[\w'’.-]+\s+){0,3}?(?:${foreignThings})\b(?!\s+(?:night|party|with|service|servicing|inspection|repairs?|installation|maintenance|engineer|technician|man|class|meeting|call|lesson|practice|appointment))`,
);

/** "book an hour": the article belongs to the length. */
const notLength = String.raw`(?!\s+(?:(?:half|quarter|full|good|couple|few)\b|hours?\b|\d|minutes?\b))`;
const generic = String.raw`(?:\s+(?:me|us)\b(?:\s+(?:in|down)\s+for\b)?)?(?:\s+(?:an?|another|the|my|one(?![\s-]on[\s-]one|:)|in)\b${notLength})?(?:\s+(?:new|calendar|recurring|one-?time|all[ -]day|full[ -]day)\b)*(?:\s+(?:event|entry|item|slot)\b(?:\s*:|\s+(?:called|named|titled|labell?ed|saying|about|of))?)?`;
const strong = String.raw`(?:add|put(?:\s+(?:in|down))?|schedule|book|block(?:\s+(?:off|out))?|pencil(?:\s+in)?|enter|log|slot(?:\s+in)?|(?:squeeze|fit)\s+in(?=\s+an?\b)|insert|input|create|arrange|organi[sz]e|reserve|set\s+up|plan|register|diari[sz]e)`;
const adding = String.raw`(?:adding|putting(?:\s+(?:in|down))?|scheduling|booking|blocking(?:\s+(?:off|out))?|pencill?ing(?:\s+in)?|entering|logging|slotting(?:\s+in)?|creating|arranging|setting\s+up|setting|making|noting(?:\s+down)?|saving|marking(?:\s+down)?)`;
/** Verbs of moving things about, which file something only where a calendar is named. */
const moving = String.raw`(?:pop|stick|throw|drop|chuck|bung|fit|squeeze|get|work|place|post|include)`;
const weak = String.raw`(?:set|make\s+a\s+(?:quick\s+|mental\s+)?note(?:\s+(?:that|of))?|make|mark(?:\s+down)?|record(?=\s+(?:an?|my|the)\s+(?:[\w'-]+\s+){0,3}?(?:appointment|meeting|visit|event|cleaning|lunch|dinner|call|interview|check-?up|lesson)\b)|save|note(?:\s+down)?(?:\s+that)?|jot(?:\s+down)?(?:\s+that)?|write\s+down(?:\s+that)?)`;

const orders = {
  strong: new RegExp(
    String.raw`\b(?=${strong}\b)${opens}${strong}\b(?!['’]|\s+(?:up|out|off|away|back|on|reading|club|report|store)\b)${generic}`,
    "g",
  ),
  weak: new RegExp(
    String.raw`\b(?=${weak}\b)${opens}${weak}\b(?!['’]|\s+(?:up|out|off|away|back)\b)${generic}`,
    "g",
  ),
  minding: new RegExp(String.raw`${minding}\b${adding}\b${generic}`, "g"),
  moving: new RegExp(String.raw`${opens}\b${moving}\b${generic}`, "g"),
} as const;
/** "put it on my calendar": what, stands in another clause. */
const pointing = new RegExp(
  String.raw`(?<=^|[,.!?;:\n]|\b(?:and|then|so|please|(?:can|could|would|will) you|to)\b|(?<!\b(?:i|we|they|he|she|you|who|that|what|not|time))\s)\s*\b(?:add|put|save|mark|note|schedule|book|block|lock|keep|diari[sz]e|enter|stick|pop|write|jot|log|record|set|make|include|get)\s+(?:it|that(?:\s+(?:time|slot|one))?|this|them(?:\s+(?:all|both))?|these|those|both|all\s+of\s+(?:it|them|these|those))\b(?:\s+(?:down|in|up|out|off|as an event))?(?:\s+(?:as\s+)?(?:an?\s+)?(?:repeat(?:ing|ed)?|recurring|weekly|monthly|yearly|on repeat|to repeat|permanent))?(?:\s+as\s+an?\s+(?:\w+\s+)?(?:thing|event|series|reminder|repeat|appointment|meeting|entry))?(?:\s+for\s+(?:me|us))?(?:\s+(?:on|in|to|into|onto)\s+(?:my|the|our)?\s*${place}\b|(?=\s*(?:[,.!?;]|$|please\b|pls\b|thanks\b|thx\b|as\s+an?\b)))|\b(?:needs?|ha(?:s|ve)|ought)\s+to\s+(?:go|be\s+(?:added|put|entered|written|noted|saved))(?:\s+(?:down|up))?\s+(?:on|in|to|into|onto)\s+(?:my|the|our)\s*${place}\b`,
  "g",
);

/** What stands behind the verb, up to the end of the sentence. */
const objectOf = (text: string, at: number, words: string): string => {
  const from = at + (/^\w+(?:\s+(?:up|down|off|out|in)\b)?/.exec(words)?.[0].length ?? 0);
  const end = text.slice(from).search(/[.!?;\n](?=\s|$)/);
  return end === -1 ? text.slice(from) : text.slice(from, from + end);
};

const isScheduling =
  /^(?:schedul|jot|write|make\s+a|book|block|pencil|set\s+up|setting|arrang|reserve|not(?:e|ing)|diari|record|put\s+(?:in|down)|slot)/;
const hasDay =
  /\b(?:today|tomorrow|tmrw|tonight|every|each|daily|weekly|monthly|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|aug|sept?|oct|nov|dec|the \d{1,2}(?:st|nd|rd|th)|\d{1,2}\/\d{1,2})\b/;

/** Booked at a counter, and not in a calendar. */
const isTravel =
  /^\s*(?:[\w'’.-]+\s+){0,3}?(?:flights?|trains?|bus|planes?|cars?|(?<!\b(?:conference|meeting|study|board) )rooms?|trips?|cruise|holiday|vacation)\b/;

/** "me down for yoga", "the vet in for Monday". */
const isFiledFor =
  /^\s*(?:me|us)\s+(?:in|down)\s+for\b|^[^,.!?;]{2,40}\s(?:in|down)\s+(?:for|at)\b/;
/** A title in quotation marks, which `prepare` has masked. */
const isQuoted = /^\s*\ue000{3,}/;

/** "pop the vet in for Monday", "stick it on the calendar". */
const isMoved = (rest: string): boolean =>
  enCalendarName.test(rest) || (isFiledFor.test(rest) && hasDay.test(rest));

const isNameless = (rest: string, words: string): boolean =>
  /^\s*(?:it|that|them|everything|anything|nothing|(?:me|us)(?!\s+(?:an?|another|the|my)\b)|you|up|to|if|because)\b/.test(
    rest,
  ) &&
  !/^(?:note|remember|jot|write|make\s+a)/.test(words) &&
  !enCalendarName.test(rest.slice(0, 24));

/** "add Greg to dinner": a person comes along, and nothing new is written. */
const isAboutGuest = (rest: string, words: string): boolean =>
  words.startsWith("add") &&
  !isOwnEvent.test(rest) &&
  /^\s*(?:(?!from\b)[\w']+\s+){1,4}?to\s+(?:the\s|my\s|our\s)?\w+/.test(rest);
/** "our trip to Maine" goes somewhere; "vacation from July 3rd to July 10th" lasts. */
const isOwnEvent = new RegExp(
  String.raw`^\s*(?:(?:my|our|the|an?)\s+)?(?:(?!to\b|and\b)\w+\s+)?(?:${enEvents})\b`,
);

const isBookedElsewhere = (rest: string, words: string): boolean =>
  /^(?:book|reserve)/.test(words) && isTravel.test(rest);

/** "make me a coffee at eight": prepared in a kitchen, unless it is a date with someone. */
const isPrepared = (rest: string, words: string): boolean =>
  /^make\b/.test(words) &&
  /^\s*(?:[\w'’.-]+\s+){0,5}?(?:lunch|dinner|breakfast|brunch|supper|tea|coffee|drinks)\b(?!\s+(?:with|reservations?|appointments?|dates?|plans?|meetings?|party)\b)/.test(
    rest,
  );

/** "mark Friday at one as lunch with Ann". */
const isMarkedAs = (rest: string, words: string): boolean =>
  words.startsWith("mark") && /\bas\s+\S/.test(rest);
/** "mark the dentist as done": it is there already. */
const isMarkedDone = (rest: string, words: string): boolean =>
  words.startsWith("mark") && /\b(?:done|completed?|finished)\s*$/.test(rest);

const isForOthers = (rest: string, words: string): boolean =>
  isAboutGuest(rest, words) ||
  isForeign.test(rest) ||
  isBookedElsewhere(rest, words) ||
  isPrepared(rest, words);

function weightOf(
  rest: string,
  verb: "strong" | "weak",
  words: string,
): "sure" | "weak" | undefined {
  if (isFiledFor.test(rest)) return "sure";
  if (isNoEntry(rest, words)) return undefined;
  if (enCalendarName.test(rest) || isQuoted.test(rest)) return "sure";
  if (isForOthers(rest, words)) return undefined;
  if (isEvent.test(rest) || isNamedEntry.test(words)) return "sure";
  if (isMarkedAs(rest, words)) return "weak";
  return (verb === "strong" || isNoting.test(words)) && isPlanned(rest, words) ? "weak" : undefined;
}

/** "add salt at 5pm" is said in kitchens: with a day it is a plan. */
const isPlanned = (rest: string, words: string): boolean =>
  isScheduling.test(words) || hasDay.test(rest);
const isNamedEntry = /\b(?:event|entry)\b/;
const isNoting = /^(?:note|jot|write|make\s+a\s+(?:\w+\s+)?note)/;

const isNoEntry = (rest: string, words: string): boolean =>
  isNameless(rest, words) || isList.test(rest) || isMarkedDone(rest, words);
/** "create a to do list": a list, and not an entry. */
const isList =
  /^\s*(?:an?\s|the\s|my\s)?(?:new\s)?(?:[\w'-]+\s){0,2}?(?:to[- ]?do |check ?)?lists?\b/;

const weigh =
  (verb: "strong" | "weak") =>
  ({ at, words, text }: Found): Trigger | undefined => {
    const weight = weightOf(objectOf(text, at, words), verb, words);
    return weight === undefined ? undefined : files(weight)({ at, words, text, person: undefined });
  };

/** Orders to write something into a calendar, with the words that only say so. */
export const filing: readonly TriggerRule[] = [
  trigger(
    "en-put-it-down",
    [pointing, (found) => ({ ...files("weak")(found), points: true })],
    ["flight LH902 departs Sunday 16:40, put that in", "11-22 16:40"],
  ),
  // "basketball tryouts Wednesday at four pm please add": the order comes last.
  trigger(
    "en-please-add",
    [
      /(?<=\S\s)(?:(?:please|pls|plz|kindly)\s+(?:add|save|note|schedule|book)|(?:add|save|put)(?=\s+(?:to|in|into|on)\s))(?:\s+(?:to|in|into|on)\s+(?:my\s+|the\s+)?(?:calendar|schedule|agenda|diary))?\s*[.!]?$/g,
      (found) => ({ ...weakly(found), points: true }),
    ],
    ["basketball tryouts wednesday at four pm please add", "11-18 16:00"],
    ["team lunch on friday at noon add to calendar", "11-20 12:00"],
  ),
  // "save this for me: …".
  trigger(
    "en-save-this",
    [
      new RegExp(
        String.raw`\b(?=save|note|add|write|log|remember|enter)${opens}(?:save|note|add|write\s+down|log|remember|enter)\s+(?:this|the\s+following)(?:\s+(?:for\s+me|down|please|to\s+my\s+calendar))*\s*:`,
        "g",
      ),
      weakly,
    ],
    ["note this down: spring formal April 18, 8pm", "04-18 20:00"],
  ),
  // "I want an event tonight", "we need a meeting on Friday".
  trigger(
    "en-want-an-event",
    [
      new RegExp(
        String.raw`\b(?:i|we)(?:\s+(?:want|need|would\s+like)|'d\s+like)\s+(?:an?|another)\s+(?:new\s+)?(?:event|entry|calendar\s+entry|slot)\b(?:\s+(?:called|named|for|about))?`,
        "g",
      ),
      weakly,
    ],
    ["I want an event tonight 8:30 till 10: movie with Sasha", "11-17 20:30 90m"],
  ),
  trigger(
    "en-save-the-date",
    [
      new RegExp(
        String.raw`\b(?=save|mark)${opens}(?:save the date|mark (?:my|the|your|our) (?:calendar|diary))\b(?:\s*:|\s+(?:for|that|of))?`,
        "g",
      ),
      weakly,
    ],
    ["save the date December twelfth for the wedding all day", "12-12"],
  ),
  trigger(
    "en-calendar-heading",
    [
      new RegExp(
        String.raw`\b(?=new\b|event\b|recurring|repeating|weekly|monthly|yearly|daily|${place})${opens}(?:(?:new\s+(?:(?:recurring|repeating|daily|weekly|monthly|yearly)\s+)?|(?<=^\s*)(?=event\s+(?:on|at|for|today|tomorrow|tonight|next|every)\b))(?:calendar\s+)?(?:event|appointment|entry|meeting(?=\s*:))(?:\s*:|\s+(?:for|called|named|titled))?(?!\s+(?:is|was|has|came|in|at)\b)|(?:(?:recurring|repeating|weekly|monthly|yearly|daily)\s+(?:event|entry|appointment|meeting)|calendar\s+(?:event|entry|addition)s?)\s*(?:please|pls)?\s*(?::|-|(?=\b(?:for|on|at|today|tomorrow|tonight|next|every|called|named)\b))|calendar\s+(?=(?:meeting|appointment|lunch|dinner|call|party)\b)|${place}\s*(?::|(?=\b(?:today|tomorrow|tonight|on|at|for|next|every)\b)))`,
        "g",
      ),
      weakly,
    ],
    ["new event yoga retreat Sunday at eight am", "11-22 08:00"],
  ),
  trigger(
    "en-keep-free-for",
    [
      new RegExp(
        String.raw`\b(?=keep|hold|leave|free)${opens}(?:keep|hold|free up|leave(?=[^,.!?;]{2,40}?\b(?:free|open|clear|available)\b))\s+(?=[^,.!?;]{2,40}?\b(?:free|open|clear|available)?\s*\bfor\b)`,
        "g",
      ),
      weakly,
    ],
    ["hold Friday 10am for a possible interview with Acme", "11-20 10:00"],
  ),
  trigger(
    "en-remember-that",
    [
      new RegExp(
        String.raw`\b(?=remember)${opens}remember\s+(?:that\s+)?(?=(?:i|we|my|the|our|there|he|she|\w+'s)\b)`,
        "g",
      ),
      weakly,
    ],
    ["remember that my flight is on Friday at 9am", "11-20 09:00"],
  ),
  trigger(
    "en-alert-before",
    [
      /(?<=\s)with\s+an?\s+(?:alarm|alert|reminder|notification)\s+(?=(?:set\s+)?(?:for\s+)?(?:\d+|an?|half|one|two|three|five|ten|fifteen|twenty|thirty|forty[ -]five)\b[^,.;!?]{0,24}\b(?:before|beforehand|earlier|ahead|prior|in\s+advance)\s*(?:please\s*)?[.!]*$)/g,
      files("weak"),
    ],
    ["meeting tomorrow 10am with an alarm an hour before", "11-18 09:00"],
  ),
  trigger(
    "en-alert-for",
    [
      new RegExp(
        String.raw`(?<!\b(?:no|the|that|this|any|weather|storm|fire|flood)\s|\b(?:is|are) there\b[^,.?]{0,30})\b(?:alert|notification)\s+(?=(?:for|at|in|on|every|daily|tomorrow|tonight|to)\b|\d)`,
        "g",
      ),
      weakly,
    ],
    ["alert at 5:50 to leave for the station", "11-17 17:50"],
  ),
  trigger(
    "en-set-an-alert",
    [
      new RegExp(
        String.raw`\b(?:set|create|make|add|give\s+me|get\s+me|send\s+me|schedule|start|i\s+(?:need|want|would\s+like)|i'd\s+like|put)\s+(?:up\s+)?(?:an?|another|the|my|some)?\s*(?:[\w\s:'-]{0,24}?\s)?(?:alert|notification|notice|countdown)s?\b(?:\s+(?:for|to|about|that|of)(?=\s+(?:my|the|a|i|we|\w)))?`,
        "g",
      ),
      (found) => ({ ...weakly(found), timer: found.words.includes("countdown") }),
    ],
    ["I need a notification at 5:50 to leave for the station", "11-17 17:50"],
  ),
  trigger(
    "en-order-strong",
    [orders.strong, weigh("strong")],
    ["add vet visit wed 5pm", "11-18 17:00"],
  ),
  trigger(
    "en-order-weak",
    [orders.weak, weigh("weak")],
    ["note that the plumber comes on Friday at 9am", "11-20 09:00"],
  ),
  trigger(
    "en-mind-adding",
    [orders.minding, weigh("strong")],
    ["would you mind adding the open house on Sunday from 1 to 3 p.m.?", "11-22 13:00 120m"],
  ),
  trigger(
    "en-move-into",
    [
      orders.moving,
      (found) =>
        isMoved(objectOf(found.text, found.at, found.words)) ? files("sure")(found) : undefined,
    ],
    ["pop the vet appointment in for Monday 9:20 am please", "11-23 09:20"],
  ),
];
