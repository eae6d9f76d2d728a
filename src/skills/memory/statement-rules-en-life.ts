import {
  callings,
  kin,
  lastingEnglish as rule,
  myKin,
  number,
  self,
  word,
} from "./people-words-en.ts";
import type { StatementRule } from "./statement-rule.ts";

const illness =
  "asthma|diabetes|type [12] diabetes|epilepsy|adhd|autism|migraines?|high blood pressure|low blood pressure|arthritis|celiac disease|coeliac disease|eczema|hay fever|insomnia|a pacemaker|a heart condition|a bad (?:back|knee|hip|heart)|dyslexia|depression|anxiety|cancer|parkinson's|alzheimer's|dementia|lactose intolerance|an? [\\p{L} ]{2,20} (?:allergy|intolerance)";

/** What people say about their lives and those around them. */
export const englishLifeStatements: readonly StatementRule[] = [
  rule({
    name: "is something by work",
    pattern: `${self} (?:now |actually |originally )?an? (?<value>(?:(?!for|of|in|at|to|with|on|bit|about|like)${word} ){0,3}?${callings}(?: (?:by (?:trade|training|profession)|(?:at|for|in|with|from) .{2,50}))?)`,
    about: "calling",
    examples: [
      ["I'm a nurse", "calling", "nurse"],
      ["I am an electrician by trade", "calling", "electrician by trade"],
    ],
    not: ["I'm a bit of a mess", "I'm a loser", "I'm never here"],
  }),
  rule({
    name: "an illness",
    pattern: `(?:i have|i've got|i've|i suffer from|i(?:'ve| have| was| got) (?:been |just )*diagnosed with) (?<value>${illness})`,
    examples: [
      ["I have a shellfish allergy", null, "a shellfish allergy"],
      ["I've been diagnosed with epilepsy", null, "epilepsy"],
    ],
    not: ["I have a headache", "I have a question"],
  }),
  rule({
    name: "can't have",
    pattern:
      "i (?:can't|cannot|can not|don't|mustn't|may not) (?:have|take|stand|tolerate) (?:any )?(?<value>(?:gluten|dairy|milk|lactose|nuts?|peanuts|shellfish|seafood|eggs|soy|pork|meat|alcohol|caffeine|sugar|aspirin|ibuprofen|penicillin|spicy food)(?: .{2,30})?)",
    examples: [["I can't have dairy", null, "dairy"]],
    not: ["I can't have that today"],
  }),
  rule({
    name: "an age",
    pattern: `${self} (?<value>${number})(?: years old| now)|i(?:'ll)? (?:turn|turned|am turning|'m turning|'ll be) (?<other>${number}(?: .{2,30})?)`,
    about: "age",
    examples: [
      ["I'm 41 years old", "age", "41"],
      ["I turned fifty last week", "age", "fifty last week"],
    ],
    not: ["I'm 10 minutes away", "I turn left here"],
  }),
  rule({
    name: "when born",
    pattern: String.raw`i was born (?:in|on) (?<value>.{3,40})|my birthday(?:'s| is| falls on) (?:on |in )?(?<other>.{3,40})`,
    about: "birthday",
    examples: [
      ["I was born in 1979", "birthday", "1979"],
      ["my birthday's the 2nd of July", "birthday", "the 2nd of July"],
    ],
  }),
  rule({
    name: "family by names",
    pattern: `(?:my|our) (?:kids|children|sons|daughters|twins|parents|cats|dogs|brothers|sisters) are (?:called |named )?(?<value>(?-i:\\p{Lu})${word}(?:,? (?:and )?(?-i:\\p{Lu})${word})+)`,
    examples: [["our twins are called Ida and Nils", null, "Ida and Nils"]],
    not: ["my kids are at school"],
  }),
  rule({
    name: "family by facts",
    pattern: `(?<value>${myKin} (?:(?:is|are|was) (?:from \\p{L}.{2,30}|getting (?:married|divorced) .{2,30}|(?:an? )(?:${word} ){0,2}?${callings}|${number}(?: years old)?|allergic to .{2,40}|called .{2,40}|named .{2,40}|(?:vegan|vegetarian|diabetic|pregnant|deaf|retired|autistic|dyslexic|gluten-free|lactose intolerant))|(?:works?|lives?|stud(?:y|ies)|teach(?:es)?|plays?|speaks?|loves?|hates?|likes?|go(?:es)? to|has|have) (?!me\\b|it\\b|to\\b|that\\b|this\\b|you\\b).{2,60}|(?:turned|turns|was born|passed away|died|got married|got engaged|moved to|(?:just |recently )?(?:started|finished|graduated))(?: .{2,50})?))`,
    examples: [
      ["my brother is a plumber", null, null],
      ["Our son Leo turned nine in May", null, null],
      ["My dad lives in Perth", null, null],
    ],
    not: [
      "my wife is calling me",
      "my son is asleep",
      "my dog loves it",
      "my boss is driving me mad",
    ],
  }),
  rule({
    name: "a day or number of somebody's",
    pattern: `(?<value>(?:my|our) (?:${kin})'s (?:birthday|anniversary|name|phone number|number|address|email|school|size|shoe size)(?: is|'s|:) .{2,60})`,
    examples: [["my husband's birthday is on the 8th of May", null, null]],
  }),
  rule({
    name: "married or not",
    pattern: `(?:${self}|i got|we got) (?:recently |just |happily |newly )?(?<value>(?:married|engaged|divorced|separated|widowed)(?: .{2,40})?)`,
    about: "marriage",
    examples: [["I'm married to Claire", "marriage", "married to Claire"]],
    not: ["I'm engaged in a discussion?"],
  }),
  rule({
    name: "a child came",
    pattern: `(?:we|i)(?:'ve| have)? (?:just |recently )*(?<value>(?:had|adopted|are expecting|am expecting|got) (?:an? |our |two |three )(?:${word} )?(?:baby|son|daughter|child|twins|boy|girl|dog|puppy|cat|kitten|rabbit|hamster|parrot|horse)(?: .{2,40})?)`,
    examples: [
      ["We just had a baby girl", null, "had a baby girl"],
      ["I've adopted a dog named Otis", null, "adopted a dog named Otis"],
    ],
    not: ["I had a dog in my way?"],
  }),
  rule({
    name: "work that began or ended",
    pattern:
      "i(?:'ve| have)? (?:just |recently )*(?:got|took|landed|accepted) a (?:new )?job (?:at|with|as|in) (?<value>.{2,50})|i(?:'ve| have)? (?:just |recently )*(?<other>(?:quit|left|lost) my job(?: .{2,40})?|retired(?: .{2,40})?)",
    about: "work",
    examples: [
      ["I got a new job at a library", "work", "a library"],
      ["I lost my job in March", "work", "lost my job in March"],
    ],
    not: ["I got a job to do"],
  }),
  rule({
    name: "what one does for a living",
    pattern:
      "i (?:teach|run|own|manage) (?<value>(?!it|that|this|you|out|late|into|away|to|some|errands|a (?:temperature|fever|bath|test))[^.]{3,60})",
    about: "calling",
    examples: [["I teach chemistry in Lund", "calling", "chemistry in Lund"]],
    not: ["I run late", "I run out of milk"],
  }),
  rule({
    name: "grew up",
    pattern:
      "i (?:grew up|was raised|spent my childhood) (?:in|on|near|by|at) (?<value>[^.]{2,60})",
    about: "origin",
    examples: [["I grew up on an island near Split", "origin", "an island near Split"]],
  }),
  rule({
    name: "lives now",
    pattern:
      "(?:now |these days )?(?:we're|i'm|we are|i am) (?:now |currently )?(?:living|based|staying) (?:in|near|at) (?<value>[^.]{2,60})|now (?:we're|i'm) in (?<other>(?-i:\\p{Lu})[^.]{1,50})",
    about: "home",
    examples: [["We're living in Turin these days", "home", "Turin these days"]],
    not: ["now I'm in trouble?"],
  }),
  rule({
    name: "something changed",
    pattern:
      "my (?<what>(?:phone )?number|address|email|name|job|car|doctor|dentist|plate|password) (?:has |have )?changed(?:,|:| to| -)? (?:to |it's (?:now )?|now it's |it is )?(?<value>.{2,60})",
    examples: [["my email has changed, it's ann@example.org", "email", "ann@example.org"]],
  }),
  rule({
    name: "a code of a place",
    pattern: String.raw`(?:the|our|my) (?<what>(?:door|gate|alarm|bike|safe|garage|wi-?fi|front door) (?:code|password|pin|combination)|spare key)(?: (?:at|of|for|to) .{2,30}?)? is (?<value>.{2,50})`,
    examples: [["the gate code at my place is 2291", "gate code", "2291"]],
    not: ["the door code is what?"],
  }),
  rule({
    name: "a language of one's own",
    pattern: "my (?:native language|mother tongue|first language) is (?<value>.{3,40})",
    about: "mother tongue",
    examples: [["my mother tongue is Welsh", "mother tongue", "Welsh"]],
  }),
];
