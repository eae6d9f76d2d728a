import { weekday } from "./vocabulary.ts";
import { asksFor, type TriggerRule, triggersIn } from "../trigger.ts";

const trigger = triggersIn("en");

const traits = {
  noun: /^(?:reminders?|alarm|timer)\s*$/,
  timer: /timer|countdown/,
  wake: /wake|waking|woken|alarm|get (?:me|us) (?:up|out of bed)|to (?:get|be) up/,
  several: /us/,
  oneAfterAll: /^give us a/,
};
const read = asksFor(traits);
const byOther = asksFor(traits, "other");

/** Words that ask for a reminder; the first that claims a place has it. */
export const reminding: readonly TriggerRule[] = [
  trigger(
    "en-remind-me",
    [
      /\b(?:can|could|would|will)?\s*(?:you\s+)?(?:please\s+)?(?:just\s+)?(?:remind|remnd|remid|rmind|remimd|ping|nudge|alert|notify|buzz|poke|prod|text|message|bug|nag|pester|prompt|beep|hassle)\s+(me|us|both of us)\b/g,
      read,
    ],
    ["remind me in 20 minutes to stretch", "11-17 10:20"],
  ),
  trigger(
    "en-wake-me",
    [/\b(?:wake|get)\s+(me|us)(?:\s+up)\b|\bwake\s+(?:me|us)\b/g, read],
    ["wake me at 6:30am", "11-18 06:30"],
  ),
  trigger(
    "en-tell-me-to",
    [
      /(?<!\b(?:to|and|or|can|could|will|would|please|just) )\b(?:please\s+)?(?:tell|ask)\s+(me)(?:\s+to\b|(?=\s+(?:at|in|on|tomorrow|tonight|every)\b[^,.!?]*\sto\s))/g,
      read,
    ],
    ["tell me at eleven to drink some water", "11-17 11:00"],
  ),
  trigger(
    "en-make-sure-i",
    [
      /\b(?:please\s+)?make\s+sure\s+(?:that\s+)?(?:i|we)\b(?:\s+(?:remember|don'?t forget)(?:\s+to)?)?/g,
      read,
    ],
    ["make sure I take the bins out at 7pm", "11-17 19:00"],
  ),
  trigger(
    "en-mind-reminding",
    [
      /(?:\b(?:mind|help\s+by)|(?<=^\s*(?:please\s+|just\s+)*)keep)\s+(?:reminding|waking|pinging|nudging)\s+(me|us)(?:\s+up)?\b|\bremind\s+(myself)\b/g,
      read,
    ],
    ["would you mind reminding me at 3 to ring the bank", "11-17 15:00"],
  ),
  trigger(
    "en-must-be-reminded",
    [
      /\bi\s+(?:want|need)\s+(?:a\s+)?(?:reminding|waking(?:\s+up)?)\b|\bi\s+(?:must|should|have\s+to|need\s+to|ought\s+to)\s+be\s+(?:reminded|told|notified|alerted|woken(?:\s+up)?)\b/g,
      read,
    ],
    ["I need to be told at 5:20 to get the chicken out", "11-17 17:20"],
  ),
  trigger(
    "en-want-to-be-reminded",
    [
      /\bi(?:'d| would)?\s+(?:want|need|like|love|wish)\s+to\s+be\s+(?:reminded|told|notified|alerted|woken(?:\s+up)?|pinged|nudged)\b/g,
      read,
    ],
    ["I would like to be reminded of the parade on Saturday at ten am", "11-21 10:00"],
  ),
  trigger(
    "en-hit-me-up",
    [
      /(?<=^|[,.!?;:]|\b(?:so|and|please|pls|just|then))\s*\b(?:hmu|hit\s+(me)\s+up)\b(?=\s+(?:in|at|on|around|tomorrow|tmrw|tonight|when|every|by)\b)/g,
      read,
    ],
    ["hmu at 10pm so I dont forget the quiz", "11-17 22:00"],
  ),
  trigger(
    "en-give-me-a-nudge",
    [
      /\b(?:give\s+(me|us)|gimme|gi'?\s*us)\s+an?\s+(?:(?:\d{1,2}|two|three|four|five|ten|fifteen|twenty|thirty|half|one)[ -](?:an\s+)?(?:minutes?|mins?|hours?)[' -]*\s*)?(?:reminder|nudge|shout|yell|holler|bell|ping|heads[- ]?up|wake[- ]?up call|buzz|poke)\b/g,
      read,
    ],
    ["give me a nudge in an hour to drink water", "11-17 11:00"],
  ),
  trigger(
    "en-get-me-out-of-bed",
    [/\bget\s+(me|us)\s+out\s+of\s+bed\b/g, read],
    ["early ferry, so get me out of bed at 5 tomorrow please", "11-18 05:00"],
  ),
  trigger(
    "en-i-want-to-wake-up",
    [
      /(?<=^\s*(?:(?:hey|ok|so|um|hi) )*)i(?:\s+want|'d\s+like|\s+would\s+like)\s+to\s+(?:wake|get|be)\s+up\b(?=\s+(?:at|by|tomorrow|every|on|early)\b)/g,
      read,
    ],
    ["i want to wake up at 7 tomorrow", "11-18 07:00"],
  ),
  // Said of oneself, and nothing else in the message.
  trigger(
    "en-i-need-to-wake-up",
    [
      /(?<=^\s*(?:(?:hey|ok|so|um|hi) )*)i(?:\s+(?:need|have)\s+to|'ve\s+got\s+to|\s+must)\s+(?:wake|get)\s+up\b(?=\s+(?:(?:tomorrow|on\s+\w+day)\s+)?at\s+[^,.;!?]{1,40}$)/g,
      read,
    ],
    ["i need to wake up at six fifteen am", "11-18 06:15"],
  ),
  trigger(
    "en-not-sleep-past",
    [
      /\bdon'?t\s+let\s+(me|us)\s+(?:over)?sleep\b(?:\s+in\b)?(?:\s+(?:past|after|beyond|later\s+than)\b)?/g,
      (found) => ({ ...read(found), wake: true }),
    ],
    ["don't let me sleep past nine tomorrow", "11-18 09:00"],
  ),
  trigger(
    "en-put-me-down-for",
    [/\bput\s+(me)\s+down\s+for\s+a\s+(?:reminder|nudge|wake[- ]?up call)\b:?/g, read],
    ["put me down for a reminder: pottery workshop tomorrow 1pm to 3:30pm", "11-18 13:00 150m"],
  ),
  trigger(
    "en-all-i-need",
    [
      /\ball\s+i\s+(?:need|want|ask)(?:\s+from\s+you|\s+for)?\s+is\s+a\s+(?:reminder|nudge|ping|shout|heads[- ]?up)\b/g,
      read,
    ],
    ["all I need is a nudge at 5pm to leave", "11-17 17:00"],
  ),
  trigger(
    "en-do-not-let-me-forget",
    [
      /\bdon'?t\s+let\s+(me|us)\s+(?:forget|miss)\b|\bhelp\s+(me|us)\s+(?:to\s+)?(?:remember|not\s+(?:to\s+)?forget)(?:\s+to)?\b/g,
      read,
    ],
    ["don't let me forget to call mom at 7pm", "11-17 19:00"],
  ),
  trigger(
    "en-shout-at-me",
    [
      /(?<=^|[,.!?;:]|\b(?:please|pls|then|and|just))\s*\b(?:shout|yell|holler)(?:\s+at)?\s+(me)\b|(?<!\b(?:they|he|she|it|you|to|will|would|people|who|that|always|not|never|\w+n't|\w+s) )\b(?:shout|yell|holler)(?:\s+at)?\s+(me)\b(?=\s*$|\s+(?:at|in)\s+\d)/g,
      read,
    ],
    ["pasta off in 9 min, shout at me", "11-17 10:09"],
  ),
  trigger(
    "en-let-me-know-when",
    [
      /\b(?:let\s+(me|us)\s+know|tell\s+(me|us)|give\s+(me|us)\s+a\s+shout)(?=\s+when\s+it(?:'?s|\s+is|\s+hits|\s+turns|\s+gets\s+to)\s+(?:\d|half|a?\s*quarter|noon|midnight|time\s+(?:to|for)\b))|\blet\s+(me|us)\s+know(?=\s+(?:at\s+\d|in\s+(?:\d|an?\b|half)|tomorrow\s+at|at\s+noon|at\s+(?:half|quarter)|(?:an?|half|\d+|[a-z]+)(?:\s+an?)?(?:\s+[a-z]+)?\s+(?:minutes?|mins?|hours?|days?|weeks?)\s+(?:before|ahead|prior|in\s+advance)\b))/g,
      read,
    ],
    ["let me know when it's four pm", "11-17 16:00"],
  ),
  trigger(
    "en-set-an-alarm",
    [
      /(?<!don'?t |longer )\b(?:set|create|make|add|start|schedule|repeat|put(?: in)?|need|want|wish|give|(?<!\b(?:i|we|to|you|they) )get(?=\s+(?:me|us|an?|another)\b)|sound|program|arrange|send(?=\s+(?:me|us)\b)|(?:turn|switch)\s+on(?=\s+(?:an?|another|my)\b)|(?:activate|enable|(?<!\b(?:i|we|to|you|they) )have)(?=\s+(?:an?|another)\b))\s+(?!off\b)(?:up\s+)?(?:me\s+|us\s+)?(?:an?|another|one more|one|two|three|the|my|some)?\s*(?!(?:[\w-]+\s+){0,2}(?:oven|microwave|tv|television|radio|stove|washer|washing machine|dryer|dishwasher|sprinkler|heating|heater|thermostat|light|lights|lamp|fan|ac|kettle|coffee|cooker|sleep|shower|pool)\s+(?:timer|alarm))(?:[\w\s:'-]{0,20}?\s)?(?:reminder|alarm|timer|wake[- ]?up call|countdown|(?<=(?:recurring|repeating|daily|weekly|monthly)\s)task)s?\b(?:\s+(?:on|go(?:ing)?\s+off|ring(?:ing)?)(?=\s+(?:for|at|in|on|every|tomorrow|to)\b))?/g,
      read,
    ],
    ["set an alarm for 6:20am", "11-18 06:20"],
  ),
  trigger(
    "en-another-alarm",
    [
      /\b(?:new|another|one more)\s+(?:reminder|alarm)\b|^\s*(?:an?\s+|new\s+)*(?:daily|nightly|weekly|monthly|yearly|annual|recurring|repeating|regular)\s+(?:reminder|alarm)\b(?!\s+(?:is|was|did|does|has|went|goes|keeps|isn't|wasn't)\b)|\b(?:can|could|may)\s+(?:i|we)\s+(?:please\s+)?(?:have|get)(?:\s+(?:an?|another|one))?\s+(?:reminder|alarm|nudge|ping|wake[- ]?up call)\b|\b(?:i'?d|would)\s+like\s+(?:an?|another)\s+(?:reminder|alarm)\b/g,
      read,
    ],
    ["new alarm twelve thirty pm", "11-17 12:30"],
    ["weekly reminder mondays at 8am to water the plants", "11-23 08:00 FREQ=WEEKLY;BYDAY=MO"],
  ),
  trigger(
    "en-reminder-to",
    [
      /\breminders?(?:,?\s+(?:please|pls))?\s*(?=:|\bto\b|\bfor\b|\bat\b|\bin\b)|^\s*reminder\s+(?=(?!(?:is|was|app|email|about|that|of)\b)[a-z][^,.;?]*\b(?:\d{1,2}(?::\d\d)?\s*[ap]m|noon)\b)|^\s*reminder\s+(?=\d|(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/g,
      read,
    ],
    ["reminder to call Ann at 4pm", "11-17 16:00"],
  ),
  trigger(
    "en-alarm-for",
    [
      /(?<!\b(?:fire|smoke|burglar|car|false|the|that|this|his|her|their)\s)\b(?:alarm|timer)\s+(?=(?:for|at|in)\b|\d|(?:an?|[a-z]+)(?:[ -][a-z]+)?\s+(?:minutes?|mins?|hours?)\s*(?:$|[,.!]|please\b))/g,
      read,
    ],
    ["timer 25 minutes", "11-17 10:25"],
    ["nap alarm forty minutes", "11-17 10:40"],
  ),
  trigger(
    "en-have-alarm-ring",
    [
      /(?<=^|[,.!?;:]|\b(?:please|pls|can you|could you|and|just))\s*\b(?:have|let|make)\s+(?:my|the|an)\s+alarm\s+(?:go\s+off|ring|sound)(?=\s+(?:at|in|on|every|tomorrow|for)\b)|^\s*alarm\s+(?:please|pls)(?=\s+(?:at|in|on|every|tomorrow|for)\b)|^\s*(?:the|my|an)\s+alarm\s+(?:should|must|has\s+to|needs?\s+to|is\s+to)\s+(?:go\s+off|ring|sound|wake\s+(?:me|us)(?:\s+up)?)(?=\s+(?:at|in|on|every|tomorrow|for)\b(?!.*\b(?:but|and|because|so|if|when|unless|yet|though)\b)[^?]*$)/g,
      read,
    ],
    ["have my alarm go off at nine am", "11-18 09:00"],
    ["my alarm should go off at 6:30am tomorrow", "11-18 06:30"],
    ["alarm please for tomorrow at three in the afternoon", "11-18 15:00"],
  ),
  trigger(
    "en-alarm-on-days",
    [
      new RegExp(
        String.raw`(?<=^|[,.!?;:]|\b(?:please|pls|plz))\s*\balarms?\s+(?![^,.!;]*\?)(?=(?:on\s+)?(?:the\s+)?(?:every|each|daily|nightly|everyday|weekly|monthly|biweekly|fortnightly|annually|yearly|alternate|once|twice|weekdays|weekends|weeknights|workdays|first|last|tomorrow|tmrw|tonight|\d{1,2}(?:st|nd|rd|th)|(?:${weekday})s?)\b)`,
        "g",
      ),
      read,
    ],
    ["alarm weekdays 7am", "11-18 07:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ),
  trigger(
    "en-call-me",
    [
      /(?<=^|[,.!?;]|please|can you|could you|just|and)\s*\b(?:(?:call|phone|ring)\s+(me)\b|give\s+(me)\s+a\s+(?:call|ring)\b)(?=\s+(?:at|in|tomorrow|tonight|on|when|back))/g,
      read,
    ],
    ["call me at noon", "phone_call"],
  ),
  trigger(
    "en-wake-up-me",
    [/\bwake\s+up\s+(me|us)\b/g, read],
    ["wake up me please at 6am", "11-18 06:00"],
  ),
  trigger(
    "en-alarm-behind-time",
    [
      /(?<=(?:\d\s?[ap]m|\b(?:am|pm|\d|day|weekdays?|morning|tomorrow|tonight))\s*,?\s+)(?:an?\s+)?(?:alarm|reminder|wake[- ]?up call)\b(?=\s*(?:$|[,.!?]|pls\b|plz\b|please\b|for me\b))/g,
      read,
    ],
    ["7am alarm please", "11-18 07:00"],
  ),
  trigger(
    "en-a-reminder-then",
    [
      /(?<=(?:^|[,.!;]|\b(?:please|pls|me|need))\s*)(?:please\s+)?(?:a|one|another)\s+reminder\b(?=\s+(?:tomorrow|today|tonight|on|every|early|at|in)\b)/g,
      read,
    ],
    ["I need a reminder at 2pm to send the proposal", "11-17 14:00"],
  ),
  trigger(
    "en-remember-to",
    [/\b(?:remember|remind)\s+to\b(?!\s+remind)/g, read],
    ["at 21:00 remind to take out the dog", "11-17 21:00"],
  ),
  trigger(
    "en-remind-someone",
    [/\bremind(?=\s+[a-z])(?!\s+you\b)/g, byOther],
    ["remind Bob at 5pm to call", "create_shared 11-17 17:00"],
  ),
];

/** What people say instead of "remind me"; it asks for a reminder only beside a time. */
export const askedBesideTime = trigger(
  "en-asked-beside-time",
  [
    /(?<!\b(?:to|they|he|she|it|will|would|that|who|which|not|n't|never) )\b(?:warn|inform|urge|recall|remember|rember|remeber|remaind|remined|signal|memo|tell)\s+(me|us)\b(?!\s+(?:please\s+)?(?:about the|more|what|why|how|who|where|when|if|whether|a|the|your|from|as|.*\bin\s+history|of\s+(?:the|my)\s+(?:time|days?))\b)/g,
    (found) => ({ ...read(found), whom: "me", calendar: "weak" }),
  ],
  ["warn me at 5pm to leave", "11-17 17:00"],
);

export const plainWords = /[a-z' ]+/g;
/** An alarm that is there for something else wakes no one: "an alarm at 4:45 to pick up Sam". */
export const wakesUp =
  /wake|get (?:me |us )?up|get (?:me|us) out of bed|wok(?:e|en)\b|alarm\b(?!.*\bto (?!(?:wake|get|be|rise|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)\b)[a-z])/;
