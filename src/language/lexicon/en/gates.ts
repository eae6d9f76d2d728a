import { type Gate, gatesFor } from "../gate.ts";
import { remindsMe, remindVerbs } from "./vocabulary.ts";

const r = String.raw;
const complaint = gatesFor("en", "complaint");
const hypothetical = gatesFor("en", "hypothetical");
const name = gatesFor("en", "name");
const thirdPerson = gatesFor("en", "third_person");
const noRequest = gatesFor("en", "no_request");

const notOrder = r`ever(?![^?]*\bto\b[^?]*$)`;

/** The first that fits names the reason. */
export const gates: readonly Gate[] = [
  complaint(
    "en-late-or-useless",
    [
      r`\b(?:reminder|alarm)s? (?:that )?(?:came|was|were|arrived|went off|fired|showed up)\b.*\b(?:late|useless|early|never|wrong)\b`,
    ],
    "great, another reminder that came an hour too late",
  ),
  complaint(
    "en-why-not-reminded",
    [
      r`\bwhy (?:didn'?t|did you|do you|are you|haven'?t|don'?t|weren'?t|wouldn'?t)\b`,
      r`\bhow come\b`,
    ],
    "why didn't you wake me up at 7?",
  ),
  complaint(
    "en-broken-promise",
    [
      r`\b(?:you|u|ya) (?:didn'?t|never|forgot|failed|missed|were supposed|should have|said (?:you|u))`,
      r`\bsupposed to (?:remind|wake)`,
      r`\bdid you forget\b`,
    ],
    "you didn't wake me at 7!",
    "you said you would wake me at 6",
  ),
  complaint(
    "en-thanks",
    [
      r`\bthanks? (?:you )?for (?:remind|wak|the (?:remind|nudge))`,
      r`\b(?:glad|good thing|nice|great) (?:that )?you (?:remind|woke)`,
      r`\byou (?:reminded|woke)\b`,
    ],
    "thanks for waking me at 6",
    "you reminded me twice yesterday",
  ),
  hypothetical(
    "en-regret",
    [
      r`\bi wish(?!\s+(?:an?|to|for)\s)`,
      r`\bif only`,
      r`\bif (?:i|we|you)(?:'d| had) (?:only |just )?(?:set|made|had|asked|put|got|told)\b`,
    ],
    "I wish you could wake me at 6",
  ),
  hypothetical(
    "en-what-if",
    [
      r`\bif i (?:asked|told|said|were|was|wanted|ask|tell)`,
      r`\bwhat if`,
      r`\bwhat (?:would|will|happens)`,
      r`\bwould you (?:${notOrder}|even|actually|really)`,
      r`\bsuppose i`,
      r`\bimagine`,
      r`\bhypothetically`,
      r`\bshould i\b`,
    ],
    "what should I cook tonight",
    "imagine being woken up at 4 daily",
  ),
  name(
    "en-own-name",
    [
      r`\b(?:call|address) me (?!(?:at|in|on|tomorrow|tonight|when|back|later|again|up|every|after|before|around|about|a\b|an\b|to\b|for\b|if\b|once|this|next)\b)[a-z]+`,
    ],
    "call me Jess",
    "call me Sam btw",
  ),
  thirdPerson(
    "en-set-for-another",
    [
      r`\b(?!(?:i|you|we|u)\b)\w+ (?:asked|wants?|wanted|told|tells|asks|begged|needs)\b[^,.]*\bto remind (?:him|her|them)\b`,
      r`\b(?:my|his|her|our|their) (?!\w+ing)\w+ (?:sets?|made|makes|has|had|uses|gets) (?:an?|\w+) (?:reminder|alarm)`,
    ],
    "he told me to remind him at 5",
    "lol my roommate set her alarm for 4am",
  ),
  thirdPerson(
    "en-person-reminds",
    [
      r`\b(?:he|she|they|it|someone|nobody|mom|mum|dad|my \w+|the \w+|\w+'s \w+)\s+(?:just\s+|always\s+|also\s+|kept\s+|keeps\s+|already\s+|has\s+|had\s+|will\s+|usually\s+|sometimes\s+|used to\s+|said\s+|told me\s+|asked me\s+)*(?:(?:remind|ping|nudge|wake|text|alert|message|call)(?:s|ed)|woke|notified|notifies)\s+(?:me|us)\b`,
      r`\b(?:they|people|friends)\s+(?:\w+\s+)?(?:remind|wake|text|call)\s+(?:me|us)\b`,
      r`\bremind(?:s|(?<!(?:(?:want|need|like|love|wish) to|must|should|have to|need to|ought to) be remind)ed)\b`,
    ],
    "I reminded him at noon",
    "mom always wakes me at 6",
  ),
  thirdPerson(
    "en-asked-to-do",
    [r`\b(?:asked|told|wants|wanted|reminds|reminded) me (?:to|of|about|that)\b`],
    "she told me to be there by noon",
    "the nurse told me to come back at 2",
  ),
  thirdPerson(
    "en-person-would-remind",
    [
      r`(?:\b(?!(?:if |when |so |and |can |could |would |will )?you\b)\w+(?<!\b(?:and|or|please|just|can|could|would|will|you|u))(?:'ll|'d|\s+(?:will|would|can|could|should|might|may|used to|tries to|has to|is going to|was going to|is gonna|forgot to|forgets to|refuses to|loves to|likes to))|\b(?:i|she|he|they|we|\w+)\s+(?:told|asked|got|paid|begged|want|wants|needs|reminded|ask|tell|get|had|have)\s+(?!you\b)\w+(?:\s+\w+)?\s+to|^\s*(?:ask|tell|get|have)\s+(?!me\b|you\b)\w+\s+to)\s+(?:always\s+|usually\s+|also\s+|probably\s+|definitely\s+)?${remindsMe}`,
    ],
    "I'd never ask anyone to wake me at 4",
    "I already asked Siri to wake me at 7",
  ),
  noRequest(
    "en-will-you-remind",
    [
      r`\b(?:did|didn't|do|have|haven't) you (?:already |ever |just |still )?(?:${remindVerbs})\w*\s+\w+`,
      r`\byou(?:'ll| will|'re going to| are going to|'re gonna| gonna) (?:still |also |definitely )?${remindsMe}`,
      r`\bare you (?:still |really |actually )?(?:going to|gonna) ${remindsMe}`,
      r`\b(?:will|would) you (?:still|also|really|actually|${notOrder}) ${remindsMe}`,
      r`\bdo you (?:remind|wake|call|notify|ping)\b`,
    ],
    "do you remind people about birthdays?",
    "will you still remind me at 5",
  ),
  noRequest(
    "en-remind-me-why",
    [
      r`\bremind me (?:again )?(?:why|what(?! i have\b| i've got\b|(?:'s| is) (?:on|planned|scheduled|coming up)\b)|who|how|where|which)\b`,
    ],
    "remind me what time the meeting is",
    "somebody remind me why I agreed to a 7am meeting",
  ),
  noRequest(
    "en-already-set",
    [
      r`(?<!\b(?:do|did|have|had|can|could|may|might|should|(?:check|see|know|me) (?:if|whether)) )\bi(?:'ve)? (?:already |just )?(?:set|made|created|have) (?:an?|my|the) (?:\w+ )?(?:alarm|reminder|timer)`,
    ],
    "I set an alarm for 6 and it never rang",
  ),
  noRequest(
    "en-what-it-can-do",
    [
      r`\b(?:what|which) (?:kinds? of )?(?:things|reminders) can you\b`,
      r`\bhow (?:do|can|does|would) (?:i|you|it|one)\b`,
      r`\bdo you (?:have|support|do) (?:reminders|alarms)\b`,
      r`\bwhat (?:can|could|do) you remind\b`,
      r`\b(?:can|do|could) you (?:even |also )?(?:set|do|make|create|handle) (?:alarms|reminders|timers)\b`,
    ],
    "can you set alarms?",
    "what can you remind me of?",
  ),
  noRequest(
    "en-played",
    [
      r`^\s*(?:please |can you |could you )*(?:play|sing|stream|shuffle|queue|listen to)\b(?!.*\bremind)`,
    ],
    "play Wake Me Up Before You Go-Go",
  ),
  noRequest(
    "en-meaning-asked",
    [
      r`\bwhat (?:does|do|is meant by) .{1,30}\b(?:mean|stand for)\b`,
      r`^\s*(?:hey |so )?what(?:'s| is) an? (?:[\w-]+ ){0,2}[\w-]+\s*$`,
      r`\b(?:calendars?|alarms?|reminders?) do (?:they|people)\b`,
    ],
    "what does reminder mean",
  ),
  complaint(
    "en-told-how-it-ended",
    [
      r`\b(?:and|but) (?:i )?(?:still|then|just|never|somehow) (?:\w+ed|overslept|slept|woke|forgot|missed|ran|got)\b`,
    ],
    "set three alarms for 7 and still overslept",
  ),
];
