import type { EventDraft } from "../../domain/events/catalogue.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { Reads } from "../../domain/ports/reads.ts";

/** The chosen character's id; null is the plain assistant. */
export async function readChosen(read: Reads, accountId: string): Promise<string | null> {
  const [row] = await read.rows<{ bot_id: string | null }>(
    "select bot_id from companion where account_id = $1",
    [accountId],
  );
  return row?.bot_id ?? null;
}

export const draftChosen = (
  botId: string | null,
  of: { readonly accountId: string; readonly now: number },
): EventDraft<"companion_chosen"> => ({
  stream: `companion:${of.accountId}`,
  kind: "companion_chosen",
  at: iso(of.now),
  accountId: of.accountId,
  payload: { account_id: of.accountId, bot_id: botId },
});
