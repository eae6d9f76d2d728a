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
