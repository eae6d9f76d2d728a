import { expect, it } from "vitest";
import { relativeWords } from "./when-words.ts";

const now = Date.parse("2026-06-10T11:30:05.700Z");

it.each([
  [10, "10 秒后（11:30）", "in 10 seconds, at 11:30"],
  [60, "1 分钟后（11:31）", "in 1 minute, at 11:31"],
  [90, "90 秒后（11:31）", "in 90 seconds, at 11:31"],
  [600, "10 分钟后（11:40）", "in 10 minutes, at 11:40"],
])("%d seconds are read back as they were said, in the middle of a second", (span, zh, en) => {
  const at = Math.floor(now / 1_000) * 1_000 + span * 1_000;
  const told = { wall: new Date(at).toISOString().slice(0, 19), zone: "UTC" };
  expect(relativeWords(at, told, { language: "zh", zone: "UTC", now })).toBe(zh);
  expect(relativeWords(at, told, { language: "en", zone: "UTC", now })).toBe(en);
});
