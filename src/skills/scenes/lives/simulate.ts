import type { StoryLives } from "../../../domain/events/story.ts";
import { addMinutes, formatWallClock } from "../state/story-clock.ts";
import { needKey } from "../state/lives-state.ts";

const stepMinutes = 15;
/** A longer stretch is lived through from its last days only. */
const mostDays = 14;

type Routine = StoryLives["routines"][number];

export interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly lives: StoryLives;
  /** Characters who are in a scene: they are there and nowhere else. */
  readonly busy: ReadonlySet<string>;
  /** By character and need: when it was last met. */
  readonly needsMet: ReadonlyMap<string, string>;
}

export interface Stay {
  readonly entityId: string;
  readonly containerId: number;
  readonly since: string;
  readonly doing: string;
}

export interface Encounter {
  readonly containerId: number;
  readonly at: string;
  readonly until: string;
  /** What each of them was doing there. */
  readonly doing: ReadonlyMap<string, string>;
}

export interface LivedStretch {
  readonly stays: readonly Stay[];
  readonly needs: readonly {
    readonly entityId: string;
    readonly name: string;
    readonly at: string;
  }[];
  /** In order; everyone in one was there from its beginning to its end. */
  readonly encounters: readonly Encounter[];
}

/** Where routines and needs bring each character, quarter by quarter of an hour. No model is asked. */
export function simulateLives(on: Stretch): LivedStretch {
  const needsMet = new Map(on.needsMet);
  const current = new Map<string, Stay>();
  const open = new Map<number, Encounter>();
  const encounters: Encounter[] = [];
  const routines = on.lives.routines.filter(({ entity_id }) => !on.busy.has(entity_id));
  for (const time of listSteps(on)) {
    for (const routine of routines) follow(routine, { time, current, needsMet });
    meet(current, { time, open, encounters });
  }
  encounters.push(...[...open.values()].map((one) => ({ ...one, until: on.to })));
  const needs = [...needsMet]
    .filter(([key, at]) => on.needsMet.get(key) !== at)
    .map(([key, at]) => {
      const [entityId = "", name = ""] = JSON.parse(key) as string[];
      return { entityId, name, at };
    });
  const inOrder = encounters.toSorted(
    (one, other) =>
      Date.parse(one.at) - Date.parse(other.at) || one.containerId - other.containerId,
  );
  return { stays: [...current.values()], needs, encounters: inOrder };
}

/** The beginning, and then the quarters by the clock, since routines are written by the clock. */
function* listSteps({ from, to }: Stretch): Generator<string> {
  const end = Date.parse(to);
  const earliest = addMinutes(to, -mostDays * 24 * 60);
  const start = Date.parse(earliest) > Date.parse(from) ? earliest : from;
  const past = (Date.parse(start) / 60_000) % stepMinutes;
  for (let time = start, nth = 1; Date.parse(time) < end; nth += 1) {
    yield time;
    time = addMinutes(start, nth * stepMinutes - past);
  }
}

interface Step {
  readonly time: string;
  readonly current: Map<string, Stay>;
  readonly needsMet: Map<string, string>;
}

/** A routine comes first, then a need; a character without either is by itself. */
function follow(routine: Routine, { time, current, needsMet }: Step): void {
  const { entity_id: entityId } = routine;
  const slot = findSlot(routine, time);
  const need = slot === undefined ? findNeed(routine, { time, needsMet }) : undefined;
  if (need !== undefined) {
    const key = needKey(entityId, need.name);
    if (isOver(needsMet.get(key), need, time)) needsMet.set(key, time);
  }
  const where = slot ?? (need && { container_id: need.container_id, doing: need.name });
  const before = current.get(entityId);
  if (where === undefined) current.delete(entityId);
  else if (before?.containerId !== where.container_id || before.doing !== where.doing)
    current.set(entityId, {
      entityId,
      containerId: where.container_id,
      since: before?.containerId === where.container_id ? before.since : time,
      doing: where.doing,
    });
}

function findSlot({ slots }: Routine, time: string): Routine["slots"][number] | undefined {
  const [date = "", wall = ""] = formatWallClock(time).split(" ");
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return slots.find(({ days, from, to }) =>
    from < to
      ? days.includes(day) && from <= wall && wall < to
      : (days.includes(day) && from <= wall) || (days.includes((day + 6) % 7) && wall < to),
  );
}

type Need = Routine["needs"][number];

/** A need that is being met, or that is due. */
const findNeed = (
  { entity_id, needs }: Routine,
  { time, needsMet }: Pick<Step, "time" | "needsMet">,
): Need | undefined =>
  needs.find((need) => {
    const last = needsMet.get(needKey(entity_id, need.name));
    return isOver(last, need, time) || isBeingMet(last, need, time);
  });

const isOver = (last: string | undefined, { every_hours: hours }: Need, time: string): boolean =>
  last === undefined || Date.parse(time) - Date.parse(last) >= hours * 3_600_000;

const isBeingMet = (last: string | undefined, { minutes }: Need, time: string): boolean =>
  last !== undefined && Date.parse(time) - Date.parse(last) < minutes * 60_000;

interface Meetings {
  readonly time: string;
  readonly open: Map<number, Encounter>;
  readonly encounters: Encounter[];
}

/** A meeting ends when anyone comes or goes: everyone in it saw all of it. */
function meet(current: ReadonlyMap<string, Stay>, { time, open, encounters }: Meetings): void {
  const byPlace = Map.groupBy(current.values(), ({ containerId }) => containerId);
  for (const [containerId, before] of open) {
    const now = byPlace.get(containerId) ?? [];
    const isSame =
      now.length === before.doing.size && now.every(({ entityId }) => before.doing.has(entityId));
    if (isSame) continue;
    encounters.push({ ...before, until: time });
    open.delete(containerId);
  }
  for (const [containerId, there] of byPlace)
    if (there.length > 1 && !open.has(containerId))
      open.set(containerId, {
        containerId,
        at: time,
        until: time,
        doing: new Map(there.map(({ entityId, doing }) => [entityId, doing])),
      });
}
