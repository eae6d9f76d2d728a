import type { Patterns } from "./line-kind.ts";

/** The first that fits. Questions before statements: a line that asks wants an answer. */
export const englishSpeech: Patterns = [
  [
    "wellbeing",
    /\bhow (?:are (?:you|things)|is everything|do you (?:do|feel)|have you been)\b[^?]{0,20}\?|\byou (?:ok|okay|all ?right|well)\?/iu,
  ],
  [
    "identity",
    /\b(?:who are you|what(?:'s| is) your name|what are you called|introduce yourself|what(?:'s|’s| is) yours\b|what (?:should|shall|do) i call you|tell me about yourself|what do you do\b(?! (?:with|about|if|when)))/iu,
  ],
  ["whereAreWe", /\bwhere (?:are we|am i)\b|\bwhat (?:is this place|place is this)\b/iu],
  ["time", /\bwhat time\b|\bhow late\b/iu],
  ["company", /\bwho(?:'s| is| else is) (?:here|there|with us|in the room)\b/iu],
  ["weather", /\b(?:how is|how's|what about) the weather\b/iu],
  [
    "opinion",
    /\byou (?:don['’]t |do not |really |still )*(?:like|trust|love|hate|miss|believe) me\b[^?]*\?|(?<!\b(?:what|whom?|how|why|when|where|which)\b[^.?!]{0,10})\b(?:do|did|would|can) you (?:really )?(?:like|trust|know|believe|hate|love|miss)\b[^?]*\?|\bwhat do you (?:think|make) of\b/iu,
  ],
  ["wherePerson", /\bwhere(?:'s| is| was| did| has)?\b[^?]*\?/iu],
  [
    "remember",
    /\b(?:do you|you) (?:still )?(?:remember|recall)\b|\bhave you (?:heard|forgotten)\b/iu,
  ],
  ["choice", /\b(?:rather|prefer|choose|shall we|should (?:i|we))\b[^?.!]*\bor\b[^?.!]*\?/iu],
  [
    "advice",
    /\bwhat (?:should|shall|do|can|could|must) (?:we|i) (?:do|try)\b|\bwhat (?:now|next)\b|\bwhat(?:'s| is) (?:the plan|next)\b|\bwhere do we go from here\b/iu,
  ],
  ["choice", /\b[\p{L}'-]+ or (?:(?:the|a|an|my|your) )?[\p{L}'-]+\s*\?/iu],
  ["howMany", /\bhow (?:many|much|often|far|old|big)\b/iu],
  [
    "since",
    /\bhow long (?:have|has|had|did|was|were|ago|is it since)\b|\bsince when\b|\bwhen (?:did|was|were|had|have|has)\b/iu,
  ],
  ["why", /\b(?:why|how come|what for)\b[^.]*\?/iu],
  ["when", /\b(?:when|since when|how soon|how long)\b[^.]*\?/iu],
  ["whoIs", /\b(?:who|whose|whom)\b[^.]*\?/iu],
  ["how", /\bhow\b[^.]*\?/iu],
  ["what", /\b(?:what|which)\b[^.]*\?/iu],
  [
    "offer",
    /\b(?:will you|would you|can you|could you|shall we|shall i|do you want|may i|can i|can we|should we|are you coming|won't you)\b[^.]*\?/iu,
  ],
  ["request", /^\W*(?:oh,? )?(?:please|pretty please|i beg you)\W*$/iu],
  ["fact", /\?/u],
  ["tell", /\b(?:tell (?:me|us)|explain|describe)\b/iu],
  ["thanks", /\b(?:thanks|thank you)\b/iu],
  ["laugh", /^\W*(?:ha(?:ha)+|he(?:he)+|lol|lmao)\b/iu],
  ["apology", /\b(?:sorry|forgive me|my fault|i apologi[sz]e)\b/iu],
  [
    "farewell",
    /\b(?:goodbye|bye|farewell|good night|(?<!\bto )see you(?= (?:later|soon|tomorrow|around|again|then)|[.!]|$)|i (?:have to|must|should) go|i'm leaving|i'm off)\b/iu,
  ],
  [
    "doubt",
    /\bi (?:don['’]t|do not|can['’]t|cannot) (?:quite |really )?(?:believe|trust|buy) (?:you|that|it|this|a word)\b|\bthat(?:'s|’s| is) (?:not true|a lie|impossible|nonsense)\b|^\W*(?:no way|nonsense|impossible)\b/iu,
  ],
  [
    "concern",
    /\byou (?:look|seem|sound)\s+(?:so |very |a bit |a little |rather |really )*(?:tired|sad|pale|ill|unwell|worried|upset|lonely|cold|hurt|exhausted|nervous)\b/iu,
  ],
  ["affection", /\bi (?:love|adore|like|missed|trust) you\b/iu],
  [
    "flattery",
    /\byou(?:'re|’re| are| look| sound)\s+(?:so |very |really |such an? |quite |a |an )*(?:beautiful|lovely|kind|clever|smart|wonderful|amazing|brave|sweet|funny|good|great|handsome|pretty|wise)\b/iu,
  ],
  [
    "praise",
    /\b(?:that|it|this|these|those)(?:'s|’s| is| was| are| were| sounds?| looks?| tastes?| smells?)\s+(?:so |very |really |such an? |truly |quite |a |an |rather )*(?:beautiful|lovely|wonderful|amazing|great|good|nice|perfect|brilliant|delicious|impressive|interesting|fantastic|incredible|marvellous)\b|^\W*(?:how|what an?) (?:beautiful|lovely|wonderful|nice|interesting)\b|\bi (?:really )?(?:like|love) (?:it|that|this|your)\b|\b(?:well done|good job)\b/iu,
  ],
  [
    "hard",
    /\b(?:i hate|liar|you lied|shut up|stupid|idiot|fool|get out|coward|traitor|your fault|go to hell)\b/iu,
  ],
  [
    "sad",
    /\b(?:i(?:'m| am| feel| was)?\s+(?:so |very |a bit |feeling )?(?:sad|lonely|tired|lost|miserable|alone|unhappy|heartbroken|exhausted)|died|is dead|passed away|drowned|was killed|funeral|is gone|i cried|(?:made|makes) me (?:cry|sad)|(?:want|going) to cry|breaks my heart|i miss)\b/iu,
  ],
  [
    "afraid",
    /\b(?:i(?:'m|’m| am|'ve been| was) (?:so |very |a bit |a little |quite |rather |really |still |just )*(?:afraid|scared|frightened|worried|terrified|nervous)|i fear)\b/iu,
  ],
  [
    "glad",
    /\b(?:i(?:'m| am) (?:so |very )?(?:happy|glad|delighted|proud)|i won|wonderful news|good news)\b/iu,
  ],
  [
    "greeting",
    /^\W*(?:hello|hi|hey|good (?:morning|evening|afternoon|day)|greetings|welcome|i(?:'m| am) back)\b/iu,
  ],
  [
    "request",
    /^\W*(?:[\p{L}' -]{1,20}, )?(?:please|let's|let us|come|go|give|take|show|bring|help|wait|stop|look|listen|open|close|put|hold|stay|follow|sit|promise|don't|do not|be quiet|leave|keep|find|ask|hide|pour|sing|play|read|try|stand|walk|run)\b/iu,
  ],
  [
    "agree",
    /^\W*(?:yes|yeah|yep|sure|of course|exactly|indeed|all right|okay|ok|agreed|true|right|fine|certainly|gladly|fair enough|i see|i agree|makes sense|that makes sense|good point|you(?:'|’)?re right|you are right|that(?:'|’)?s true|i suppose so|i guess so)\b/iu,
  ],
  ["deny", /^\W*(?:no|nope|never|not (?:now|today|really))\b/iu],
];

export const englishDoings: Patterns = [
  [
    "give",
    /\b(?:gives?|(?<!\b(?:my|your|his|her|their|our|the|both|two) )hands?(?! (?:up|down|on|in))|passes|offers?|pours?|slides?)\b/iu,
  ],
  [
    "leave",
    /\b(?:leaves?|goes out|walks? (?:out|away|off)|runs? (?:off|away|out)|says? goodbye)\b/iu,
  ],
  ["come", /\b(?:comes? (?:in|back|closer)|enters?|arrives?|knocks?|steps? in)\b/iu],
  ["laugh", /\b(?:laughs?|giggles?|grins?|chuckles?)\b/iu],
  ["sad", /\b(?:cr(?:y|ies)|weeps?|sobs?|tears?)\b/iu],
  ["afraid", /\b(?:trembles?|shivers?|flinch(?:es)?)\b/iu],
  ["hard", /\b(?:slaps?|hits?|kicks?|shouts?|slams?|spits?)\b/iu],
  ["affection", /\b(?:hugs?|kiss(?:es)?|embraces?|holds? (?:her|his|your|their) hand)\b/iu],
];
