import type { Reads } from "../../domain/reads.ts";
import { callNames, folded } from "./call-names.ts";
import { you } from "./state.ts";

/** Everybody whom an account can name: its bots, and the person. */
export interface People {
  readonly bots: readonly { readonly id: string; readonly name: string }[];
  idOf(name: string): string | undefined;
  nameOf(id: string): string;
  /** Those who are named in a text, in its order. Longer names count before shorter ones that are in them. */
  namedIn(text: string): { readonly ids: readonly string[]; readonly rest: string };
}

const mine = new Set(["you", "me", "i", "myself", "我", "我自己", "你"]);

export async function readPeople(read: Reads, accountId: string): Promise<People> {
  const bots = await read.rows<{ id: string; name: string }>("select id, name from bots where account_id = $1 order by event_id desc", [
    accountId,
  ]);
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [accountId]);
  return peopleOf(bots, self?.name);
}

export function peopleOf(bots: People["bots"], yourName: string | undefined): People {
  const called = callNames(bots);
  const idOf = (name: string): string | undefined => {
    const wanted = folded(name);
    const known = bots.find(({ id }) => id === name.trim()) ?? called.find((each) => folded(each.name) === wanted);
    if (known !== undefined) return known.id;
    return mine.has(wanted) || (yourName !== undefined && folded(yourName) === wanted) ? you : undefined;
  };
  return {
    bots,
    idOf,
    nameOf: (id) => (id === you ? (yourName ?? "You") : (bots.find((bot) => bot.id === id)?.name ?? id)),
    namedIn: (text) => namedIn(text, called),
  };
}

const latin = /^[\p{Script=Latin}\p{N}]$/u;

function namedIn(text: string, bots: People["bots"]): { ids: string[]; rest: string } {
  let rest = text.normalize("NFKC");
  const found: { id: string; at: number }[] = [];
  for (const { id, name } of bots.toSorted((one, other) => other.name.length - one.name.length)) {
    const at = placeOf(rest.toLowerCase(), name.normalize("NFKC").trim().toLowerCase());
    if (at === -1 || found.some((one) => one.id === id)) continue;
    found.push({ id, at });
    // What was a name is none any more, and everything keeps its place.
    rest = rest.slice(0, at) + "\u0000".repeat(name.trim().length) + rest.slice(at + name.trim().length);
  }
  return { ids: found.toSorted((one, other) => one.at - other.at).map(({ id }) => id), rest: rest.replaceAll("\u0000", "") };
}

/** As a word of its own, where the script has such words. */
function placeOf(text: string, name: string): number {
  if (name === "") return -1;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + name.length] ?? " "];
    const isWhole = !(latin.test(name[0] ?? "") && latin.test(before)) && !(latin.test(name.at(-1) ?? "") && latin.test(after));
    if (isWhole) return at;
  }
  return -1;
}
