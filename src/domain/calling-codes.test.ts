import { expect, it } from "vitest";
import { callingCountries, countryOfNumber } from "./calling-codes.ts";
import { zoneOfCountry } from "./country-zones.ts";

it.each([
  ["16505551234", "US"],
  ["+14165551234", "CA"],
  ["18765551234", "JM"],
  ["17875551234", "PR"],
  ["79161234567", "RU"],
  ["77011234567", "KZ"],
  ["8613800138000", "CN"],
  ["85251234567", "HK"],
  ["886912345678", "TW"],
  ["447700900123", "GB"],
  ["5999123456", "CW"],
  ["59971234567", "BQ"],
  ["393471234567", "IT"],
])("the country of phone number %s, by its longest calling code, is %s", (phone, country) => {
  expect(countryOfNumber(phone)).toBe(country);
});

it.each([
  "",
  "12345",
  "870123456789",
  "US.13491208655302741918",
  "120363021234567890@g.us",
  "0049301234567",
  "2841234567890@lid",
])("a phone number without a known calling code has no country: %s", (phone) => {
  expect(countryOfNumber(phone)).toBeUndefined();
});

it("every country with a calling code has a time zone", () => {
  expect([...callingCountries].filter((country) => zoneOfCountry(country) === undefined)).toEqual(
    [],
  );
});

it.each([
  ["US", "America/New_York", true],
  ["AU", "Australia/Sydney", true],
  ["CN", "Asia/Shanghai", false],
  ["JP", "Asia/Tokyo", false],
  ["DE", "Europe/Berlin", false],
  ["SG", "Asia/Singapore", false],
] as const)("the time zone of country %s is %s", (country, zone, isOneOfSeveral) => {
  expect(zoneOfCountry(country)).toEqual({ zone, isOneOfSeveral });
});

it.each(["", "us", "ZZ", "QQ", "USA"])(
  "a country code that does not exist has no time zone: %s",
  (country) => {
    expect(zoneOfCountry(country)).toBeUndefined();
  },
);
