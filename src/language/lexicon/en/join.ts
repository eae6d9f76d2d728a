import { nameMask as mask } from "../../text/characters.ts";

/** A denial, a statement or a question. */
export const talks =
  /\b(?:don'?t|not|never|did|didn'?t|does|has|have i|should|shall|if|unless|was|were|is|are|why|who|when|what|how)\b/;

export const filler =
  /\b(?:please|pls|thanks?|thank you|can|could|would|will|you|i'd|i|want|like|need|to|the|my|our|that|this|it|one|too|also|as well|well|along|in|into|on|onto|for|at|of|hey|ok|okay|and|so|just|us|reminder|event|appointment)\b|[\s\p{P}\ue000]/gu;

export const tie = /(?:\bwith\s)\s*$/;

/** Into what exists. */
export const sure = [
  new RegExp(
    `\\b(?:add|include|loop|bring|pull)\\s${mask}\\s(?:(?:in|along|too|also|as well)\\s){0,2}(?:to|into|in|on|onto|for)\\b`,
  ),
  new RegExp(
    `\\b(?:have|let|ask|get|want)\\s${mask}\\s(?:to\\s)?(?:also\\s)?(?:join|attend|come along to|come to)\\b(?:\\sus)?(?:\\s(?:for|at|in))?`,
  ),
];

/** "Also", or bringing a person along: perhaps into something new. */
export const unsure = [
  new RegExp(
    `\\b(?:also\\s)?(?:invite|add|include|bring)\\s${mask}(?=.{0,60}\\b(?:too|also|as well)\\b)(?:\\s(?:to|for|along to))?`,
  ),
  new RegExp(`\\balso\\s(?:invite|add|include|bring)\\s${mask}(?:\\s(?:to|for|along to)\\b)?`),
  new RegExp(`\\b(?:invite|bring)\\s${mask}\\salong\\s(?:to|for)\\b`),
  new RegExp(
    `\\binvite\\s${mask}\\s(?:along\\s)?(?:to|for)\\s(?:the|my|our|that|this|(?:today|tonight|tomorrow|\\w{3,6}day)(?:'s|\\s\\s))`,
  ),
];

/** A person who is not a friend. */
export const stranger = /\b(?:[Aa]dd|[Ii]nvite|[Ii]nclude)\s([A-Z][a-z]+)\s(?:to|in|into)\b/;
