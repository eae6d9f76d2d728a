export { type Fields, fieldsOf, jsonIn, objectsOf, textOf } from "../kit/json-fields.ts";

/** An id as WeCom writes them. Anything else is not an id and must not reach a table. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value) ? value : undefined;
