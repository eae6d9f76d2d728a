import { z } from "zod";
import { positive } from "../../fields.ts";

export const media = z.strictObject({
  keep_days: positive
    .max(3650)
    .default(7)
    .describe("Days after which a file that came with a message is dropped."),
  quota_mb: positive
    .default(2048)
    .describe(
      "Most megabytes that all kept files may take together. When they are full, who keeps more than their share makes room.",
    ),
  max_file_mb: positive.max(2048).default(100).describe("Largest file that is kept, in megabytes."),
});

export const backups = z.strictObject({
  nightly: z
    .boolean()
    .default(true)
    .describe("Whether a backup is made every night, sealed with the key for secrets at rest."),
  keep: positive
    .max(3650)
    .default(7)
    .describe("Backups that are kept, and the days after which an older one goes."),
  hour: z
    .int()
    .min(0)
    .max(23)
    .default(3)
    .describe("Hour of the day, in `default_timezone`, after which the night's backup is made."),
  directory: z
    .string()
    .default("backups")
    .describe(
      "Where backups go. A relative path begins in the data directory; another disk is better.",
    ),
  media: z.boolean().default(false).describe("Whether files that came with messages go along."),
  verify: z
    .boolean()
    .default(true)
    .describe(
      "Whether the newest backup is restored for a check into a database that is gone afterwards; big ones once a week.",
    ),
});

export const retention = z.strictObject({
  model_prompts_days: positive
    .max(3650)
    .default(14)
    .describe(
      "Days after which prompts and answers of model calls in conversations are blanked. The messages themselves stay.",
    ),
  story_prompts_days: positive
    .max(3650)
    .optional()
    .describe(
      "The same for calls of stories. Kept for ever when not set: `audit` and `replay` read them.",
    ),
  rejected_days: positive
    .max(3650)
    .default(30)
    .describe(
      "Days after which the record of what arrived from vendors and could not be used is dropped.",
    ),
});
