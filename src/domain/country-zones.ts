import { zoneName } from "./zone.ts";

/** The time that people of a country most likely live by. */
export interface CountryZone {
  readonly zone: string;
  /** So many of them live by another one that it is worth a question. */
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

/** Where the system's table has several zones and nearly everybody lives by one, or where it has none. */
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

/** Undefined for what is not a country. */
export function zoneOfCountry(country: string): CountryZone | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  const zone = zoneName(spread[country] ?? nearlyOne[country] ?? tableZone(country) ?? "");
  return zone === undefined ? undefined : { zone, isOneOfSeveral: country in spread };
}

/** Newer than the types that TypeScript has of it. */
type LocaleWithZones = Intl.Locale & { getTimeZones?(): readonly string[] | undefined };

const tableZone = (country: string): string | undefined =>
  (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones?.()?.[0];
