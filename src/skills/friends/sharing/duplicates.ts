import type { Audience } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import type { Group } from "./group-command.ts";
import type { Talk } from "../dialogue/talk.ts";
import { groupLine } from "../dialogue/shared-words.ts";

/** An existing reminder with the same title, people and time. */
export function findDuplicate(talk: Talk, change: Group): Group | undefined {
  const twin = talk.work
    .social()
    .shared.find((each) => each.id !== change.shared.id && isTwin(talk, each.id, change));
  return twin === undefined ? undefined : talk.group(twin.id);
}

function isTwin(talk: Talk, id: string, change: Group): boolean {
  const group = talk.group(id);
  const people = (of: Group | undefined): string =>
    (of?.parts ?? [])
      .map((part) => part.id)
      .toSorted()
      .join();
  return (
    group !== undefined &&
    people(group) === people(change) &&
    group.shared.start === change.shared.start &&
    group.shared.zone === change.shared.zone &&
    group.shared.rrule === change.shared.rrule &&
    group.parts[0]?.row.content_hash === change.parts[0]?.row.content_hash
  );
}

export const twinWords = (talk: Talk, group: Group, to: Audience): string => {
  const line = groupLine(talk.work.social(), group, { me: talk.me.id, to });
  return inLanguage(
    to,
    `已经约好了：${line}。没有重复约。`,
    `That is set already: ${line}. It was not set up twice.`,
  );
};
