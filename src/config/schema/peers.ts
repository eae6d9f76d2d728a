import { z } from "zod";
import { httpUrl } from "../../fields.ts";

const name = z
  .string()
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/,
    "must be a name such as oak.example, without scheme and port",
  );

const peer = z.strictObject({
  host: name.describe("Its name, as people write it after the @."),
  url: httpUrl
    .transform((url) => new URL(url).origin)
    .describe("Where it is reached, such as https://oak.example."),
  key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "must be the key that `npx meanwhile peers` shows there")
    .describe("Its public key, which `npx meanwhile peers` shows there."),
});

/** Other installations whose people can be friends with people here. */
export const peers = z.strictObject({
  host: name
    .optional()
    .describe("This installation's own name for others. That of `server.public_url` when not set."),
  known: z
    .array(peer)
    .max(200)
    .refine(
      (list) => new Set(list.map(({ host }) => host)).size === list.length,
      "must have a name of its own each",
    )
    .default([])
    .describe(
      "Other installations that are trusted to speak for their people. Each side lists the other.",
    ),
});
