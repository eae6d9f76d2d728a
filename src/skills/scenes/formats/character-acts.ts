import { Refusal } from "../../../domain/errors.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { SceneFiles } from "../../../domain/views/scene-files.ts";
import { cleanFile } from "../../../domain/pictures/clean-picture.ts";
import { readAssets, requireBot } from "./bot-pictures.ts";
import { draftAssets, toPortrait } from "./card-assets.ts";

/** The portrait of a character, which need not come with a card. */
export function createCharacterActs(decisions: Decisions): Pick<SceneFiles, "setPicture"> {
  return {
    setPicture: (accountId, { bytes, botId }) => {
      const clean = cleanFile(bytes);
      const picture = "refused" in clean ? undefined : toPortrait(clean.bytes);
      if (picture === undefined) throw new Refusal("invalid_file", { reason: "not_a_picture" });
      return decisions.run(accountId, async ({ read, now }) => {
        await requireBot(read, accountId, botId);
        const { others } = await readAssets(read, { accountId, botId });
        const stored = draftAssets({ accountId, botId, now }, { picture, others, leftOut: 0 });
        return { ...stored, result: { id: botId } };
      });
    },
  };
}
