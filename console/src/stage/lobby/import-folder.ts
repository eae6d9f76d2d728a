import { setYou } from "../api.ts";
import { FileRefused, sendCard, sendChat, sendLorebook } from "../api-files.ts";
import { type StageWords } from "../words.ts";
import { type FolderContent, type FolderFile, type Persona } from "./folder-files.ts";

export interface FolderReport {
  readonly imported: number;
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
}

interface FolderWish {
  readonly found: FolderContent;
  readonly personas: readonly Persona[];
  readonly persona: Persona | undefined;
  /** By the path of a lorebook: `path:` of a card in the folder, or `bot:` with an id. */
  readonly owners: Readonly<Record<string, string>>;
}

interface FolderWays {
  readonly onProgress: (done: number) => void;
  readonly explain: (error: unknown) => string;
  readonly words: StageWords;
}

/** Cards first: chats find their characters by name, and lorebooks by the card they belong to. */
export async function importFolder(wish: FolderWish, on: FolderWays): Promise<FolderReport> {
  const { found, owners } = wish;
  const leftOut: { what: string; why: string }[] = [];
  const made = new Map<string, string>();
  let [done, imported] = [0, 0];
  const attempt = async (of: FolderFile, job: () => Promise<void>): Promise<void> => {
    try {
      await job();
      imported += 1;
    } catch (error) {
      leftOut.push({ what: of.path, why: reasonOf(error, on) });
    }
    on.onProgress(++done);
  };
  for (const card of found.cards)
    await attempt(card, async () => {
      const { id } = await sendCard(card.file);
      made.set(`path:${card.path}`, id);
    });
  for (const book of found.books) {
    const owner = owners[book.path] ?? "";
    const id = made.get(owner) ?? (owner.startsWith("bot:") ? owner.slice(4) : undefined);
    if (id === undefined) {
      leftOut.push({ what: book.path, why: on.words.folder.reasons.unchosen });
      on.onProgress(++done);
    } else
      await attempt(book, async () => {
        await sendLorebook(id, book.file);
      });
  }
  for (const chat of found.chats)
    await attempt(chat, async () => {
      await sendChat(chat.file);
    });
  if (wish.persona !== undefined) {
    await setYou({ ...wish.persona, pronouns: "" });
    imported += 1;
  }
  return { imported, leftOut: [...leftOut, ...listOthers(wish, on.words)] };
}

const reasonOf = (error: unknown, { explain, words }: FolderWays): string =>
  error instanceof FileRefused
    ? (words.cast.refusals[error.reason] ?? words.cast.refusals["damaged"] ?? "")
    : explain(error);

/** What was never tried: files of other kinds, and personas that were not chosen. */
function listOthers({ found, personas, persona }: FolderWish, words: StageWords) {
  const { reasons } = words.folder;
  return [
    ...found.others.map(({ path, reason }) => ({ what: path, why: reasons[reason] })),
    ...personas
      .filter((each) => each !== persona)
      .map(({ name }) => ({ what: name, why: reasons.persona })),
  ];
}
