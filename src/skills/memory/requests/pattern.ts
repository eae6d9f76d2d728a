const end = String.raw`[\s.!?。！？]*$`;

/** A message that says nothing else. */
export const pattern = (source: string): RegExp => new RegExp(`^(?:${source})${end}`, "iu");

/** What may stand before a request. */
export const please =
  "(?:(?:please|pls|hey|okay|ok|so|and|wait|never ?mind|no|actually|well),? )*(?:(?:can|could|would|will) you (?:please )?|you can )?";

export const firstMatch = (
  patterns: readonly RegExp[],
  said: string,
): RegExpExecArray | undefined =>
  patterns.map((each) => each.exec(said)).find((found) => found !== null) ?? undefined;
