/**
 * A person's thoughts, by the words that announce them. Only words that no one says aloud count: “I
 * think that Bob lies” is an opinion, “I think to myself” is not.
 */
const leads: readonly RegExp[] = [
  /^(?:I\s+(?:\p{L}+ly\s+)?(?:think|thought|wonder|wondered|ask|asked|tell|told|remind|reminded|say|said)\s+(?:to\s+)?myself(?!\s+(?:out loud|aloud|quietly|softly|under)))\b/iu,
  /^(?:I\s+)?(?:silently|inwardly|secretly)\s+(?:think|thought|wonder|wondered|curse|cursed|pray|prayed|hope|hoped|wish|wished)\b/iu,
  /^I\s+(?:think|thought|wonder|wondered|curse|cursed|pray|prayed|hope|hoped|wish|wished|count|counted)(?:\s+\p{L}+)?\s+(?:silently|inwardly|in silence|in my head)\b/iu,
  /^(?:in my (?:head|mind|thoughts)|my thoughts?|inwardly|thinking|thought)\s*[:：]/iu,
  /^(?:我|我们)?(?:(?:在|从)?心(?:里|中|底)(?:面)?(?:却|又|也)?(?:暗暗|暗自|默默|偷偷)?(?:想|说|道|念|骂|嘀咕|琢磨|盘算|祈祷|问自己)(?!着)|心想|心道|心说|暗想|暗自(?:想|思忖|琢磨|盘算|祈祷)|默默地?(?:想|念|祈祷)|在脑(?:子|海)里想|对自己说)/u,
  /^(?:心里话|内心(?:独白|os)?|心声|os)\s*[:：]/iu,
];
/** In a stage direction “I think” is not said either. */
const inDirection = /^I\s+(?:think|thought|wonder|wondered)\b/iu;

export interface ProsePart {
  readonly text: string;
  readonly isThought: boolean;
}

/** Where a thought can begin: with a line, a sentence, a clause, or a bracket or asterisk. */
const beginnings =
  /(?:^|[\n.!?…。！？;；,，"”」』)）*])[\s"“「『(（[【*]*(?:(?:and|but|then|so|可|但|又)\s*)?/giu;

/**
 * Divides a text into thoughts and the rest. A thought that began goes on until its bracket closes,
 * the line ends or something is quoted: a person is silent until it is written that they speak.
 */
export function splitThoughts(text: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let from = 0;
  for (const found of text.matchAll(beginnings)) {
    const at = found.index + found[0].length;
    if (at < from) continue;
    const bracket = /[(（[【*]\s*$/u.exec(text.slice(from, at))?.[0].trim() ?? "";
    const rest = text.slice(at);
    if (isQuoted(text.slice(0, at))) continue;
    if (!leads.some((lead) => lead.test(rest)) && !(bracket === "*" && inDirection.test(rest)))
      continue;
    const begin = bracket === "" ? at : text.lastIndexOf(bracket, at - 1);
    const end = bracket === "" ? findEnd(text, at) : findClosing(text, at, bracket);
    parts.push({ text: text.slice(from, begin), isThought: false });
    parts.push({ text: text.slice(begin, end), isThought: true });
    from = end;
  }
  parts.push({ text: text.slice(from), isThought: false });
  return parts
    .map((part) => ({ ...part, text: part.text.trim() }))
    .filter((part) => /[\p{L}\p{N}]/u.test(part.text));
}

/** Whether a quotation is open at the end of this text. */
const isQuoted = (before: string): boolean =>
  (before.match(/"/gu)?.length ?? 0) % 2 === 1 || /[“「『][^”」』]*$/u.test(before);

const closing: Readonly<Record<string, RegExp>> = {
  "(": /[)）]/u,
  "（": /[)）]/u,
  "[": /\]/u,
  "【": /】/u,
  "*": /\*/u,
};

function findClosing(text: string, at: number, bracket: string): number {
  const found = closing[bracket]?.exec(text.slice(at));
  return found === null || found === undefined ? findEnd(text, at) : at + found.index + 1;
}

/** A quotation right after the words that announce the thought is the thought itself. */
function findEnd(text: string, at: number): number {
  const line = text.slice(at).split("\n")[0] ?? "";
  const quote = /["“「『]/u.exec(line);
  if (quote === null) return at + line.length;
  const isOwn = /[:：,，]\s*$/u.test(line.slice(0, quote.index));
  if (!isOwn) return at + quote.index;
  const end = /["”」』]/u.exec(line.slice(quote.index + 1));
  return end === null ? at + line.length : at + quote.index + 1 + end.index + 1;
}
