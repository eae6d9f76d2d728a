import type { CompanionPeriod } from "../../domain/companion.ts";
import type {
  CharacterOf,
  Companions,
  FoundCompanion,
  StageCharacters,
} from "../../domain/ports/companion.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import { isTyped } from "../../domain/provenance.ts";
import type { TurnContext } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { isAskingForLived } from "./requests.ts";

/** Given at once when the person asks. */
export const mostLived = 5;

/** Who answers a turn, with the card, the own memories and the periods that decide what it knows. */
export const openCompanions = (characters: StageCharacters): Companions => ({
  async find(turn): Promise<FoundCompanion> {
    const { read, account } = turn;
    if (turn.window.some(({ payload }) => readSurroundings(payload)?.shared === true))
      return { companion: undefined, periods: [] };
    const periods = await readPeriods(read, account.id);
    const botId = periods.find(({ to }) => to === null)?.botId;
    if (botId === undefined) return { companion: undefined, periods };
    const of = { accountId: account.id, botId };
    const card = await characters.findCard(read, of);
    // A character that is gone does not talk.
    if (card === undefined) return { companion: undefined, periods };
    const isAsked = turn.window.some((each) => isTyped(each) && isAskingForLived(each.text));
    return {
      companion: {
        id: botId,
        periods,
        card,
        lived: isAsked ? await characters.listLived(read, { ...of, most: mostLived }) : undefined,
        hasNews: !isAsked && (await hasNews(characters, turn, of)),
      },
      periods,
    };
  },
});

const readPeriods = (read: Reads, accountId: string): Promise<CompanionPeriod[]> =>
  read.rows<CompanionPeriod>(
    `select bot_id as "botId", from_event as "from", to_event as "to" from companion_period where account_id = $1 order by from_event`,
    [accountId],
  );

/** Something happened to the character since it last spoke with the person. */
async function hasNews(
  characters: StageCharacters,
  { read, conversationId }: Pick<TurnContext, "read" | "conversationId">,
  of: CharacterOf,
): Promise<boolean> {
  const [last] = await read.rows<{ id: number }>(
    `select event_id as id from message where conversation_id = $1 and direction = 'outbound' and payload ->> 'spoken_as' = $2
     order by event_id desc limit 1`,
    [conversationId, of.botId],
  );
  return characters.hasLived(read, { ...of, after: last?.id ?? 0 });
}
