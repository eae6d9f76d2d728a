import type { ModelMessage, PromptSection } from "../../../domain/ports/model.ts";
import { isRecorded } from "../state/story-events.ts";
import type { HistoryPart } from "./history.ts";

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** Escapes lines that look like a heading, so that story text cannot start a section. */
const escapeHeading = (line: string): string =>
  /^[\s\p{Cf}]*[#＃]/u.test(line) ? `\\${line.replace(/^[\s\p{Cf}]+/u, "")}` : line;

const escapeHeadings = (words: string): string =>
  words.split(lineBreak).map(escapeHeading).join("\n");

/** Only the first line of what was said begins at the margin: the next cannot pose as another's. */
const indentRest = (words: string): string =>
  words
    .split(lineBreak)
    .map((line, at) => (at === 0 ? escapeHeading(line) : `  ${escapeHeading(line)}`))
    .join("\n");

/** Marks have headings of their own, which no line of the story can have. */
const toMark = (words: string): string =>
  words
    .split(lineBreak)
    .map((line, at) => (at === 0 ? `### ${line}` : `  ${escapeHeading(line)}`))
    .join("\n");

export interface SectionOfParts extends PromptSection {
  readonly parts?: readonly HistoryPart[] | undefined;
}

/** Sections in which each line was said or remembered. */
const quotingSections = new Set(["memories", "history", "now", "transcript", "just happened"]);

const renderSection = ({ name, lines }: PromptSection): string => {
  const render = quotingSections.has(name) ? indentRest : escapeHeadings;
  return `## ${name}\n${lines.map(render).join("\n")}`;
};

/**
 * Story text goes only into messages after the instructions, and never as a heading. A prompt that
 * has no history is one message.
 */
export function toMessages(
  instructions: string,
  sections: readonly SectionOfParts[],
): ModelMessage[] {
  const at = sections.findIndex(({ name, parts }) => name === "history" && parts !== undefined);
  const system: ModelMessage = { role: "system", content: instructions };
  if (at === -1)
    return [system, { role: "user", content: sections.map(renderSection).join("\n\n") }];
  const history = sections[at]?.parts ?? [];
  return joinRoles([
    system,
    { role: "user", content: sections.slice(0, at).map(renderSection).join("\n\n") },
    { role: "user", content: "## history" },
    ...history.map(toMessage),
    {
      role: "user",
      content: sections
        .slice(at + 1)
        .map(renderSection)
        .join("\n\n"),
    },
  ]);
}

/** A character's own line is what the model said before: without the name. */
function toMessage({ lines, own, isMark = false }: HistoryPart): ModelMessage {
  if (own !== undefined) return { role: "assistant", content: escapeHeadings(own) };
  return { role: "user", content: lines.map(isMark ? toMark : indentRest).join("\n") };
}

/** Messages of one role that follow each other are one: some servers refuse two in a row. */
function joinRoles(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages.filter(({ content }) => content !== "")) {
    const last = joined.at(-1);
    if (last?.role !== message.role) joined.push(message);
    else {
      const gap = message.content.startsWith("## ") ? "\n\n" : "\n";
      joined[joined.length - 1] = { ...last, content: `${last.content}${gap}${message.content}` };
    }
  }
  return joined;
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
