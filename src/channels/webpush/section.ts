import { z } from "zod";
import { calledHosts } from "../../fields.ts";
import { commonSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";

export const pushSection = z
  .strictObject({
    ...commonSettings({ enabled: true, busyPolicy: "queue" }),
    contact: z
      .string()
      .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be a mailto: or https: address")
      .optional()
      .describe(
        "Where the browsers' push services can reach you, as a mailto: or https: address. Default: the server's public address.",
      ),
    allowed_hosts: calledHosts
      .default([])
      .describe("Hosts on this machine or in a private network that may be called."),
  })
  .prefault({})
  .describe("Notifications in the browser or the installed page, by Web Push.");

export type PushSection = SectionOf<typeof pushSection>;
