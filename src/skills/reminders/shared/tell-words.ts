import type { Listener } from "../when-words.ts";
import { said } from "../words.ts";

/** Who will hear of it, behind what was done. Nobody: nothing. */
export const tellWords = (names: string, to: Listener): string =>
  names === "" ? "" : said(to, `我会告诉 ${names}。`, ` I'll tell ${names}.`);
