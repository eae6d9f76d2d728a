import { expect, it } from "vitest";
import { correctClaims } from "../../src/domain/claims.ts";
import { blindClaims } from "./blind-claims.ts";
import { blindHarmless } from "./blind-harmless.ts";
import { claims, innocent } from "./claim-sentences.ts";
import { fifthClaims } from "./fifth-claims.ts";
import { fifthHarmless } from "./fifth-harmless.ts";
import { freshClaims } from "./fresh-claims.ts";
import { harmlessReplies } from "./harmless-replies.ts";

const none = { wrote: [], lines: [], files: false };
const isCorrected = (text: string): boolean => correctClaims(text, none) !== text;

it("a claim of what was not done is corrected: at least 95 in a hundred of 150", () => {
  const missed = claims.filter((text) => !isCorrected(text));
  expect(claims.length).toBe(150);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(7);
});

it("an explanation, a recipe, a plan or a story is not corrected: at most two in a hundred of 112 are", () => {
  const corrected = innocent.filter(isCorrected);
  expect(innocent.length).toBe(112);
  expect(corrected.length, corrected.join("\n")).toBeLessThanOrEqual(2);
});

it("a claim in fresh words is corrected, in both languages", () => {
  const missed = freshClaims.filter((text) => !isCorrected(text));
  expect(freshClaims.length).toBe(150);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(3);
});

it("an offer, a question, a report or work on a text is left as it is, in both languages", () => {
  const corrected = harmlessReplies.filter(isCorrected);
  expect(harmlessReplies.length).toBe(150);
  expect(corrected.length, corrected.join("\n")).toBeLessThanOrEqual(1);
});

it("claims that were written before the rules met them are corrected: at least 98 in a hundred of 286", () => {
  const missed = blindClaims.filter((text) => !isCorrected(text));
  expect(blindClaims.length).toBe(286);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(3);
});

it("replies that claim nothing and were written before the rules met them are left as they are: all but one of 331", () => {
  const corrected = blindHarmless.filter(isCorrected);
  expect(blindHarmless.length).toBe(331);
  expect(corrected.length, corrected.join("\n")).toBeLessThanOrEqual(1);
});

it("a fifth set, written before the rules met it, is read as meant: 80 claims and 80 harmless replies", () => {
  expect([fifthClaims.length, fifthHarmless.length]).toEqual([80, 80]);
  expect(fifthClaims.filter((text) => !isCorrected(text))).toEqual([]);
  expect(fifthHarmless.filter(isCorrected)).toEqual([]);
});
