import type { Language } from "../../domain/language.ts";

/** Words between two atoms of one time. */
export const fillers: Readonly<Record<Language, RegExp>> = {
  zh: /^(?:\s|[:()（）]|的|在|于|那天|当天|大概|大约|差不多|左右|准时|正|时候|就|都|(?:开始|起)[,，]?|为止|这|是|，(?=开始|到))*$/,
  en: /^(?:\s|,(?=\s*(?:at|on|the\s+\d|\d))|\bat\b|\bon\b|\bin\b|\bthe\b|\baround\b|\babout\b|\bof\b|@|\bsharp\b|\bexactly\b|\bnext\b|\bstarting\b|\bfrom\b|\bfor\b|\bonwards?\b)*$/,
};
