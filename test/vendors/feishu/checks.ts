type Fields = Readonly<Record<string, unknown>>;

/** What Feishu would refuse, or do against the person's will. */
export function complaintsAbout(fields: Fields): readonly string[] {
  const { msg_type: type, content, uuid } = fields;
  if (typeof content !== "string") return ["a content that is not text"];
  const card = type === "interactive" ? (JSON.parse(content) as Fields) : undefined;
  return [
    ...(Buffer.byteLength(content) > 30_000 ? ["a content of more than 30 KB"] : []),
    ...(typeof uuid !== "string" || uuid.length > 50 ? ["no id for the send, or a long one"] : []),
    ...(card === undefined || card["type"] === "card" ? [] : complaintsAboutCard(card)),
    ...(type === "text" && /<at\b/.test(content) ? ["a mention"] : []),
  ];
}

export function complaintsAboutCard(card: Fields): readonly string[] {
  const elements = elementsOf(card);
  const ids = elements.map((element) => String(element["element_id"]));
  return [
    ...(card["schema"] === "2.0" ? [] : ["a card of the first form"]),
    ...(new Set(ids).size === ids.length ? [] : ["two elements with one id"]),
    ...ids.filter((id) => !/^[A-Za-z]\w{0,19}$/.test(id)).map((id) => `an odd element id ${id}`),
    ...elements
      .filter(({ tag, content }) => tag === "markdown" && /<at\b|!\[/.test(String(content)))
      .map(() => "a tag in a card's words"),
  ];
}

export const elementsOf = (card: Fields): readonly Fields[] =>
  ((card["body"] as Fields | undefined)?.["elements"] ?? []) as readonly Fields[];

/** The words that people see in a card. */
export const wordsOf = (card: Fields): string =>
  elementsOf(card)
    .filter(({ tag }) => tag === "markdown")
    .map(({ content }) => String(content).replaceAll("&#60;", "<"))
    .join("\n");

/** What the buttons of a card send back. */
export const valuesOf = (
  card: Fields,
): readonly { readonly label: string; readonly value: Fields }[] =>
  elementsOf(card)
    .filter(({ tag }) => tag === "button")
    .map(({ text, behaviors }) => ({
      label: String((text as Fields)["content"]),
      value: (behaviors as readonly Fields[])[0]?.["value"] as Fields,
    }));
