import type { JsonObject } from "../json.ts";
import type { Actor } from "./audit.ts";

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

/** Another program's server, as an operator added it. Its tools are offered once approved. */
export interface ToolServer {
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
  /** What the operator approved. A model reads these texts and no others. */
  readonly approved: readonly ApprovedTool[];
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
] as const;
export type ToolServerProblem = (typeof toolServerProblems)[number];

/** A server as it may be shown: values of headers never leave the server. */
export interface ShownToolServer {
  readonly name: string;
  readonly url: string;
  readonly header_names: readonly string[];
  readonly everyone: boolean;
  /** `new`: nothing is approved yet. `changed`: blocked, because an approved tool is not as it was. */
  readonly state: "new" | "ready" | "changed";
  /** Names what was listed last. An approval is for exactly this. */
  readonly found_hash: string;
  readonly found_at: string;
  readonly tools: readonly (ToolDefinition & { readonly use: ToolUse | null })[];
  readonly changes: readonly ToolChange[];
  readonly unusable: readonly string[];
}

export interface AskedToolServer {
  readonly name: string;
  readonly url: string;
  /** Undefined: the saved ones, for the saved origin alone. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly everyone: boolean;
}

export type ToolServerOutcome =
  | { readonly server: ShownToolServer; readonly problem: null }
  | { readonly server: null; readonly problem: ToolServerProblem };

/** Servers of tools, for operators. */
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
