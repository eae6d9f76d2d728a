/** A meeting between scenes, as the character remembers it. */
export interface Meeting {
  readonly when: string;
  readonly where: string;
  readonly with: readonly string[];
}

const english = /^(.{1,60}), at (.{1,80}): met (.{1,300})\.$/u;
const chinese = /^(.{1,40})，在(.{1,80})遇见(.{1,300})。$/u;

/** “Day 2, in the morning, at Market: met Bob (buying rope).” */
export function parseMeeting(text: string): Meeting | undefined {
  const isEnglish = english.test(text);
  const [, when = "", where = "", people = ""] = (isEnglish ? english : chinese).exec(text) ?? [];
  if (where === "") return undefined;
  const names = people
    .replaceAll(/\s*[（(][^）)]*[）)]/gu, "")
    .split(isEnglish ? / and / : "、")
    .map((name) => name.trim());
  return {
    when: isEnglish ? `on ${when.charAt(0).toLowerCase()}${when.slice(1)}` : when,
    where: isEnglish ? `at ${where}` : `在${where}`,
    with: names,
  };
}

const asking = /\b(?:met|meet|see|saw|seen|ran into|run into)\b|见|碰|遇/u;

/** The last meeting that a line asks about: with a person it names, or with anyone. */
export function findMeeting(
  meetings: readonly Meeting[],
  {
    about,
    asks,
  }: {
    readonly about: string | undefined;
    readonly asks: { readonly who: string | undefined; readonly text: string };
  },
): { readonly when: string; readonly where: string; readonly x: string | undefined } | undefined {
  if (!/[?？]/u.test(asks.text) || !asking.test(asks.text)) return undefined;
  const found = meetings.findLast(
    (one) => about === undefined || about === asks.who || one.with.includes(about),
  );
  const x = about === asks.who || about === undefined ? found?.with[0] : about;
  return found === undefined ? undefined : { when: found.when, where: found.where, x };
}
