import { zoneOfPlace } from "../city-zones.ts";
import { type Pattern, pattern } from "../scan.ts";

/** Letters that stand for one zone. CST, IST and the like stand for several: they are asked about. */
const zonesByLetters: Readonly<Record<string, string>> = {
  utc: "UTC",
  gmt: "UTC",
  ...lettersOf("America/New_York", "et est edt"),
  ...lettersOf("America/Chicago", "ct cdt"),
  ...lettersOf("America/Denver", "mt mst mdt"),
  ...lettersOf("America/Los_Angeles", "pt pst pdt"),
  ...lettersOf("Europe/London", "bst"),
  ...lettersOf("Europe/Berlin", "cet cest"),
  ...lettersOf("Europe/Athens", "eet eest"),
  ...lettersOf("Asia/Tokyo", "jst"),
  ...lettersOf("Asia/Seoul", "kst"),
  ...lettersOf("Asia/Hong_Kong", "hkt"),
  ...lettersOf("Asia/Singapore", "sgt"),
  ...lettersOf("Australia/Sydney", "aest aedt"),
  ...lettersOf("Pacific/Auckland", "nzst nzdt"),
};

function lettersOf(zone: string, letters: string): Readonly<Record<string, string>> {
  return Object.fromEntries(letters.split(" ").map((each) => [each, zone]));
}

/** Words before "time" that say what the time is for, or which one: "lunch time", "the same time". */
const notPlaces = new Set(
  `a an the this that these my your his her its our their to on in at for of by and or with from about as is it
  some any no more less much all every each other another same first second third last next one two three only
  what which whose right exact about around local own full part half over extra long short good great best big real
  bed bath nap sleep wake lunch dinner breakfast brunch supper tea coffee snack meal eating feeding story play game screen
  family quality free quiet down off spare me alone prime show kick start starting end finish closing opening arrival
  departure boarding landing takeoff delivery pickup pick check prep study work working run running cooking cook travel
  drive driving waiting wait reading prayer rest recess circle tummy practice rehearsal meeting appointment class school
  lesson due crunch party holiday vacation christmas easter spring summer winter autumn fall day night morning evening
  afternoon noon midnight weekend week office visiting question response down halftime overtime make take spend find have
  need save set waste get log track block schedule book plan check record keep tell report submit fill enter give
  pass ask know see buy kill home medicine med meds pill pills exercise gym yoga walk break rehearse story craft music
  movie tv pool swim training therapy group team garden harvest collection reminder alarm please daylight standard
  midway center centre wake reunion troll`.split(/\s+/),
);

const isPlain = (name: string): boolean => name.split(" ").some((word) => notPlaces.has(word));

const clockBefore = String.raw`(?<=(?:\d(?:\s?[ap]\.?m\.?)?|o'clock|noon|midnight|morning|afternoon|evening|night|today|tomorrow)\s*,?\s*\(?(?:(?:in|by|on)\s+)?)`;
const timeWord = String.raw`\s+(?:(?:standard|daylight|summer|local)\s+)?time(?:\s?zone)?\b(?!\s*(?:sheet|line|table|card|off|out|slot|box|tracking))\)?`;

/** "3pm Krakow time", "at 9 ET", "15:00 UTC+2": the clock of another place, known or not. */
export const enZones: readonly Pattern[] = [
  pattern(String.raw`\b(?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?(\d\d))?\b`, (match) => {
    const [, sign = "+", hours = "", minutes = "00"] = match;
    return Number(hours) > 14 || Number(minutes) > 59
      ? { kind: "zone", zone: null }
      : { kind: "zone", zone: `${sign}${hours.padStart(2, "0")}:${minutes}` };
  }),
  pattern(
    String.raw`(?:\(\s*|\b)((?:[a-zà-ÿ.'-]+ ){0,2}[a-zà-ÿ.'-]+)${timeWord}`,
    ([, name = ""]) => {
      const zone = zoneOfPlace(name);
      return zone === undefined || isPlain(name) ? undefined : { kind: "zone", zone };
    },
  ),
  pattern(String.raw`${clockBefore}((?:[a-zà-ÿ.'-]+ )?[a-zà-ÿ.'-]+)${timeWord}`, ([, name = ""]) =>
    isPlain(name) ? undefined : { kind: "zone", zone: null },
  ),
  pattern(
    String.raw`${clockBefore}(eastern|pacific|central|mountain)(?=\s*(?:$|[,.!?)]|(?:to|on|for|about|that|tomorrow|today|tonight|this|next|please)\b))`,
    ([, name = ""]) => ({ kind: "zone", zone: zoneOfPlace(name) ?? null }),
  ),
  pattern(
    String.raw`(?<=\d\s*(?:[ap]\.?m\.?)?\s*)(?:pt|et|ct|mt|ist)\b|\b(?:utc|gmt|[ecmp][sd]t|bst|ces?t|ees?t|[jk]st|hkt|sgt|ae[sd]t|nz[sd]t)\b`,
    ([letters]) => ({ kind: "zone", zone: zonesByLetters[letters] ?? null }),
  ),
];
