import { expect, it } from "vitest";
import { listCallNames } from "./call-names.ts";
import { createPeople } from "./people.ts";

const bots = [
  { id: "o", name: "Orla Finch" },
  { id: "j", name: "九娘" },
  { id: "r", name: "Rose of the Valley" },
  { id: "f", name: "Tom Finch" },
];

it("part of a name identifies a character if no other shares it, and particles never do", () => {
  expect(listCallNames(bots).map(({ id, name }) => `${id} ${name}`)).toEqual([
    "o Orla Finch",
    "j 九娘",
    "r Rose of the Valley",
    "f Tom Finch",
    "o Orla",
    "r Rose",
    "r Valley",
    "f Tom",
  ]);
  expect(
    listCallNames([...bots, { id: "x", name: "Orla" }]).filter(({ name }) => name === "Orla"),
  ).toEqual([{ id: "x", name: "Orla" }]);
});

it("first names in a text identify characters in order, as whole words only", () => {
  const people = createPeople(bots, "Robin");
  expect(people.findNames("九娘 and orla").ids).toEqual(["j", "o"]);
  expect(people.findNames("Finch").ids).toEqual([]);
  expect(people.findNames("Orlando").ids).toEqual([]);
  expect([people.findId("tom"), people.findId("Finch"), people.findId("robin")]).toEqual([
    "f",
    undefined,
    "you",
  ]);
});
