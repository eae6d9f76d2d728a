import type { Both } from "../../domain/both.ts";
import type { FieldWords } from "./field-words.ts";

/** A channel in words, for the page, the API and the command line. */
export interface ChannelWords {
  /** The app's name, as people call it. */
  readonly name: Both;
  /** Its name where two channels of one app stand side by side. `name` when not set. */
  readonly fullName?: Both;
  /** Its card on the page; or the name of the channel whose card shows this one, too. */
  readonly card?: ChannelCard | string;
  /** Where people link an account of their own by scanning a code: the setting that allows it. */
  readonly login?: { readonly setting: string };
  /** People are notified in their browsers by it. */
  readonly hasDevices?: true;
  /**
   * Its form on the page, by setting (`smtp.host`; `bots.token` for the entries of a list). Settings
   * that many channels have need none, and the others fall back on their `describe`.
   */
  readonly fields?: Readonly<Record<string, FieldWords>>;
  /** Reasons and error codes that only this channel has. Others have words on the page. */
  readonly troubles?: Readonly<Record<string, Both>>;
  /** The vendor's own codes, by the code with the same meaning. */
  readonly sameTrouble?: Readonly<Record<string, string>>;
}

export interface ChannelCard {
  readonly hint: Both;
  /** Instead of `hint` while people can't link an account here. */
  readonly hintOff?: Both;
  /** How the operator sets it up. */
  readonly setup?: ChannelSetup;
}

export interface ChannelSetup {
  readonly steps: { readonly en: readonly string[]; readonly zh: readonly string[] };
  /** The effect of the check button. */
  readonly checkHint: Both;
  /** Another way, for a server that can't be reached from outside. */
  readonly otherwise?: Both;
}
