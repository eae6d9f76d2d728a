import type { Reads } from "../../../domain/ports/reads.ts";
import type { Greeting } from "../../../domain/views/scene-files.ts";
import type { Payload } from "../../../domain/events.ts";
import { withNames } from "../formats/macros.ts";
import { object, text, texts } from "../state/payload.ts";

/** The bot's own first words, then those that its card has besides, then those for company. Undefined when there is no such bot. */
export async function greetingsOf(
  read: Reads,
  of: { readonly accountId: string; readonly botId: string },
): Promise<Greeting[] | undefined> {
  const [bot] = await read.rows<{ name: string; kickoff_prose: string; card: Payload | null }>(
    "select name, kickoff_prose, extensions #> '{card,data}' as card from bots where account_id = $1 and id = $2",
    [of.accountId, of.botId],
  );
  if (bot === undefined) return undefined;
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    of.accountId,
  ]);
  const card = object(bot.card ?? {});
  const char = text(card, "nickname") || bot.name;
  const named = (words: string): string =>
    withNames(words, { char, user: self?.name ?? "You" }).trim();
  const own = named(bot.kickoff_prose);
  const others = texts(card["alternate_greetings"]).map(named);
  const forGroups = texts(card["group_only_greetings"]).map(named);
  const all = [
    { text: own, group_only: false },
    ...others.filter((words) => words !== own).map((words) => ({ text: words, group_only: false })),
    ...forGroups.map((words) => ({ text: words, group_only: true })),
  ];
  return all.filter(({ text: words }) => words !== "").map((one, index) => ({ index, ...one }));
}
