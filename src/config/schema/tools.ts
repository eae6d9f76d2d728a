import { z } from "zod";
import { httpUrl } from "../../fields.ts";

/** Tools of other programs. */
export const tools = z.strictObject({
  private_addresses: z
    .array(httpUrl.transform((url) => new URL(url).origin))
    .default([])
    .describe(
      "Addresses in your own network where servers of tools may send people to sign in, such as https://id.home.lan. Public ones need not be listed.",
    ),
});
