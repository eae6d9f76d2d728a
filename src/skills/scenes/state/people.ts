import type { Reads } from "../../../domain/ports/reads.ts";
import { callNames, folded } from "./call-names.ts";
import { labelsOf } from "./namesakes.ts";
import { you } from "./chat-state.ts";

/** Everybody whom an account can name: its bots, and the person. */
export interface People {
  readonly bots: readonly { readonly id: string; readonly name: string }[];
  /** By whatever names they can be called. */
  readonly called: readonly string[];
  /** The one who is called so. Nobody, where several are. */
  idOf(name: string): string | undefined;
  /** Everybody who is called so. */
  idsOf(name: string): readonly string[];
  /** With a mark, where several have the same name. */
  nameOf(id: string): string;
  /**
   * Those who are named in a text, in its order. Longer names count before shorter ones that are in them. Of several with the same
   * name the one who is near; where that does not tell, they are all unclear.
   */
  namedIn(text: string, isNear?: (id: string) => boolean): Named;
}

export interface Named {
  readonly ids: readonly string[];
  readonly rest: string;
  /** Names that may mean several people, and whom. */
  readonly unclear: readonly { readonly name: string; readonly ids: readonly string[] }[];
}

const mine = new Set(["you", "me", "i", "myself", "我", "我自己", "你"]);

export async function readPeople(read: Reads, accountId: string): Promise<People> {
  const bots = await read.rows<{ id: string; name: string }>(
    "select id, name from bots where account_id = $1 order by event_id desc",
    [accountId],
  );
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    accountId,
  ]);
  return peopleOf(bots, self?.name);
}

export function peopleOf(bots: People["bots"], yourName: string | undefined): People {
  const labels = labelsOf(bots);
  const marked = bots.flatMap(({ id, name }) =>
    labels.get(id) === name.trim() ? [] : [{ id, name: labels.get(id) ?? name }],
  );
  const called = [...marked, ...callNames(bots)];
  const idsOf = (name: string): readonly string[] => {
    const byId = bots.find(({ id }) => id === name.trim());
    if (byId !== undefined) return [byId.id];
    const known = [
      ...new Set(called.filter((each) => folded(each.name) === folded(name)).map(({ id }) => id)),
    ];
    if (known.length > 0) return known;
    return mine.has(folded(name)) || (yourName !== undefined && folded(yourName) === folded(name))
      ? [you]
      : [];
  };
  const idOf = (name: string): string | undefined =>
    idsOf(name).length === 1 ? idsOf(name)[0] : undefined;
  return {
    bots,
    called: [...new Set(called.map(({ name }) => name))],
    idOf,
    idsOf,
    nameOf: (id) => (id === you ? (yourName ?? "You") : (labels.get(id) ?? id)),
    namedIn: (text, isNear) => namedIn(text, called, isNear),
  };
}

const latin = /^[\p{Script=Latin}\p{N}]$/u;

function namedIn(
  text: string,
  called: People["bots"],
  isNear: ((id: string) => boolean) | undefined,
): Named {
  let rest = text.normalize("NFKC");
  const found: { id: string; at: number }[] = [];
  const unclear: { name: string; ids: string[] }[] = [];
  const byName = Map.groupBy(called, ({ name }) => name.normalize("NFKC").trim().toLowerCase());
  for (const [name, owners] of [...byName].toSorted(
    ([one], [other]) => other.length - one.length,
  )) {
    const at = placeOf(rest.toLowerCase(), name);
    const ids = [...new Set(owners.map(({ id }) => id))];
    if (at === -1 || ids.some((id) => found.some((one) => one.id === id))) continue;
    const near = ids.length === 1 ? ids : ids.filter((id) => isNear?.(id) === true);
    if (near.length === 1) found.push({ id: near[0] as string, at });
    else unclear.push({ name: owners[0]?.name ?? name, ids });
    // What was a name is none any more, and everything keeps its place.
    rest = rest.slice(0, at) + "\u0000".repeat(name.length) + rest.slice(at + name.length);
  }
  return {
    ids: found.toSorted((one, other) => one.at - other.at).map(({ id }) => id),
    rest: rest.replaceAll("\u0000", ""),
    unclear,
  };
}

/** As a word of its own, where the script has such words. */
function placeOf(text: string, name: string): number {
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
