/** Longer titles are cut at a word. */
const longest = 48;

const greeting =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|早上好|下午好|晚上好|早|在吗|哈[喽啰]|嗨)[\s,.!?~，。！？～]*$/iu;

/**
 * A conversation's automatic title: the beginning of the first message that says more than a
 * greeting. Null without messages.
 */
export function titleOf(messages: readonly string[]): string | null {
  const texts = messages.map(toLine).filter((text) => text !== "");
  const chosen = texts.find((text) => !greeting.test(text)) ?? texts[0];
  return chosen === undefined ? null : cut(chosen);
}

/** The first line that has words, without the marks of markdown. */
function toLine(text: string): string {
  const line = text.split("\n").find((each) => /[\p{L}\p{N}]/u.test(each)) ?? "";
  return line
    .replaceAll(/^[\s>#*+-]+|[*_`]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The first sentence where it is short enough; else as many whole words as fit. */
function cut(text: string): string {
  const sentence = /^.{8,}?(?:[。！？]|[.!?](?=\s))/u.exec(text)?.[0];
  const shown = sentence !== undefined && sentence.length <= longest ? sentence : text;
  const letters = Array.from(shown);
  if (letters.length <= longest) return shown.replace(/[。.，,；;：:]$/u, "");
  const head = letters.slice(0, longest).join("");
  const space = head.lastIndexOf(" ");
  return `${head.slice(0, space > longest / 2 ? space : head.length).replace(/[\s,;:.，、；：]+$/u, "")}…`;
}
