import { pageWords } from "../language/use-words.tsx";
import { lobby as lobbyEn } from "./words/en-lobby.ts";
import { past as pastEn } from "./words/en-past.ts";
import { play as playEn } from "./words/en-play.ts";
import { lobby as lobbyZh } from "./words/zh-lobby.ts";
import { past as pastZh } from "./words/zh-past.ts";
import { play as playZh } from "./words/zh-play.ts";

const en = { ...lobbyEn, ...playEn, ...pastEn };
const zh = { ...lobbyZh, ...playZh, ...pastZh };

/** Every word that this page says. */
export const words = pageWords(en, zh);
export type StageWords = typeof en;
