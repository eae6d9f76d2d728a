import type { ModelMessage, PromptSection } from "../../../domain/ports/model.ts";
import { isRecorded } from "../state/story-events.ts";

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** Escapes lines that look like a section heading, so that story text cannot start a section. */
const escapeHeadings = (words: string): string =>
  words
    .split(lineBreak)
    .map((line) =>
      /^[\s\p{Cf}]*[#＃]/u.test(line) ? `\\${line.replace(/^[\s\p{Cf}]+/u, "")}` : line,
    )
    .join("\n");

/**
 * Story text goes only into the user message: never into the instructions, and never as a heading.
 */
export function toMessages(
  instructions: string,
  sections: readonly PromptSection[],
): ModelMessage[] {
  const parts = sections.map(
    ({ name, lines }) => `## ${name}\n${lines.map(escapeHeadings).join("\n")}`,
  );
  return [
    { role: "system", content: instructions },
    { role: "user", content: parts.join("\n\n") },
  ];
}

/** Events of the current turn are excluded: they have no id in the log that could be looked up. */
export const listSourceEvents = (sections: readonly PromptSection[]): number[] =>
  [...new Set(sections.flatMap(({ eventIds }) => eventIds))]
    .filter(isRecorded)
    .sort((a, b) => a - b);

/** The field by which an event names the sources of the prompt that it was made from. */
export const citeSources = (
  ids: readonly number[] | undefined,
): { readonly source_event_ids?: readonly number[] } =>
  ids === undefined || ids.length === 0 ? {} : { source_event_ids: ids };
