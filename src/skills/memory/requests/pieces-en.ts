import { type Lexicon, listPieces, type PieceTag } from "./pieces.ts";

const piece = (tag: PieceTag, source: string): Lexicon =>
  listPieces(tag, source, (one) => new RegExp(String.raw`(?:${one})(?![\p{L}\p{N}'])`, "iuy"));

const often = "(?:still|ever|already|now|just|really|actually|even|also|currently|only|last|first)";
const stored =
  "know(?:n)?|knew|remember(?:ed|ing)?|memori[sz]ed|learn(?:ed|t|ing)?|keep(?:ing)?|kept|stor(?:e|ed|ing)|sav(?:e|ed|ing)|hold|held|recorded|recording|collect(?:ed|ing)?|gather(?:ed)?|logged|not(?:e|ed)(?: down)?|wr(?:ite|ote|itten) down|picked up";
const kept =
  "(?:on|in) (?:file|record|store|memory|mind|your (?:memory|notes|records|mind))|stored|saved|noted|written down|recorded|kept|remembered";
const talk = "(?:chat|conversation|talk|thread|dialog(?:ue)?|discussion|channel)";

/** Pieces of which English requests about the memory are made. */
export const englishPieces: Lexicon = [
  ...piece(
    "filler",
    "please|pls|plz|oh|ah|hm+|um+|er|oops|hey|hi|hello|ok|okay|so|and|but|now|just|well|actually|no|yes|wait|right|then|thanks|thank you|also|really|exactly|still|ever|kindly|maybe|sorry|completely|entirely|permanently|forever|for good|for me|at all|so far|to date|right now|at the moment|once|would you|will you|is|are|was|were|be|been|being|it is|the|a|an|to|do|did|does|have|has|had|of|in|from|for|with|by|you|your|that is|(?:can|could|would|will|won't) you(?: (?:please|just))?|would you mind|can i|could i|may i|i(?:'d| would)? (?:like|want|need|love) (?:you |it )?to|i(?:'d| would) like|i want|let's|let us|i'd like it if you|this is private|(?:wipe|clean) the slate clean|start (?:fresh|over|afresh|from scratch)|sort of|kinds? of|sorts? of|some|should|never mind|anymore|any more|any longer|if you (?:can|could|would|don't mind)|again please|as well|too",
  ),
  ...piece(
    "not",
    "don't|do not|dont|never|not|no need (?:for you )?to|you (?:don't|do not) (?:need|have) to|you (?:needn't|shouldn't|should not|mustn't|must not|may not)|shouldn't|should not|must not|i (?:don't|do not|no longer) want you to|i(?:'d| would) (?:rather|prefer)(?: it)?(?: if)?(?: that)? you (?:not(?: to)?|didn't|did not|don't|wouldn't)|there's no need to|nothing|none(?: of (?:it|this|that))?|forget to",
  ),
  ...piece(
    "stop",
    "stop|quit|cease|no more|disabl(?:e|ing)|deactivate|pause|suspend|halt|(?:turn|switch) off",
  ),
  ...piece(
    "start",
    "start|resume|enable|re-?enable|re-?activate|activate|unpause|begin|restart|continue|(?:turn|switch) on|you (?:can|may|could)|you(?:'re| are) (?:allowed|free|welcome) to",
  ),
  ...piece("turn", "turn|switch|set|put"),
  ...piece("on", "on"),
  ...piece("off", "off"),
  ...piece("again", "again|back|once more"),
  ...piece(
    "remember",
    "remember(?:ing|ed)?|memori[sz](?:e|es|ed|ing)|tak(?:e|ing) notes?|keep(?:ing)? notes?|keep(?:ing)? track(?: of)?|hold(?:ing)? on to|hang(?:ing)? on to|learn(?:ing)?",
  ),
  ...piece(
    "store",
    "stor(?:e|ed|ing)|sav(?:e|ed|ing)|keep(?:ing)?|kept|retain(?:ed|ing)?|record(?:ed|ing)?|not(?:e|ed|ing)(?: down)?|writ(?:e|ing|ten) down|log(?:ged|ging)?|jot(?:ted|ting)? down",
  ),
  ...piece("forget", "forget(?:ting)?(?: about)?|unlearn(?:ing)?"),
  ...piece(
    "delete",
    "delet(?:e|ing)|eras(?:e|ing)|wip(?:e|ing)|clear(?:ing)?(?: out)?|remov(?:e|ing)|purg(?:e|ing)|reset(?:ting)?|empty(?:ing)?|get(?:ting)? rid of|clean(?:ing)? out|throw(?:ing)? (?:away|out)|discard(?:ing)?|drop(?:ping)?|scrub|scrap|dump|destroy",
  ),
  ...piece(
    "memory",
    "(?:(?:your|the|my|its|all|any) )*(?:entire |whole )?(?:memory|memories)(?: (?:function|feature|mode|setting|bank))?|(?:your|the|all|any|of) (?:notes?|records?|data)|notes",
  ),
  ...piece("off the record", "off[ -]the[ -]record|incognito(?: mode)?|in private mode"),
  ...piece("on the record", "on the record"),
  ...piece(
    "all",
    "every single (?:thing|bit|fact)|everything|every bit|all(?: (?:of )?(?:it|that|this|them|the|my|your))?|any(?:thing)?(?: of (?:it|this|that|them|the))?|it all|that all|whatever|the lot|the whole lot|whole|entire|entirely",
  ),
  ...piece(
    "things",
    "(?:the )?(?:things?|stuff|facts?|info(?:rmation)?|details?|data|bits|sort of things?)",
  ),
  ...piece(
    "known",
    `(?:(?:do|did|have|had|are|were) )?you(?:'ve|'re| have| are)?(?: ${often})*(?: (?:${stored}))(?: ${often})*(?: (?:${stored}))?(?: (?:${kept}))?|(?:(?:do|did|have|had) )?you(?:'ve)?(?: ${often})*(?: (?:have|had|got|gotten))+ (?:${kept})|${kept}`,
  ),
  ...piece(
    "has",
    `(?:(?:do|did|have|had) )?you(?:'ve)?(?: ${often})*(?: (?:have|had|got|gotten))+`,
  ),
  ...piece(
    "said",
    `(?:have|did|do|had) i(?: ${often})* (?:say|said|tell|told|write|written|mention(?:ed)?)(?: (?:to )?you)?|(?:(?:what|whatever|that) )?i(?:'ve|'ll| have| will)?(?: ${often})* (?:say|said|tell|told|write|wrote|written|mention(?:ed)?|type|shared?)(?: (?:to )?you)?(?: next)?|(?:what |that )?we(?:'ve|'re| have| are)?(?: ${often})* (?:talk(?:ed|ing)?|discuss(?:ed)?|chat(?:ted)?|spoken?|say|said)(?: about)?|my (?:messages|words)`,
  ),
  ...piece(
    "me",
    "(?:about|of|on|for|regarding|concerning|from) (?:me|myself)|me|myself|my (?:personal )?(?:data|info(?:rmation)?|details|profile|facts)|of mine",
  ),
  ...piece(
    "here",
    `(?:(?:in|from|for|during|within|about) )?(?:this|the|our|that) ${talk}(?: here)?|(?:in |right |this )?here`,
  ),
  ...piece(
    "from now on",
    "from (?:now|here|this point|today)(?: on(?:wards?)?)?|going forward|for (?:now|the moment|a while)|next|in (?:the )?future|today",
  ),
  ...piece(
    "what",
    "what(?:'s|'re| is| was| were| are)?(?: all| else| exactly| it is| it| is it)?(?: that)?|which(?: of)?|how (?:much|well|many)",
  ),
  ...piece(
    "show",
    "(?:show|list|print|view|see|display|summari[sz]e|sum up|give|tell|let me (?:see|know)|recap|open|look at|check|remind|read(?: out)?)(?: me)?|a list|the list",
  ),
  ...piece("that", "that|this|it|so|these|those|(?:that|this) one"),
  ...piece(
    "nth",
    "(?:the )?(?:(?:number|no\\.?|memory(?: number)?) ?)?#?(?:\\d{1,2}(?:st|nd|rd|th)?|one|two|three|four|five|first|second|third|fourth|fifth|last|latest|previous)(?: (?:one|memory|entry|item|note|thing|fact))?",
  ),
  ...piece("about", "about|regarding|concerning"),
];
