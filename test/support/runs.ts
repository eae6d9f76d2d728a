/** `npm run test:long` searches wider: the same properties, many more of their cases. */
const long = process.env["MEANWHILE_LONG"] === "1";

export const runs = (usual: number, many: number): number => (long ? many : usual);

/** For a property whose long search needs more time than a test normally has. */
export const patience: number = long ? 1_800_000 : 30_000;
