import { z } from "@hono/zod-openapi";
import type { SpoilerFilter } from "../../domain/views/story-time.ts";
import { id } from "../http/route.ts";

/**
 * An answer contains only what the person may see without unsealing scenes, unless `?unseen=show`.
 */
export const spoilerQuery = {
  unseen: z.enum(["show", "hide"]).default("hide").openapi({
    description:
      "`hide` omits and counts what was said in sealed scenes and in those that continue on their own, and everything derived from it.",
  }),
  watched: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
    .optional()
    .openapi({
      description:
        "Numbers of scenes that continue on their own and are shown anyway, separated by commas.",
    }),
};

/** With `?preview=true` the answer says what would change, and nothing does. */
export const preview = z.object({
  preview: z.enum(["true", "false", "1", "0", ""]).optional(),
  unseen: spoilerQuery.unseen,
  account_id: id.optional(),
});

export const isPreview = (query: z.output<typeof preview>): boolean =>
  query.preview !== undefined && query.preview !== "false" && query.preview !== "0";

export const isHidingSealed = ({ unseen }: { readonly unseen: "show" | "hide" }): boolean =>
  unseen === "hide";

export const readSpoilerFilter = (query: {
  readonly unseen: "show" | "hide";
  readonly watched?: string | undefined;
}): SpoilerFilter | undefined =>
  query.unseen === "show" ? undefined : { watched: (query.watched ?? "").split(",").map(Number) };
