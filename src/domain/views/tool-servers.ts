import type { JsonObject } from "../json.ts";
import type { Actor } from "./audit.ts";
import type { ToolSignIn } from "./tool-sign-in.ts";

/**
 * auto  without a question, unless the model has read other people's words in this turn
 * ask   the person is asked before every call
 * free  never asks
 * off   the model does not see it
 */
export const toolUses = ["auto", "ask", "free", "off"] as const;
export type ToolUse = (typeof toolUses)[number];

/** A tool as its server describes it, in the form that a model would read. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: JsonObject;
  /** The server says that it changes nothing. */
  readonly readOnly: boolean;
  /** Of everything above, and of the parts of the server's text that no model reads. */
  readonly hash: string;
}

export interface ApprovedTool extends ToolDefinition {
  readonly use: ToolUse;
}

/** Another program's server, as it was added. Its tools are offered once approved. */
export interface ToolServer {
  /** The account that added it for itself. Unset where an operator did so for the installation. */
  readonly owner?: string | undefined;
  /** Stands before the names of its tools. */
  readonly name: string;
  readonly url: string;
  /** Sent with every request; they may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whose turns may use it. */
  readonly accounts: "everyone" | readonly string[];
  /** What the server listed last. */
  readonly found: readonly ToolDefinition[];
  readonly foundAt: string;
  /** Names of tools that can't be offered: too long, not an object, or one name for two. */
  readonly unusable: readonly string[];
  /** What was approved. A model reads these texts and no others. */
  readonly approved: readonly ApprovedTool[];
  /** Set where it is a program of the settings file, which Meanwhile starts itself. */
  readonly program?: ToolProgram | undefined;
  /** Set where the server wants people to sign in. */
  readonly signIn?: ToolSignIn | undefined;
}

export interface ToolProgram {
  readonly command: string;
  /** Of how it is started. Another command is another program, and is approved again. */
  readonly hash: string;
}

/** How an approved tool differs from what its server says now. */
export interface ToolChange {
  readonly name: string;
  readonly change: "changed" | "missing" | "new";
  readonly before: Omit<ToolDefinition, "name" | "hash"> | null;
  readonly after: Omit<ToolDefinition, "name" | "hash"> | null;
}

export const toolServerProblems = [
  "address_forbidden",
  "unreachable",
  "key_refused",
  "too_slow",
  "too_large",
  "redirected",
  "not_compatible",
  /** The server wants a sign-in that was not made, or has ended. */
  "sign_in_needed",
  /** The place where people sign in does not let Meanwhile or the person in. */
  "sign_in_refused",
  /** What the server says of its sign-in does not fit together, or is not safe. */
  "sign_in_unsafe",
  /** The place registers no clients by itself: one has to be made there by hand. */
  "client_needed",
] as const;
export type ToolServerProblem = (typeof toolServerProblems)[number];

/** A server as it may be shown: values of headers never leave the server. */
export interface ShownToolServer {
  readonly name: string;
  readonly url: string;
  readonly header_names: readonly string[];
  readonly everyone: boolean;
  readonly state: ToolServerState;
  /** Names what was listed last. An approval is for exactly this. */
  readonly found_hash: string;
  readonly found_at: string;
  readonly tools: readonly (ToolDefinition & { readonly use: ToolUse | null })[];
  readonly changes: readonly ToolChange[];
  readonly unusable: readonly string[];
  readonly sign_in: ShownSignIn;
  /** The command of a program of the settings file. */
  readonly program: string | null;
}

/**
 * new          nothing is approved yet
 * changed      blocked, because an approved tool is not as it was
 * not_allowed  an account's own, and its host is not among those that the operator allows
 * name_taken   an account's own, and the operator gave the account a server of that name
 */
export const toolServerStates = ["new", "ready", "changed", "not_allowed", "name_taken"] as const;
export type ToolServerState = (typeof toolServerStates)[number];

/** `none`: the server wants no sign-in. */
export type ShownSignIn = "none" | "needed" | "done";

export interface AskedToolServer {
  readonly name: string;
  readonly url: string;
  /** Undefined: the saved ones, for the saved origin alone. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly everyone: boolean;
}

/** A server that people have to sign in to is kept although there is a problem. */
export interface ToolServerOutcome {
  readonly server: ShownToolServer | null;
  readonly problem: ToolServerProblem | null;
}

/** Servers of tools: the installation's for operators, or an account's own for that account. */
export interface ToolServerAdmin {
  list(): Promise<readonly ShownToolServer[]>;
  /** Asks the server for its tools and keeps what it says. Nothing is offered before an approval. */
  save(asked: AskedToolServer, by: Actor): Promise<ToolServerOutcome>;
  /** Asks again what the server lists now. */
  look(name: string): Promise<ToolServerOutcome>;
  approve(
    name: string,
    of: { readonly foundHash: string; readonly uses: Readonly<Record<string, ToolUse>> },
    by: Actor,
  ): Promise<ShownToolServer>;
  remove(name: string, by: Actor): Promise<void>;
}
