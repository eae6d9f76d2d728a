import type { Interpretation, OpenRequest } from "../request.ts";
import { asWritten } from "./edits.ts";
import type { Normalised } from "./normalise.ts";

/** Titles, and the text of a question, as the person wrote them. */
export function restoreSpelling(result: Interpretation, normal: Normalised): Interpretation {
  if (normal.text === normal.original) return result;
  const { open } = result;
  return {
    ...result,
    items: result.items.map((item) =>
      // What exists keeps its name, however it was called.
      item.title === result.target ? item : { ...item, title: titleAsWritten(item.title, normal) },
    ),
    ...(open === undefined ? {} : { open: openAsWritten(open, normal) }),
  };
}

/** A title is one stretch of the message, or several that a time stood between. */
function titleAsWritten(title: string, normal: Normalised): string {
  const at = normal.text.indexOf(title);
  if (title === "" || normal.original.includes(title)) return title;
  if (at !== -1) return asWritten(normal, at, at + title.length).trim();
  // Two stretches: the longest beginning that stands in the message, and the rest.
  for (let length = title.length - 1; length > 0; length -= 1) {
    const piece = title.slice(0, length);
    const place = normal.text.indexOf(piece);
    if (place === -1) continue;
    const rest = title.slice(length);
    const behind = normal.text.indexOf(rest.trim(), place + length);
    if (behind === -1) return title;
    const [first, second] = [
      asWritten(normal, place, place + length).trim(),
      asWritten(normal, behind, behind + rest.trim().length).trim(),
    ];
    return `${first}${/^\s|\s$/.test(rest.slice(0, 1) + piece.slice(-1)) ? " " : ""}${second}`;
  }
  return title;
}

function openAsWritten(open: OpenRequest, normal: Normalised): OpenRequest {
  const choices =
    open.choices === undefined
      ? {}
      : { choices: open.choices.map((choice) => restoreSpelling(choice, normal)) };
  // What was corrected, or comes from an earlier message, stays as it was read.
  if (open.text !== normal.text) return { ...open, ...choices };
  const { unclear } = open;
  if (unclear === undefined) return { ...open, ...choices, text: normal.original };
  const at = normal.starts[unclear.at] ?? normal.original.length;
  const end = at + asWritten(normal, unclear.at, unclear.end).trimEnd().length;
  return { ...open, ...choices, text: normal.original, unclear: { at, end } };
}
