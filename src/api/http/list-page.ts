import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import { id } from "./route.ts";

/** What a caller says to read a list page by page. */
export const pageQuery = {
  after: id.optional().openapi({ description: "`next` of the page before." }),
  limit: z.coerce.number().int().min(1).max(500).default(200),
};

/** Where the page after this one begins; null on the last page. */
export const nextPage = z
  .string()
  .nullable()
  .openapi({ description: "Goes into `after` for the next page. Null on the last one." });

interface Asked {
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * One page of a list in its order. A page begins behind a row, not at a number: rows that were added
 * meanwhile move nothing onto two pages. A row that is gone is refused, so that nothing is left out.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  { after, limit }: Asked,
  idOf: (row: Row) => string,
): { readonly rows: Row[]; readonly next: string | null } {
  const at = after === undefined ? -1 : rows.findIndex((row) => idOf(row) === after);
  if (after !== undefined && at < 0) throw new Refusal("invalid_request", { field: "after" });
  const page = rows.slice(at + 1, at + 1 + limit);
  const last = page.at(-1);
  return { rows: page, next: last === undefined || last === rows.at(-1) ? null : idOf(last) };
}

/** Where the page before this one ends, in a list that shows its newest rows first; null where it begins. */
export const nextBefore = (what: "event" | "moment") =>
  (what === "event" ? z.number().int() : z.string())
    .nullable()
    .openapi({ description: "Goes into `before` for the next page. Null on the last one." });

/**
 * A page of the newest rows, whose order several may share: those of one event, or of one moment. It
 * ends between two of them, so that no row is left out. `newest` are more rows than a page has, if
 * there are more, and all that share the last one's place.
 */
export function cutNewest<Row, Place extends string | number>(
  newest: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): { readonly rows: Row[]; readonly next: Place | null } {
  const last = newest.at(-1);
  if (last === undefined || newest.length <= limit) return { rows: [...newest], next: null };
  const whole = newest.filter((row) => placeOf(row) !== placeOf(last));
  const rows = whole.length === 0 ? [...newest] : whole;
  return { rows, next: placeOf(rows.at(-1) ?? last) };
}
