import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { numberLines, inLanguage } from "../../reminders/words/reminder-words.ts";
import type { FriendWish } from "./friend-wishes.ts";
import { friendName } from "../names.ts";
import type { Friend } from "../people.ts";
import type { Talk } from "./talk.ts";

/**
 * The only friend, or the latest one: "call them …" is said right after it. Later it may mean
 * another friend.
 */
export function newest(talk: Talk): Friend[] {
  const { friends } = talk.work.social();
  const last = friends.filter(({ since }) => Date.parse(since) > talk.work.maker.now - 3_600_000);
  return friends.length < 2
    ? [...friends]
    : last.toSorted((a, b) => Date.parse(b.since) - Date.parse(a.since)).slice(0, 1);
}

/** Asks which friend is meant. */
export function whichFriend(
  talk: Talk,
  { wish, found }: { wish: FriendWish; found: readonly Friend[] },
  to: Audience,
): Lines {
  const { friends } = talk.work.social();
  if (friends.length === 0)
    return [inLanguage(to, "你还没有好友。", "You have no friends here yet.")];
  const of = (found.length > 1 ? found : friends).slice(0, 8);
  const isNamed = !("who" in wish) || wish.who !== "";
  const lines = [
    found.length > 1
      ? inLanguage(
          to,
          "有不止一个叫这个名字的好友，是哪一位？",
          "More than one friend has that name. Which one?",
        )
      : isNamed
        ? inLanguage(
            to,
            "你的好友里没有这个人，是哪一位？",
            "I don't know that friend. Which one do you mean?",
          )
        : inLanguage(to, "说的是哪一位？", "Whom do you mean?"),
    numberLines(of.map((friend) => friendName(friend, to))),
  ];
  talk.work.ask(
    { kind: "friend", wish, ids: of.map(({ id }) => id), language: to.language },
    lines.join("\n"),
  );
  return lines;
}
