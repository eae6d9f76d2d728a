import { Refusal } from "../../../domain/errors.ts";
import type { StageCharacters } from "../../../domain/ports/companion.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { CompanionApi, CompanionView } from "../../../domain/views/companion.ts";
import { draftChosen, readChosen } from "../choose.ts";

/** The same choice as in a chat, for programs and the page. */
export function createCompanionApi({
  decisions,
  characters,
}: {
  readonly decisions: Decisions;
  readonly characters: StageCharacters;
}): CompanionApi {
  const view = async (
    read: Reads,
    of: { readonly accountId: string; readonly chosen: string | null },
  ): Promise<CompanionView> => {
    const all = await characters.list(read, of.accountId);
    return { companion: all.find(({ id }) => id === of.chosen) ?? null, characters: all };
  };
  return {
    read: (accountId) =>
      decisions.read(accountId, async (read) =>
        view(read, { accountId, chosen: await readChosen(read, accountId) }),
      ),
    choose: (accountId, botId) =>
      decisions.run(accountId, async ({ read, now }) => {
        const result = await view(read, { accountId, chosen: botId });
        if (botId !== null && result.companion === null) throw new Refusal("not_found");
        const isSame = botId === (await readChosen(read, accountId));
        return { events: isSame ? [] : [draftChosen(botId, { accountId, now })], result };
      }),
  };
}
