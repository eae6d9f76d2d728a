import type { Language } from "../../domain/language.ts";
import { enEvents, weekday } from "./en/vocabulary.ts";
import * as en from "./en/other-domains.ts";
import * as zh from "./zh/other-domains.ts";

const ours = { zh: zh.ours, en: en.ours } as const;

const things = {
  en: new RegExp(String.raw`\b(?:${en.foreignThings})\b`),
  zh: new RegExp(zh.foreignThings),
} as const;

/** It speaks of something that another helper sees to, and of nothing that is kept here. */
export const isElsewhere = (text: string, language: Language): boolean =>
  things[language].test(text) && !ours[language].test(text);

/** What any of these words means is kept here, or was spoken of. */
const mayBeKept = new RegExp(
  String.raw`\b(?:${enEvents}|it|that|this|them|what i|these|those|one|ones|last|next|everything|all|\d{1,2}(?::\d\d)?\s?(?:[ap]m|o'clock)|${weekday}|tomorrow)\b`,
);

/**
 * "cancel my order", "change your voice": where nothing of that name is kept, and no word for what is
 * kept stands in it, another helper is meant.
 */
export const isStrange = (text: string, language: Language): boolean =>
  language === "en" && !en.ours.test(text) && !mayBeKept.test(text);

/** Whether something that is kept here is named as such. */
export const hasKeptThing = (text: string, language: Language): boolean =>
  ours[language].test(text);

/** Whether something that another helper sees to is named at all. */
export const hasForeignThing = (text: string, language: Language): boolean =>
  things[language].test(text);
