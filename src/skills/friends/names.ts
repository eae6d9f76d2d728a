import { foldForMatching } from "../../domain/text.ts";
import { mentionsOf } from "../../language/intents/friends.ts";
import { prepare } from "../../language/text/prepare.ts";
import type { Audience } from "../reminders/words/when-words.ts";
import { inLanguage } from "../reminders/words/reminder-words.ts";
import type { Friend, Part, Social } from "./people.ts";

/** A person's name in a sentence. */
export const friendName = (friend: Pick<Friend, "names" | "displayName">, to: Audience): string =>
  friend.names.find(({ shown }) => shown)?.name ??
  friend.displayName ??
  friend.names[0]?.name ??
  inLanguage(to, "没有名字的好友", "a friend without a name");

/** A participant: a friend by the friend's name, others by their own. */
export function partName(
  social: Social,
  part: Pick<Part, "id" | "displayName">,
  to: Audience,
): string {
  const friend = social.friends.find(({ id }) => id === part.id);
  return friend === undefined
    ? (part.displayName ?? inLanguage(to, "另一位", "somebody"))
    : friendName(friend, to);
}

export const nameList = (names: readonly string[], to: Audience): string =>
  to.language === "zh" ? names.join("、") : names.join(names.length === 2 ? " and " : ", ");

/**
 * Names that can be typed for a friend. A word that the friend's other name also contains is not a
 * second name.
 */
export function listTypedNames({
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

/** The friends meant by a name that the rules found. */
export function findByName(friends: readonly Friend[], name: string): Friend[] {
  if (name.startsWith(byId)) return friends.filter((friend) => nameOfOne(friend) === name);
  const wanted = foldName(name);
  return friends.filter((friend) =>
    listTypedNames(friend).some((each) => foldName(each) === wanted),
  );
}

const foldName = (name: string): string => foldForMatching(name).replaceAll(/[\s\p{P}]/gu, "");

/** Friends that the typed text may mean: case, spaces and small misspellings are forgiven. */
export function findBySimilarName(friends: readonly Friend[], typed: string): Friend[] {
  const exact = findByName(friends, typed);
  if (exact.length > 0) return exact;
  const names = [...new Set(friends.flatMap(listTypedNames))];
  const isHan = /\p{Script=Han}/u.test(typed);
  const mentions = mentionsOf(prepare(isHan ? `约${typed}` : `with ${typed}`), names);
  const found = new Set(mentions.flatMap((mention) => mention.names));
  return friends.filter((friend) => listTypedNames(friend).some((name) => found.has(name)));
}

/** Each name once, as the rules need them. */
export const listNames = (friends: readonly Friend[]): string[] => [
  ...new Set(friends.flatMap(listTypedNames)),
];
