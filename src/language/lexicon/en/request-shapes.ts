import { cancel, complete, snooze, update } from "./change-shapes.ts";
import { w, object, fillers, when, tail, head, whatever, remind, why } from "./shape-words.ts";
import {
  type Act,
  type Shape,
  timeWord as time,
  titleWord as title,
  friendName as friend,
  many,
  notBefore,
  optional,
  or,
  seq,
  some,
} from "../shapes.ts";

const create = [
  seq(head, remind, notBefore(seq(optional(w("again")), why)), whatever),
  seq(head, w("don't|do not|never"), w("forget|let me forget|let me miss|let us forget"), whatever),
  seq(
    head,
    w(
      "remember|note|jot down|write down|reminder|alarm|schedule|make a note|new reminder|todo|to-do|keep in mind|keep me posted|make sure i|make sure that i|would you mind reminding me|mind reminding me|be reminded|a reminder|an alarm|pls remind|remind|i want to be reminded|i'd like to be reminded|i'd like a reminder|i want a reminder|i need a reminder|i'd like an alarm|i want an alarm|i mustn't miss|i must not forget|i mustn't forget|i can't forget|i can't miss",
    ),
    notBefore(why),
    whatever,
  ),
  seq(
    head,
    w("set|add|put|create|make|book|plan|save|track|put down|set up|arrange|enter|log"),
    some(or(object, w("something|new|it|timer"))),
    tail,
  ),
  seq(
    fillers,
    when,
    w("i|we|i've|we've|i'd|i'm"),
    w(
      "have to|need to|must|should|gotta|got to|have got to|better|have|have got|got|need|supposed to",
    ),
    some(or(object, w("so|it is|is|works|takes|see|well|do|that|go"))),
    tail,
  ),
  seq(fillers, when, w("gotta|need to|have to|must|got to"), object, tail),
  seq(fillers, object, w("please|pls"), tail),
];

const note = [
  seq(
    head,
    w(
      "remind me|remember|note|jot down|write down|put down|make a note|todo|to-do|keep in mind|save|memo",
    ),
    notBefore(why),
    whatever,
  ),
  seq(head, w("don't|do not"), w("forget|let me forget"), whatever),
  seq(
    head,
    w("add|put|save|track|log|list|keep"),
    some(or(object, w("shopping|grocery|groceries|notes"))),
    tail,
  ),
];

const me = w("me|i|us|myself|both|and|,");
const setUp = w("set it up|schedule it|arrange it|book it|put it in");
const together = w("have|grab|do|meet|play|eat|see|go|go for|get|plan");
const share = [
  seq(
    head,
    w("schedule|set up|arrange|book|plan|organise|organize|make|put|add|create|share|set"),
    object,
    friend,
    many(or(object, friend, w("i|together|along"))),
    tail,
  ),
  seq(
    head,
    w("invite|ask|tell|remind|notify|let|bring|get|include|add|ping|have|inform"),
    many(me),
    friend,
    notBefore(w("out|off|away|over|not")),
    many(or(me, friend, w("too|along|know|that"))),
    some(or(object, w("is|are|starts|join|along|together"))),
    tail,
  ),
  seq(fillers, w("let's|lets|let us"), together, optional(object), friend, object, tail),
  seq(
    fillers,
    optional(w("i want to|i'd like to|we want to|let's|i would like to")),
    together,
    optional(object),
    friend,
    object,
    setUp,
    tail,
  ),
  seq(
    fillers,
    when,
    or(seq(friend, w("and i|and me")), seq(w("me and|i and"), friend)),
    optional(w("are going|are|go|will|have|meet|are meeting|are having|are playing|want to")),
    object,
    or(setUp, w("remind us|remind us both|remind both of us|remind the two of us|tell us both")),
    tail,
  ),
];

const undo = [
  seq(
    head,
    w("undo|revert|restore|take|put|bring"),
    many(
      w(
        "it|that|this|them|those|everything|back|the last|the last one|last|change|one|what you did|the",
      ),
    ),
    tail,
  ),
  seq(
    fillers,
    w("that|this|it|that's|it's"),
    many(w("is|was|not|all")),
    w("wrong|a mistake|what i meant|what i said|what i asked|what i asked for|what i wanted"),
    tail,
  ),
  seq(fillers, w("not what i meant|not what i said|not what i asked|not what i wanted"), tail),
];

const place = seq(many(w("the|city of|good old")), some(title));
const still = many(w("now|currently|back|already|just|still|here|right now|actually|have|finally"));
const zone = [
  seq(
    fillers,
    w("i'm|i am|we're|we are|im"),
    still,
    w("in|at|based in|staying in|living in"),
    place,
    many(
      or(
        w("now|already|currently|again|right now|at the moment|for|this|the|until|till|from"),
        time,
      ),
    ),
  ),
  seq(
    fillers,
    optional(w("i|we|i've|we've")),
    still,
    w(
      "moved to|live in|arrived in|arrived at|landed in|landed at|flew to|relocated to|came to|got to|back in",
    ),
    place,
    many(or(w("now|already|currently|again|last|ago|for|this|the|today"), time)),
  ),
  seq(
    head,
    w("set|change|switch|update|use|make|put|move"),
    many(w("the|my|our|me|us|to|time zone|timezone|time|zone|clock|as")),
    place,
    many(w("time zone|timezone|time|please|now|for me|instead|as|my")),
  ),
  seq(
    fillers,
    w("my|our"),
    w("time zone|timezone"),
    w("is|should be|is now"),
    place,
    many(w("now|please|time")),
  ),
];

const speak = (language: string): Shape[] => [
  seq(
    head,
    w("speak|talk|use|switch|write|answer|reply|respond|change|continue|set"),
    many(w("to|in|into|back|with|the|my|me|us|only|language|messages|it|everything")),
    w(language),
    many(w("with me|to me|only|language|from now on|please|pls|now|instead|again|thanks")),
  ),
  seq(fillers, optional(w("in")), w(language), w("please|pls|from now on")),
];

export const enShapes: Readonly<Record<Act, Shape>> = {
  cancel: or(...cancel),
  complete: or(...complete),
  update: or(...update),
  snooze: or(...snooze),
  create: or(...create),
  note: or(...note),
  share: or(...share),
  undo: or(...undo),
  zone: or(...zone),
  zh: or(...speak("chinese|mandarin")),
  en: or(...speak("english")),
};
