import { iso } from "../../../domain/ports/clock.ts";
import type { Decision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type {
  AvailabilityQuery,
  AvailabilityView,
  TimesQuery,
} from "../../../domain/views/friends.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { resolveRequestedStart } from "../../reminders/api/requested-reminder.ts";
import { readHiding } from "../sharing/ask-first.ts";
import { freeWithin, type Interval, readBusy } from "../availability/free-time.ts";
import { assertWithin, recordLookup, overLimit } from "../notices/limits.ts";
import { type Acting, findFriends } from "./acting.ts";

/** Friends' free times, for a program. Each lookup is counted. */
export async function availability(
  { read, me, by }: Acting,
  query: AvailabilityQuery,
): Promise<Decision<readonly AvailabilityView[]>> {
  const friends = await findFriends(read, query.friend_account_ids);
  // A friend who blocked this person does not show them free times either.
  const hiding = await readHiding(read);
  const who = friends
    .filter(({ takes, id }) => takes !== "refuse" && !hiding.has(id))
    .map(({ id }) => id);
  const span = spanOf(query, me.zone);
  assertWithin(await overLimit({ read, by }, { who, tells: false }));
  const result = await Promise.all(
    friends.map(async ({ id }) => ({
      account_id: id,
      shown: who.includes(id),
      windows: who.includes(id) ? windowsOf(await readBusy(read, { who: id, span }), span) : [],
    })),
  );
  return { events: await recordLookup({ read, by }, who), result };
}

/** The person's own times, by the same rules as friends see them. Nothing is counted. */
export async function ownTimes(
  { read, me }: Acting,
  query: TimesQuery,
): Promise<Decision<AvailabilityView["windows"]>> {
  const span = spanOf(query, me.zone);
  return { events: [], result: windowsOf(await readBusy(read, { who: me.id, span }), span) };
}

const longest = 31 * 86_400_000;

function spanOf(query: TimesQuery, home: string): Interval {
  const zone = query.requester_timezone ?? home;
  const [from, to] = [query.local_start, query.local_end].map((text) => {
    const moment = resolveRequestedStart(text, zone);
    return moment === undefined ? undefined : (moment.instant ?? instantOf(moment.start, zone));
  });
  if (from === undefined || to === undefined || to <= from || to - from > longest)
    throw new Refusal("invalid_request", {
      field: "local_end",
      reason: "invalid_availability_range",
    });
  return { from, to };
}

function windowsOf(busy: readonly Interval[], span: Interval) {
  const free = freeWithin(busy, span).map((window) => ({ state: "free" as const, ...window }));
  const taken = busy.map((window) => ({ state: "busy" as const, ...window }));
  return [...free, ...taken]
    .toSorted((a, b) => a.from - b.from)
    .map(({ state, from, to }) => ({ state, start: iso(from), end: iso(to) }));
}
