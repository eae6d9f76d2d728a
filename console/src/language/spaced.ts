import { type Language } from "./choose.ts";

/** In a Chinese sentence a Latin name stands between spaces. */
export const spaceName = (name: string): string =>
  /^[\x20-\x7e]+$/.test(name) ? ` ${name} ` : name;

export const betweenSentences = (language: Language): string => (language === "zh" ? "" : " ");

/** Sentences behind each other: Chinese ones stand without a space. */
export const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences.join(betweenSentences(language));
