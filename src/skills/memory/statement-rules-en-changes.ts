import { kin, lastingEnglish as rule, myKin, number, self, word } from "./people-words-en.ts";
import type { StatementRule } from "./statement-rule.ts";

const papers =
  "passport|visa|(?:driving |driver's )?licen[cs]e|id(?: card)?|residence permit|work permit|permit|contract|lease|rent contract|insurance|subscription|warranty|membership|credit card|bank card|card|season ticket|probation";

/** What begins, ends, changes or expires, and who people are to the speaker. */
export const englishChanges: readonly StatementRule[] = [
  rule({
    name: "a paper that expires",
    pattern: `(?:my|our) (?<what>${papers}) (?:expires?|expired|runs out|ends|is up|is due|is valid until|is good until|needs renewing)(?: (?:in|on|at|by))? (?<value>.{3,40})`,
    examples: [["my visa runs out on April 2", "visa", "April 2"]],
    not: ["my card is on the table", "my contract ends badly?"],
  }),
  rule({
    name: "gave something up",
    pattern:
      "i(?:'ve| have)? (?:just |recently |finally )?(?<value>(?:quit|given up|gave up|stopped) (?:smoking|drinking|eating|taking|using|vaping|gambling|alcohol|cigarettes|coffee|caffeine|sugar|meat|dairy|bread|sweets|soda|social media)(?: .{2,40})?)",
    examples: [["I gave up sugar", null, "gave up sugar"]],
    not: ["I gave up", "I stopped by the shop"],
  }),
  rule({
    name: "began something",
    pattern: `(?:i|we)(?:'ve| have)? (?:just |recently |finally )?(?<value>(?:started|begun|began) (?:learning|playing|studying|going to|taking|doing|training|practi[sc]ing|seeing|dating|eating|volunteering|therapy|school|university|college|an? (?:${word} )?(?:job|course|business|band|blog|diet|degree|apprenticeship|internship))(?: .{2,50})?|(?:took|taken) up (?!with|the|a lot|too)[^.]{3,40}|signed up for (?:an? |the )[^.]{3,50})`,
    examples: [
      ["I started learning the harp", null, "started learning the harp"],
      ["I've taken up fencing", null, "taken up fencing"],
    ],
    not: ["I started the dishwasher", "I started to wonder"],
  }),
  rule({
    name: "a change to come",
    pattern: `(?<value>(?:${self}|i'll be|we'll be|${myKin} is) (?:(?:getting|going to get) (?:married|divorced|engaged|a (?:${word} )?(?:dog|cat|puppy|kitten|baby))|moving (?:to|in with|out of|back to|house|abroad)|relocating to|retiring|emigrating to|starting (?:an? |my )(?:new )?(?:${word} )?(?:job|course|school|degree|business)|going to be (?:an? )(?:father|mother|mom|mum|dad|aunt|uncle|grandmother|grandfather|parent)|having (?:a baby|twins|surgery|an operation))(?: .{2,50})?)`,
    examples: [["I'm moving to Hanoi in May", null, null]],
    not: ["I'm moving on", "I'm moving to the next point?"],
  }),
  rule({
    name: "works towards something",
    pattern: `${self} (?<value>(?:training|saving(?: up)?|preparing|studying|practi[sc]ing) for (?:an? |my |our |the (?!meeting|call|party|trip|weekend|worst|day))[^.]{3,50}|writing (?:an? |my )(?:book|novel|thesis|dissertation|memoir)(?: .{2,40})?|building (?:an? |our |my )(?:house|boat|cabin|app|company)(?: .{2,40})?)`,
    examples: [["I'm saving up for a boat", null, "saving up for a boat"]],
    not: ["I'm preparing for the meeting tomorrow"],
  }),
  rule({
    name: "a diet",
    pattern: `${self} on (?<value>an? (?:${word} ){0,2}diet|(?:the pill|antidepressants|antibiotics|insulin|blood thinners|statins|medication)(?: .{2,30})?)`,
    examples: [["I'm on a low-salt diet", null, "a low-salt diet"]],
    not: ["I'm on a train"],
  }),
  rule({
    name: "takes regularly",
    pattern:
      "i take (?<value>(?!it|this|that|them|him|her|you)[^.]{2,30}? (?:once|twice|three times|(?:every|each) (?:day|morning|evening|night|week)|daily|for my .{2,30}|before bed|with breakfast|\\d+ ?mg.{0,20})(?: .{1,20})?)",
    examples: [["I take ramipril twice a day", null, "ramipril twice a day"]],
    not: ["I take it every day?"],
  }),
  rule({
    name: "did once",
    pattern:
      "(?:i|we) (?<value>(?:studied|majored in|graduated (?:in|from)|trained as|trained to be|served in|worked (?:as|at|for)|lived (?:in|with)|volunteered (?:at|for|in)) (?!for\\b|all\\b|late\\b|home\\b|on\\b|hard\\b|the whole\\b|it\\b)[^.]{3,60})",
    examples: [["I studied biology in Delft", null, "studied biology in Delft"]],
    not: ["I studied all night", "I worked late"],
  }),
  rule({
    name: "who somebody is",
    pattern: `(?<value>(?!(?:it|this|that|he|she|who|what|here|there|which|one)\\b)(?-i:\\p{Lu})${word}(?: (?-i:\\p{Lu})${word})? is (?:my|our) (?:${word} ){0,2}?(?:${kin}|colleague|coworker|landlord|landlady|teacher|doctor|dentist|therapist|manager|friend|ex|cleaner|nanny|babysitter|accountant|lawyer|coach|tutor)(?:(?:,| and| from| at) .{2,60})?)`,
    examples: [["Olga is my landlady, she lives upstairs", null, null]],
    not: ["It is my boss", "This is my friend?"],
  }),
  rule({
    name: "what one of the family does",
    pattern: `(?<value>${myKin} (?:drives|runs|owns|writes|paints|sings|cooks|collects|raises|builds|designs|wears|takes|sells|trains|coaches|rides|drinks|eats|smokes|manages|suffers from|used to|(?:just |recently )?(?:moved|retired|lost h(?:is|er) job|got a (?:new )?job|had (?:a (?:baby|stroke|heart attack|accident)|surgery)|was diagnosed with|quit|broke h(?:is|er)))(?: (?!(?:me|us|him|her|them|it|that|this|you)\\b).{1,60})?)`,
    examples: [["my cousin runs a bakery in Leeds", null, null]],
    not: ["my boss drives me mad"],
  }),
  rule({
    name: "an injury or operation",
    pattern:
      "i(?:'ve| have)? (?:once |just |recently )?(?<value>(?:broke|broken|tore|torn|sprained|fractured|dislocated|injured|pulled|hurt) my [^.]{3,40}|had (?:an? |my )(?:[\\p{L} ]{0,20})(?:surgery|operation|transplant|stroke|heart attack|miscarriage|appendix removed|tonsils removed|wisdom teeth (?:out|removed))(?: (?:on|in|for|at|as|when|after|last) .{2,30})?)",
    examples: [["I broke my wrist skiing", null, "broke my wrist skiing"]],
    not: ["I broke my promise?"],
  }),
  rule({
    name: "did for years",
    pattern: `(?<value>(?:i|we) (?:was|were|did|had|played|sang|ran|taught|drove|danced|kept) .{3,40} for (?:${number}|many|several|a few|over ${number}|almost ${number}) (?:years|months|decades))`,
    examples: [["I was in the navy for four years", null, null]],
  }),
  rule({
    name: "never did",
    pattern:
      "(?<value>i(?:'ve| have)? never (?:been (?:to|in|on)|had (?:an? )|learne?d|learnt|tried|eaten|drunk|smoked|owned|driven|flown|finished|voted|ridden|skied) (?!it\\b|this\\b|that\\b|so\\b|them\\b).{2,50})",
    examples: [["I've never been to Peru", null, null]],
    not: ["I've never had this before?"],
  }),
  rule({
    name: "works where",
    pattern:
      "i (?:usually |always |mostly |only )?work (?<value>(?:from home|remotely|at the office|in the office|night shifts|part[- ]time|full[- ]time|freelance)(?: .{2,40})?)",
    examples: [["I work part-time", null, "part-time"]],
    not: ["I work at home", "I work from home today"],
  }),
  rule({
    name: "owns",
    pattern: `(?:i|we)(?: have|'ve got| own| bought|'ve bought) (?<value>(?:an? |two |three )(?:${word} ){0,2}?(?:cottage|cabin|boat|garden|house|flat|apartment|allotment|farm|piano|motorbike|motorcycle|van|camper|car|bike|tattoo|scar|pacemaker|hearing aid|degree|phd|season ticket|blog|podcast|shop|company|business|mortgage|vegetable garden)(?: .{2,40})?)`,
    examples: [["We have a cabin in the hills", null, "a cabin in the hills"]],
    not: ["I have a car waiting outside today"],
  }),
  rule({
    name: "what kind of animal",
    pattern: `(?<value>(?:my|our) (?:dog|puppy|cat|kitten|horse|pony|parrot|rabbit)(?: (?-i:\\p{Lu})${word})? is an? (?:${word} ?){1,4})`,
    examples: [["our dog is a beagle", null, null]],
    not: ["our dog is outside"],
  }),
  rule({
    name: "which floor",
    pattern: "(?:i|we) live on (?<value>(?:the|an?) .{3,50})",
    about: "floor",
    examples: [["we live on the top floor", "floor", "the top floor"]],
  }),
];
