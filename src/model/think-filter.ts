const open = "<think>";
const close = "</think>";

export interface Visible {
  /** Text that may be shown. */
  readonly text: string;
  /** The reasoning meanwhile. */
  readonly thought: string;
  /** The text shown so far turns out to be reasoning: some models leave out the opening tag. */
  readonly forget: boolean;
}

export interface ThinkFilter {
  push(delta: string): Visible;
  /** The stream is over: what looked like the beginning of a tag was text after all. */
  end(): string;
}

/** Takes `<think>…</think>` out of a stream. A tag may be spread over any number of chunks. */
export function thinkFilter(): ThinkFilter {
  let inside = false;
  let seenOpen = false;
  let held = "";

  function push(delta: string): Visible {
    let rest = held + delta;
    let text = "";
    let thought = "";
    let forget = false;
    held = "";
    while (rest !== "") {
      const tag = nextTag(rest, inside ? [close] : [open, close]);
      if (tag === undefined) {
        held = beginningOfTag(rest, inside ? [close] : [open, close]);
        const known = rest.slice(0, rest.length - held.length);
        if (inside) thought += known;
        else text += known;
        break;
      }
      if (inside) thought += rest.slice(0, tag.at);
      else text += rest.slice(0, tag.at);
      rest = rest.slice(tag.at + tag.word.length);
      if (tag.word === close && !inside && !seenOpen) {
        text = "";
        forget = true;
      }
      inside = tag.word === open;
      seenOpen = true;
    }
    return { text, thought, forget };
  }

  return { push, end: () => (inside ? "" : held) };
}

function nextTag(
  text: string,
  words: readonly string[],
): { readonly word: string; readonly at: number } | undefined {
  const found = words
    .map((word) => ({ word, at: text.indexOf(word) }))
    .filter((tag) => tag.at >= 0);
  return found.toSorted((a, b) => a.at - b.at)[0];
}

/** The longest end of `text` that could still become one of the words. */
function beginningOfTag(text: string, words: readonly string[]): string {
  const start = text.lastIndexOf("<");
  const tail = start < 0 ? "" : text.slice(start);
  return tail !== "" && words.some((word) => word.startsWith(tail)) ? tail : "";
}
