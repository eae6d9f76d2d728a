import type { Maker } from "../../reminders/commands/new-row.ts";
import { type Friend, type Person, readFriends } from "../people.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Decision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import { zoneName } from "../../../domain/zone.ts";
import { resolveRequestedStart } from "../../reminders/api/requested-reminder.ts";

/** The acting person, and what they may read. */
export interface Acting {
  readonly by: Maker;
  readonly me: Person;
  readonly read: Reads;
}

export const workOf = <T>(command: StagedCommand | undefined, result: T): Decision<T> => ({
  events: command?.events ?? [],
  expects: command?.expects,
  reaches: command?.reaches,
  result,
});

/** The same response for a stranger as for an unknown id. */
export async function findFriends(read: Reads, ids: readonly string[]): Promise<Friend[]> {
  const friends = await readFriends(read);
  return [...new Set(ids)].map((id) => {
    const friend = friends.find((each) => each.id === id);
    if (friend === undefined) throw new Refusal("not_found");
    return friend;
  });
}

export function momentIn(text: string, zone: string | undefined, home: string) {
  const named = zoneName(zone ?? home);
  if (named === undefined) throw new Refusal("invalid_request", { field: "captured_timezone" });
  const moment = resolveRequestedStart(
    /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text,
    named,
  );
  if (moment === undefined) throw new Refusal("invalid_request", { field: "local_trigger_at" });
  return { ...moment, zone: named };
}
