import { expect, it } from "vitest";
import { collectPeople } from "./chat-people.ts";
import type { ParsedChat } from "./chat-read.ts";

const known = [
  { id: "bob-1", name: "Bob" },
  { id: "bob-2", name: "Bob" },
];

it("an exported chat comes back to the character whose id it has, not to a namesake", () => {
  const said = [{ isYou: false, id: "bob-2", name: "Bob", text: "Hello." }];
  const chat = {
    hostName: "Bob",
    yourName: "Me",
    cast: [{ id: "bob-2", name: "Bob" }],
    said,
  } as unknown as ParsedChat;
  const people = collectPeople(chat, { known, newId: () => "new" });
  expect([people.order, people.strangers]).toEqual([["bob-2"], []]);
});

const foreign = {
  hostName: "Bob",
  yourName: "Me",
  cast: [],
  said: [{ isYou: false, name: "Bob", text: "Hello." }],
} as unknown as ParsedChat;

it("a foreign chat with a name that several characters have is refused, until it is said who is meant", () => {
  const collect = (meant?: Readonly<Record<string, string>>) =>
    collectPeople(foreign, { known, meant, newId: () => "fresh" });
  expect(() => collect()).toThrow(
    expect.objectContaining({
      code: "invalid_file",
      fact: { reason: "shared_name", name: "Bob", characters: ["bob-1", "bob-2"] },
    }),
  );
  expect(collect({ bob: "bob-1" }).order).toEqual(["bob-1"]);
  expect(collect({ Bob: "new" })).toMatchObject({ order: ["fresh"], strangers: [{ name: "Bob" }] });
  expect(() => collect({ Bob: "someone-else" })).toThrow(
    expect.objectContaining({ fact: { reason: "unknown_character", name: "Bob" } }),
  );
});
