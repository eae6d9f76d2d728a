import { z } from "zod";
import { httpUrl, positive, secret } from "../../fields.ts";

/** An S3-compatible storage, used when all of it is set. */
const objectStorage = z.strictObject({
  endpoint: httpUrl
    .optional()
    .describe("Address of an S3-compatible storage, such as https://s3.example.com."),
  bucket: z.string().min(3).optional().describe("Bucket that the objects are in."),
  region: z.string().min(1).default("us-east-1").describe("Region that requests are signed for."),
  prefix: z
    .string()
    .regex(/^[\w./-]*$/)
    .default("")
    .describe("Begins the name of every object, such as `home/`. One per installation."),
  access_key_id: secret.optional().describe("Key id of the storage."),
  secret_access_key: secret.optional().describe("Secret key of the storage."),
});

export const media = z.strictObject({
  keep_days: positive.max(3650).default(7).describe("Days after which a received file is deleted."),
  keep_text: z
    .boolean()
    .default(true)
    .describe(
      "Whether the words of a text file or document stay when the file is deleted, so that the companion can still answer questions about it.",
    ),
  quota_mb: positive
    .default(2048)
    .describe(
      "Most megabytes of all stored files together. When full, the oldest files of the accounts that use more than their share are deleted.",
    ),
  max_file_mb: positive
    .max(2048)
    .default(100)
    .describe("Largest file that is stored, in megabytes."),
  storage: z
    .enum(["folder", "s3"])
    .default("folder")
    .describe(
      "Where new files are kept: in the data directory, or encrypted in the storage of `media.s3`.",
    ),
  s3: objectStorage
    .prefault({})
    .describe("A storage for files, which several machines can share. Set `media.storage` too."),
});

export const backups = z.strictObject({
  nightly: z
    .boolean()
    .default(true)
    .describe("Whether to make a backup every night, encrypted with `secret_key`."),
  keep: positive
    .max(3650)
    .default(7)
    .describe("How many backups are kept, and for how many days at most."),
  hour: z
    .int()
    .min(0)
    .max(23)
    .default(3)
    .describe("Hour of the day, in `default_timezone`, after which the backup is made."),
  directory: z
    .string()
    .default("backups")
    .describe(
      "Where backups are written. A relative path starts in the data directory; another disk is safer.",
    ),
  media: z.boolean().default(false).describe("Whether received files are included."),
  verify: z
    .boolean()
    .default(true)
    .describe(
      "Whether the newest backup is test-restored into a temporary database; large ones once a week.",
    ),
  s3: objectStorage
    .prefault({})
    .describe("Where each backup is also sent: a storage off this machine."),
});

export const archive = z.strictObject({
  storage: z
    .enum(["folder", "s3"])
    .default("folder")
    .describe("Where `meanwhile archive` writes: a folder, or the storage of `backups.s3`."),
  directory: z
    .string()
    .default("archive")
    .describe("The folder. A relative path starts in the data directory."),
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
      "The same for model calls of stories. Kept forever when not set: `audit` and `replay` read them.",
    ),
  rejected_days: positive
    .max(3650)
    .default(30)
    .describe("Days after which records of rejected vendor messages are deleted."),
  metrics_days: positive
    .max(400)
    .default(90)
    .describe("Days after which the numbers behind Operator → Metrics are deleted."),
});
