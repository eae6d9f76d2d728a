import type { Work } from "../../reminders/dialogue/work.ts";
import type { KnownShared, RequestContext } from "../../../language/request.ts";
import { isRunning } from "../../reminders/commands/schedule.ts";
import { toKnownStart } from "../../reminders/dialogue/known-start.ts";
import { findByName, listNames } from "../names.ts";
import { mentionsOf } from "../../../language/intents/friends.ts";
import { prepare } from "../../../language/text/prepare.ts";

/** Friends and what is shared, as the rules see them. */
export function socialContext(work: Work): RequestContext {
  const { friends, shared, parts } = work.social();
  if (friends.length === 0 && shared.length === 0) return {};
  const known = shared.flatMap(({ id, title, rrule, zone, durationMinutes }): KnownShared[] => {
    const own = parts.find((part) => part.sharedId === id && part.id === work.maker.accountId);
    if (own === undefined) return [];
    if (own.row.next_fire_at === null && !isRunning(own.row, work.maker.now)) return [];
    const others = parts.filter(
      (part) => part.sharedId === id && part.id !== work.maker.accountId && part.state === "active",
    );
    const names = others.flatMap((part) => nameFor(work, part.id) ?? part.displayName ?? []);
    return [
      {
        id,
        title,
        start: toKnownStart(own.row, work.zone),
        rrule,
        durationMinutes,
        ...(own.row.all_day ? { allDay: true as const } : {}),
        with: names,
        ...(zone === work.zone ? {} : { zone }),
      },
    ];
  });
  return { friends: listNames(friends), shared: known };
}

export const hasFriendName = (work: Work, text: string): boolean =>
  mentionsOf(prepare(text), listNames(work.social().friends)).length > 0;

const nameFor = (work: Work, id: string): string | undefined => {
  const { friends } = work.social();
  const names = listNames(friends.filter((friend) => friend.id === id));
  return names.find((name) => findByName(friends, name).length > 0);
};
