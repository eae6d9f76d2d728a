import type { Language } from "../domain/language.ts";
import { isAlike, nearest } from "../config/suggest.ts";
import { commandNames } from "./commands.ts";

export function suggestCommand(name: string, language: Language): string {
  const meant = nearest(name, commandNames, " ");
  const shown = printable(name);
  const all = { en: "All commands: npx meanwhile help", zh: "全部命令：npx meanwhile help" };
  return [none("command", shown)[language], hint(name, meant)[language], all[language]].join("");
}

export function suggestOption(name: string, known: readonly string[], language: Language): string {
  const meant = `--${nearest(name.replace(/^-+/, ""), known, " ")}`;
  return `${none("option", printable(name))[language]}${hint(name, meant)[language]}`.trim();
}

const kinds = { command: "命令", option: "选项" };

const none = (kind: keyof typeof kinds, shown: string) => ({
  en: `There is no ${kind} “${shown}”. `,
  zh: `没有“${shown}”这个${kinds[kind]}。`,
});

/** Only where it may have been mistyped. */
const hint = (name: string, meant: string) =>
  isAlike(name, meant)
    ? { en: `Did you mean ${meant}? `, zh: `是不是想用 ${meant}？` }
    : { en: "", zh: "" };

const printable = (name: string): string => name.slice(0, 60).replaceAll(/[\p{C}]/gu, "?");
