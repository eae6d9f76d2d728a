import type { DraftDeparture } from "../../../../domain/ports/channel-reports.ts";
import type { Reads } from "../../../../domain/ports/reads.ts";
import { pickLanguage, type Language } from "../../../../domain/language.ts";
import type { TypedRequest } from "./requests.ts";
import { requestTimer, setStoryTimer } from "./timers.ts";

const prefix = "left ";

/**
 * A person who left a group no longer reads what is said there: they go out of a story that is played
 * in it, as with `/scene leave`. Whether they play one is looked up when the timer fires.
 */
export const draftDeparture: DraftDeparture = ({ accountId, conversationId, vendorId, now }) => [
  setStoryTimer(requestTimer, {
    accountId,
    about: `${prefix}${conversationId} ${accountId} ${vendorId}`,
    due: now,
    now,
  }),
];

/** The request that a departure stands for; undefined for a message. */
export async function readDeparture(
  { read }: { readonly read: Reads },
  about: string,
): Promise<TypedRequest | undefined> {
  if (!about.startsWith(prefix)) return undefined;
  const [conversationId = "", accountId = ""] = about.slice(prefix.length).split(" ");
  const [person] = await read.rows<{ name: string | null; language: Language | null }>(
    "select display_name as name, language from account where id = $1 and lifecycle = 'active'",
    [accountId],
  );
  if (person === undefined) return undefined;
  return {
    accountId,
    conversationId,
    name: person.name,
    language: pickLanguage(person.language, ""),
    place: "room",
    op: "depart",
    rest: "",
  };
}
