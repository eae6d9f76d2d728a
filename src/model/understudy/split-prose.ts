type Piece = { readonly kind: string; readonly text: string; readonly to?: readonly string[] };

const marks = /“[^”]+”|"[^"]+"|「[^」]+」|\*[^*]+\*|\(\([^)]+\)\)/gu;
const whisper =
  /^\s*(?:\(?\s*(?:whispers?|in a whisper|quietly) to ([^:)：]{1,60})\)?\s*[:：]|（?(?:悄悄|小声)(?:地)?(?:对|跟)([^:：）]{1,30}?)(?:说)?）?\s*[:：])\s*(.+)$/isu;

/**
 * Splits by punctuation alone: “quoted” is speech, *starred* is action, ((this)) is out of
 * character, the rest is narration, or speech where nothing is quoted.
 */
export function segmentsOf(prose: string, isDirector: boolean): Piece[] {
  const secret = isDirector ? null : whisper.exec(prose);
  if (secret !== null)
    return [
      { kind: "whisper", text: secret[3] ?? "", to: [(secret[1] ?? secret[2] ?? "").trim()] },
    ];
  const found: Piece[] = [];
  let at = 0;
  for (const match of prose.matchAll(marks)) {
    found.push(...readNarration(prose.slice(at, match.index)), readMarked(match[0]));
    at = match.index + match[0].length;
  }
  found.push(...readNarration(prose.slice(at)));
  // Beside *actions*, and without any quotation, what is not marked is said.
  const isStarred = found.some(({ kind }) => kind === "action");
  if (isStarred && !isDirector && found.every(({ kind }) => kind !== "dialogue"))
    return found.map((piece) =>
      piece.kind === "narration" ? { ...piece, kind: "dialogue" } : piece,
    );
  // Text without any mark is the person's speech, or, where the person is not present, a direction.
  if (found.length === 1 && found[0]?.kind === "narration" && !isDirector)
    return [{ kind: "dialogue", text: found[0].text }];
  return found.length === 0 ? [{ kind: "narration", text: prose.trim() }] : found;
}

function readNarration(text: string): Piece[] {
  const trimmed = text.trim();
  return /[\p{L}\p{N}]/u.test(trimmed) ? [{ kind: "narration", text: trimmed }] : [];
}

function readMarked(text: string): Piece {
  if (text.startsWith("((")) return { kind: "ooc", text: text.slice(2, -2).trim() };
  return { kind: text.startsWith("*") ? "action" : "dialogue", text: text.slice(1, -1).trim() };
}
