import { z } from "@hono/zod-openapi";
import type { Veil } from "../../domain/views/story-time.ts";
import { id } from "../http/route.ts";

/** Asked for with `?preview=true`: what would change, and nothing does. */
export const preview = z.object({
  preview: z.enum(["true", "false", "1", "0", ""]).optional(),
  account_id: id.optional(),
});

export const isPreview = (query: z.output<typeof preview>): boolean =>
  query.preview !== undefined && query.preview !== "false" && query.preview !== "0";

/** Asked for with `?unseen=hide`: as the person may see it who has not broken every seal. */
export const veil = {
  unseen: z.enum(["show", "hide"]).default("show").openapi({
    description:
      "`hide` leaves out and counts what was said in scenes under seal, and in those that go on by themselves, and all that came of it.",
  }),
  watched: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
    .optional()
    .openapi({
      description:
        "Numbers of scenes that go on by themselves and are looked at all the same, with commas between them.",
    }),
};

export const veilOf = (query: {
  readonly unseen: "show" | "hide";
  readonly watched?: string | undefined;
}): Veil | undefined =>
  query.unseen === "show" ? undefined : { watched: (query.watched ?? "").split(",").map(Number) };
