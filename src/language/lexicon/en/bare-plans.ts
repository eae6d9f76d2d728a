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

const has = String.raw`(?:i|we)(?:\s+(?:also\s+)?have(?:\s+got)?|'?ve(?:\s+(?:also\s+)?got)?|\s+got)`;
const must = String.raw`(?:i|we)(?:\s+have\s+(?:got\s+)?to|'?ve\s+got\s+to|\s+(?:need|must|got)\s+to|\s+must|\s+gotta)`;
const is = String.raw`(?:i'?m|we're|i\s+am|we\s+are)(?:\s+also)?`;

/** The words by which a person says of a plan that it is theirs. */
export const own = new RegExp(
  String.raw`^[\s,]*(?:(?:so|and|also|hey|hi|ok|okay|well)\b[\s,]*)*(?:${must}|(?:${has}|${is}\s+having)(?:\s+an?(?=\s))?|${is}(?=\s+[a-z]+ing\b))(?=\s)`,
);

const doing = String.raw`(?:meeting(?:\s+up)?(?:\s+with)?|seeing|visiting|attending|picking\s+up|dropping\s+off|taking|bringing|going\s+(?:to|out|for|on)|flying\s+(?:to|from|back|home)|driving\s+to|travell?ing\s+to|leaving\s+for|hosting|giving|presenting|catching\s+up\s+with|playing\s+(?:tennis|football|soccer|golf|basketball|badminton|chess|squash)|getting\s+(?:my|an?)|doing\s+(?:my|an?|yoga|pilates))`;

/** What is a plan only where a person says that it is theirs. */
export const ownPlans = new RegExp(
  String.raw`^${doing}\s+\S.*$|^(?:an?\s|the\s|my\s|our\s)?(?:[\w'&-]+\s){0,2}?(?:train|bus|ferry|plane|reservation|booking|table|evening|plumber|electrician|babysitter|handyman|cleaner|delivery|procedure|scan|operation|defen[cs]e|hearing|rental)(?:\s+(?:coming|booked|with|for|at|in|to|from)\b.*)?$`,
);

/** What a person usually does, or has on their mind: an event may be named, but it is not a plan. */
export const usual =
  /\b(?:these days|nowadays|lately|usually|normally|always|often|sometimes|mostly|generally)\b|^(?:an?\s|the\s|some\s|no\s)?(?:\w+\s)?(?:questions?|ideas?|problems?|issues?|doubts?|thoughts?|feelings?|news|trouble|memor(?:y|ies)|dreams?|cold|cough|headache|fever|crush)\b/;
