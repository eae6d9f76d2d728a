/** A file of a chosen folder, with its path in it. */
export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

export interface Persona {
  readonly name: string;
  readonly persona: string;
}

/** What a folder of SillyTavern holds, sorted by what it becomes here. */
export interface FolderContent {
  readonly cards: readonly FolderFile[];
  readonly chats: readonly FolderFile[];
  readonly books: readonly FolderFile[];
  readonly settings: FolderFile | undefined;
  readonly others: readonly { readonly path: string; readonly reason: "other" | "background" }[];
}

/** Folders of SillyTavern that hold its own things. */
const own =
  /(?:^|\/)(?:backgrounds|user avatars|thumbnails|themes|backups|assets|extensions|vectors|(?:\w+ )?settings|instruct|context|sysprompt|reasoning|movingui|quickreplies|workflows|groups|user|_\w+)\//i;

type Kind = "card" | "chat" | "book" | "settings" | "other" | "background";

/** By the path alone: nothing is read before the person has agreed. */
export function kindOf(path: string): Kind {
  const [, extension = ""] = /\.(\w+)$/.exec(path.toLowerCase()) ?? [];
  if (/(?:^|\/)settings\.json$/i.test(path)) return "settings";
  if (/(?:^|\/)worlds\//i.test(path)) return extension === "json" ? "book" : "other";
  if (extension === "jsonl") return /(?:^|\/)backups\//i.test(path) ? "background" : "chat";
  if (own.test(path)) return "background";
  if (["png", "apng", "charx"].includes(extension)) return "card";
  return extension === "json" ? "card" : "other";
}

export function sortFolder(files: readonly FolderFile[]): FolderContent {
  const by = Map.groupBy(files, ({ path }) => kindOf(path));
  const rest = [
    ...(by.get("other") ?? []).map(({ path }) => ({ path, reason: "other" as const })),
    ...(by.get("background") ?? []).map(({ path }) => ({ path, reason: "background" as const })),
  ];
  return {
    cards: by.get("card") ?? [],
    chats: by.get("chat") ?? [],
    books: by.get("book") ?? [],
    settings: by.get("settings")?.[0],
    others: rest,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The personas in SillyTavern's settings: names by picture, descriptions beside them. */
export function readPersonas(text: string): Persona[] {
  const settings = parseObject(text);
  const power = isObject(settings["power_user"]) ? settings["power_user"] : settings;
  const names = isObject(power["personas"]) ? power["personas"] : {};
  const described = isObject(power["persona_descriptions"]) ? power["persona_descriptions"] : {};
  return Object.entries(names).flatMap(([picture, name]) => {
    const about = described[picture];
    const persona = isObject(about) ? about["description"] : undefined;
    return typeof name === "string" && name.trim() !== ""
      ? [{ name: name.trim(), persona: typeof persona === "string" ? persona : "" }]
      : [];
  });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
