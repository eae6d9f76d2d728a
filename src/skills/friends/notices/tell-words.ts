import type { Listener } from "../../reminders/words/when-words.ts";
import { said } from "../../reminders/words/reminder-words.ts";

/** Who will hear of it, behind what was done. Nobody: nothing. */
export const tellWords = (names: string, to: Listener): string =>
  names === "" ? "" : said(to, `我会告诉 ${names}。`, ` I'll tell ${names}.`);
