import { type Language } from "./choose.ts";

/** In a Chinese sentence a Latin name stands between spaces. */
export const spaceName = (name: string): string =>
  /^[\x20-\x7e]+$/.test(name) ? ` ${name} ` : name;

/** Sentences behind each other: Chinese ones stand without a space. */
export const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences.join(language === "zh" ? "" : " ");
