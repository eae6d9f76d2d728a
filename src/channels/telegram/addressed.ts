import { type Fields, fieldsOf, objectsOf, textOf } from "../kit/json-fields.ts";
import { integerOf } from "./api.ts";

/** A bot as Telegram knows it. */
export interface Profile {
  readonly id: number;
  /** Without the @. */
  readonly username: string;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * A message in a group that is meant for the bot: it mentions it, answers one of its messages or is
 * a command. Everything else there is talk among people.
 */
export function isAddressed(message: Fields, me: Profile): boolean {
  const answered = fieldsOf(message["reply_to_message"]);
  if (integerOf(fieldsOf(answered?.["from"])?.["id"]) === me.id) return true;
  return mentionsOf(message, me).length > 0 || commandOf(message, me) !== undefined;
}

const wordsOf = (message: Fields): string =>
  textOf(message["text"]) ?? textOf(message["caption"]) ?? "";

const entitiesOf = (message: Fields): readonly Fields[] => [
  ...objectsOf(message["entities"]),
  ...objectsOf(message["caption_entities"]),
];

function stretchOf(entity: Fields): Stretch | undefined {
  const [start, length] = [integerOf(entity["offset"]), integerOf(entity["length"])];
  if (start === undefined || length === undefined || start < 0 || length < 1) return undefined;
  return { start, end: start + length };
}

function mentionsOf(message: Fields, me: Profile): readonly Stretch[] {
  const text = wordsOf(message);
  return entitiesOf(message).flatMap((entity) => {
    const at = stretchOf(entity);
    if (at === undefined) return [];
    const isOurs =
      entity["type"] === "text_mention"
        ? integerOf(fieldsOf(entity["user"])?.["id"]) === me.id
        : entity["type"] === "mention" &&
          text.slice(at.start, at.end).toLowerCase() === `@${me.username.toLowerCase()}`;
    return isOurs ? [at] : [];
  });
}

/** `/scene@bot list` → `/scene list`. Undefined for another bot's command. */
function commandOf(message: Fields, me: Profile): string | undefined {
  const text = wordsOf(message);
  const isCommand = entitiesOf(message).some(
    (entity) => entity["type"] === "bot_command" && entity["offset"] === 0,
  );
  const [, name, bot, rest] = /^(\/\w{1,32})(?:@(\w{1,32}))?(?=\s|$)([^]*)$/.exec(text) ?? [];
  if (!isCommand || name === undefined) return undefined;
  return bot === undefined || bot.toLowerCase() === me.username.toLowerCase()
    ? `${name}${rest ?? ""}`
    : undefined;
}

/** The person's words, without the bot's name at either end. Inside a sentence it is theirs. */
export function withoutAddress(message: Fields, me: Profile): string {
  const command = commandOf(message, me);
  if (command !== undefined) return command;
  let text = wordsOf(message);
  for (const { start, end } of mentionsOf(message, me).toReversed()) {
    const isAtEdge = text.slice(0, start).trim() === "" || text.slice(end).trim() === "";
    if (isAtEdge) text = text.slice(0, start) + text.slice(end);
  }
  return text.trim();
}
