import type { Both } from "./both.ts";

/**
 * The result of one check of the installation. `warn` is worth knowing; only `fail` makes the
 * doctor end with 1.
 */
export interface Finding {
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  readonly says: Both;
  readonly fix?: Both | undefined;
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

/** The same in both languages: numbers and names. */
export const both = (text: string): Both => ({ en: text, zh: text });
