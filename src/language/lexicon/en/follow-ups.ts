import { weekday } from "./vocabulary.ts";

/** Words beside the time in "hm, 3:30 is safer" and "还是十一点吧": they name nothing. */
export const besideTime =
  /\b(?:ok|okay|hm+|um+|uh|er|well|yes|yeah|yep|no|nope|not|wait|sorry|oops|oh|actually|rather|maybe|perhaps|probably|better|safer|easier|let'?s|say|go|with|make|do|does|have|put|set|move|change|it|that|this|to|be|how|about|could|can|we|you|i|i'd|i'll|would|should|please|pls|instead|then|at|on|for|of|is|it'?s|that'?s|works?|fine|good|best|prefer|mean|meant|said|only|just|starts?|starting|begins?|the|time|a|bit|also|too|as|again|and|takes?|lasts?|long|like|same|ones?|more|from|so|thanks?|but|another|things?|nah)\b/g;

/** What was said before was a slip. */
export const slip =
  /\b(?:no|nope|nah|wait|sorry|oops|i mean(?:t)?|my (?:bad|mistake)|correction)\b/;

/** "not this weekend": those two days, not all weekends. */
export const oneWeekend = /\b(?:the|this|next|that|coming) weekend\b/;

/** "no, just this once": it is meant once. */
export const once =
  /^\s*(?:(?:no|nope|sorry|actually|oh|wait|ok|please|not (?:weekly|daily|monthly|yearly|every (?:day|week|month|year)))[\s,]+)*(?:(?:just|only)(?: for)?(?: this)? (?:once|one time|time)|(?:make it )?(?:just )?a one[- ](?:time|off)(?: thing| event| reminder)?|(?:just|only) the once)\s*[.!]*$/;

/** "just not on weekends", "pause it tomorrow": the days beside these words are left out. */
export const leavesOut =
  /\b(?:not|except(?: for| on)?|excluding|apart from|without|skip|skipping|pause|leave out|no need|don'?t need|don'?t want|don'?t|never)\b/g;
export const besideLeftOut = /\b(?:though|any|need|want|them|once|one|off)\b/g;

/** "add 2 minutes", "five more minutes": so much later than it is. */
export const addsTime =
  /^\s*(?:(?:ok|please|and|just|actually|give (?:me|it)|add|can you add|make it)\s+)*(?:(?:another|a further)\s+)?(?:\S+\s+)?(?:more|extra)\s|\badd\b|\b(?:more|longer)\s*(?:please|thanks)?\s*$/;
export const besideAdded = /\b(?:add|extra|longer|further|give|time|timer)\b/g;

/** "same for Saturday", "and Thursdays", "周六也一样": once more, and the first one stays. */
export const onceMore = new RegExp(
  String.raw`\b(?:also|too|as well|again|ditto|another)\b|\bsame\b(?! (?:time|hour|day))|^\s*(?:and|plus)\s+(?:(?:on|every)\s+)?${weekday}s?\b(?!.*\binstead\b)`,
);

/** Words that ask for a reminder, where the time beside them leaves no other reading. */
export const asksAgain = /\b(?:remind|me|us)\b/g;

/** It is a question about the time, and no wish. */
export const asks = /^\s*(?:is|was|did|does|what|when|why|which)\b/;

/** When it is over, not when it begins. */
export const ending =
  /\b(?:finish(?:es)?|ends?|over|until|till|goes on (?:until|till|to)|runs? (?:until|till|to))\b/g;

/** "call it gym", "名字叫健身". */
export const naming =
  /^(?:(?:and|please|ok|just)\s+)*(?:call|name|title|label)\s+(?:it|that|this)\s+(?<name>\S.*)$/;

/** "and in an hour to make the gravy": the words that asked before are meant once more. */
export const goingOn =
  /^\s*(?:(?:ok|okay|oh)\s+)?(?:(?:and|also|plus)\b(?:\s+(?:also|then|one|another|another one))?|now\s+(?:one|another))/;

/** "the day after", "push it a week", "后一天". */
export const dayBeside =
  /\bthe (?:(?:day|(?<week>week)) after|(?:following|next) day|(?<back>day before))\b|\b(?:push|move|put|delay|postpone|shift)\b (?:it|that|this)(?: back| off| out| on)?(?: by)? (?<count>a|one|two|three|four|five|\d) (?<unit>day|week)s?\b/;

/** "make that half past": minutes beside the hour that it has. */
export const partOfHour =
  /\b(?<part>half(?= past)|(?:a )?quarter|(?:five|ten|twenty|5|10|20)(?= past| to)) (?<side>past|to|after)\b(?!\s*(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|the|that|it|my))/;
export const partMinutes: Readonly<Record<string, number>> = {
  half: 30,
  quarter: 15,
  "a quarter": 15,
  five: 5,
  ten: 10,
  twenty: 20,
  "5": 5,
  "10": 10,
  "20": 20,
};
export const beforeHour = /^to$/;

/** "stop the timer": of what was just set to run. */
export const stopsTimer =
  /^\s*(?:(?:ok|please|just|now|and|actually)\s+)*(?:(?:stop|cancel|end|kill|clear|delete|remove|turn off|switch off)\s+(?:the|my|that|this)\s+(?:timer|countdown)|(?:turn|switch)\s+(?:the|my|that|this)\s+(?:timer|countdown)\s+off)(?:\s+(?:now|please|again))*\s*[.!]*\s*$/;
