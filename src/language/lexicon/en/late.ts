const late = String.raw`(?:you(?:'re| are)|it(?:'s| is)|we(?:'re| are))\s+(?:(?:too|already|running|a bit|very|way)\s+)*(?:late|past due|overdue)|you\s+miss(?:ed)?\s+(?:it|the time)|it(?:'s| is)\s+missed|missed|late`;
const giveUp = String.raw`(?:just\s+|please\s+)?(?:skip|drop|forget)(?:\s+(?:it|that|this|the reminder|that one|this one))?|(?:do not|don'?t|no need to)\s+(?:bother(?:\s+(?:me|reminding me))?|remind me|send it|tell me|ping me)(?:\s+(?:at all|any ?more|then|of it))?|no need`;
const still = String.raw`(?:please\s+|still\s+)*(?:remind|tell|ping|nudge|wake|send)\s+(?:it|me)(?:\s+(?:anyway|all the same|regardless))?`;

/** What is to become of a reminder that is late, as a sentence says it. */
export const lateForms: readonly (readonly ["fire" | "skip", RegExp])[] = [
  [
    "fire",
    new RegExp(
      String.raw`(?:\b${still},?\s+)?\beven\s+(?:if|when)\s+(?:${late})\b(?:,?\s*${still}\b)?`,
      "i",
    ),
  ],
  [
    "skip",
    new RegExp(String.raw`\b(?:${giveUp}),?\s+(?:if|when|once|in case)\s+(?:${late})\b`, "i"),
  ],
  [
    "skip",
    new RegExp(
      String.raw`\b(?:if|when|once|in case)\s+(?:${late}),?\s*(?:then\s+)?(?:${giveUp})\b`,
      "i",
    ),
  ],
];

export const asks = /\bwhy\b|\b(?:do|did|will|would|what|how|are|is)\b[^?]*\?/i;

export const speaksOfReminding = /remind|ping|skip|send|bother/i;
