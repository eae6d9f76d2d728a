import { expect, it } from "vitest";
import { friendWish } from "./friend-wishes.ts";
import type { Friend } from "../people.ts";
import type { Talk } from "./talk.ts";
import { newest } from "./which-friend.ts";

it.each([
  ["Nss9n2diDaZ9aYVQ-52Oqg", { kind: "join", code: "Nss9n2diDaZ9aYVQ-52Oqg" }],
  ["  wzr8x9B9hVcqi6HEeKVscg\n", { kind: "join", code: "wzr8x9B9hVcqi6HEeKVscg" }],
  ["internationalizationss", undefined],
  ["look: wzr8x9B9hVcqi6HEeKVscg", undefined],
])("a code that comes alone is a wish to join, and a long word is none: %s", (text, wish) =>
  expect(friendWish(text)).toEqual(wish),
);

it("“her” is the only friend or one who has just come, and no particular person later", () => {
  const now = Date.UTC(2026, 5, 8, 10);
  const listMeant = (...minutesAgo: number[]): string[] => {
    const friends = minutesAgo.map(
      (minutes) =>
        ({ id: `${minutes}`, since: new Date(now - minutes * 60_000).toISOString() }) as Friend,
    );
    return newest({ work: { social: () => ({ friends }), maker: { now } } } as unknown as Talk).map(
      ({ id }) => id,
    );
  };
  expect(listMeant(9_000)).toEqual(["9000"]);
  expect(listMeant(9_000, 5, 30)).toEqual(["5"]);
  expect(listMeant(9_000, 61)).toEqual([]);
});
