/** Words that many patterns are made of. Each list stands here and nowhere else. */

/** To remind, as a request to this assistant says it. */
export const remindVerbs = "remind|wake|ping|nudge|alert|notify";

/** Reminding of oneself in any form of the verb: "reminded me", "woke us". */
export const remindsMe = String.raw`(?:${remindVerbs}|reminded|woken|woke)\s+(?:me|us)\b`;
