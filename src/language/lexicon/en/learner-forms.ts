import { weekday, monthNames } from "./vocabulary.ts";
import { edit, type Edited } from "../../text/edits.ts";

type Step = readonly [RegExp, string | ((match: RegExpExecArray) => string)];

const part = "morning|afternoon|evening";
const allMonths = monthNames.split("|");
const number = String.raw`(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|half(?: an?)?)`;
const unit = String.raw`(?:minutes?|mins?|hours?|hrs?|days?|weeks?)`;
const asks = String.raw`(?:please\s+|pls\s+|kindly\s+)*(?:remind|wake|call|alert|notify|tell|ping)\b`;

/** Clocks as other languages say them: 20h30, 14.30 o'clock, 8 and half, the 7 of the morning. */
const clocks: readonly Step[] = [
  [/\b([01]?\d|2[0-3])\s?h\s?([0-5]\d)\b/g, ([, h = "", m = ""]) => `${h}:${m}`],
  [
    /\b(\d{1,2})[.:]([0-5]\d)\s*(?:o'?clock|hours|hrs|uhr)\b/gi,
    ([, h = "", m = ""]) => `${h}:${m}`,
  ],
  [
    /\b(\d{1,2})\s*o'?clock\s+(?:and\s+)?([0-5]\d)\b(?!\s*(?:minutes?|mins?)\s+before)(?:\s*minutes?)?/gi,
    ([, h = "", m = ""]) => `${h}:${m}`,
  ],
  [/\b(\d{1,2}(?::[0-5]\d)?\s?[ap]m)\s+o'?clock\b/gi, ([, clock = ""]) => clock],
  [/\b(?:hours?|time)\s*:?\s+(?=\d{1,2}:\d\d)/gi, "at "],
  [
    /(?<=\b(?:at|until|till) (?:the )?)(1?\d|2[0-3])\s?(?:h|hours?)(?=$|[,.!?]|\s+(?!and\b|\d|before|after|from|of\b|late|long))/gi,
    ([, h = ""]) => `${h}:00`,
  ],
  [
    new RegExp(String.raw`(?<=\b(?:${weekday}|tomorrow|today) )(1?\d|2[0-3])\s?h\b(?!\s*\d)`, "gi"),
    ([, h = ""]) => `at ${h}:00`,
  ],
  [/(?<=\bat (?:the )?)(\d{1,2}) and (?:a )?half\b/gi, ([, h = ""]) => `${h}:30`],
  [/(?<=\bat (?:the )?)(\d{1,2}) and (?:a )?quarter\b/gi, ([, h = ""]) => `${h}:15`],
  [
    new RegExp(
      String.raw`\b(\d{1,2}) and (2[5-9]|[345]\d)(?=\s+(?:of|in|at) (?:the )?(?:${part})|[,.]|$)`,
      "gi",
    ),
    ([, h = "", m = ""]) => `${h}:${m}`,
  ],
  [
    new RegExp(
      String.raw`\b(at|to) (?:the )?(\d{1,2}(?::\d\d)?)(?:\s*o'?clock)? (?:of|in|at|on) (?:the )?(${part})\b`,
      "gi",
    ),
    ([, to = "", clock = "", when = ""]) => `${to} ${clock} in the ${when}`,
  ],
  [
    new RegExp(
      String.raw`\b(\d{1,2}(?::\d\d)?)(?:\s*o'?clock)? (?:of|at|on) (?:the )?(${part})\b`,
      "gi",
    ),
    ([, clock = "", when = ""]) => `${clock} in the ${when}`,
  ],
  [
    new RegExp(String.raw`(?<=\d|o'?clock|[ap]m) in (${part})\b`, "gi"),
    ([, when = ""]) => ` in the ${when}`,
  ],
  [
    new RegExp(String.raw`\b(?:at|in|on)(?: the)? (${part})(?:\s+at)?(?=\s+\d)`, "gi"),
    ([, when = ""]) => `in the ${when} at`,
  ],
  // "shift it to the afternoon, 3".
  [
    new RegExp(String.raw`(?<=\b(?:${part})),\s*(?=\d{1,2}(?::[0-5]\d)?\s*[.!]?\s*$)`, "gi"),
    " at ",
  ],
  [/\bat (?:the )?night (?=\d{1,2}(?::\d\d)?\s?pm\b)/gi, ""],
  [/\b(?:at )?noon (?:at )?12(?:\s*o'?clock|:00)?\b/gi, "at noon"],
  [/\bat (?:the )?midnight (?:at )?12(?:\s*o'?clock|:00)?\b/gi, "at midnight"],
  [/\bat the (?=\d{1,2}:\d\d\b)/gi, "at "],
  [/\bon (?=(?:[01]?\d|2[0-3]):[0-5]\d\b)/gi, "at "],
  [/\b(\d{1,2}) clock\b/gi, ([, hour = ""]) => `${hour} o'clock`],
  [
    new RegExp(
      String.raw`(?<!\b(?:mov|chang|re-?schedul|push|shift|switch|postpon|delay|bring|updat|bump|put off)\w*\b[^,.;]{0,60})(?<=\b(?:${monthNames}|tomorrow|today|${weekday}),? )to (?=(?:[01]?\d|2[0-3]):[0-5]\d\b)`,
      "gi",
    ),
    "at ",
  ],
];

/** Dates as other languages say them: the day 30, 29. January, in 14 of April, on 15.08. */
const dates: readonly Step[] = [
  [
    new RegExp(
      String.raw`\b(?:(in) )?(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?:\.| of(?: the)?)? (?:of )?(${monthNames})\b`,
      "gi",
    ),
    ([, leads, day = "", month = ""]) => `${leads === undefined ? "" : "on "}${day} ${month}`,
  ],
  [
    /\b(?:on |in )?(?:the )?day (\d{1,2})(?=$|[,.]| (?:at|of|in|i|we)\b)/gi,
    ([, day = ""]) => `on the ${ordinal(day)}`,
  ],
  [
    /\bon (?:the )?(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.?(?![\d%])/gi,
    ([, day = "", month = ""]) => `on ${Number(day)} ${allMonths[Number(month) - 1] ?? ""}`,
  ],
  // "december 3 and 4": the second number is a day as well.
  [
    new RegExp(
      String.raw`\b(${monthNames}) (\d{1,2}) (and|or|&) (\d{1,2})(?![\d:.]|\s?[ap]\.?m|\s?o'?clock)\b`,
      "gi",
    ),
    ([, month = "", one = "", and = "", other = ""]) =>
      `${month} ${ordinal(one)} ${and} ${ordinal(other)}`,
  ],
  // "the 3 of July at 10:00 …, and the 4 at 21:00 …".
  [
    /(?<=(?:^|[,;]|\band)\s*)the ([12]?\d|3[01])(?= at \d)/gi,
    ([, day = ""]) => `on the ${ordinal(day)}`,
  ],
  [/\b(?:on|at) (?:the )?date (?=\d)/gi, "on "],
  [/\b(\d{1,2})-(?:st|nd|rd|th)\b/gi, ([, day = ""]) => ordinal(day)],
  [
    /\bthe (\d{1,2}) of (?=(?:each|every|this|next) month\b)/gi,
    ([, day = ""]) => `the ${ordinal(day)} of `,
  ],
  [
    /\b(each|every) month (?:on )?(?:the |day )?(\d{1,2})(?!\d|:|\.\d|\s?[ap]m|\s?h)\b(?! (?:times|o'?clock|in the))/gi,
    ([, each = "", day = ""]) => `${each} month on the ${ordinal(day)}`,
  ],
  [
    /\b(?:on )?(?:the )?(first|last|1st) day (?:from|in) (?=(?:each|every) month\b)/gi,
    ([, which = ""]) => `on the ${which} day of `,
  ],
];

function ordinal(day: string): string {
  const value = Number(day);
  const tail = value > 3 && value < 21 ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
  return `${value}${tail}`;
}

/** Lengths and series: before 15 minutes, after half hour, one time to the year. */
const lengths: readonly Step[] = [
  [
    /\bevery (?:school|working|work|week)[ -]?day,? (?:from )?(?:monday|mon) (?:to|through|till|until|-) (?:friday|fri)\b/gi,
    "every weekday",
  ],
  [/(?<=\b(?:remind|alert|notify|ping|nudge|tell) me )(?:each|every) time(?=\s*(?:[.!]|$))/gi, ""],
  [
    /(?<=\b(?:mon|tues?|wed|thurs?|fri|sat|sun)(?:day)?s?) (?:n|'n'|\+) (?=(?:mon|tue|wed|thu|fri|sat|sun))/gi,
    " and ",
  ],
  [
    /\b(?:in|on|at)? ?(?:the )?(?:days of (?:the )?(?:work|week)|work(?:ing)? days)(?= (?:at|from|\d))/gi,
    " on weekdays",
  ],
  [new RegExp(String.raw`\b(?:in|at) (?:the )?(?=(?:${weekday})s?\b)`, "gi"), "on "],
  [new RegExp(String.raw`\bevery (${weekday})s\b`, "gi"), ([, name = ""]) => `every ${name}`],
  [/\b(?:two|2) times (?:per|in|by|a|each) (?:the )?day\b/gi, "every day"],
  [/\b(?:the )?three quarters of (?:an |one )?hour\b/gi, "45 minutes"],
  [/\b(?:a |one )?quarter (?:of )?hour\b/gi, "15 minutes"],
  [/\b(in|after|within) half hour\b/gi, "in half an hour"],
  [
    new RegExp(
      String.raw`(?<=\b(?:me|us|it|remind|alarm|please) )before (${number}) (${unit})\b`,
      "gi",
    ),
    ([, count = "", of = ""]) => `${count} ${of} before`,
  ],
  [
    new RegExp(
      String.raw`(?<=^|[,.!?] )(${number}) (${unit}) (?:later|after|afterwards)(?=,? ${asks})`,
      "gi",
    ),
    ([, count = "", of = ""]) => `in ${count} ${of}`,
  ],
  [
    /\bin ((?:\d+|an?|one|two|three|four|five|ten) (?:minutes?|hours?)) from now\b/gi,
    ([, amount = ""]) => `in ${amount}`,
  ],
  [
    /\b(?:one time|once) (?:to|in|by|per|for|at) (?:the |one |an? )?(year|month|week|day)\b/gi,
    ([, of = ""]) => `every ${of}`,
  ],
  [
    /\bfor (?:the )?(?:coming|following) (?=\d|two|three|four|five|six|seven|ten)/gi,
    "for the next ",
  ],
  [
    /\ball the (days|weeks|months|years|mornings|evenings|afternoons|nights)\b/gi,
    ([, of = ""]) => `every ${of.toLowerCase().slice(0, -1)}`,
  ],
  [new RegExp(String.raw`\ball the (${weekday})s\b`, "gi"), ([, name = ""]) => `every ${name}`],
  [new RegExp(String.raw`\ball (?:the )?day of (?=${weekday}|\d|the\b)`, "gi"), "all day on "],
];

/** Asking as other languages build it: I want that you remind me, remember me, please remind. */
const requests: readonly Step[] = [
  [/\b(want|need|like|wish|prefer),? that (?:you|u)\b/gi, ([, verb = ""]) => `${verb} you to`],
  [/\b(?:it is|it's|is it|is) possible (?:that )?(?:you|u|to)\b/gi, "can you"],
  [/\bi would to be\b/gi, "i would like to be"],
  [/\b(?:can|could) (?:you|u) (?:to )(?=remind|wake|set|put|add|make)/gi, "can you "],
  [
    /(?<!\b(?:you|they|he|she|it|who|that|not|don't|never|always|will|would|still|to) )\b(?:remember|recall|rember|remeber|memori[sz]e|advi[sc]e|intimate|make (?=me (?:think|remember|recall))|let (?=me remember)) ?(me|us)(?: (?:think|remember|recall))?(?: it)?(?= (?:to|at|in|on|of|about|that|for|tomorrow|today|tonight|the|every|please|regarding|before|after|\d|my|on)\b| \d)/gi,
    ([, whom = ""]) => `remind ${whom}`,
  ],
  [
    /(?<=\b(?:you (?:to )?|please |kindly |can you |could you ))(?:recall|advi[sc]e|intimate|remember) (me|us)\b/gi,
    ([, whom = ""]) => `remind ${whom}`,
  ],
  [
    /\bmake me (?:think|remember|to remember)\b(?= (?:at|in|on|to|of|about|tomorrow|that))/gi,
    "remind me",
  ],
  [
    /\bremind me (?:it|this)\b(?= (?:at|in|on|the|tomorrow|today|every|before|one|\d))/gi,
    "remind me",
  ],
  [/\bdo remind\b/gi, "remind"],
  [
    /\b(please|pls|kindly) to (?=remind|wake|set|put|add|make|cancel|delete|move|change|show|tell)/gi,
    ([, word = ""]) => `${word} `,
  ],
  [/\bremind to me\b/gi, "remind me"],
  [/\blet me to (?=forget|miss)/gi, "let me "],
  [/\b(?:say|tell|show|give) to me\b/gi, ([words]) => words.replace(" to", "")],
  [/\bsay me (?=what|when|which|at|that)\b/gi, "tell me "],
  [/(?<=[,;.] )remind(?=\s*(?:[.!]|$))/gi, "remind me"],
  [/(?<=^|[,;.] )i am (free|busy)(?=[^,;.]*\?)/gi, ([, state = ""]) => `am i ${state}`],
  [/(?<=^|[,;.] )have i (?=(?:some|any)(?:thing)?\b|an? )/gi, "do i have "],
  [
    /(?<=^(?:what|which|when)(?: (?!(?:do|did|does|will|would|should|could|must|can)\b)\w+)? )i have(?= [^,;.]*\??$)/gi,
    "do i have",
  ],
  [/\b(?:do|make) (?:a |the )?remind(?:ing)?(?: (?:for|to) me| me)\b/gi, "remind me"],
  [/\b(?:need|give me|make me|want|do me)(?: a| the)? remind\b(?! me)/gi, "remind me"],
  [/\b(please|pls|kindly) remind(?=\s*(?:[.!]|$))/gi, ([, word = ""]) => `${word} remind me`],
  [/(?<=\b(?:an?|one|set|me) )remainder(?= (?:to|for|at|in|on|about)\b)/gi, "reminder"],
  [/\breminder set\b(?=\s*(?:please|pls|[.:,]))/gi, "set a reminder"],
  [/\bput(?: to)? me (?=(?:an?|one|the) (?:alarm|reminder)\b)/gi, "set "],
  [/\bput me (?=(?:alarm|reminder)\b)/gi, "set an "],
  [/\b(?:set|put|make) (?=(?:one )?(?:clock alarm|alarm clock|alarm-clock)\b)/gi, "set an "],
  [
    /\b(?:one )?(?:(?<!o')clock alarm|alarm clock|alarm-clock)(?= (?:for me|for|at|to|on|tomorrow|today|\d))/gi,
    "alarm",
  ],
  [
    /(?<=\b(?:set|put|make|add|create|need|want) )(?:one |1 )(?=(?:alarm|reminder|event|meeting|appointment)\b)/gi,
    "a ",
  ],
  // "two alarms, one at six and one at seven".
  [/\b(alarms|reminders),? one (?=at\b|for\b)/gi, ([, what = ""]) => `${what} `],
  [
    /(?<=\b(?:alarms|reminders)\b[^,;.]*)\band (?:one|another|the other)(?: one)? (?=at\b|for\b)/gi,
    "and ",
  ],
  [/\bfix (?=(?:an?|the|one) (?:appointment|meeting|reminder|alarm|call)\b)/gi, "set up "],
];

const worthReading = {
  clocks:
    /\d\s?h(?:ours?)?\b|\d\s?h\s?\d|o'?clock|\bhrs\b|\d and (?:a |half|quarter|[2-5]\d)|\d (?:of|in|at|on) (?:the )?(?:morning|afternoon|evening)|\b(?:at|in|on)(?: the)? (?:morning|afternoon|evening) (?:at )?\d|noon (?:at )?12|midnight (?:at )?12|\bat the (?:night )?\d|\bat night \d|\b(?:on|to) \d{1,2}:|[ap]m in (?:morning|afternoon|evening)|\b(?:hours?|time) *:? \d{1,2}:|\d clock\b|(?:morning|afternoon|evening), ?\d/i,
  dates: new RegExp(
    String.raw`\d\.? (?:of )?(?:the )?(?:${monthNames})\b|(?:${monthNames}) \d{1,2} (?:and|or|&) \d|\bday \d|\d\.\d|\d-(?:st|nd|rd|th)|\d of (?:each|every|this|next)|(?:each|every) month\b|day (?:from|in) (?:each|every)|\bdate \d`,
    "i",
  ),
  lengths:
    /\bday,? (?:from )?mon|\bdays of\b|\bwork(?:ing)? days\b|\b(?:in|at) (?:the )?(?:mon|tue|wed|thu|fri|sat|sun)|\bevery \w+days\b|\btimes \w+ (?:the )?day\b|\b(?:each|every) time\b| (?:n|'n'|\+) |\bhour\b|\bbefore \S+ (?:minutes?|mins?|hours?|hrs?|days?|weeks?)|\b(?:later|after|afterwards),? (?:please |pls |kindly )*[rwcantp]|from now\b|\bone time\b|\bonce (?:to|in|by|per|for|at)\b|\b(?:coming|following) |\ball (?:the )?\w+/i,
  requests:
    /\bthat (?:you|u)\b|\bpossible\b|\bwould to\b|\byou to \w|\b(?:remember|recall|rember|remeber|memori[sz]e|advi[sc]e|intimate|think)\b|\b(?:do|make|need|want|me)(?: a| the)? remind|\bremind me (?:it|this)\b|(?:please|pls|kindly) remind\s*(?:[.!]|$)|\breminder set\b|\bremainder\b|\bput (?:to )?me\b|\bclock alarm|\balarm[ -]clock|\b(?:put|set|make|add|create|need|want) (?:one|1) |\bfix (?:an?|the|one) |\b(?:please|pls|kindly) to\b|\bto me\b|\blet me to\b|\bsay me\b|[,;.] remind\b|\bi am (?:free|busy)\b|\bhave i\b|\bi have\b|\b(?:alarms|reminders),? one\b/i,
} as const;

const rewrite = (text: Edited, steps: readonly Step[]): Edited =>
  steps.reduce(
    (rest, [pattern, plain]) =>
      edit(rest, pattern, typeof plain === "string" ? () => plain : plain),
    text,
  );

/**
 * English as people say it who learned it later becomes the English that the grammar is written for.
 * What a reminder is about is kept, and compared, as it was written.
 */
export const foldLearnerForms = (text: Edited): Edited =>
  (
    [
      ["clocks", clocks],
      ["dates", dates],
      ["lengths", lengths],
      ["requests", requests],
    ] as const
  ).reduce(
    (rest, [group, steps]) => (worthReading[group].test(rest.text) ? rewrite(rest, steps) : rest),
    text,
  );
