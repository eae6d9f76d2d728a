import type { StatementRule } from "./statement-rule.ts";

const am = "(?:i am|i'm|im)";
const one = "(?:an?|one|two|three|four|five)";
/** Relations of which a person has one. */
const only =
  "wife|husband|partner|girlfriend|boyfriend|fiancée?|fiance|mother|mom|mum|father|dad|boss|manager|landlord|dentist|doctor|therapist";
const several =
  "daughter|son|kid|child|baby|brother|sister|cousin|nephew|niece|dog|puppy|cat|kitten|rabbit|parrot|hamster|horse|car|company|band";
const things =
  "birthday|anniversary|(?:phone(?: number)?|number|mobile)(?= (?:is|=) .*\\d)|email(?: address)?|address|home address|licen[cs]e plate|number plate|plate(?: number)?|blood type|shoe size|size|height|weight|job|name day|wi-?fi password|password|locker (?:number|code)|door code|gate code|passport number|seat|bank|time zone|star sign|doctor's name|middle name|last name|surname|maiden name|name|nickname|pronouns";

export const englishStatements: readonly StatementRule[] = [
  {
    name: "allergic to",
    pattern: new RegExp(
      String.raw`^${am} (?:very |really |highly |badly |severely )?(?:allergic|intolerant) to (?<value>.+)$`,
      "iu",
    ),
    topic: () => null,
    examples: [
      ["I'm allergic to peanuts", null, "peanuts"],
      ["im really allergic to cats", null, "cats"],
    ],
    not: [
      "Is my brother allergic to peanuts",
      "I'm not allergic to anything",
      "He is allergic to nuts",
    ],
  },
  {
    name: "called, one of a kind",
    pattern: new RegExp(
      String.raw`^my (?<what>${only})(?:'s name)? is (?:called |named )?(?<value>(?:(?:Dr|Mr|Mrs|Ms)\.? )?\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?)$`,
      "u",
    ),
    topic: ({ what = "" }) => `name of ${what}`,
    examples: [
      ["my wife is called Ana", "name of wife", "Ana"],
      ["my dentist is Dr Wong", "name of dentist", "Dr Wong"],
    ],
    not: ["my wife is here", "my boss is angry"],
  },
  {
    name: "called, one of several",
    pattern: new RegExp(
      String.raw`^(?:my|our) (?:\w+ )?(?<what>${several})(?:'s name is| is called| is named|, who is called) (?<value>[^,;]{1,60})$`,
      "iu",
    ),
    topic: () => null,
    examples: [
      ["my daughter is called Mia", null, "Mia"],
      ["Our new puppy's name is Waffles", null, "Waffles"],
    ],
    not: ["my daughter is called into the office?", "my car is being repaired"],
  },
  {
    name: "a thing of mine",
    pattern: new RegExp(
      String.raw`^my (?:new )?(?<what>${things}|favou?rite [\p{L} ]{2,30}?) (?:is|are|=) (?:on |now )?(?<value>.+)$`,
      "iu",
    ),
    topic: ({ what = "" }) => what.toLowerCase().replace("favourite", "favorite"),
    examples: [
      ["My license plate is 8KLM123", "license plate", "8KLM123"],
      ["my birthday is on March 3", "birthday", "March 3"],
      ["my favourite colour is teal", "favorite colour", "teal"],
    ],
    not: ["my train is late", "my head is killing me"],
  },
  {
    name: "lives or moved",
    pattern: new RegExp(
      String.raw`^(?:i (?:now |currently )?live|i've lived|i(?:'ve| have)? (?:just )?moved|we(?:'ve| have)? (?:just )?moved|we (?:now )?live|${am} (?:now )?living) (?:back )?(?:in|to|at|near) (?<value>(?!the next|another|a different|the (?:front|back|top|other)|page|step)[^.]{2,60})$`,
      "iu",
    ),
    topic: () => "home",
    examples: [
      ["I moved to Porto", "home", "Porto"],
      ["I live in a village near Leeds", "home", "a village near Leeds"],
      ["we just moved to Denver last week", "home", "Denver last week"],
    ],
    not: ["I moved to the next question", "I moved the meeting to Monday", "I live for weekends"],
  },
  {
    name: "comes from",
    pattern: new RegExp(
      String.raw`^(?:${am} (?:originally )?from|i (?:grew up|was born) in) (?<value>(?!\d|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|work|home|the office|there|here)[^.]{2,60})$`,
      "iu",
    ),
    topic: () => "origin",
    examples: [["I'm originally from Kyoto", "origin", "Kyoto"]],
    not: ["I'm from work"],
  },
  {
    name: "works",
    pattern: new RegExp(
      String.raw`^(?:i (?:now |currently )?work|i(?:'ve| have)? (?:just )?started(?: working)?|${am} (?:now )?working) (?:as|at|for|with) (?<value>(?!home|night|the moment|noon|all)[^.]{2,80})$`,
      "iu",
    ),
    topic: () => "work",
    examples: [
      ["I work as a nurse at St Mary's", "work", "a nurse at St Mary's"],
      ["I just started working for a brewery", "work", "a brewery"],
    ],
    not: ["I work at home", "I started as usual?"],
  },
  {
    name: "has somebody",
    pattern: new RegExp(
      String.raw`^(?:i|we)(?:'ve| have)?(?: got)? (?:have |got )?(?<value>${one} (?:\w+ )?(?:${several}|daughters|sons|kids|children|brothers|sisters|dogs|cats|twins)(?: (?:called|named) .{1,40})?)$`,
      "iu",
    ),
    topic: () => null,
    examples: [
      ["I have two kids", null, "two kids"],
      ["We've got a dog called Biscuit", null, "a dog called Biscuit"],
    ],
    not: ["I have a meeting", "I have two hours"],
  },
  {
    name: "a state of life",
    pattern: new RegExp(
      String.raw`^${am} (?:a )?(?<value>vegetarian|vegan|pescatarian|lactose intolerant|gluten free|diabetic|colou?r[- ]?blind|left-handed|pregnant|married|divorced|engaged|single|widowed|retired|deaf|dyslexic|a student|a twin|an only child)$`,
      "iu",
    ),
    topic: () => null,
    examples: [
      ["I'm vegetarian", null, "vegetarian"],
      ["I am a vegan", null, "vegan"],
    ],
    not: ["I'm tired", "I'm single-handedly fixing it"],
  },
  {
    name: "eats or drinks not",
    pattern:
      /^i (?:do not|don't|can't|cannot|never) (?:eat|drink) (?<value>(?!much|enough|that|it|anything|here|at|before|after|in)[^.]{2,60})$/iu,
    topic: () => null,
    examples: [["I don't eat pork", null, "pork"]],
    not: ["I can't eat anything today", "I don't drink much"],
  },
  {
    name: "likes or fears",
    pattern: new RegExp(
      String.raw`^(?:i (?:really |absolutely )?(?:love|hate|prefer|can't stand|adore)|${am} (?:really )?(?:afraid|scared|terrified|fond) of) (?<value>(?!it|that|this|you|to|how|when|the way|what|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)[^.]{2,60})$`,
      "iu",
    ),
    topic: () => null,
    examples: [
      ["I love dark chocolate", null, "dark chocolate"],
      ["I'm afraid of heights", null, "heights"],
    ],
    not: ["I love it", "I love you", "I hate when this happens"],
  },
  {
    name: "a name of one's own",
    pattern: new RegExp(
      String.raw`^(?:(?:please )?call me|everyone calls me|i go by) (?<value>\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?)$`,
      "u",
    ),
    topic: () => "name",
    examples: [["call me Jo", "name", "Jo"]],
    not: ["call me later", "call me Monday?"],
  },
  {
    name: "speaks",
    pattern: /^i(?: can)? speak (?<value>(?!up|to|with|for|about)[\p{L}, ]{3,60})$/iu,
    topic: () => "languages",
    examples: [["I speak Dutch and Korean", "languages", "Dutch and Korean"]],
    not: ["I speak to him tomorrow"],
  },
];
