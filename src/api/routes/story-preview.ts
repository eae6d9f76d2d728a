import { z } from "@hono/zod-openapi";
import { id } from "../route.ts";

/** Asked for with `?preview=true`: what would change, and nothing does. */
export const preview = z.object({ preview: z.enum(["true", "false", "1", "0", ""]).optional(), account_id: id.optional() });

export const isPreview = (query: z.output<typeof preview>): boolean =>
  query.preview !== undefined && query.preview !== "false" && query.preview !== "0";
