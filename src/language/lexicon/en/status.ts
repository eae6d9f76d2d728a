import { escapePattern } from "../../text/characters.ts";

/** Asks whether the companion can reach the person. `apps` are names of chat apps. */
export const statusPattern = (apps: readonly string[]): RegExp =>
  new RegExp(
    String.raw`^(?:(?:hey|hi|hello)[,!]? )?(?:(?:my |your |connection |the )*status|are you (?:still )?(?:connected|online)|am i (?:still )?connected|is my (?:${[...apps.map(escapePattern), "chat app", "account"].join("|")}) (?:still )?(?:connected|online|working)|what(?:'s| is) (?:my|your|the) (?:connection )?status|can you (?:still )?reach me|do your messages (?:still )?reach me)[?!.\s]*$`,
    "i",
  );
