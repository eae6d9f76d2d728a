/** JSON from outside, read field by field. What has another shape is absent. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const objectsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((fields) => fields !== undefined) : [];

/** An id as WeCom writes them. Anything else is not an id and must not reach a table. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value) ? value : undefined;

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Nested too deep for the parser is no more readable than what is not JSON.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
