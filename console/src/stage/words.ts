import { pageWords } from "../language/use-words.tsx";
import { en } from "./words-en.ts";
import { zh } from "./words-zh.ts";

/** Every word that this page says. */
export const words = pageWords(en, zh);
export type StageWords = typeof en;
