import { zoneName } from "../domain/zone.ts";
import { prepare } from "./prepare.ts";

/** The zone that somebody wants to live in; `null` when they want one that nobody knows. */
export type ZoneWish = { readonly zone: string | null };

const wish = {
  zh: /时区.{0,6}(?:改|换|设|切|调|用|为|到|成)|(?:改|换|设|切换?|调整?).{0,8}时区/,
  en: /\b(?:set|change|switch|make|move|update)\b.{0,16}\btime ?zone\b|\btime ?zone\b.{0,4}\b(?:is|to)\b/,
} as const;

/** Cities by the names that Chinese has for them; the zone's own table knows only its spelling. */
const cities: Readonly<Record<string, string>> = {
  北京: "Asia/Shanghai",
  上海: "Asia/Shanghai",
  中国: "Asia/Shanghai",
  香港: "Asia/Hong_Kong",
  台北: "Asia/Taipei",
  东京: "Asia/Tokyo",
  日本: "Asia/Tokyo",
  首尔: "Asia/Seoul",
  新加坡: "Asia/Singapore",
  曼谷: "Asia/Bangkok",
  迪拜: "Asia/Dubai",
  伦敦: "Europe/London",
  巴黎: "Europe/Paris",
  柏林: "Europe/Berlin",
  莫斯科: "Europe/Moscow",
  纽约: "America/New_York",
  波士顿: "America/New_York",
  芝加哥: "America/Chicago",
  丹佛: "America/Denver",
  洛杉矶: "America/Los_Angeles",
  旧金山: "America/Los_Angeles",
  西雅图: "America/Los_Angeles",
  多伦多: "America/Toronto",
  温哥华: "America/Vancouver",
  悉尼: "Australia/Sydney",
  墨尔本: "Australia/Melbourne",
  奥克兰: "Pacific/Auckland",
};

/** "把时区改成东京", "set my time zone to New York". Only where the word is said: being somewhere is no wish. */
export function zoneWished(text: string): ZoneWish | undefined {
  const prepared = prepare(text);
  if (!wish[prepared.language].test(prepared.text)) return undefined;
  return { zone: zoneNamed(text) ?? null };
}

/** The zone that a text names by itself or by a city. */
export function zoneNamed(text: string): string | undefined {
  const [iana] = /[A-Za-z]+(?:\/[A-Za-z_+-]+)+|\bUTC\b/.exec(text) ?? [];
  return (iana === undefined ? undefined : zoneName(iana)) ?? cityIn(prepare(text).text);
}

function cityIn(text: string): string | undefined {
  const known = Object.keys(cities).find((city) => text.includes(city));
  if (known !== undefined) return cities[known];
  const words = text.replaceAll(/[^a-z]+/g, " ");
  return Intl.supportedValuesOf("timeZone").find((zone) => {
    const city = zone
      .slice(zone.lastIndexOf("/") + 1)
      .replaceAll("_", " ")
      .toLowerCase();
    return ` ${words} `.includes(` ${city} `);
  });
}
