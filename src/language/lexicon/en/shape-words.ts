import {
  anyWord,
  many,
  optional,
  or,
  phrasesOf,
  seq,
  type Shape,
  some,
  timeWord as time,
  titleWord as title,
} from "../shapes.ts";

export const w = (list: string): Shape => phrasesOf(list, (phrase) => phrase.split(" "));

export const small = w(
  "the|my|our|that|this|those|these|a|an|all|both|of|and|or|it|them|to|at|on|in|for|from|with|about|abt|by|until|till|around|up|out|me|us|also|then|now|please|back|over|as|be|some|any|own|there|here|off|down|2",
);
export const thing = w(
  "reminder|reminders|alarm|alarms|timer|one|ones|thing|things|appointment|appointments|meeting|event|task|tasks|to-do|todo|entry|item|plan|plans|trip|visit|call|session|class|shot|dose|pill|pills|tablet|tablets|bill|date|list|calendar|schedule",
);
/** What is spoken of, and when. */
export const object = some(or(title, time, small, thing));
export const fillers = many(
  w(
    "oh|ok|okay|well|hey|hi|hello|so|and|then|actually|hm|hmm|um|uh|yes|yeah|yep|no|nope|wait|sorry|oops|please|pls|plz|kindly|just|also|now|alright|right|anyway|thanks|thank you|cool|great|good morning|good evening|btw|by the way|quick one|listen|maybe|finally|but|simply|meanwhile|because|since|ah|och",
  ),
);
export const when = many(
  seq(many(w("on|at|in|for|by|from|the|of|this|until|around|a|an|and|to|after|before")), time),
);
const frame = optional(
  w(
    "can you|could you|would you|will you|can u|could u|can we|could we|i want to|i want you to|i need to|i need you to|i would like to|i would like you to|i'd like to|i'd like you to|i'd love to|i wanna|we want to|we need to|we should|we'd like to|we would like to|i'd rather|let's|lets|let us|you can|you may|you could|you should|you can just|go ahead and|feel free to|do me a favor and|do me a favour and|make sure to|make sure you|help me|help me to|time to|might as well",
  ),
);
export const politely = or(
  w(
    "please|pls|plz|thanks|thank you|too|as well|again|altogether|completely|entirely|now|then|instead|for good|for me|for us|any more|anymore|any longer|after all|already|this time|ok|okay|right away|asap|immediately|will you|would you|if possible|if you can|though|just now|finally|btw|from now on|ever again|last",
  ),
  time,
);
export const tail = many(or(politely, small, thing));
export const head = seq(fillers, when, fillers, frame, fillers);
export const whatever = many(anyWord);
export const remind = w(
  "remind me|remind us|ping me|nudge me|wake me|tell me|alert me|notify me|poke me|buzz me|let me know|ask me",
);
export const why = w("why|what|who|how|where|which|when");
