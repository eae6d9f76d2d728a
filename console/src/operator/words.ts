import { pageWords } from "../language/use-words.tsx";
import { en } from "./words-en.ts";
import { zh } from "./words-zh.ts";

export const words = pageWords(en, zh);
