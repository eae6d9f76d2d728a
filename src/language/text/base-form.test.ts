import { expect, it } from "vitest";
import { baseForm } from "./base-form.ts";

it.each([
  ["called", "call"],
  ["emailed", "email"],
  ["filed", "file"],
  ["closed", "close"],
  ["submitted", "submit"],
  ["replied", "reply"],
  ["passed", "pass"],
  ["updated", "update"],
  ["watered", "water"],
  ["booked", "book"],
  ["paid", "pay"],
  ["call", "call"],
  ["feed", "feed"],
])("the base form of %s is found", (form, verb) => {
  expect(baseForm(form)).toBe(verb);
});
