/** Words around a wish that change nothing about it: sighs, manners, and "the last change". */
export const around =
  /\b(?:w?h?oops(?:ie)?s?|wait|hold on|hang on|no|nope|oh|ah|uh|um|er|hm+|damn|dang|shit|crap|ugh|argh|sorry|my (?:bad|mistake)|actually|ok|okay|well|please|pls|plz|just|can|could|would|will|you|i|we|want|need|wanna|to|let'?s|the|last|previous|latest|changes?|one|things?|actions?|edits?|steps?|that|it|this|my|your|now|quickly|right|thanks|thank|hey|so|and|then|what|did|do|made|a|mistake|was|that'?s|wrong)\b/giu;

export const undoVerb = /^(?:undo|revert|(?:take|put) back)(?: (?:undo|revert))*$/u;

export const noNeed = /^\W*no need\W*$/iu;

export const droppedSurely =
  /^(?:never ?mind|nvm|forget(?: about)?|scratch|strike)(?: (?:not needed|don't bother|never ?mind|forget))*$/u;

export const droppedPerhaps =
  /^(?:not needed|not? ?needed anymore|don't bother|need for|anymore)$/u;

export const thingUnwanted =
  /\b(?:don'?t|do not|no longer) (?:want|need)\b|\bnot needed\b|\bforget (?:about )?it\b/iu;
