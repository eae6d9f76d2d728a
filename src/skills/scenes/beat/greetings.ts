import type { Reads } from "../../../domain/ports/reads.ts";
import type { Greeting } from "../../../domain/views/scene-files.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { fillPlaceholders } from "../formats/macros.ts";
import { keepText, keepTexts, readObject } from "../formats/lenient-json.ts";

/**
 * The bot's first greeting, its alternate greetings, then those for group chats. Undefined when the
 * bot does not exist.
 */
export async function listGreetings(
  read: Reads,
  of: {
    readonly accountId: string;
    readonly botId: string;
    readonly yourName?: string | undefined;
  },
): Promise<Greeting[] | undefined> {
  const [bot] = await read.rows<{ name: string; kickoff_prose: string; card: JsonObject | null }>(
    "select name, kickoff_prose, extensions #> '{card,data}' as card from bots where account_id = $1 and id = $2",
    [of.accountId, of.botId],
  );
  if (bot === undefined) return undefined;
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    of.accountId,
  ]);
  const card = readObject(bot.card ?? {});
  const char = keepText(card["nickname"]) || bot.name;
  const fillNames = (words: string): string =>
    fillPlaceholders(words, { char, user: of.yourName ?? self?.name ?? "You" }).trim();
  const own = fillNames(bot.kickoff_prose);
  const others = keepTexts(card["alternate_greetings"]).map(fillNames);
  const forGroups = keepTexts(card["group_only_greetings"]).map(fillNames);
  const all = [
    { text: own, group_only: false },
    ...others.filter((words) => words !== own).map((words) => ({ text: words, group_only: false })),
    ...forGroups.map((words) => ({ text: words, group_only: true })),
  ];
  return all.filter(({ text: words }) => words !== "").map((one, index) => ({ index, ...one }));
}
