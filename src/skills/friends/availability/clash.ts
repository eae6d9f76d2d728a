import { iso } from "../../../domain/ports/clock.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { occurrencesBetween } from "../../reminders/commands/schedule.ts";
import {
  assumedMinutes,
  commonSlots,
  isFree,
  mergeIntervals,
  readBusy,
  slotSpan,
} from "./free-time.ts";
import type { Group } from "../sharing/group-command.ts";
import type { Part } from "../people.ts";
import type { Talk } from "../dialogue/talk.ts";

export interface Clash {
  /** Accounts that are busy. */
  readonly busy: readonly string[];
  /** The nearest times at which everyone is free, in order. */
  readonly slots: readonly number[];
}

const minute = 60_000;
/** How many occurrences of a series are checked. */
const looked = 5;
const day = 86_400_000;

type ClashSearch = Pick<Talk, "me" | "read"> & {
  readonly work: { readonly maker: { readonly now: number } };
};

/** Whether a participant in `who` has something else at that time, and when all would be free. */
export async function clashAt(
  talk: ClashSearch,
  on: { parts: readonly Part[]; who: readonly string[]; beside?: string },
): Promise<Clash | undefined> {
  const own = (on.parts.find(({ id }) => id === talk.me.id) ?? on.parts[0])?.row;
  const { now } = talk.work.maker;
  // Whole days leave everyone's hours free.
  if (own === undefined || own.next_fire_at === null || own.all_day) return undefined;
  const minutes = own.duration_minutes ?? assumedMinutes;
  const wish = Date.parse(own.next_fire_at);
  const times = occurrencesBetween(own, {
    from: wish,
    to: wish + 60 * day,
    most: own.rrule === null ? 1 : looked,
  }).map(({ instant }) => instant);
  const near = slotSpan(wish);
  const span = {
    from: near.from,
    to: Math.max(near.to, (times.at(-1) ?? wish) + minutes * minute),
  };
  const known = await Promise.all(
    on.who.map(async (who) => ({
      who,
      busy: await readBusy(talk.read, { who, span, beside: on.beside }),
    })),
  );
  const clashing = known.filter(({ busy }) =>
    times.some((at) => !isFree(busy, { from: at, to: at + minutes * minute })),
  );
  if (clashing.length === 0) return undefined;
  const mine = await readBusy(talk.read, { who: talk.me.id, span, beside: on.beside });
  const busy = mergeIntervals([...mine, ...known.flatMap((each) => each.busy)]);
  const zones = on.parts.map(({ zone }) => zone);
  // A series keeps its days: another hour has to be free on all of those that are looked at.
  const series =
    own.rrule === null ? {} : { again: times.map((at) => at - wish), dayIn: own.captured_timezone };
  const slots = commonSlots({ busy, wish, minutes, zones, now, ...series });
  return { busy: clashing.map(({ who }) => who), slots };
}

/** The others who have something else at one time of a series, which is by its own clock. */
export async function busyOn(
  talk: ClashSearch,
  group: Group,
  day: string,
): Promise<readonly Part[]> {
  const at = iso(instantOf(day, group.shared.zone));
  const parts = group.parts.map((part) => ({
    ...part,
    row: {
      ...part.row,
      rrule: null,
      local_start: day,
      instant: null,
      exdates: [],
      next_fire_at: at,
    },
  }));
  const others = group.parts.filter(({ id, state }) => id !== talk.me.id && state === "active");
  const clash = await clashAt(talk, {
    parts,
    who: others.map(({ id }) => id),
    beside: group.shared.id,
  });
  return others.filter(({ id }) => clash?.busy.includes(id) === true);
}
