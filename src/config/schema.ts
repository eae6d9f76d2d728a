import { z } from "zod";
import type { ConfiguredChannels } from "../channels/kit/descriptor.ts";
import { type ChannelSchemas, channels } from "../channels/list.ts";
import { host, hosts, httpUrl, positive } from "../fields.ts";
import { addressRange, databaseUrl, operatorToken, secretKey, zone } from "./values.ts";
import { limits } from "./schema/limits.ts";
import { memory, model } from "./schema/model.ts";
import { backups, media, retention } from "./schema/storage.ts";

const server = z.strictObject({
  host: host
    .default("127.0.0.1")
    .describe("Address to listen on. Anything but loopback needs `operator.token`."),
  port: z
    .int()
    .min(0)
    .max(65535)
    .default(7788)
    .describe("Port to listen on. 0 takes any free port."),
  public_url: httpUrl.optional().describe("Where people reach this server, for links in messages."),
  allowed_hosts: hosts
    .default([])
    .describe("Host names answered in addition to loopback names and the host of `public_url`."),
  trusted_proxies: z
    .array(addressRange)
    .default([])
    .describe("Addresses or ranges whose X-Forwarded headers are believed."),
  body_limit_kb: positive.max(20480).default(256).describe("Largest JSON body, in kilobytes."),
  request_timeout_seconds: positive
    .max(600)
    .default(15)
    .describe("How long a request may take to arrive."),
});

const database = z.strictObject({
  url: databaseUrl.optional().describe("PostgreSQL to use instead of the bundled one."),
  programs: z
    .enum(["auto", "bundled", "system"])
    .default("auto")
    .describe(
      "Whose PostgreSQL programs make a new database: those of npm, or the distribution's (17 or newer). A database stays with its major version.",
    ),
  pool_size: positive.max(500).default(16).describe("Most connections one process opens."),
  separate_logins: z
    .boolean()
    .default(true)
    .describe(
      "Whether Meanwhile's roles log in to `url` themselves. Without it the URL's own user stands behind every statement.",
    ),
});

const operator = z.strictObject({
  token: operatorToken
    .optional()
    .describe(
      "The operator's token, for programs. On loopback the one-time link is enough. Two with a comma while it is being changed.",
    ),
});

const turn = z.strictObject({
  lease_seconds: positive
    .min(3)
    .default(30)
    .describe("How long a process owns a conversation without a sign of life."),
  timeout_seconds: positive.default(150).describe("Longest time for one turn."),
  concurrency: positive
    .max(1000)
    .default(32)
    .describe("Turns that one process runs at the same time."),
  max_attempts: positive.default(5).describe("Tries before a turn is set aside as a dead letter."),
  history_messages: z
    .int()
    .min(0)
    .max(500)
    .default(30)
    .describe("Earlier messages that a turn sees."),
});

const outbox = z.strictObject({
  concurrency: positive
    .max(1000)
    .default(64)
    .describe("Deliveries that one process makes at the same time."),
  reply_expires_minutes: positive
    .default(30)
    .describe("After this an unsent reply is no longer sent."),
  reminder_expires_hours: positive
    .default(24)
    .describe(
      "After this other messages of timers, such as the evening's question, are no longer sent. A reminder is kept until it has arrived.",
    ),
  hold_seconds: positive
    .max(3600)
    .default(30)
    .describe(
      "How long a part that fails holds up what stands behind it. Then it is parked, and tried by itself.",
    ),
  retry_seconds: z
    .array(positive)
    .min(1)
    .default([5, 30, 120, 600, 3600, 14400, 43200])
    .describe("Waits between the attempts of one delivery."),
});

const reminders = z.strictObject({
  overlap: z
    .enum(["warn", "ask", "off"])
    .default("warn")
    .describe(
      "When a new reminder falls on another of the same person: write it and say so, ask first, or say nothing.",
    ),
  clarification_minutes: positive
    .max(1440)
    .default(10)
    .describe("How long a question waits for its answer."),
  nightly_hour: z
    .int()
    .min(0)
    .max(23)
    .default(20)
    .describe(
      "Hour of the day, where the person is, at which to-dos without a time are asked about.",
    ),
  default_late_policy: z
    .enum(["fire", "skip"])
    .default("fire")
    .describe(
      "What a new reminder does when its time passed while nothing ran: go off late and say so, or not at all.",
    ),
  catch_up_digest_hours: positive
    .default(24)
    .describe("What is later than this comes in one summary instead of one by one."),
});

const workers = z.strictObject({
  background: z
    .boolean()
    .default(true)
    .describe("Whether background chores run. Turns work without them."),
});

const log = z.strictObject({
  level: z
    .enum(["debug", "info", "warn", "error"])
    .default("info")
    .describe("Least important line that is written."),
  format: z
    .enum(["auto", "plain", "json"])
    .default("auto")
    .describe(
      "Short lines for people (`plain`) or one JSON object per line. `auto`: plain on a terminal, JSON everywhere else.",
    ),
  message_text: z
    .boolean()
    .default(false)
    .describe("Whether what people and characters say may be in the log."),
});

/** One section per channel. The keys of the list's own channels are known to the compiler. */
const sectionsOf = (list: ConfiguredChannels): ChannelSchemas =>
  Object.fromEntries(
    list.map(({ name, settings: { schema } }) => [name, schema]),
  ) as unknown as ChannelSchemas;

/** The whole file, with a section for each of these channels. */
export const settingsWith = (list: ConfiguredChannels) =>
  z.strictObject({
    server: server.prefault({}).describe("The web server."),
    data_dir: z
      .string()
      .default("./data")
      .describe("Where everything is kept. Relative to where Meanwhile starts."),
    database: database.prefault({}).describe("The database."),
    roles: z
      .array(z.enum(["gateway", "worker"]))
      .min(1)
      .default(["gateway", "worker"])
      .describe("What this process does: take messages in, work on them, or both."),
    operator: operator.prefault({}).describe("Who runs this server."),
    secret_key: secretKey
      .optional()
      .describe(
        "Key for secrets at rest: 32 bytes as hex or base64. Made in the data directory when not set.",
      ),
    model: model
      .prefault({})
      .describe("The language model. Without one Meanwhile runs but cannot chat."),
    memory: memory.prefault({}).describe("What the cast of stories remembers."),
    turn: turn.prefault({}).describe("Turns."),
    outbox: outbox.prefault({}).describe("Deliveries."),
    channels: z
      .strictObject(sectionsOf(list))
      .prefault({})
      .describe("The chat apps, one section each."),
    media: media.prefault({}).describe("Files that come with messages."),
    backups: backups.prefault({}).describe("Backups of the whole database."),
    retention: retention.prefault({}).describe("How long what is only of use for a while is kept."),
    reminders: reminders.prefault({}).describe("Reminders."),
    workers: workers.prefault({}).describe("Background work."),
    limits: limits.prefault({}).describe("How fast, and how much."),
    log: log.prefault({}).describe("The log."),
    default_language: z
      .enum(["auto", "zh", "en"])
      .default("auto")
      .describe(
        "Language until a person's own is known. `auto`: the browser decides for the page, LANG for commands.",
      ),
    default_timezone: zone
      .optional()
      .describe("Time zone until a person's own is known. The system's when not set."),
  });

export const settings = settingsWith(channels);
export type Settings = z.output<typeof settings>;
