type Fields = Readonly<Record<string, unknown>>;

/** A card as WeCom takes it: an id that no card had before, and buttons within its limits. */
export function createCardCheck(violations: string[]): (card: unknown) => void {
  const used = new Set<string>();
  return (given) => {
    const card = (given ?? {}) as Fields;
    const id = String(card["task_id"]);
    if (!/^[0-9A-Za-z_\-@]{1,128}$/.test(id))
      violations.push("a card whose id WeCom does not take");
    if (used.has(id)) violations.push("a card's id was used before");
    used.add(id);
    const buttons = (card["button_list"] ?? []) as readonly Fields[];
    if (card["card_type"] !== "button_interaction" || buttons.length === 0 || buttons.length > 6)
      violations.push("a card without buttons, or with too many");
    if (
      buttons.some(
        ({ text, key }) =>
          typeof text !== "string" || text === "" || Buffer.byteLength(String(key)) > 1_024,
      )
    )
      violations.push("a button without a name, or whose key is too long");
    if (typeof (card["main_title"] as Fields | undefined)?.["title"] !== "string")
      violations.push("a card without a title");
  };
}
