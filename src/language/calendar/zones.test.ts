import { expect, it } from "vitest";
import { zoneAnswered, zoneWished } from "./zones.ts";

it.each([
  ["把时区改成东京", "Asia/Tokyo"],
  ["时区换成纽约", "America/New_York"],
  ["set my timezone to New York", "America/New_York"],
  ["change my time zone to Europe/Berlin", "Europe/Berlin"],
  ["set time zone to Mars", null],
])("“%s” wishes for a zone", (text, zone) => {
  expect(zoneWished(text)).toEqual({ zone });
});

it.each(["我在东京", "时区是什么", "what time is it in Tokyo", "明天去纽约开会"])(
  "“%s” does not",
  (text) => {
    expect(zoneWished(text)).toBeUndefined();
  },
);

it.each([
  ["Tokyo", "Asia/Tokyo"],
  ["I'm in Denver now.", "America/Denver"],
  ["No, I live in San Francisco, CA", "America/Los_Angeles"],
  ["Perth, Australia", "Australia/Perth"],
  ["Pacific time", "America/Los_Angeles"],
  ["Europe/Berlin", "Europe/Berlin"],
  ["new delhi", "Asia/Calcutta"],
  ["我在东京", "Asia/Tokyo"],
  ["不对，我现在住在温哥华", "America/Vancouver"],
  ["旧金山", "America/Los_Angeles"],
])("“%s” says where somebody is", (text, zone) => {
  expect(zoneAnswered(text)).toBe(zone);
});

it.each([
  "I'm in Tokyo, remind me at 9 to call",
  "what time is it in Tokyo",
  "Tokyo?",
  "I'm in a meeting",
  "我在开会",
  "我在东京开会",
  "明天去纽约",
  "thanks",
  "",
])("“%s” does not", (text) => {
  expect(zoneAnswered(text)).toBeUndefined();
});
