import { Refusal } from "../../../domain/errors.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { InitiativeApi, InitiativeMessage } from "../../../domain/views/initiative.ts";
import { draftSetting, readClocks, readInitiative } from "../settings.ts";

/** The same switches as in a chat, for programs and the page. */
export function createInitiativeApi({
  decisions,
}: {
  readonly decisions: Decisions;
}): InitiativeApi {
  return {
    read: (accountId) => decisions.read(accountId, (read) => readInitiative(read, accountId)),
    set: (accountId, wanted) =>
      decisions.run(accountId, async ({ read, now }) => {
        const clocks = await readClocks(read, accountId);
        if (clocks === undefined) throw new Refusal("not_found");
        const after = { ...(await readInitiative(read, accountId)), ...wanted };
        return { events: draftSetting(after, { accountId, clocks, now }), result: after };
      }),
    list: (accountId) =>
      decisions.read(accountId, (read) =>
        read.rows<InitiativeMessage>(
          "select sort, message_id, at, reason from initiative_message where account_id = $1 order by at desc, id",
          [accountId],
        ),
      ),
  };
}
