import { foldForMatching } from "../../domain/text.ts";
import { mentionsOf } from "../../language/friends.ts";
import { prepare } from "../../language/prepare.ts";
import type { Listener } from "../reminders/words/when-words.ts";
import { said } from "../reminders/words/reminder-words.ts";
import type { Friend, Part, Social } from "./people.ts";

/** What somebody is called when they are spoken of. */
export const friendName = (friend: Pick<Friend, "names" | "displayName">, to: Listener): string =>
  friend.names.find(({ shown }) => shown)?.name ??
  friend.displayName ??
  friend.names[0]?.name ??
  said(to, "没有名字的好友", "a friend without a name");

/** Somebody who takes part: a friend by the friend's name, others by their own. */
export function partName(
  social: Social,
  part: Pick<Part, "id" | "displayName">,
  to: Listener,
): string {
  const friend = social.friends.find(({ id }) => id === part.id);
  return friend === undefined
    ? (part.displayName ?? said(to, "另一位", "somebody"))
    : friendName(friend, to);
}

export const nameList = (names: readonly string[], to: Listener): string =>
  to.language === "zh" ? names.join("、") : names.join(names.length === 2 ? " and " : ", ");

/** Names that can be typed for a friend. A word that the friend's other name has as well is no second name. */
export function typedNames({
  names,
  displayName,
}: Pick<Friend, "names" | "displayName">): string[] {
  const all = [
    ...names.map(({ name }) => name),
    ...(displayName === null ? [] : [displayName]),
  ].filter((name) => name.trim() !== "");
  const words = (name: string): string[] => foldForMatching(name).split(/\s+/);
  return all.filter(
    (name, index) =>
      !all.slice(0, index).some((other) => words(other).some((word) => words(name).includes(word))),
  );
}

const byId = "id:";
/** Stands for one certain friend where a name would fit two. */
export const nameOfOne = ({ id }: Pick<Friend, "id">): string => `${byId}${id}`;

/** Those whom a name means that the rules found. */
export function calledBy(friends: readonly Friend[], name: string): Friend[] {
  if (name.startsWith(byId)) return friends.filter((friend) => nameOfOne(friend) === name);
  const wanted = folded(name);
  return friends.filter((friend) => typedNames(friend).some((each) => folded(each) === wanted));
}

const folded = (name: string): string => foldForMatching(name).replaceAll(/[\s\p{P}]/gu, "");

/** Those whom somebody may mean by what they typed: case, spaces and small misspellings are forgiven. */
export function meantBy(friends: readonly Friend[], typed: string): Friend[] {
  const exact = calledBy(friends, typed);
  if (exact.length > 0) return exact;
  const names = [...new Set(friends.flatMap(typedNames))];
  const isHan = /\p{Script=Han}/u.test(typed);
  const mentions = mentionsOf(prepare(isHan ? `约${typed}` : `with ${typed}`), names);
  const found = new Set(mentions.flatMap((mention) => mention.names));
  return friends.filter((friend) => typedNames(friend).some((name) => found.has(name)));
}

/** Each name once, as the rules need them. */
export const knownNames = (friends: readonly Friend[]): string[] => [
  ...new Set(friends.flatMap(typedNames)),
];
