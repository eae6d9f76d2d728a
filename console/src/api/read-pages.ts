const pageLength = 500;

/** Where a page begins, as the query of a list says it. */
export interface PageAsked {
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A list whose rows are needed together, read page by page. */
export async function readPages<Row>(
  read: (
    page: PageAsked,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>,
): Promise<Row[]> {
  const found: Row[] = [];
  let after: string | undefined;
  do {
    const { rows, next } = await read({ after, limit: pageLength });
    found.push(...rows);
    after = next ?? undefined;
  } while (after !== undefined);
  return found;
}
