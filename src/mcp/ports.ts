import type { Language } from "../domain/language.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import type { ProgramCalls } from "../domain/ports/program-calls.ts";
import type { Teller } from "../domain/ports/teller.ts";
import type { FriendsApi } from "../domain/views/friends.ts";
import type { MemoryApi } from "../domain/views/memory.ts";
import type { RemindersApi } from "../domain/views/reminders.ts";
import type { ScenesApi } from "../domain/views/scenes.ts";

/** What the tools are made of: the same acts as those of the HTTP API. */
export interface McpDeps {
  readonly reminders: RemindersApi;
  readonly friends: FriendsApi;
  readonly memory: MemoryApi;
  readonly scenes: ScenesApi;
  readonly teller: Teller;
  readonly calls: ProgramCalls;
  readonly seals: Seals;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly version: string;
  readProfile(accountId: string): Promise<Profile>;
  /** The name that the token was given. */
  readProgramName(accountId: string, tokenId: string): Promise<string | null>;
  /** A program's words with links that the person did not allow made inert. */
  closeLinks(text: string, profile: Profile): string;
  /** Plays one turn of a story from its acceptance to its end. */
  play(turn: PlayedTurn): Promise<void>;
  /** Carries out a request once for its key; a repetition gets the same answer. */
  once<T>(request: KeyedRequest, work: () => Promise<Repeatable<T>>): Promise<T>;
  /** An error as a caller may see it. What is a bug of ours is logged, and its cause stays there. */
  explain(error: unknown, of: { readonly language: Language; readonly tool: string }): Failure;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fact?: Readonly<Record<string, unknown>> | undefined;
}

/** Encrypts what a client keeps for us, bound to a purpose. */
export interface Seals {
  seal(plain: string, purpose: string): string;
  /** Throws if it was altered, is too old or was sealed for something else. */
  open(sealed: string, purpose: string): string;
}

export interface Profile {
  readonly name: string | null;
  readonly language: Language | null;
  readonly zone: string;
  readonly linkHosts: readonly string[];
}

export interface PlayedTurn {
  readonly accountId: string;
  readonly chatId: string;
  readonly prose: string;
  readonly key: string | undefined;
  readonly gone: AbortSignal;
}

export interface KeyedRequest {
  readonly accountId: string;
  readonly key: string;
  /** The tool, which a key belongs to. */
  readonly tool: string;
  /** Of the arguments: the same key with others is refused. */
  readonly hash: string;
}

export interface Repeatable<T> {
  readonly answer: T;
  /** False: nothing was done yet, so the same key may come again. */
  readonly isFinal: boolean;
}

/** The program that calls, and the account that it calls for. */
export interface Program {
  readonly accountId: string;
  readonly tokenId: string;
  readonly scopes: readonly string[];
}

export const mayUse = ({ scopes }: Program, scope: string): boolean =>
  scopes.includes("*") || scopes.includes(scope);
