import type { ReadPreset } from "./presets.ts";
import type { Language } from "../language.ts";
import type { JsonObject } from "../json.ts";

export interface StoryFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

/** A picture with a fingerprint that changes with its content. */
export interface StoryPicture extends StoryFile {
  readonly etag: string;
}

/** One way in which a character may open a chat. */
export interface Greeting {
  readonly index: number;
  readonly text: string;
  /** Intended for group chats. */
  readonly group_only: boolean;
}

export interface ImportedCard {
  readonly id: string;
  readonly name: string;
  /** All bots that share the name, including this one; empty when the name is unique. */
  readonly namesakes: readonly { readonly id: string; readonly label: string }[];
}

export interface ImportedChat {
  readonly chat_id: string;
}

export interface AskedSamples {
  readonly language: Language;
  /** All sample stories, or only the one in this language. */
  readonly stories: "all" | "own_language";
}

/**
 * Stories as files of other programs. Unreadable files are refused with `invalid_file` and a
 * reason.
 */
export interface SceneFiles {
  /** Imports a character card (PNG, JSON or CHARX). With a bot id, the card replaces that bot. */
  importCard(
    accountId: string,
    card: { readonly bytes: Uint8Array; readonly botId?: string | undefined },
  ): Promise<JsonObject & ImportedCard>;
  exportCard(
    accountId: string,
    card: { readonly botId: string; readonly format: "png" | "json" | "charx" },
  ): Promise<StoryFile>;
  /** Gives a bot another portrait: PNG, JPEG, WebP or GIF, without its metadata. */
  setPicture(
    accountId: string,
    picture: { readonly bytes: Uint8Array; readonly botId: string },
  ): Promise<{ readonly id: string }>;
  /** The picture from the card, or one generated from the name. */
  readPicture(accountId: string, botId: string): Promise<StoryPicture>;
  /** Further assets of the card, without their bytes. */
  listAssets(accountId: string, botId: string): Promise<readonly JsonObject[]>;
  readAsset(
    accountId: string,
    of: { readonly botId: string; readonly index: number },
  ): Promise<StoryFile>;
  /** The first greeting, then the alternate greetings of the card. */
  listGreetings(accountId: string, botId: string): Promise<readonly Greeting[]>;
  /** Imports World Info or a lorebook as the bot's own lorebook. */
  importLore(
    accountId: string,
    lore: { readonly bytes: Uint8Array; readonly botId: string },
  ): Promise<JsonObject>;
  /** Imports a whole story, or a chat of another program, as a new chat. */
  importChat(
    accountId: string,
    bytes: Uint8Array,
    /** By name: the character who is meant where several have the name, or `new`. */
    characters?: Readonly<Record<string, string>>,
  ): Promise<JsonObject & ImportedChat>;
  /** What a preset of SillyTavern means here. Changes nothing. */
  readPreset(bytes: Uint8Array, target: "story" | "character"): ReadPreset;
  /** The settings of a story, or of a character, as a preset that SillyTavern reads. */
  exportPreset(
    accountId: string,
    of: { readonly chatId: string } | { readonly botId: string },
  ): Promise<StoryFile>;
  /** As SillyTavern reads it. */
  exportChat(
    accountId: string,
    of: { readonly chatId: string; readonly showSealed: boolean },
  ): Promise<StoryFile>;
  /**
   * The whole story: every branch, version, memory and feeling, with its characters. What is sealed
   * is packed, so that it is not read by accident, unless it is to be shown.
   */
  exportStory(
    accountId: string,
    of: { readonly chatId: string; readonly showSealed: boolean },
  ): Promise<StoryFile>;
  /** Imports the characters and chats that come with the product. Idempotent. */
  importSamples(accountId: string, asked: AskedSamples): Promise<JsonObject>;
}
