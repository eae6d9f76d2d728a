import { enEvents } from "./vocabulary.ts";

/** A subject with its verb, a question or a denial: a report or a question. */
export const told =
  /\?|\b(?:i|i'm|i've|i'd|i'll|he|he's|she|she's|they|they're|we|we're|we've|we'll|you|you're|it|it's|there's|that's|this is|is|are|was|were|be|been|being|has|had|have|having|does|did|done|will|would|could|should|might|may|must|never|not|no|because|although|if|\w+n't|\w+'ll|\w+'re|said|says|told|asked|starts|started|begins|ends|ended|closes|opens|leaves|left|arrives|gets|got|goes|went|comes|came|took|takes|made|makes|moved|cancelled|canceled|postponed|finished|played|watched|called|visited|attended|joined|enjoyed|missed|booked|planned|cooked|studied|worked|walked|met|ate|saw|lasts|ran|kicks|runs|lands|yesterday|last|ago|latest|score|result|results|news|history|times|nothing|beats|than)\b|(?<!\b(?:at|to|from|by|near) (?:[\w.-]+ )?\w*)\w's\s*(?:at|on|$)/;

/** Orders for other helpers. */
export const orders =
  /^\s*(?:record|ring|phone|dial|play|watch|stream|turn|switch|open|close|order|find|search|show|tell|give|send|text|email|start|stop|pause|set|make|put|add|create|change|run)\b/;

/** What a plan is made of: an event by its name, or something to do. */
export const plans = new RegExp(
  String.raw`^(?:an?\s|the\s|my\s)?(?:[\w'.&-]+\s){0,3}?(?:${enEvents})(?:\s+(?:with|for|at|in|about|and|&|@|to|on|near|by|of|from|room|via|over)\b.*)?$|^(?:meet(?:\s+up)?(?:\s+with)?|call|pick\s+up|drop\s+off|pay|visit|attend|go\s+to|see|buy|feed|water|walk|wash|clean|submit|hand\s+in|return|collect|cook|bake|study|work\s+out|exercise|take\s+(?:out|my|the)|bring|finish|renew|prepare|practi[cs]e|talk\s+to|speak\s+(?:to|with)|catch\s+up\s+with|have\s+(?:lunch|dinner|breakfast|coffee|drinks))\s+\S.*$`,
);

/** Words that led to a time, where it is taken out. */
export const leftOver =
  /^\s*(?:(?:at|on|for|from)\b\s*)+|(?:\s*\b(?:at|on|for|from|to|by|around|the))+\s*$/g;

/** Words of the longest. */
export const mostWords = 10;
