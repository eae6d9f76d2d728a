/**
 * How a skill reads its own tables. It never sees the store: the rows are those that whoever acts may see, and nothing can
 * be written this way.
 */
export interface Reads {
  /** Times come back as ISO text, bigints as numbers, jsonb as values. */
  rows<R>(text: string, params?: readonly unknown[]): Promise<R[]>;
}
