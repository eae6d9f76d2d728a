import { addressOf } from "./words.ts";
import type { PeerFriendRow } from "./rows.ts";

type Friend = Pick<PeerFriendRow, "id" | "name" | "host">;

/** What a message asks about friends on other installations. */
export type PeerRequest<Who extends Friend = Friend> =
  | { readonly kind: "address" }
  | { readonly kind: "list" }
  | { readonly kind: "add"; readonly code: string; readonly host: string }
  | { readonly kind: "remove"; readonly friend: Who }
  /** Something with these friends: free times, or a plan. The text has names in place of addresses. */
  | { readonly kind: "about"; readonly friends: readonly Who[]; readonly text: string }
  | { readonly kind: "answer"; readonly accepts: boolean; readonly friend: Who | undefined }
  /** An address at an installation that is known, of a person who is not a friend. */
  | { readonly kind: "stranger"; readonly address: string };

const polite = String.raw`^[\s\p{P}]*(?:请|麻烦|帮我|给我|please\s+|can you\s+|could you\s+)*`;
const ends = String.raw`[\s\p{P}]*(?:吧|了|谢谢|please|thanks)?[\s\p{P}]*$`;
const words = (text: string): RegExp => new RegExp(`${polite}(?:${text})${ends}`, "iu");
const longest = 400;

const ownAddress = words(
  "(?:(?:show(?: me)?|send me|give me|what is|what's) )?my friend address|(?:看看|显示|发我)?我的好友地址(?:是什么|呢)?",
);
const list = words(
  "(?:(?:show(?: me)?|list|who are) )?my friends (?:on|at) other servers|(?:看看|显示|列出)?(?:我在)?别的服务器上的好友(?:有谁|有哪些)?",
);
const host = String.raw`[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?`;
const add = new RegExp(
  String.raw`${polite}(?:add|connect with|加|加好友|添加好友)(?: (?:a |my )?friend)?[\s:：]*(?<code>[A-Za-z0-9_-]{22})@(?<host>${host})(?:\s*(?:as (?:a |my )?friend|(?:为|做)?好友))?${ends}`,
  "iu",
);
const anyAddress = new RegExp(String.raw`[\p{L}\p{M}\p{N}'·.-]{1,40}@(?<host>${host})`, "iu");

/** A mark that no text has, in place of an address while the words around it are read. */
const mark = "\u0001";
const remove = words(
  `(?:remove|delete|unfriend)(?: (?:my )?friend)?\\s+${mark}|(?:删除|删掉|移除)好友\\s*${mark}`,
);
const accept = words(
  `(?:accept|yes to|ok to|接受|同意|答应)\\s*${mark}(?:(?:'s)? invitation|的邀请|的约)?`,
);
const decline = words(
  `(?:decline|reject|no to|拒绝|婉拒|推掉)\\s*${mark}(?:(?:'s)? invitation|的邀请|的约)?`,
);
const yes = words("yes|yep|yeah|ok|okay|sure|accept|可以|好|好的|行|没问题|去|接受|同意|答应");
const no = words("no|nope|no thanks|sorry,? no|decline|不行|不可以|不去|不了|没空|拒绝|去不了");

/** Whether a message can be about friends elsewhere at all, before anything is read for it. */
export const mayBePeerRequest = (text: string): boolean =>
  text.length <= longest &&
  (text.includes("@") || [ownAddress, list, yes, no].some((pattern) => pattern.test(text.trim())));

/** `isHost`: whether that is another installation. Other addresses are e-mail, and left alone. */
export function readPeerRequest<Who extends Friend>(
  said: string,
  on: { readonly friends: readonly Who[]; isHost(host: string): boolean },
): PeerRequest<Who> | undefined {
  const text = said.replaceAll("’", "'").trim();
  if (ownAddress.test(text)) return { kind: "address" };
  if (list.test(text)) return { kind: "list" };
  const added = add.exec(text)?.groups;
  if (added !== undefined)
    return { kind: "add", code: added["code"] ?? "", host: (added["host"] ?? "").toLowerCase() };
  return readNamed(text, on) ?? readBare(text);
}

function readNamed<Who extends Friend>(
  text: string,
  on: { readonly friends: readonly Who[]; isHost(host: string): boolean },
): PeerRequest<Who> | undefined {
  const { friends, marked, named } = replaceAddresses(text, on.friends);
  const [friend, second] = friends;
  if (friend === undefined) {
    const stranger = anyAddress.exec(text);
    const where = stranger?.groups?.["host"]?.toLowerCase() ?? "";
    return on.isHost(where) ? { kind: "stranger", address: stranger?.[0] ?? "" } : undefined;
  }
  if (second === undefined) {
    if (remove.test(marked)) return { kind: "remove", friend };
    if (accept.test(marked)) return { kind: "answer", accepts: true, friend };
    if (decline.test(marked)) return { kind: "answer", accepts: false, friend };
  }
  return { kind: "about", friends, text: named };
}

/** Longer addresses first: one may be the end of another. */
function replaceAddresses<Who extends Friend>(
  text: string,
  all: readonly Who[],
): { readonly friends: readonly Who[]; readonly marked: string; readonly named: string } {
  const friends: Who[] = [];
  let [marked, named] = [text, text];
  for (const friend of all.toSorted((a, b) => addressOf(b).length - addressOf(a).length)) {
    const address = addressOf(friend);
    const at = marked.toLowerCase().indexOf(address.toLowerCase());
    if (at < 0) continue;
    friends.push(friend);
    const here = marked.slice(at, at + address.length);
    marked = marked.replaceAll(here, mark);
    named = named.replaceAll(here, friend.name);
  }
  return { friends, marked, named };
}

function readBare(
  text: string,
): { kind: "answer"; accepts: boolean; friend: undefined } | undefined {
  if (no.test(text)) return { kind: "answer", accepts: false, friend: undefined };
  return yes.test(text) ? { kind: "answer", accepts: true, friend: undefined } : undefined;
}

/** A name that no other friend at that host has, so that an address means one person. */
export function uniqueName(name: string, taken: readonly Friend[], at: string): string {
  const used = new Set(taken.map((friend) => addressOf(friend).toLowerCase()));
  for (let nth = 1; ; nth += 1) {
    const tried = nth === 1 ? name : `${name}${nth}`;
    if (!used.has(addressOf({ name: tried, host: at }).toLowerCase())) return tried;
  }
}
