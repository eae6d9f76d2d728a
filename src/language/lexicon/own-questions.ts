import type { Language } from "../../domain/language.ts";
import { ownQuestions as en } from "./en/own-questions.ts";
import type { Question } from "./question.ts";
import { ownQuestions as zh } from "./zh/own-questions.ts";

/** Ways to ask what one has on. The first that fits has the words that ask. */
export const ownQuestions: Readonly<Record<Language, readonly Question[]>> = { zh, en };
