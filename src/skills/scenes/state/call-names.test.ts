import { expect, it } from "vitest";
import { callNames } from "./call-names.ts";
import { peopleOf } from "./people.ts";

const bots = [
  { id: "o", name: "Orla Finch" },
  { id: "j", name: "九娘" },
  { id: "r", name: "Rose of the Valley" },
  { id: "f", name: "Tom Finch" },
];

it("a part of a name is enough where it is nobody else's, and small words call nobody", () => {
  expect(callNames(bots).map(({ id, name }) => `${id} ${name}`)).toEqual([
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
    callNames([...bots, { id: "x", name: "Orla" }]).filter(({ name }) => name === "Orla"),
  ).toEqual([{ id: "x", name: "Orla" }]);
});

it("whoever names people by their first names finds them, in order and by themselves", () => {
  const people = peopleOf(bots, "Robin");
  expect(people.namedIn("九娘 and orla").ids).toEqual(["j", "o"]);
  expect(people.namedIn("Finch").ids).toEqual([]);
  expect(people.namedIn("Orlando").ids).toEqual([]);
  expect([people.idOf("tom"), people.idOf("Finch"), people.idOf("robin")]).toEqual([
    "f",
    undefined,
    "you",
  ]);
});
