import { iso } from "../../../../domain/ports/clock.ts";
import { Refusal } from "../../../../domain/errors.ts";
import { isPlainName, longestName } from "../../../../domain/plain-name.ts";
import type { AccountView, ReadTurn, StagedCommand } from "../../../../domain/skill.ts";
import { zoneName } from "../../../../domain/zone.ts";
import type { Audience } from "../../words/when-words.ts";
import { inLanguage } from "../../words/reminder-words.ts";
import type { SettingField, Write } from "./write.ts";

export type SettingWrite = Extract<Write, { kind: "setting" }>;

/** A tool's name for it, which is the command's, too. */
export const settingTools: Readonly<Record<SettingField, string>> = {
  display_name: "set_display_name",
  default_timezone: "set_timezone",
  language: "set_language",
};

/** A value that can be kept. */
export function settingOf(field: SettingField, value: string): SettingWrite {
  return { kind: "setting", field, value: checks[field](value) };
}

const checks: Readonly<Record<SettingField, (value: string) => string>> = {
  display_name: (value) => {
    if (value.trim() === "" || !isPlainName(value))
      throw new Refusal(
        "invalid_request",
        undefined,
        `A name may contain letters, digits and spaces, at most ${longestName} characters.`,
      );
    return value.trim();
  },
  default_timezone: (value) => {
    const zone = zoneName(value);
    if (zone === undefined)
      throw new Refusal("invalid_request", undefined, "That is not an IANA time zone.");
    return zone;
  },
  language: (value) => {
    if (value !== "zh" && value !== "en")
      throw new Refusal("invalid_request", undefined, "The language is zh or en.");
    return value;
  },
};

export function settingCommand(
  { account: { id }, now, turnId }: ReadTurn,
  { field, value }: SettingWrite,
): StagedCommand {
  const change = { [field]: value };
  return {
    domain: "settings",
    operation: settingTools[field],
    payload: change,
    preview: change,
    events: [
      {
        stream: `account:${id}`,
        kind: "account_updated",
        at: iso(now),
        accountId: id,
        turnId,
        payload: { id, ...change },
      },
    ],
  };
}

const languages = { zh: { zh: "中文", en: "Chinese" }, en: { zh: "英文", en: "English" } } as const;
const languageWords = (language: string, to: Audience): string => {
  const words = languages[language === "zh" ? "zh" : "en"];
  return inLanguage(to, words.zh, words.en);
};

/** The setting as part of a question: "call you Vera". */
export function settingWish({ field, value }: SettingWrite, to: Audience): string {
  if (field === "display_name")
    return inLanguage(to, `以后叫你「${value}」`, `call you “${value}”`);
  if (field === "default_timezone")
    return inLanguage(to, `把你的时区改成 ${value}`, `set your time zone to ${value}`);
  return inLanguage(
    to,
    `固定的回复改用${languageWords(value, to)}`,
    `use ${languageWords(value, to)} for fixed messages`,
  );
}

/** The new setting, and the words that change it back. */
export function settingWords(
  { field, value }: SettingWrite,
  account: AccountView,
  to: Audience,
): string {
  if (field === "display_name") {
    const was = account.displayName;
    const back = inLanguage(to, `要改就说“叫我 …”。`, ` Say “call me …” to change it.`);
    const before =
      was === null || was === value
        ? ""
        : inLanguage(to, `（之前是「${was}」）`, ` (it was “${was}”)`);
    return inLanguage(
      to,
      `好，以后叫你「${value}」${before}。${back}`,
      `OK, I'll call you “${value}”${before}.${back}`,
    );
  }
  if (field === "default_timezone") {
    const was = account.timezone;
    return inLanguage(
      to,
      `好，时区改成 ${value}（之前是 ${was}）。已有的提醒不变。要改回就说“把时区改成 ${was}”。`,
      `OK, your time zone is ${value} now (it was ${was}). Your existing reminders keep their times. Say “set my time zone to ${was}” to change it back.`,
    );
  }
  const other = value === "zh" ? "en" : "zh";
  return inLanguage(
    to,
    `好，固定的回复改用${languageWords(value, to)}。要改回就说“用${languageWords(other, to)}”。`,
    `OK, fixed messages are in ${languageWords(value, to)} now. Say “use ${languageWords(other, to)}” to change it back.`,
  );
}
