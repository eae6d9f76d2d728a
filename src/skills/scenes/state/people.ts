import type { StorySettings } from "../../../domain/events/story.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { listCallNames, foldName } from "./call-names.ts";
import { labelNamesakes } from "./namesakes.ts";
import { listPlayers, type Room } from "./room.ts";
import { you } from "./chat-state.ts";

/** Everyone an account can name: its bots and the person. */
export interface People {
  readonly bots: readonly { readonly id: string; readonly name: string }[];
  /** All names that refer to a bot. */
  readonly names: readonly string[];
  /** The only character with this name; undefined when several share it. */
  findId(name: string): string | undefined;
  /** All characters with this name. */
  findIds(name: string): readonly string[];
  /** With a suffix when several share the name. */
  nameOf(id: string): string;
  /**
   * The characters named in a text, in its order. Longer names take precedence over shorter ones
   * they contain. Of several with the same name the nearby one is meant; otherwise the name is
   * ambiguous.
   */
  findNames(text: string, isNear?: (id: string) => boolean): NameMatches;
}

export interface NameMatches {
  readonly ids: readonly string[];
  readonly rest: string;
  /** Names that may refer to several characters. */
  readonly ambiguous: readonly { readonly name: string; readonly ids: readonly string[] }[];
}

const selfNames = new Set(["you", "me", "i", "myself", "我", "我自己", "你"]);

/** A story, as far as it says who the people in it are. */
interface PeopledStory {
  readonly room?: Room | undefined;
  readonly settings?: StorySettings;
}

/** With a shared story's people, who are named like characters there. */
export async function readPeople(
  read: Reads,
  accountId: string,
  story: PeopledStory = {},
): Promise<People> {
  const bots = await read.rows<{ id: string; name: string }>(
    "select id, name from bots where account_id = $1 order by event_id desc",
    [accountId],
  );
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    accountId,
  ]);
  return createPeople(addPlayers(bots, story.room), story.settings?.persona?.name ?? self?.name);
}

export const addPlayers = (bots: People["bots"], room: Room | undefined): People["bots"] =>
  room === undefined
    ? bots
    : [...bots, ...[...listPlayers(room)].map(([id, { name }]) => ({ id, name }))];

export function createPeople(bots: People["bots"], yourName: string | undefined): People {
  const labels = labelNamesakes(bots);
  const marked = bots.flatMap(({ id, name }) =>
    labels.get(id) === name.trim() ? [] : [{ id, name: labels.get(id) ?? name }],
  );
  const called = [...marked, ...listCallNames(bots)];
  const findIds = (name: string): readonly string[] => {
    const byId = bots.find(({ id }) => id === name.trim());
    if (byId !== undefined) return [byId.id];
    const known = [
      ...new Set(
        called.filter((each) => foldName(each.name) === foldName(name)).map(({ id }) => id),
      ),
    ];
    if (known.length > 0) return known;
    return selfNames.has(foldName(name)) ||
      (yourName !== undefined && foldName(yourName) === foldName(name))
      ? [you]
      : [];
  };
  const findId = (name: string): string | undefined =>
    findIds(name).length === 1 ? findIds(name)[0] : undefined;
  return {
    bots,
    names: [...new Set(called.map(({ name }) => name))],
    findId,
    findIds,
    nameOf: (id) => (id === you ? (yourName ?? "You") : (labels.get(id) ?? id)),
    findNames: (text, isNear) => findNames(text, called, isNear),
  };
}

const latin = /^[\p{Script=Latin}\p{N}]$/u;

function findNames(
  text: string,
  called: People["bots"],
  isNear: ((id: string) => boolean) | undefined,
): NameMatches {
  let rest = text.normalize("NFKC");
  const found: { id: string; at: number }[] = [];
  const ambiguous: { name: string; ids: string[] }[] = [];
  const byName = Map.groupBy(called, ({ name }) => name.normalize("NFKC").trim().toLowerCase());
  for (const [name, owners] of [...byName].toSorted(
    ([one], [other]) => other.length - one.length,
  )) {
    const at = findName(rest.toLowerCase(), name);
    const ids = [...new Set(owners.map(({ id }) => id))];
    if (at === -1 || ids.some((id) => found.some((one) => one.id === id))) continue;
    const near = ids.length === 1 ? ids : ids.filter((id) => isNear?.(id) === true);
    if (near.length === 1) found.push({ id: near[0] as string, at });
    else ambiguous.push({ name: owners[0]?.name ?? name, ids });
    // Matched names are blanked out without shifting the positions of the rest.
    rest = rest.slice(0, at) + "\u0000".repeat(name.length) + rest.slice(at + name.length);
  }
  return {
    ids: found.toSorted((one, other) => one.at - other.at).map(({ id }) => id),
    rest: rest.replaceAll("\u0000", ""),
    ambiguous,
  };
}

/** A match at word boundaries, in scripts that have them. */
function findName(text: string, name: string): number {
  if (name === "") return -1;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + name.length] ?? " "];
    const isWhole =
      !(latin.test(name[0] ?? "") && latin.test(before)) &&
      !(latin.test(name.at(-1) ?? "") && latin.test(after));
    if (isWhole) return at;
  }
  return -1;
}
