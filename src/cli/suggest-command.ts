import type { Language } from "../domain/language.ts";
import { nearest } from "../config/suggest.ts";
import { commandNames } from "./commands.ts";

export function suggestCommand(name: string, language: Language): string {
  const meant = nearest(name, commandNames, " ");
  const shown = printable(name);
  return language === "zh"
    ? `没有“${shown}”这个命令。是不是想用 ${meant}？全部命令：npx meanwhile help`
    : `There is no command “${shown}”. Did you mean ${meant}? All commands: npx meanwhile help`;
}

export function suggestOption(name: string, known: readonly string[], language: Language): string {
  const meant = `--${nearest(name.replace(/^-+/, ""), known, " ")}`;
  const shown = printable(name);
  return language === "zh"
    ? `没有“${shown}”这个选项。是不是想用 ${meant}？`
    : `There is no option “${shown}”. Did you mean ${meant}?`;
}

const printable = (name: string): string => name.slice(0, 60).replaceAll(/[\p{C}]/gu, "?");
