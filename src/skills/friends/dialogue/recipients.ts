import type { Audience } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { nameList } from "../names.ts";
import type { Part } from "../people.ts";
import { companions } from "./shared-words.ts";
import type { Talk } from "./talk.ts";

/**
 * The sentence about who will be notified. Empty without recipients. Unreachable friends are left
 * out: the end of the reply mentions them.
 */
export async function describeRecipients(
  talk: Talk,
  parts: readonly Part[],
  to: Audience,
): Promise<string> {
  const away = await talk.unreachable(
    parts.filter(({ id }) => id !== talk.me.id).map(({ id }) => id),
  );
  const reached = parts.filter(({ id }) => !away.has(id));
  const names = nameList(
    companions(talk.work.social(), { parts: reached }, { me: talk.me.id, to }),
    to,
  );
  return names === "" ? "" : inLanguage(to, `我会告诉 ${names}。`, ` I'll tell ${names}.`);
}
