import type { Clause } from "../../text/clauses.ts";
import type { Mention } from "../../intents/friends.ts";
import { isOwnContent, chain, type Invitation, usIn } from "../../intents/invitations.ts";
import type { Reading } from "../../reading.ts";
import type { Span } from "../../text/titles.ts";

const enVerbs =
  /\b(?:remind|tell|ask|ping|nudge|invite|notify|wake|alert)\s+(?!(?:me|us|you|it|in|at|on|to|for|about|when|before|after|by|around|every|today|tomorrow|tonight)\b)|\b(?:book|schedule|set up|arrange|plan|organi[sz]e|put|fix(?: up)?|slot|pencil|line up|make|add|create|set|do|grab|have|get)\b(?=.{0,40}?\b(?:with\b|w(?=[\s/])))|\b(?:book|grab)\s+(?=[a-z]+\s+(?:in\s+)?for\b)|\bmeet(?:ing)?(?: up)?(?: with)?\s+(?=[a-z])/g;

export function enInvitation(
  reading: Reading,
  mentions: readonly Mention[],
): Invitation | undefined {
  const { prepared, triggers, live } = reading;
  const { text } = prepared;
  for (const trigger of triggers) {
    const joined = trigger.whom === "me" ? /^\s+and\s+/.exec(text.slice(trigger.end)) : null;
    const others = joined === null ? [] : chain(text, mentions, trigger.end + joined[0].length);
    if (others.length > 0) return { verb: trigger, mentions: others };
    if (trigger.whom === "us")
      return mentions.length > 0
        ? { verb: trigger, mentions }
        : {
            verb: trigger,
            mentions,
            refused: "friend_missing",
            unknown: usIn(text, trigger, /\b(?:both of\s+)?us\b/),
          };
  }
  for (const clause of live)
    for (const match of clause.text.matchAll(enVerbs)) {
      const verb = {
        at: clause.at + match.index,
        end: clause.at + match.index + match[0].trimEnd().length,
      };
      if (isOwnContent(reading, verb.at, clause)) continue;
      const found = enInvited(reading, { verb, mentions, clause });
      if (found !== undefined) return found;
    }
  return undefined;
}

function enInvited(
  { prepared }: Reading,
  { verb, mentions, clause }: { verb: Span; mentions: readonly Mention[]; clause: Clause },
): Invitation | undefined {
  const { text } = prepared;
  const word = text.slice(verb.at, verb.end);
  const tie = /\b(?:with|w\/?)\s+/.exec(text.slice(verb.end, clause.end));
  const slot = takesPerson.test(word) ? verb.end : behindTie(verb, tie);
  const direct = chain(text, mentions, slot);
  if (isTold(text, verb, direct.at(-1)?.end ?? slot)) return undefined;
  if (direct.length > 0) return { verb, mentions: direct };
  const who = /^\s*(?:to\s+)?([a-z]+)/.exec(text.slice(slot))?.[1];
  // "with the text": a thing.
  if (slot !== verb.end && /^(?:the|an?|my|your|our|this|that|some|no)$/.test(who ?? ""))
    return undefined;
  return isNamed(word, who, tie) ? unknownAt(verb, text, slot) : undefined;
}

const isNamed = (word: string, who: string | undefined, tie: RegExpExecArray | null): boolean =>
  namesPerson.test(word)
    ? who !== undefined && who !== "to"
    : tie !== null && !/^(?:wake|tell|ask|alert|meet)/.test(word);

/** "remind Bob": who is meant stands right behind the verb, and not behind "with". */
const takesPerson = /^(?:remind|tell|ask|ping|nudge|invite|notify|wake|alert)/;
const namesPerson = /^(?:remind|invite|ping|nudge|notify)/;
const behindTie = (verb: Span, tie: RegExpExecArray | null): number =>
  tie === null ? verb.end : verb.end + tie.index + tie[0].length;

/**
 * "I have lunch with Bob", "meeting Bob at 3", "tell Bob I'm late": a statement or a message to
 * pass on, and nothing is to be arranged.
 */
const isTold = (text: string, verb: Span, end: number): boolean =>
  /(?<!\b(?:can|could|will|would|should|shall|may)\s+)\b(?:i|we|he|she|they|you|who)(?:'ve|'re|'m)?\s+(?:already\s+|just\s+|always\s+|usually\s+|often\s+|have\s+to\s+)?$/.test(
    text.slice(0, verb.at),
  ) ||
  /^meet(?:ing)?\b/.test(text.slice(verb.at, verb.end)) ||
  (/^(?:tell|ask)\b/.test(text.slice(verb.at, verb.end)) &&
    /^\s+(?:that\s+)?(?:i|i'll|i'm|i've|we|we're|my|it|it's|the|hi|hello|thanks?)\b/.test(
      text.slice(end),
    ));

function unknownAt(verb: Span, text: string, slot: number): Invitation {
  const [space = "", name = ""] = [
    /^\s*/.exec(text.slice(slot))?.[0],
    /^\s*([a-z'-]+)/.exec(text.slice(slot))?.[1],
  ];
  const at = slot + space.length;
  return { verb, mentions: [], refused: "friend_unknown", unknown: { at, end: at + name.length } };
}
