import type { Config } from "../../config.ts";
import type { Holder } from "../../store/bundled/data-lock.ts";
import type { Both } from "../command.ts";

/** What one look at the installation found. `warn` is worth knowing; only `fail` makes the doctor end with 1. */
export interface Finding {
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  readonly says: Both;
  readonly fix?: Both | undefined;
}

export interface Examined {
  readonly config: Config;
  /** Of the data directory, now. */
  readonly holder: Holder | undefined;
}

export const good = (name: string, says: Both): Finding => ({ name, status: "ok", says });
export const note = (name: string, says: Both, fix?: Both): Finding => ({
  name,
  status: "warn",
  says,
  fix,
});
export const bad = (name: string, says: Both, fix: Both): Finding => ({
  name,
  status: "fail",
  says,
  fix,
});

/** The same in both languages: figures and names. */
export const both = (text: string): Both => ({ en: text, zh: text });
