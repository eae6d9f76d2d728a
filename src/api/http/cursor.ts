import { z } from "@hono/zod-openapi";
import { canonicalId } from "../../domain/ids.ts";

/** Time and id of the last row of a page, as `next` of that page gave them. */
export const timeCursor = z
  .string()
  .max(100)
  .transform((text, context) => {
    const [at = "", name = ""] = text.split("~");
    const found = canonicalId(name);
    if (found !== undefined && !Number.isNaN(Date.parse(at))) return { at, id: found };
    context.issues.push({ code: "custom", input: text, message: "not a cursor" });
    return z.NEVER;
  })
  .openapi({ type: "string" });
