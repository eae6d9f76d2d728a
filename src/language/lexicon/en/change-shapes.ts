import { w, small, thing, object, fillers, politely, tail, head, remind } from "./shape-words.ts";
import {
  timeWord as time,
  titleWord as title,
  many,
  notBefore,
  optional,
  or,
  seq,
  some,
  titleLike,
} from "../shapes.ts";

const bePast = w(
  "is|are|is now|are now|is all|are all|is already|are already|was|were|got|has been|have been|been|is finally|are finally",
);

export const cancel = [
  seq(
    head,
    w(
      "cancel|delete|remove|drop|scrap|skip|clear|kill|dismiss|erase|ditch|forget|forget about|never mind|nevermind|get rid of|call off|scratch|cross off|cross out|undo",
    ),
    notBefore(w("by|off|in|into|out|up|over|to")),
    object,
    tail,
  ),
  seq(head, w("take|call|cross|get|strike|leave"), object, w("off"), tail),
  seq(
    fillers,
    object,
    w("is|are|is now|are now"),
    w("off|cancelled|canceled|called off|not happening|no longer needed|not needed"),
    tail,
  ),
  seq(
    fillers,
    object,
    w("has to|have to|needs to|need to|must|should|can|could|may|had better"),
    or(
      seq(
        w("be|all be|also be"),
        w("cancelled|canceled|dropped|deleted|removed|scrapped|skipped|called off|cleared"),
      ),
      w("go"),
    ),
    tail,
  ),
  seq(
    fillers,
    object,
    w("isn't|is not|aren't|are not|won't|will not"),
    w("going to happen|happening|going ahead|happen|needed|necessary"),
    tail,
  ),
  seq(
    fillers,
    w(
      "i don't need|i do not need|i no longer need|we don't need|we no longer need|i don't want|i no longer want|no need for|no need to|no point in|no more|i can't make|i can't make it to|we can't make|i don't have to|i don't need to",
    ),
    object,
    tail,
  ),
  seq(
    head,
    w("don't|do not|stop|never|quit|no need to"),
    w("remind me|reminding me|ping me|pinging me|nudge me|nudging me|wake me|waking me|remind us"),
    object,
    tail,
  ),
];

export const complete = [
  seq(
    fillers,
    optional(w("i|we|i've|i have|we've|we have|have")),
    fillers,
    many(w("already|just|finally|now")),
    or(
      w(
        "done|done with|finished|finished with|completed|did|handled|sorted|took care of|wrapped up|had|took|taken|been|been to|went to|gone to|saw|made|got|sent|paid|bought|ran|ate|drank|met|wrote|fed|gave",
      ),
      titleLike(/(?:ed|took|paid|sent|bought|ran|ate|drank|met|wrote|fed|gave)$/u),
    ),
    object,
    optional(w("done|finished")),
    tail,
  ),
  seq(
    fillers,
    object,
    bePast,
    or(
      w("done|finished|paid|sorted|complete|completed|handled|out|taken|taken care of|sent"),
      titleLike(/(?:ed|paid|sent|bought|done|made|fed)$/u),
    ),
    many(politely),
  ),
  seq(
    fillers,
    optional(object),
    w("done|finished|complete|completed|sorted|paid|all done"),
    many(politely),
  ),
  seq(
    head,
    w("mark|tick|check|cross|set|put|consider|count|tick off|check off|cross off|complete"),
    object,
    optional(
      w("off|done|complete|finished|completed|as done|as finished|as complete|as completed"),
    ),
    tail,
  ),
];

const changeWords = or(object, w("back|forward|up|called|into|say|instead|be|not|rather|better"));
export const update = [
  seq(
    head,
    w(
      "move|change|reschedule|push|shift|postpone|delay|bring|put|make|set|switch|update|edit|rename|retitle|advance|prepone|extend|do|have|bump",
    ),
    object,
    many(changeWords),
    tail,
  ),
  seq(
    fillers,
    object,
    w(
      "is|are|is now|are now|has to be|have to be|needs to be|need to be|should be|must be|had better be|better be|will be|ought to be|can be|could be|should say|should read|should be called|is called|would be better|works better",
    ),
    some(changeWords),
    tail,
  ),
  // Nothing but what it is and its new time.
  seq(
    fillers,
    some(or(title, small, thing)),
    time,
    many(or(time, small)),
    optional(w("instead|please|rather")),
    tail,
  ),
  seq(fillers, w("i need|i want|i'd like|i would like|we need"), object, tail),
  seq(
    fillers,
    optional(w("i meant|i mean|meant|it's|correction|make it")),
    many(or(object, w("not"))),
    time,
    many(or(object, w("not"))),
    tail,
  ),
];

export const snooze = [
  seq(head, remind, some(or(object, w("again|once more|later|more|another"))), tail),
  seq(head, w("snooze"), optional(object), tail),
  seq(
    fillers,
    many(w("give me|in|another|for")),
    some(or(time, w("more|another|again|later|a|an|not now|not yet"))),
    tail,
  ),
];
