/** An entry of a lorebook as the form shows it. */
export interface LoreDraft {
  readonly id: number;
  readonly keys: string;
  readonly content: string;
  readonly isConstant: boolean;
  readonly isEnabled: boolean;
  /** Everything that other programs wrote with it. */
  readonly kept: Readonly<Record<string, unknown>>;
}

/** A lorebook as it is stored. */
type Book = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

export function readLore(book: unknown): LoreDraft[] {
  const entries = isObject(book) && Array.isArray(book["entries"]) ? book["entries"] : [];
  return entries.filter(isObject).map((entry, index) => ({
    id: index,
    keys: readTexts(entry["keys"]).join(", "),
    content: typeof entry["content"] === "string" ? entry["content"] : "",
    isConstant: entry["constant"] === true,
    isEnabled: entry["enabled"] !== false,
    kept: entry,
  }));
}

export const newLore = (drafts: readonly LoreDraft[]): LoreDraft => ({
  id: Math.max(-1, ...drafts.map(({ id }) => id)) + 1,
  keys: "",
  content: "",
  isConstant: false,
  isEnabled: true,
  kept: {},
});

export const splitList = (text: string): string[] =>
  text
    .split(/[,，、\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** The book with these entries; undefined if nothing is left of it. Empty entries are dropped. */
export function writeLore(
  book: unknown,
  drafts: readonly LoreDraft[],
  owner: string,
): Book | undefined {
  const written = drafts.filter(({ content }) => content.trim() !== "");
  if (written.length === 0 && !isObject(book)) return undefined;
  const entries = written.map(({ keys, content, isConstant, isEnabled, kept }, index) => ({
    secondary_keys: [],
    selective: false,
    case_sensitive: false,
    use_regex: false,
    insertion_order: 100 + index,
    extensions: {},
    owner_id: owner,
    ...kept,
    keys: splitList(keys),
    content: content.trim(),
    constant: isConstant,
    enabled: isEnabled,
  }));
  return { name: "", ...(isObject(book) ? book : {}), entries };
}
