import {
  kin,
  lastingEnglish as rule,
  myKin,
  number,
  self,
  tongues,
  word,
} from "./people-words-en.ts";
import type { StatementRule } from "./statement-rule.ts";

/** What people do regularly, like, own and have done for long. The most general rule is the last. */
export const englishHabits: readonly StatementRule[] = [
  rule({
    name: "for years",
    pattern: `(?<value>(?:i|we|${myKin})(?:'ve| have| has)(?: been)? (?:${word} ){0,6}?(?:for|since) .{3,40})`,
    examples: [["I've worked at the mill since 2010", null, null]],
    not: ["I've been waiting for you"],
  }),
  rule({
    name: "a loss",
    pattern: `i (?:have )?(?<value>lost my (?:${kin})(?: .{2,40})?)`,
    examples: [["I lost my dad two years ago", null, "lost my dad two years ago"]],
  }),
  rule({
    name: "expects or does",
    pattern: `(?<value>(?:we're|i'm|we are|i am) (?:expecting (?:an? |our |twins).{0,40}|turning ${number}.{0,30}|doing (?:an? |my )(?:phd|master's?|degree|apprenticeship|internship|bachelor's?|mba)(?: .{2,40})?|(?:trying to|going to) (?:quit smoking|lose weight|become .{3,30}|retire .{2,30})))`,
    examples: [["I'm doing a PhD in chemistry", null, null]],
  }),
  rule({
    name: "makes one ill",
    pattern: `(?<value>(?!this|that|it|you|he|she|they)(?:${word} ){1,3}makes? me (?:sick|ill|sneeze|itch|nauseous|dizzy|sleepy))`,
    examples: [["Mushrooms make me sick", null, null]],
  }),
  rule({
    name: "a thing with a make",
    pattern: `(?:my|our) (?<what>car|bike|bicycle|motorbike|house|flat|phone|laptop|camera|guitar|(?:wedding )?anniversary|hometown|school|gym|church|bank|insurance) is (?<value>(?:an? |the |on |in |called |at ).{3,50})`,
    examples: [["My car is a blue Toyota", "car", "a blue Toyota"]],
    not: ["my phone is dead", "my car is at the garage today"],
  }),
  rule({
    name: "studies or learns",
    pattern: `${self} (?:currently )?(?:studying (?<value>(?!for|it|that)[^.]{3,50})|learning (?<other>(?:${tongues})(?: .{2,40})?|to (?:play|drive|sail|swim|ski|dance|code|knit|sew|cook)(?: .{2,30})?))`,
    examples: [
      ["I'm studying law in Ghent", null, "law in Ghent"],
      ["I'm learning Polish", null, "Polish"],
    ],
    not: ["I'm learning a lot", "I'm studying for tomorrow"],
  }),
  rule({
    name: "takes coffee or tea",
    pattern: "i (?:take|drink|have) my (?<value>(?:coffee|tea) .{3,40})",
    examples: [["I take my tea with milk", null, "tea with milk"]],
  }),
  rule({
    name: "is into",
    pattern: `${self} (?:really |very |totally |quite )?(?:into|keen on|crazy about|a (?:big |huge )?fan of|good at|bad at) (?<value>(?!it|that|this|you|how)[^.]{3,50})`,
    examples: [["I'm really into fencing", null, "fencing"]],
    not: ["I'm into it"],
  }),
  rule({
    name: "plays",
    pattern:
      "i (?:also )?play (?<value>(?:the )?(?:piano|guitar|violin|viola|cello|flute|drums|bass|saxophone|trumpet|harp|ukulele|clarinet|accordion|banjo|organ|oboe|trombone|chess|go|tennis|football|soccer|badminton|basketball|volleyball|golf|hockey|rugby|squash|table tennis|handball|cricket)(?: .{2,40})?)",
    examples: [["I play the oboe", null, "the oboe"]],
    not: ["I play it by ear"],
  }),
  rule({
    name: "wears a size",
    pattern: String.raw`i (?:wear|take|am|have) (?:a )?(?<value>size .{1,20}|(?:shoe )?size .{1,20}|size-\d+.{0,20})`,
    about: "size",
    examples: [["I wear size 38 shoes", "size", "size 38 shoes"]],
  }),
  rule({
    name: "drives",
    pattern: "i drive (?<value>an? [^.]{3,40})",
    about: "car",
    examples: [["I drive an old Volvo", "car", "an old Volvo"]],
    not: ["I drive to work"],
  }),
  rule({
    name: "goes somewhere regularly",
    pattern:
      "i (?:go to|go(?= \\p{L}+ing)|do|have|train|practi[sc]e|play|meet|visit) (?<value>.{2,40} (?:on|every) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:,? (?:and )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?)*|weekends|week|month|morning|evening|weekend|day))",
    examples: [["I go to choir on Mondays", null, "choir on Mondays"]],
    not: ["I go to the gym tomorrow"],
  }),
  rule({
    name: "a journey",
    pattern:
      "my (?<value>(?:flight|train|ferry|holiday|vacation|trip|operation|surgery|wedding|exam|interview|due date)(?: (?:to|in|at|with) .{2,40}?)? (?:is|are|'s) (?:on|from|in|at) .{3,50})",
    examples: [
      ["My flight to Rome is on the 5th of May", null, "flight to Rome is on the 5th of May"],
    ],
    not: ["my flight is late"],
  }),
  rule({
    name: "a habit or a state",
    pattern: `(?<value>(?:(?:i|we)(?: (?:usually|always|never|still|also|currently|now|often|mostly|only|really|absolutely|normally|generally|sometimes|hardly ever|rarely|mainly))* (?:don't |do not |can't |cannot |can |never |used to |would never )?(?:live|work|study|own|like|enjoy|prefer|dislike|eat|drink|smoke|wear|collect|sleep|get up|wake up|go to bed|commute|swim|ski|cook|sing|paint|knit|cycle|hike|climb|sew|volunteer|weigh|rent|grow|support|believe in|go to church|ride|drive|dance|speak|play|be)(?! (?:it|that|this|you|him|her|them|me|to|so|on|up|out|for|with you|at home|from home|much|enough|here|there|late|early)\\b)(?: .{2,60})?))`,
    examples: [
      ["I don't like olives", null, null],
      ["I usually get up at six", null, null],
      ["I used to be a pilot", null, null],
    ],
    not: ["I like it", "I work on the report today", "I can be there at five?"],
  }),
];
