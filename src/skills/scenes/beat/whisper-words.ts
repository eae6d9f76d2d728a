/** Words that suggest a whisper. They only trigger a closer look; the parse decides. */
const marks = [
  /\b(?:whisper|murmur|mutter|mumbl)\w*/iu,
  /\bunder (?:my|his|her|their|your|one['’]s) breath\b|\bsotto voce\b|\bhush\w*|\bpsst\b|\blow(?:ered|er)? (?:my |his |her )?voice\b/iu,
  /\baside to\b|\b(?:in|into|at|by|to) [\p{L}\p{N}'’ ]{1,40} ears?\b|\blean(?:s|ed|ing)? (?:in|over|close|closer|towards?)\b/iu,
  /\b(?:secretly|privately|in private|in secret|confidentially)\b/iu,
  /\b(?:say|tell|speak|talk|ask|add|repl|answer|warn)\w*\b[^.!?\n]{0,60}\b(?:quietly|softly)\b|\b(?:quietly|softly)\b[^.!?\n]{0,30}\b(?:to|say|tell|speak|ask|add|warn)\w*\b/iu,
  /\b(?:only|no(?:body| one)(?: else)?|none of|without|so that|so)\b[^.!?\n]{0,40}\b(?:hear|hears|hearing|overhear|overhearing)\b/iu,
  /\bbetween (?:us|you and me|ourselves)\b|\balone with\b|\bout of earshot\b|\bbehind [^.!?\n]{1,40} backs?\b/iu,
  /\b(?:take|pull|draw|lead|call)\w*\b[^.!?\n]{0,40}\b(?:aside|apart|away)\b|\b(?:only|just) to\b|\b(?:tell|ask|show|warn)\w* only\b/iu,
  /\b(?:pass|slip|hand|give|gave|send|sent|write|wrote|leave|left|show)\w*\b[^.!?\n]{0,40}\b(?:notes?|texts?|messages?|letters?|dms?)\b|\b(?:I|we) (?:text|message|dm|email)(?:s|ed)?\b/iu,
  /[([]\s*(?:aside\s+)?to\s+\p{L}|[([]\s*(?:private|secret|whisper|aside|pm|dm)\b/iu,
  /\b(?:confid(?:e|es|ed|ing) (?:in|to)|telepath\w*|earshot|out of [^.!?\n]{1,40} hearing|for [^.!?\n]{1,40} ears (?:only|alone))\b|\b(?:mouth|sign)(?:s|ed|ing)? (?:\p{L}+ )?to\b/iu,
  /^[\s([（*_@]*(?:to|for)\s[^.!?:,\n]{1,40}\b(?:only|alone)\b/iu,
  /\b(?:is|are|was|were)(?:n['’]t| not) (?:listening|looking|watching|paying attention)\b|\bwithout [^.!?\n]{1,40} (?:notic|know|see|realis|realiz)ing\b/iu,
  /悄悄|悄声|小声|低声|轻声|耳语|附耳|耳边|耳畔|私下|偷偷|压低|窃窃|咬耳朵|嘀咕|密语|暗中|背着|避开|单独|支开/u,
  /口型|唇语|传音|心灵感应|借一步|私聊|(?:凑|贴)(?:近|到|过|上|着)|趁[^。！？\n]{0,20}(?:不注意|没注意|没在意|不备|没看|没听|转身|走神)/u,
  /(?:递|塞|传|写|发|给|留)[^。！？\n]{0,20}(?:纸条|字条|便条|消息|短信|微信|私信|信)/u,
  /(?:不让|别让|免得|不想让)[^。！？\n]{0,20}听|只(?:让|有)[^。！？\n]{0,20}听|只(?:对着|对|跟|和|向|给|告诉|问)|[（(【[]\s*(?:对|跟|向)/u,
];

/** The commands of other programs for a private message: “/w Ann meet me outside”. */
const command = /^\s*[/／](?:w|whisper|t|tell|m|msg|pm|dm)\s+(?:to\s+)?/iu;

/** “/w Ann …”, as other programs have it. */
export const isWhisperCommand = (line: string): boolean => command.test(line);

export const mayWhisper = (prose: string): boolean =>
  command.test(prose) ||
  marks.some((mark) => mark.test(prose.normalize("NFKC")) || mark.test(prose));

/**
 * The addressees named at the start of a whisper, and the index where the whispered words begin.
 */
export interface WhisperLead {
  readonly names: readonly string[];
  readonly from: number;
}

const quiet =
  "(?:悄悄|悄声|小声|低声|轻声|偷偷|私下里?|暗中|压低(?:了)?(?:声音|嗓音|嗓门|嗓子)|附耳)(?:地|的)?";
const before =
  "[\\s（(【[*＊]*(?:我们|我)?(?:就|便|又|也|赶紧|连忙|凑近|凑过去|凑上前|上前|走近|转身|俯身|侧身|转头|[，,、\\s])*";
const quietly =
  "(?:quietly|softly|gently|secretly|privately|under my breath|in a (?:low |hushed |quiet )?(?:voice|whisper|tone)|sotto voce|aside)";
const opening =
  "[\\s(\\[（*_]*(?:(?:I|we|and|then|now|just|quickly|quietly|softly|gently|secretly|lean(?:s|ed|ing)?|bend(?:s|ing)?|turn(?:s|ed)?|step(?:s|ped)?|in|over|close|closer|down|forward|up)[\\s,]+)*";

/** What precedes the names; the names follow immediately. */
const leads: readonly RegExp[] = [
  new RegExp(
    `^${opening}(?:whisper|murmur|mutter)(?:s|ed|ing)?(?:\\s+(?:something\\s+)?${quietly})*\\s+(?:to|at)\\s+`,
    "iu",
  ),
  new RegExp(`^${opening}(?:(?:say|speak|talk)(?:s|ing)?\\s+)?${quietly}[\\s,]+(?:to\\s+)`, "iu"),
  new RegExp(`^${opening}(?:tell|tells|ask|asks|warn|warns)\\s+(?=.{1,60}?\\s${quietly})`, "iu"),
  new RegExp(
    `^${opening}(?:whisper|murmur|mutter|say|speak|breathe)(?:s|ed|ing)?\\s+in(?:to)?\\s+(?=.{1,60}?['’]s?\\s+ears?)`,
    "iu",
  ),
  new RegExp(`^[\\s(\\[（*_]*to\\s+(?=.{1,60}?[\\s,]${quietly})`, "iu"),
  new RegExp(`^${before}${quiet}(?:对着|对|跟|和|向|同|给|告诉|提醒|问|嘱咐|叮嘱)`, "u"),
  new RegExp(`^${before}(?:只|单独)(?:对着|对|跟|和|向|给|告诉|提醒|问|嘱咐|叮嘱)`, "u"),
  new RegExp(`^${before}(?:对着|对|跟|和|向|同)(?=[^。！？：:\\n]{1,30}?(?:${quiet}|耳语))`, "u"),
  new RegExp(
    `^${before}(?:凑到|凑近|附在|附到|贴着|贴到|靠近|靠到|趴在|在)(?=[^。！？：:\\n]{1,30}?(?:的)?耳(?:边|畔|朵))`,
    "u",
  ),
];

const joint = /^(?:\s*(?:,|，|、|&|＆)\s*(?:and\s+)?|\s+and\s+|\s*(?:和|与|跟|及|以及|还有)\s*)/iu;
/** What may separate the names from the whispered words. Anything else may concern a bystander. */
const after =
  /^(?:['’]s?\s+ears?|(?:的)?耳(?:边|畔|朵)(?:旁|上)?)?\s*(?:so (?:that )?(?:only|nobody|no one|none|[\p{L}\p{N}' ]{1,40}? (?:can['’]?t|cannot|does not|won['’]t|will not) hear)[^:：,，"“”]{0,60})?(?:[\s,]*(?:quietly|softly|gently|secretly|privately|under my breath|sotto voce|aside|in a (?:low |hushed |quiet )?(?:voice|whisper|tone)))*(?:悄悄|悄声|小声|低声|轻声|偷偷|私下里?|附耳|压低(?:了)?(?:声音|嗓音|嗓门|嗓子))*(?:地|的)?(?:耳语|说道|说|道|讲|问道|问|嘀咕|嘱咐|告诉(?:她|他)?)*(?:了一句|一句|了)?\s*(?:[:：,，;；.。—–\-"“”「『‘(（)\]）】*!！?？]|$|(?:that|about|if|whether|where|what|who|why|how|when|not to|to)\b)/iu;

/** Undefined when the text does not open like a whisper. */
export function findWhisperLead(prose: string, known: readonly string[]): WhisperLead | undefined {
  const asked = command.exec(prose);
  if (asked !== null) {
    const named = readNames(prose, asked[0].length, known);
    return { names: named.names, from: named.end };
  }
  for (const lead of leads) {
    const found = lead.exec(prose);
    if (found === null) continue;
    const named = readNames(prose, found[0].length, known);
    const rest = after.exec(prose.slice(named.end));
    if (rest !== null)
      return {
        names: named.names,
        from: named.end + rest[0].replace(/(?:["“”「『‘(（]|\p{L}+)$/u, "").length,
      };
    if (named.names.length > 0) return { names: [], from: 0 };
  }
  return undefined;
}

const everyone =
  /^(?:everyone|everybody|all of (?:them|you)|them all|you all|all|大家|所有人|各位|众人|他们所有人)/iu;
const spacedName = /^(?:[\p{L}\p{M}\p{N}·・.-]+(?:\s+\p{Lu}[\p{L}\p{M}·.-]*)*)/u;
const hanName =
  /^(?:[\p{Script=Latin}\p{M}\p{N}·・.-]+|[^\s，,。：:“”"「」、]{1,8}?(?=的?耳|悄|小声|低声|轻声|偷偷|私下|压低|说|道|讲|问|[，,：:“"「]|$))/u;

interface Names {
  readonly names: readonly string[];
  readonly end: number;
}

/** Known names in sequence, longest first; or one word that may be a name. */
function readNames(prose: string, start: number, known: readonly string[]): Names {
  const names: string[] = [];
  const readKnown = (text: string): string | undefined =>
    everyone.exec(text)?.[0] ?? readKnownName(text, known);
  let at = start;
  for (;;) {
    const here = prose.slice(at);
    const name = readKnown(here) ?? (names.length === 0 ? readUnknownName(here) : undefined);
    if (name === undefined) return { names, end: at };
    names.push(name);
    const end = at + name.length;
    const join = joint.exec(prose.slice(end))?.[0];
    if (join === undefined) return { names, end };
    at = end + join.length;
    const next = prose.slice(at);
    if (readKnown(next) !== undefined) continue;
    // An unknown name may only follow an "and", and only with a capital.
    const stranger = isAnd(join) ? readUnknownName(next) : undefined;
    return stranger !== undefined && /^\p{Lu}/u.test(stranger)
      ? { names: [...names, stranger], end: at + stranger.length }
      : { names, end };
  }
}

const isAnd = (join: string): boolean => /and|&|＆/iu.test(join);

const readUnknownName = (text: string): string | undefined =>
  (/^\p{Script=Han}/u.test(text) ? hanName : spacedName).exec(text)?.[0];

/** A match at word boundaries, in scripts that have them. */
function readKnownName(text: string, known: readonly string[]): string | undefined {
  const folded = text.toLowerCase();
  return known
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.trim())
    .find(
      (name) =>
        name !== "" &&
        folded.startsWith(name.toLowerCase()) &&
        !isLongerWord(name, text[name.length] ?? ""),
    );
}

const isLongerWord = (name: string, next: string): boolean =>
  /[\p{Script=Latin}\p{N}]$/u.test(name) && /^[\p{Script=Latin}\p{N}]/u.test(next);

const unnamed =
  /^(?:h(?:er|im)|them|it|you|she|he|they|somebody|someone|anybody|the|a|an|my|our|his|their|your|this|that|他|她|它|你|您|ta|对方|那个|这个|那|这|某)/iu;

/** “her”, “the guard”, “他”: only the context tells who is meant. */
export const isUnnamed = (name: string): boolean =>
  unnamed.test(name.trim()) || /^\p{Ll}/u.test(name.trim());

export const isEveryone = (name: string): boolean => everyone.test(name.trim());
