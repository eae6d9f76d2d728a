import { foldForMatching } from "../../domain/text.ts";
import * as en from "../lexicon/en/missed.ts";
import * as zh from "../lexicon/zh/missed.ts";
import { hanSpaces, outerMarks, spaceRuns } from "../text/characters.ts";

const lexicon = {
  lists: [...en.lists, ...zh.lists],
  dismissals: [...zh.dismissals, ...en.dismissals],
  bareDismissals: [...zh.bareDismissals, ...en.bareDismissals],
};

/**
 * Asks what could not be delivered, or says that it is not wanted any more. `bare`: only right
 * after it was listed.
 */
export type MissedWish =
  | { readonly kind: "list" }
  | { readonly kind: "dismiss"; readonly bare: boolean };

/** The whole message, so that "what did I miss in the meeting" is about something else. */
export function parseMissedRequest(text: string): MissedWish | undefined {
  if (text.length > 120) return undefined;
  const plain = foldForMatching(text)
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(outerMarks, "")
    .replaceAll(spaceRuns, " ")
    .replaceAll(hanSpaces, "");
  if (lexicon.lists.some((each) => each.test(plain))) return { kind: "list" };
  if (lexicon.dismissals.some((each) => each.test(plain))) return { kind: "dismiss", bare: false };
  return lexicon.bareDismissals.some((each) => each.test(plain))
    ? { kind: "dismiss", bare: true }
    : undefined;
}
