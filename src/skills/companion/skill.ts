import { type Language, pickLanguage } from "../../domain/language.ts";
import type { StageCharacters } from "../../domain/ports/companion.ts";
import { isTyped } from "../../domain/provenance.ts";
import type { Skill, SkillResult, TurnContext } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { draftChosen, readChosen } from "./choose.ts";
import { mostLived } from "./companions.ts";
import { isAskingForLived, type CompanionRequest, readCompanionRequest } from "./requests.ts";
import { companionWords } from "./words.ts";

/** Who talks with the person: chosen, ended and asked about by rules. */
export function createCompanionSkill({
  characters,
}: {
  readonly characters: StageCharacters;
}): Skill {
  return {
    name: "companion",
    async handle(turn) {
      const [only] = turn.window;
      if (only === undefined || turn.window.length !== 1 || !isTyped(only)) return undefined;
      const language = pickLanguage(turn.account.language, only.text);
      const isShared = readSurroundings(only.payload)?.shared === true;
      const request = readCompanionRequest(only.text);
      const on = { turn, characters, language };
      if (request === undefined) return isShared ? undefined : tellByRules(on, only.text);
      if (isShared)
        return isDoubtful(request) ? undefined : toReply(companionWords[language].notInGroups);
      const text = await answer(on, request);
      return text === undefined ? undefined : toReply(text);
    },
  };
}

/** It may well be about something else. */
const isDoubtful = (request: CompanionRequest): boolean =>
  request.kind === "choose"
    ? !request.isCertain
    : request.kind === "plain" && request.name !== undefined;

interface Deps {
  readonly turn: TurnContext;
  readonly characters: StageCharacters;
  readonly language: Language;
}

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
});

async function answer(on: Deps, request: CompanionRequest): Promise<string | undefined> {
  const { turn, characters, language } = on;
  const words = companionWords[language];
  const { read, account } = turn;
  const before = await readChosen(read, account.id);
  if (request.kind === "plain") return endPeriod(on, { name: request.name, before });
  const all = await characters.list(read, account.id);
  const nameOf = (id: string | null): string | undefined =>
    all.find((each) => each.id === id)?.name;
  if (request.kind === "show") return words.shown(nameOf(before), all);
  const ids = await characters.findIds(read, { accountId: account.id, name: request.name });
  const [id, ...others] = ids;
  if (id === undefined) return request.isCertain ? words.unknown(request.name, all) : undefined;
  if (others.length > 0)
    return words.several(
      request.name,
      all.filter((each) => ids.includes(each.id)),
    );
  const name = nameOf(id) ?? request.name;
  if (id === before) return words.already(name);
  choose(turn, id);
  const isSilent = turn.model.describe.kind === "offline";
  return [words.chosen(name), ...(isSilent ? [words.silent(name)] : [])].join(" ");
}

/** A name of a character that does not talk: the sentence is about something else. */
async function endPeriod(
  { turn, characters, language }: Deps,
  { name, before }: { readonly name: string | undefined; readonly before: string | null },
): Promise<string | undefined> {
  const words = companionWords[language];
  if (name !== undefined) {
    const ids = await characters.findIds(turn.read, { accountId: turn.account.id, name });
    if (before === null || !ids.includes(before)) return undefined;
  }
  if (before === null) return words.plainAlready;
  choose(turn, null);
  return words.plain;
}

function choose(turn: TurnContext, botId: string | null): void {
  const payload = { bot_id: botId };
  turn.stage({
    domain: "settings",
    operation: "choose_companion",
    payload,
    preview: payload,
    events: [draftChosen(botId, { accountId: turn.account.id, now: turn.now })],
  });
}

/** Without a model that could tell it in the character's voice, the memories are listed. */
async function tellByRules(
  { turn, characters, language }: Deps,
  text: string,
): Promise<SkillResult | undefined> {
  if (turn.model.describe.kind !== "offline" || !isAskingForLived(text)) return undefined;
  const { read, account } = turn;
  const botId = await readChosen(read, account.id);
  if (botId === null) return undefined;
  const of = { accountId: account.id, botId };
  const card = await characters.findCard(read, of);
  if (card === undefined) return undefined;
  const lived = await characters.listLived(read, { ...of, most: mostLived });
  const words = companionWords[language];
  const lines = lived.map(({ at, words: told }) => `· ${at.slice(0, 10)} ${told}`);
  const reply = toReply(
    lines.length === 0 ? words.nothingLived(card.name) : words.lived(card.name, lines),
  );
  return { ...reply, carries: lines.length === 0 ? [] : ["card"] };
}
