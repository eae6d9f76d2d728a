import type { Laid } from "./fixtures.ts";
import type { Run } from "./run-options.ts";
import { literal, literals, type Person, readJson } from "./stack.ts";

/** Rows of a case that remain after its clean-up. */
export interface Cleared {
  readonly cancelled: number;
  /** Rows of the run that could not be ended. */
  readonly left: readonly string[];
}

interface Marked {
  readonly id: string;
  readonly owner: string;
  readonly shared: string | null;
}

/**
 * Ends the rows that the case made: its fixtures, by the ids that the API gave, and what its own
 * messages made, by their turns. A row with neither mark is a person's own and stays, whatever it
 * looks like.
 */
export async function clearAway(run: Run, laid: Laid, people: readonly Person[]): Promise<Cleared> {
  const rows = await ownRows(run, laid, people);
  const groups = new Map([
    ...laid.shared.map(({ id, owner }) => [id, owner] as const),
    ...rows.flatMap(({ shared, owner }) => (shared === null ? [] : [[shared, owner] as const])),
  ]);
  let cancelled = 0;
  const endRow = async (path: string, body: unknown): Promise<void> => {
    const { status } = await run.stack.api("POST", path, body);
    if (status < 300) cancelled += 1;
  };
  for (const [id, owner] of groups)
    await endRow(`/api/shared-reminders/${id}/cancel`, { account_id: owner });
  for (const { id, owner, shared } of rows)
    if (shared === null) await endRow(`/api/reminders/${id}/delete`, { owner_account_id: owner });
  for (const { owner, friend } of laid.friends)
    await endRow(`/api/friends/${friend}/remove`, { owner_account_id: owner });
  return { cancelled, left: (await ownRows(run, laid, people)).map(({ id }) => id) };
}

/** Active rows that bear the run's mark. */
async function ownRows(run: Run, laid: Laid, people: readonly Person[]): Promise<Marked[]> {
  const owners = literals(people.map(({ accountId }) => accountId));
  const turns = `select t.id from turn t join message m on m.conversation_id = t.conversation_id
      and m.seq between t.input_from_seq and t.input_to_seq
    where m.direction = 'inbound' and starts_with(m.causal_inbound_event_id, ${literal(`${run.id}-`)})`;
  const [rows] = await readJson(run.stack, [
    `select id, owner_account_id as owner, shared_reminder_id as shared from reminder
     where owner_account_id in ${owners} and lifecycle = 'active'
       and (id in ${literals(laid.reminders.map(({ id }) => id))} or shared_reminder_id in ${literals(laid.shared.map(({ id }) => id))}
         or (turn_id is not null and turn_id in (${turns})))
     order by id`,
  ]);
  return rows as Marked[];
}
