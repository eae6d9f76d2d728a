import { zoneName } from "./zone.ts";

/** The time zone in which most people of a country live. */
export interface CountryZone {
  readonly zone: string;
  /** Enough people live in another zone that asking is worthwhile. */
  readonly isOneOfSeveral: boolean;
}

const spread: Readonly<Record<string, string>> = {
  US: "America/New_York",
  CA: "America/Toronto",
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CD: "Africa/Kinshasa",
  FM: "Pacific/Pohnpei",
  ID: "Asia/Jakarta",
  MX: "America/Mexico_City",
  RU: "Europe/Moscow",
};

/**
 * Countries with several zones in the system's table of which nearly all people use one, and
 * countries that are missing there.
 */
const nearlyOne: Readonly<Record<string, string>> = {
  AC: "Atlantic/St_Helena",
  AR: "America/Argentina/Buenos_Aires",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  CY: "Asia/Nicosia",
  DE: "Europe/Berlin",
  EC: "America/Guayaquil",
  ES: "Europe/Madrid",
  GL: "America/Nuuk",
  KI: "Pacific/Tarawa",
  KZ: "Asia/Almaty",
  MH: "Pacific/Majuro",
  MN: "Asia/Ulaanbaatar",
  MY: "Asia/Kuala_Lumpur",
  NZ: "Pacific/Auckland",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PS: "Asia/Hebron",
  PT: "Europe/Lisbon",
  UA: "Europe/Kyiv",
  UZ: "Asia/Tashkent",
  XK: "Europe/Belgrade",
};

/** Undefined for an unknown country. */
export function zoneOfCountry(country: string): CountryZone | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  const zone = zoneName(spread[country] ?? nearlyOne[country] ?? tableZone(country) ?? "");
  return zone === undefined ? undefined : { zone, isOneOfSeveral: country in spread };
}

/** `getTimeZones` is newer than TypeScript's own types. */
type LocaleWithZones = Intl.Locale & { getTimeZones?(): readonly string[] | undefined };

const tableZone = (country: string): string | undefined =>
  (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones?.()?.[0];
