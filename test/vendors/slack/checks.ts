type Fields = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? (value as Fields[]) : [];

/** What Slack would refuse, or do against the person's will. */
export function complaintsAbout({ channel, text, blocks, thread_ts: thread }: Fields): string[] {
  const found: string[] = [];
  if (!/^[CDG][0-9A-Z]+$/.test(String(channel))) found.push(`${String(channel)} is no chat`);
  if (typeof text !== "string" || text === "") found.push("a message without a text");
  if (String(text).length > 40_000) found.push("a text that is cut");
  if (/<[@!#]/.test(String(text))) found.push("a text that notifies people");
  if (thread !== undefined && !(typeof thread === "string" && /^\d+\.\d+$/.test(thread)))
    found.push("an odd thread");
  return [...found, ...listOf(blocks).flatMap(complaintsAboutBlock)];
}

function complaintsAboutBlock({ type, elements }: Fields): readonly string[] {
  const inside = listOf(elements);
  if (inside.length === 0) return [`an empty block ${String(type)}`];
  if (type === "actions") return complaintsAboutButtons(inside);
  if (type !== "rich_text") return [`an unknown block ${String(type)}`];
  return inside.flatMap(({ type: kind, elements: pieces }) => {
    if (kind !== "rich_text_section" && kind !== "rich_text_preformatted")
      return [`an unknown element ${String(kind)}`];
    return listOf(pieces).length === 0
      ? ["an empty element"]
      : listOf(pieces).flatMap(complaintsAboutPiece);
  });
}

function complaintsAboutPiece(piece: Fields): readonly string[] {
  if (piece["type"] === "link")
    return URL.canParse(String(piece["url"])) ? [] : ["a link that is none"];
  if (piece["type"] !== "text") return [`an unknown piece ${String(piece["type"])}`];
  return typeof piece["text"] === "string" && piece["text"] !== "" ? [] : ["an empty text"];
}

function complaintsAboutButtons(buttons: readonly Fields[]): readonly string[] {
  const ids = buttons.map((each) => each["action_id"]);
  const isOdd = buttons.some(({ type, text, value }) => {
    const label = (text as Fields | undefined)?.["text"];
    return type !== "button" || String(label).length > 75 || typeof value !== "string";
  });
  return [
    ...(new Set(ids).size === ids.length ? [] : ["two buttons with one id"]),
    ...(isOdd ? ["an odd button"] : []),
  ];
}

/** The words that people see in a message. */
export function wordsOf({ text, blocks }: Fields): string {
  const rich = listOf(blocks).filter(({ type }) => type === "rich_text");
  if (rich.length === 0)
    return String(text).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return rich
    .flatMap(({ elements }) => listOf(elements))
    .flatMap(({ elements }) => listOf(elements))
    .map((piece) => String(piece["text"] ?? piece["url"]))
    .join("");
}

/** What the buttons of a message send back. */
export const buttonsOf = ({
  blocks,
}: Fields): readonly { readonly label: string; readonly value: string }[] =>
  listOf(blocks)
    .filter(({ type }) => type === "actions")
    .flatMap(({ elements }) => listOf(elements))
    .map(({ text, value }) => ({
      label: String((text as Fields)["text"]),
      value: String(value),
    }));
