import { pageWords } from "../language/use-words.tsx";
import { forms as formsEn } from "./words/en-forms.ts";
import { known as knownEn } from "./words/en-known.ts";
import { lobby as lobbyEn } from "./words/en-lobby.ts";
import { past as pastEn } from "./words/en-past.ts";
import { play as playEn } from "./words/en-play.ts";
import { lives as livesEn } from "./words/en-lives.ts";
import { lives as livesZh } from "./words/zh-lives.ts";
import { forms as formsZh } from "./words/zh-forms.ts";
import { known as knownZh } from "./words/zh-known.ts";
import { lobby as lobbyZh } from "./words/zh-lobby.ts";
import { past as pastZh } from "./words/zh-past.ts";
import { play as playZh } from "./words/zh-play.ts";

const en = { ...lobbyEn, ...playEn, ...pastEn, ...knownEn, ...livesEn, ...formsEn };
const zh = { ...lobbyZh, ...playZh, ...pastZh, ...knownZh, ...livesZh, ...formsZh };

/** All texts of this page. */
export const words = pageWords(en, zh);
export type StageWords = typeof en;
