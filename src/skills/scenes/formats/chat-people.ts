import { you } from "../state/chat-state.ts";
import { type ImportedMessage, type ParsedChat, youWord } from "./chat-read.ts";
import { refuseFile } from "./file-refusal.ts";

const maxCharacters = 40;

/** The account's bots, and ids for characters the file introduces. */
interface KnownCast {
  readonly known: readonly { readonly id: string; readonly name: string }[];
  /** By name: the id of the character who is meant, or `new` for one who is not here yet. */
  readonly meant?: Readonly<Record<string, string>> | undefined;
  newId(): string;
}

/**
 * Who may have been there at each line. A file without such lists says it only by who speaks: the
 * host was there from the start, any other character since the line that it first answered.
 */
export function listCompany(
  { said }: ParsedChat,
  people: ChatPeople,
  everyone: readonly string[],
): (nth: number) => readonly string[] {
  if (said.some(({ present }) => present !== undefined)) return () => everyone;
  const since = new Map<string | undefined, number>([
    [you, 0],
    [people.order[0], 0],
  ]);
  let asked = 0;
  for (const [nth, { isYou, id, name }] of said.entries()) {
    if (isYou) asked = nth;
    const speaker = isYou ? you : people.findId(id ?? name);
    if (!since.has(speaker)) since.set(speaker, asked);
  }
  return (nth) => everyone.filter((id) => (since.get(id) ?? 0) <= nth);
}

export interface ChatPeople {
  readonly order: readonly string[];
  readonly strangers: readonly { readonly id: string; readonly name: string }[];
  findId(name: string): string | undefined;
}

/**
 * Everyone who speaks or is listed as present: the chat's host first, the others in order of
 * appearance.
 */
export function collectPeople(chat: ParsedChat, cast: KnownCast): ChatPeople {
  const foldName = (name: string): string => name.trim().toLowerCase();
  const speakers = chat.said.filter(({ isYou }) => !isYou).map(({ id, name }) => id ?? name);
  const first = chat.cast[0]?.id;
  const host =
    first !== undefined
      ? [first]
      : speakers.some((name) => foldName(name) === foldName(chat.hostName))
        ? [chat.hostName]
        : [];
  const listed = chat.said
    .flatMap(({ present = [] }) => present)
    .filter((name) => name !== youWord && foldName(name) !== foldName(chat.yourName));
  const nameOfId = new Map(chat.cast.map(({ id, name }) => [id, name]));
  const names = new Map(
    [...new Set([...host, ...speakers, ...listed])]
      .filter((name) => foldName(name) !== "")
      .map((name) => [foldName(name), (nameOfId.get(name) ?? name).slice(0, 200)]),
  );
  if (names.size > maxCharacters) throw refuseFile("too_many_parts", { limit: maxCharacters });
  const known = matchKnownBots(chat, cast);
  assertUnambiguous([...names], cast, known);
  const findIds = new Map(
    [...names].map(([folded]) => [folded, known.get(folded) ?? cast.newId()]),
  );
  const strangers = [...names]
    .filter(([folded]) => !known.has(folded))
    .map(([folded, name]) => ({ id: findIds.get(folded) ?? "", name }));
  const findId = (name: string): string | undefined =>
    name === youWord || foldName(name) === foldName(chat.yourName)
      ? you
      : findIds.get(foldName(name));
  return { order: [...new Set(findIds.values())], strangers, findId: findId };
}

/**
 * Lines of a file without ids belong to the character who has the name. Where several have it, the
 * person decides: otherwise a namesake would know what it never heard.
 */
function assertUnambiguous(
  names: readonly (readonly [folded: string, name: string])[],
  cast: KnownCast,
  known: ReadonlyMap<string, string>,
): void {
  const ids = new Set(cast.known.map(({ id }) => id));
  for (const [asked, id] of Object.entries(cast.meant ?? {}))
    if (id !== newCharacter && !ids.has(id)) throw refuseFile("unknown_character", { name: asked });
  const byName = Map.groupBy(cast.known, ({ name }) => name.trim().toLowerCase());
  for (const [folded, name] of names) {
    const here = byName.get(folded) ?? [];
    const isMeant = findMeant(cast, folded) !== undefined;
    if (here.length > 1 && !known.has(folded) && !isMeant)
      throw refuseFile("shared_name", { name, characters: here.map(({ id }) => id) });
  }
}

const newCharacter = "new";

const findMeant = ({ meant = {} }: KnownCast, folded: string): string | undefined =>
  Object.entries(meant).find(([name]) => name.trim().toLowerCase() === folded)?.[1];

/**
 * Matches by id, or by name. In an exported file, an id of another account matches a bot whose name
 * is unique both in the file and in the account.
 */
function matchKnownBots(chat: ParsedChat, cast: KnownCast): Map<string, string> {
  const foldName = (name: string): string => name.trim().toLowerCase();
  const byName = Map.groupBy(cast.known, ({ name }) => foldName(name));
  const named = Map.groupBy(chat.cast, ({ name }) => foldName(name));
  const meant = chat.cast.flatMap(({ id, name }) => {
    const here = byName.get(foldName(name)) ?? [];
    return here.length === 1 && named.get(foldName(name))?.length === 1
      ? [[foldName(id), here[0]?.id ?? ""] as const]
      : [];
  });
  const byNames = [...byName].flatMap(([name, bots]) => {
    const meant = findMeant(cast, name) ?? (bots.length === 1 ? bots[0]?.id : undefined);
    return meant === undefined || meant === newCharacter ? [] : [[name, meant] as const];
  });
  return new Map([
    ...(chat.cast.length > 0 ? meant : byNames),
    ...cast.known.map(({ id }) => [foldName(id), id] as const),
  ]);
}

/** In a fixed order; the speaker is always present. */
export function listPresent(
  said: ImportedMessage | undefined,
  people: ChatPeople,
  everyone: readonly string[],
): string[] {
  if (said?.present === undefined) return [...everyone];
  const there = new Set(
    [...said.present, ...(said.isYou ? [] : [said.id ?? said.name])].map((name) =>
      people.findId(name),
    ),
  );
  return everyone.filter((id) => there.has(id));
}

export const diffPresence = (
  before: readonly string[],
  after: readonly string[],
): { entity_id: string; change: "enter" | "leave" }[] => [
  ...before
    .filter((id) => !after.includes(id))
    .map((entity_id) => ({ entity_id, change: "leave" as const })),
  ...after
    .filter((id) => !before.includes(id))
    .map((entity_id) => ({ entity_id, change: "enter" as const })),
];
