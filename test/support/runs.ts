/** `npm run test:long` searches wider: the same properties, many more of their cases. */
const long = process.env["MEANWHILE_LONG"] === "1";

export const runs = (usual: number, many: number): number => (long ? many : usual);

/** Every nth, from the first on, stands for the whole list; the long run takes each. */
export const pickSome = <T>(list: readonly T[], nth: number): readonly T[] =>
  list.filter((_, at) => at % runs(nth, 1) === 0);

/** For a property whose long search needs more time than a test normally has. */
export const patience: number = long ? 1_800_000 : 60_000;
