import type { ModelRequest } from "../domain/ports/model.ts";

type Prompt = Pick<ModelRequest, "messages" | "sections">;

/** A sentence shorter than this may be anybody's: only a line that is nothing else counts. A Han character counts twice. */
const leastWeight = 24;

/**
 * Removes what a reply repeats of its prompt: instructions, and headings with the lines below them. Capitals, quotes, marks, spaces and
 * line breaks make no difference.
 */
export function promptRemover({ messages, sections = [] }: Prompt): (text: string) => string {
  const blocks = new Map(
    sections.map(({ name, lines }) => [
      lettersOf(name),
      new Set(lines.flatMap((line) => line.split("\n").map(lettersOf))),
    ]),
  );
  const lines = messages.flatMap(({ role, content }) =>
    role === "system" ? content.split("\n") : [],
  );
  const whole = new Set(lines.map(lettersOf).filter((line) => line !== ""));
  const sentences = [
    ...new Set(lines.flatMap((line) => line.split(/(?<=[.!?。！？])\s*/u)).map(lettersOf)),
  ].filter((one) => weightOf(one) >= leastWeight);
  // A stream asks for the same lines again and again.
  const known = new Map<string, string>();
  return (text) => {
    const said = text.split("\n");
    const letters = said.map((line) => known.get(line) ?? lettersOf(line));
    // The last line grows: kept, it would be kept at every length.
    for (const [at, line] of said.slice(0, -1).entries()) known.set(line, letters[at] ?? "");
    const echoed = linesWith(sentences, letters);
    let below: ReadonlySet<string> | undefined;
    const kept = said.filter((raw, at) => {
      const line = letters[at] ?? "";
      if (line === "") return true;
      const block = /^\s*#+\s/.test(raw) ? blocks.get(line) : undefined;
      const isPrompt =
        block !== undefined || whole.has(line) || echoed.has(at) || below?.has(line) === true;
      if (block !== undefined) below = block;
      else if (!isPrompt) below = undefined;
      return !isPrompt;
    });
    return kept.length === said.length ? text : kept.join("\n").trim();
  };
}

const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

const weightOf = (letters: string): number =>
  letters.length + (letters.match(/\p{Script=Han}/gu)?.length ?? 0);

/** The lines over which one of the sentences runs. */
function linesWith(sentences: readonly string[], lines: readonly string[]): ReadonlySet<number> {
  const all = lines.join("");
  const found = new Set<number>();
  for (const sentence of sentences) {
    for (
      let at = all.indexOf(sentence);
      at !== -1;
      at = all.indexOf(sentence, at + sentence.length)
    ) {
      let start = 0;
      for (const [nth, { length }] of lines.entries()) {
        if (length > 0 && start < at + sentence.length && start + length > at) found.add(nth);
        start += length;
      }
    }
  }
  return found;
}
