import { expect, it } from "vitest";
import { zoneWished } from "./zones.ts";

it.each([
  ["把时区改成东京", "Asia/Tokyo"],
  ["时区换成纽约", "America/New_York"],
  ["set my timezone to New York", "America/New_York"],
  ["change my time zone to Europe/Berlin", "Europe/Berlin"],
  ["set time zone to Mars", null],
])("“%s” wishes for a zone", (text, zone) => {
  expect(zoneWished(text)).toEqual({ zone });
});

it.each(["我在东京", "时区是什么", "what time is it in Tokyo", "明天去纽约开会"])("“%s” does not", (text) => {
  expect(zoneWished(text)).toBeUndefined();
});
