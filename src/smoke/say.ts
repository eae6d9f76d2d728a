import { eventually, CaseFailure, type Run } from "./run-options.ts";
import type { Person } from "./stack.ts";
import { readTurn, type TurnView } from "./turn.ts";

/** One message, as the connector posts it; then the turn that answers it, by its rows. */
export async function sayAndWait(
  run: Run,
  by: Person,
  message: { readonly eventId: string; readonly text: string },
): Promise<TurnView> {
  const { eventId, text } = message;
  const answer = await run.stack.webhook({
    wxid: by.wxid,
    account_id: by.accountId.replaceAll("-", ""),
    message_id: eventId,
    text,
    sender_name: by.name,
    session_id: `${eventId}-s`,
    context_token: `${eventId}-ctx`,
  });
  if (answer.status !== 202)
    throw new CaseFailure(`the webhook answered ${answer.status} ${JSON.stringify(answer.json)}`);
  const turn = await eventually(run, () => readTurn(run.stack, eventId));
  if (turn === undefined)
    throw new CaseFailure(
      `no finished turn for ${eventId} within ${run.stack.patienceMs / 1000} s`,
    );
  return turn;
}
