import { Refusal } from "../domain/errors.ts";
import type { ChatSummary, LobbyView } from "../domain/views/story-view.ts";
import type { McpDeps, Program } from "./ports.ts";

export interface FoundStory {
  readonly chat: ChatSummary;
  readonly lobby: LobbyView;
  /** A character's name by its id. */
  nameOf(id: string | null): string | null;
  /** A character's id by its name or id. */
  idOf(name: string): string;
}

/** A story of the person's by id or title. Another account's is the same as none. */
export async function findStory(
  on: Pick<McpDeps, "scenes">,
  { accountId }: Program,
  story: string,
): Promise<FoundStory> {
  const lobby = await on.scenes.stage.readLobby(accountId);
  const plain = story.trim().toLowerCase();
  const byTitle = lobby.chats.filter(({ title }) => title?.trim().toLowerCase() === plain);
  const chat =
    lobby.chats.find(({ id }) => id === story) ?? (byTitle.length === 1 ? byTitle[0] : undefined);
  if (chat === undefined)
    throw new Refusal("not_found", { story: "unknown" }, "There is no such story.");
  const names = new Map(lobby.bots.map(({ id, name }) => [id, name]));
  return {
    chat,
    lobby,
    nameOf: (id) => (id === null ? null : (names.get(id) ?? id)),
    idOf(name) {
      const wanted = name.trim().toLowerCase();
      const found = lobby.bots.find(
        (bot) => bot.id === name || bot.name.trim().toLowerCase() === wanted,
      );
      if (found === undefined)
        throw new Refusal("unknown_person", undefined, "There is no such character.");
      return found.id;
    },
  };
}

/** Hides everything that the person has not seen. */
export const sealed = { watched: [] } as const;
