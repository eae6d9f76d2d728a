import type { Both } from "../both.ts";
import type { Finding } from "../finding.ts";
import type { Actor } from "./audit.ts";

/**
 * One field of a channel's form. Groups are flattened: `smtp.host` is a field; a list of groups is
 * one field with fields of its own.
 */
export interface ChannelField {
  /** Its name in the section, with dots. */
  readonly path: string;
  readonly kind: "text" | "number" | "switch" | "choice" | "list" | "records";
  /** Write-only: its value is never shown again. */
  readonly secret: boolean;
  readonly choices: readonly string[];
  readonly label: Both;
  readonly hint: Both;
  /** Shown at once; the others stand under "More settings". */
  readonly main: boolean;
  /** Of each entry, where it is a list of groups. */
  readonly fields: readonly ChannelField[];
}

/** A saved secret, as the page shows and returns it: "the one that stands there now". */
export interface KeptSecret {
  readonly kept: string;
}

/** Where the value in use comes from. */
export type FieldOrigin = "page" | "settings" | "default";

export interface ChannelForm {
  /** Its section of the settings. */
  readonly name: string;
  readonly title: Both;
  readonly is_on: boolean;
  /** The field that switches it on. */
  readonly switch: string;
  /** Filled in, but switched off: most likely the switch was forgotten. */
  readonly is_forgotten: boolean;
  /** Values saved in the page that this version can't use. The channel stays off. */
  readonly problem: string | null;
  readonly fields: readonly ChannelField[];
  /** By path. Secrets are masked. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly origins: Readonly<Record<string, FieldOrigin>>;
  /** Where the settings say it: a line of the file, or a variable. */
  readonly places: Readonly<Record<string, string>>;
}

/** What an operator changed in a form. */
export interface FormChange {
  readonly set: Readonly<Record<string, unknown>>;
  /** Fields that go back to what the settings say. */
  readonly reset: readonly string[];
}

export interface FieldProblem {
  /** The field, or null for a rule about the whole section. */
  readonly path: string | null;
  readonly says: Both;
}

/** The channels' settings, for operators. */
export interface ChannelAdmin {
  list(): readonly ChannelForm[];
  /** Whether a chat app runs. From then on changes ask for a proof of identity. */
  isAnyOn(): boolean;
  /** Looks at the values and stores nothing. */
  check(name: string, change: FormChange): readonly FieldProblem[];
  /** Asks the vendor with these values and stores nothing. */
  test(name: string, change: FormChange): Promise<readonly Finding[]>;
  /** Takes effect in every process, without a restart. Problems mean that nothing was saved. */
  save(name: string, change: FormChange, by: Actor): Promise<readonly FieldProblem[]>;
  switchOff(name: string, by: Actor): Promise<void>;
  /** Forgets what was saved in the page. What the settings say is used again. */
  forget(name: string, by: Actor): Promise<readonly FieldProblem[]>;
}
