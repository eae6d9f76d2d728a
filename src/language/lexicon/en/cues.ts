/** Words that order, report or ask about what exists. */

export const cancelCue =
  /^\s*(?:sorry |ok |so |actually |um )*(?:i|we) (?:don'?t|do not|no longer) (?:need|want)\b(?=.*\bany ?(?:more|longer)\s*$)|^\s*(?:i|we) no longer (?:need|want)\b|\b(?:don'?t|no longer) (?:need|want)\b(?=.{0,40}\b(?:reminders?|alarms?)\b)|^\s*(?:please )?stop\b(?=.{0,40}\b(?:reminders|alarms|(?<=\b(?:the|my|that) [\w' ]{2,30})reminder)\b)|^\s*(?:hey |ok |so |there's )?no\b(?=\s[\w' ]{2,24}\s(?:today|tonight|tomorrow|this (?:week|time|mon|tue|wed|thu|fri|sat|sun)|on (?:mon|tue|wed|thu|fri|sat|sun)))|\b(?:cancel|call off|delete|remove|scrap|drop|undo|scratch|forget (?:about|that\b|(?=(?:the|my) (?:\w+ ){0,3}(?:one|last|reminder|alarm)))|clear|kill|get rid of|turn off|switch off|shut off|dismiss|skip|erase|wipe|disable|deactivate|silence|discard|eliminate|unset)\b|\b(?:turn|switch|shut)\b(?=[^,.]{2,40}\b(?:alarm|reminder|timer|notification|alert)s?\b[^,.]{0,20}\boff\b)|\b(?:take|get|pull|strike|knock|cross)\b(?=.{2,40}\boff (?:of )?(?:my|the) (?:calendar|schedule|agenda|diary|list))|\bno more (?:reminders?|alarms?|notifications?)\b(?= (?:about|for|to|of|on)\b)|\bun-?schedule\b|\btake out\b(?=\s+(?:the|my|that|this) (?:[\w']+ ){0,3}?(?:meeting|appointment|event|reminder|alarm|entry)s?\b)|^\s*(?:please )?stop\b(?=\s+(?:the|my|that|this) (?:[\w':]+ ){0,3}?alarm\b)|\b(?:shall|should|must|needs? to|has to|can|is to) be (?:cancell?ed|deleted|removed|scrapped)\b|(?:\b(?:is|are|was|were|got|gets|(?:has|have) been)|'s(?: been)?) (?:just |now |all )*(?:cancell?ed|called off)\b|(?:\b(?:is|are)|'s) (?:now |all )?off\b(?=\s*(?:$|[.!,]|(?:today|tonight|tomorrow|now|then)\b))|\bnever ?mind\b|^\s*(?:please )?stop (?:it|that|this)\s*$|\b(?:do not|don'?t|stop|no need to|needn'?t|no longer need to|don'?t need to|you can stop)\s+(?:\w+\s+){0,2}?(?:remind|reminding|wake|waking|ping|pinging|nudg\w+)(?:\s+(?:me|us))?(?:\s+(?:about|to|of|for))?/;

export const snoozeCue =
  /\bsnooze\b|\bagain\b|\bask me (?:again )?later\b|\b(?:more|another)\s+(?:\d+|five|ten|fifteen|twenty|thirty|half)|\b(?:\d+|five|ten|fifteen|twenty|thirty)\s+more\b|\bnot now\b|\bnot yet\b/;

export const updateCue =
  /\b(?:prepone|move|reschedule|change|(?<!\b(?:my|the|a|this|that|night|day|late|early|our|next|last) )shift|push(?: back)?|postpone|delay|bring|switch|make (?:it|that|the|my)|rename|retitle|update|edit)\b|\b(?:no|wait|sorry|oops|actually|correction)\b,?\s*(?:i (?:meant|mean|said)|make|it'?s|at|the|not|\d)|\bi (?:meant|mean)\b|\binstead\b|\bshould (?:be|say)\b/;

export const completeCue =
  /\b(?:done|finished|completed|did it|did that|all set|sorted|taken|eaten|paid|(?:tick|check|cross)(?:ed)? (?:it |that |this )?off|got it done|handled|taken care of|already)\b|(?:'s|\bhas|\bhave) been \w+|(?:\bis|\bare|'s|'re) (?:now |all )?(?:out|in|off|up|\w+ed)\s*[.!]*$|^\s*(?:ok(?:ay)?,?\s+|yes,?\s+|yep,?\s+)?(?:(?:i|i'?ve|just|already|have)\s+)*(?:\w+ed|took|did|went|fed|bought|paid|sent|made|wrote|ate|drank|ran|swam|got|put|met|got)\b/;

export const freeCue =
  /\bwhen can\b|\b(?:free|available|busy|availability|around)\b|\bhave (?:any )?(?:time|plans)\b|\bdoing\b|\bschedule look/;
