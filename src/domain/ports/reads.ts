/**
 * How a skill reads its own tables. It never sees the store: it gets the rows that the acting account
 * may see, and can't write.
 */
export interface Reads {
  /** Times come back as ISO text, bigints as numbers, jsonb as values. */
  rows<R>(text: string, params?: readonly unknown[]): Promise<R[]>;
}
