import type { Payload } from "../events.ts";

export interface StoryFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

/** A picture, with a mark that changes when it does. */
export interface StoryPicture extends StoryFile {
  readonly mark: string;
}

/** One way in which a character may open a chat. */
export interface Greeting {
  readonly index: number;
  readonly text: string;
  /** Meant for a chat of several. */
  readonly group_only: boolean;
}

/** A card that became a bot. */
export interface ImportedCard {
  readonly id: string;
  readonly name: string;
  /** All bots of that name, this one included, where there are others. */
  readonly namesakes: readonly { readonly id: string; readonly label: string }[];
}

/** A chat that was imported. */
export interface ImportedChat {
  readonly chat_id: string;
}

/** Stories as files of other programs. A file that can't be taken is refused with `invalid_file` and a reason. */
export interface SceneFiles {
  /** A character card: PNG, JSON or CHARX. With an id it is that bot authored anew. */
  importCard(
    accountId: string,
    card: { readonly bytes: Uint8Array; readonly botId?: string | undefined },
  ): Promise<Payload & ImportedCard>;
  exportCard(
    accountId: string,
    card: { readonly botId: string; readonly format: "png" | "json" | "charx" },
  ): Promise<StoryFile>;
  /** What a bot looks like: as its card says, or drawn from its name. */
  picture(accountId: string, botId: string): Promise<StoryPicture>;
  /** What its card brought besides, without the bytes. */
  assets(accountId: string, botId: string): Promise<readonly Payload[]>;
  asset(
    accountId: string,
    of: { readonly botId: string; readonly index: number },
  ): Promise<StoryFile>;
  /** Its own first words, then those that its card has besides. */
  greetings(accountId: string, botId: string): Promise<readonly Greeting[]>;
  /** World Info or a lorebook; it becomes the bot's own. */
  importLore(
    accountId: string,
    lore: { readonly bytes: Uint8Array; readonly botId: string },
  ): Promise<Payload>;
  /** A chat that was played elsewhere, as a new chat. */
  importChat(accountId: string, bytes: Uint8Array): Promise<Payload & ImportedChat>;
  exportChat(accountId: string, chatId: string): Promise<StoryFile>;
  /** The characters and chats that come with the product. The second time changes nothing. */
  takeSamples(accountId: string, language: "en" | "zh"): Promise<Payload>;
}
