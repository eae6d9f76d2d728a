import { Refusal } from "../domain/errors.ts";
import { engine } from "../domain/principal.ts";
import type { TimerKind } from "../domain/timers.ts";
import { record } from "../store/log/record.ts";
import type { TimerEngine } from "./engine.ts";

const pageSize = 500;
const zonesKey = "time_zone_rules";

/**
 * Once after every start: each kind looks through what it has to come. When the rules of time zones
 * are not those of the last time, it derives its instants again. Which rules hold is noted only
 * when all is done: an interrupted run starts over.
 */
export async function review(on: TimerEngine, signal: AbortSignal): Promise<void> {
  const [known] = await on.db.rows<{ value: string }>(
    "select value from installation where key = $1",
    [zonesKey],
  );
  const zonesChanged = known !== undefined && known.value !== on.settings.zones;
  if (zonesChanged)
    on.log.info(
      { from: known.value, to: on.settings.zones },
      "the time zone rules have changed; upcoming times are computed again",
    );
  for (const kind of on.kinds.values()) await reviewKind(on, kind, { zonesChanged, signal });
  if (signal.aborted || known?.value === on.settings.zones) return;
  await on.db.rows(
    "insert into installation (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do update set value = excluded.value",
    [zonesKey, on.settings.zones],
  );
}

async function reviewKind(
  on: TimerEngine,
  kind: TimerKind,
  how: { zonesChanged: boolean; signal: AbortSignal },
): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined && !how.signal.aborted)
    after = await reviewPage(on, kind, { after, zonesChanged: how.zonesChanged });
}

/** What a person changes in this very moment is looked at again. */
async function reviewPage(
  on: TimerEngine,
  kind: TimerKind,
  at: { after: string; zonesChanged: boolean },
): Promise<string | undefined> {
  try {
    const page = await on.db.transaction(engine, async (sql) => {
      const firing = { now: await on.now(sql), read: sql, newId: () => on.chance.id() };
      const reviewed = await kind.review?.({ ...at, size: pageSize }, firing);
      if (reviewed === undefined || reviewed.events.length === 0)
        return { next: reviewed?.next, events: 0 };
      await record(sql, on.projector, { drafts: reviewed.events, expected: reviewed.expects });
      return { next: reviewed.next, events: reviewed.events.length };
    });
    if (page.events > 0) on.db.notify("timers");
    return page.next;
  } catch (error) {
    if (error instanceof Refusal && error.code === "version_conflict") return at.after;
    throw error;
  }
}
