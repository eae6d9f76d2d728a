import { expect, it } from "vitest";
import { nothing, toFilled, toSaved, toTested } from "./filled.ts";

const saved = {
  base_url: "https://models.example.org/v1",
  model: "chat",
  has_key: true,
  images: true,
  stories: "novelist",
  embeddings: null,
  choices: ["small", "large"],
  currency: "EUR",
  prices: [{ model: "chat", input: 0.5, output: 2 }],
};

it("what was saved comes back from the form as it was, without a key", () => {
  expect(toSaved(toFilled(saved))).toEqual({
    base_url: saved.base_url,
    model: "chat",
    stories: "novelist",
    images: true,
    choices: ["small", "large"],
    currency: "EUR",
    prices: saved.prices,
  });
});

it("empty choices are left out of a test, and prices of models that are no longer named are not saved", () => {
  const filled = { ...nothing, address: " https://models.example.org/v1 ", stories: " " };
  expect(toTested(filled)).toEqual({ base_url: "https://models.example.org/v1" });
  const prices = { old: { input: "1", output: "1" }, new: { input: "0.1", output: "" } };
  expect(toSaved({ ...filled, model: "new", prices }).prices).toEqual([
    { model: "new", input: 0.1, output: 0 },
  ]);
});
