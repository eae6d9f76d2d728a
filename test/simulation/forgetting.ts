import { iso } from "../../src/domain/ports/clock.ts";
import type { Skill, TurnContext } from "../../src/domain/skill.ts";
import { toDraft } from "../support/stored-event.ts";

interface Open {
  readonly id: string;
  readonly version: number;
  readonly owner: string;
}

/** `#forget` calls the person's nearest reminder off, by what its row said a while before the turn ends. */
export const withForgetting = (skill: Skill, pause: () => Promise<void>): Skill => ({
  ...skill,
  async handle(turn) {
    const asking = turn.window.find(({ text }) => text.includes("#forget"));
    if (asking !== undefined && (await forget(turn, asking.text.split(" ")[0] ?? "")))
      await pause();
    return skill.handle(turn);
  },
});

/** Says whether there was one. */
async function forget(turn: TurnContext, token: string): Promise<boolean> {
  // Without a condition on the account: the database itself hides other accounts' rows.
  const rows = await turn.read.rows<Open>(
    `select id, version, owner_account_id as owner from reminder
     where lifecycle = 'active' and next_fire_at is not null order by next_fire_at, id`,
  );
  if (rows.some(({ owner }) => owner !== turn.account.id))
    throw new Error("I11 an account sees the reminders of another one");
  const [first] = rows;
  if (first === undefined) return false;
  const envelope = { at: iso(turn.now), accountId: turn.account.id };
  turn.stage({
    domain: "test",
    operation: "forget",
    payload: { token },
    expects: { [`reminder:${first.id}`]: first.version },
    events: [
      toDraft({
        ...envelope,
        stream: `notes:${turn.conversationId}`,
        kind: "token_noted",
        conversationId: turn.conversationId,
        turnId: turn.turnId,
        payload: { token },
      }),
      toDraft({
        ...envelope,
        stream: `reminder:${first.id}`,
        kind: "reminder_deleted",
        payload: {
          id: first.id,
          owner_account_id: turn.account.id,
          conversation_id: turn.conversationId,
          lifecycle: "deleted",
          next_fire_at: null,
          deleted_at: iso(turn.now),
        },
      }),
    ],
  });
  return true;
}
