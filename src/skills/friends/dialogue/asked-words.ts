import type { Interpretation } from "../../../language/request.ts";
import { itemStart } from "../../reminders/dialogue/decide-create.ts";
import { ruleWords } from "../../reminders/words/rule-words.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import type { Work } from "../../reminders/dialogue/work.ts";
import { friendName, nameList } from "../names.ts";
import type { Friend } from "../people.ts";

/** The time it would have, in a question. */
export function describeProposedTime(
  work: Work,
  { items }: Pick<Interpretation, "items">,
  to: Audience,
): string {
  const [item] = items;
  if (item === undefined) return "";
  const when = whenWords(
    { wall: itemStart(work, item).start, zone: work.zone, durationMinutes: item.durationMinutes },
    to,
  );
  return item.rrule === null
    ? when
    : `${ruleWords(item.rrule, to.language, null)}${inLanguage(to, "，从 ", ", from ")}${when}`;
}

/** Whether something is to be set up with friends; a yes does it. */
export function createQuestion(
  work: Work,
  { asked, friends }: { asked: Pick<Interpretation, "items">; friends: readonly Friend[] },
  to: Audience,
): string {
  const names = nameList(
    friends.map((friend) => friendName(friend, to)),
    to,
  );
  const title = asked.items[0]?.title ?? "";
  const when = describeProposedTime(work, asked, to);
  return inLanguage(
    to,
    `要和 ${names} 约「${title}」（${when}）吗？回复“是”就约上，并告诉 ${names}。`,
    `Shall I set up “${title}” (${when}) with ${names}? Reply “yes” to confirm; I'll tell ${names}.`,
  );
}
