import { z } from "zod";
import { channelSections } from "./channels.ts";
import {
  addressRange,
  calledHosts,
  databaseUrl,
  host,
  hosts,
  httpUrl,
  operatorToken,
  positive,
  secret,
  secretKey,
  zone,
} from "./values.ts";

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
    .describe("Host names answered besides loopback names and the host of `public_url`."),
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

const timeouts = z.strictObject({
  first_token_seconds: positive.default(60).describe("Longest wait for the first word."),
  idle_seconds: positive.default(45).describe("Longest silence within an answer."),
  total_seconds: positive
    .default(900)
    .describe("Longest time for one whole answer; the turn's own limit may be shorter."),
});

const model = z.strictObject({
  base_url: httpUrl
    .optional()
    .describe("An OpenAI-compatible server, such as https://api.openai.com/v1."),
  api_key: secret.optional().describe("Key for that server. A local server may need none."),
  name: z.string().optional().describe("Model that answers."),
  classifier: z
    .string()
    .optional()
    .describe("Smaller model for short decisions. `name` when not set."),
  fallback: z.string().optional().describe("Model to ask when `name` is overloaded."),
  timeouts: timeouts.prefault({}).describe("How long to wait for the model."),
  retry_budget_seconds: z
    .int()
    .min(0)
    .default(15)
    .describe("Time within which a failed call is tried again. The person waits meanwhile."),
  daily_token_cap: positive
    .optional()
    .describe(
      "Most tokens an account may spend in a day. `limits.account.tokens_per_day` when not set.",
    ),
  allowed_hosts: calledHosts
    .default([])
    .describe("Hosts the model may be reached at besides the host of `base_url`."),
  link_hosts: hosts
    .default([])
    .describe(
      "Hosts that replies in chat apps may link to, for everybody. Other links are shown as text, unless the person wrote or allowed them.",
    ),
  images: z
    .boolean()
    .default(false)
    .describe("Whether the model sees pictures. Otherwise it is told that there was one."),
  max_output_chars: positive.default(32000).describe("Where an answer is cut."),
  max_tool_calls: z.int().min(0).default(16).describe("Most tool calls in one turn."),
  max_tool_rounds: z.int().min(0).default(8).describe("Most rounds of tool calls in one turn."),
});

const memory = z.strictObject({
  embeddings: z
    .string()
    .min(1)
    .default("off")
    .describe(
      "Embeddings model by which memories of stories are also found by what they mean, or `off`: by their words alone.",
    ),
  embeddings_base_url: httpUrl
    .optional()
    .describe("Server of that model, if it is not `model.base_url`."),
  embeddings_api_key: secret
    .optional()
    .describe("Key for that server. `model.api_key` when it is the same server."),
  embeddings_wait_ms: positive
    .max(5000)
    .default(300)
    .describe("Longest that a turn waits for them. Without them the words are enough."),
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
      "After this what timers say besides reminders, such as the evening's question, is no longer sent. A reminder is kept until it has arrived.",
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

const media = z.strictObject({
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

const backups = z.strictObject({
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

const retention = z.strictObject({
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

const accountLimits = z.strictObject({
  reminders: positive.default(2000).describe("Active reminders."),
  series: positive.default(500).describe("Active reminders that repeat."),
  conversations: positive.default(1000).describe("Conversations."),
  bots: positive.default(500).describe("Characters of stories."),
  stories: positive.default(500).describe("Stories."),
  media_mb: positive
    .default(512)
    .describe("Megabytes of kept files and of pictures that came with characters."),
  storage_mb: positive
    .default(4096)
    .describe("Megabytes of everything else, approximately. Measured every minute."),
  written_mb_per_day: positive.default(200).describe("Megabytes written in a day, approximately."),
  messages_per_day: positive.default(5000).describe("Messages in a day."),
  tokens_per_day: positive
    .default(5_000_000)
    .describe(
      "Tokens of the language model in a day. `model.daily_token_cap` goes before it where that is set.",
    ),
});

const serverLimits = z.strictObject({
  storage_mb: positive
    .default(51_200)
    .describe(
      "Megabytes of the whole database. When it is reached, accounts that take more than their share can't add to it.",
    ),
  tokens_per_day: positive
    .default(20_000_000)
    .describe("Tokens of the language model in a day, in `default_timezone`."),
  new_accounts_per_day: positive
    .default(200)
    .describe("Accounts that people make in a day by writing from a chat app."),
});

const limits = z.strictObject({
  per_ip_per_minute: positive.default(600).describe("Requests from one address in a minute."),
  per_account_per_minute: positive.default(120).describe("Requests for one account in a minute."),
  per_person_per_minute: positive
    .default(120)
    .describe("Messages that one person may send by a channel in a minute."),
  login_attempts_per_15_minutes: positive
    .default(5)
    .describe("Failed logins from one address in a quarter of an hour."),
  account: accountLimits
    .prefault({})
    .describe("The most that one account may keep and use. Days are those of its own time zone."),
  server: serverLimits
    .prefault({})
    .describe("The most for all accounts together; for files see `media.quota_mb`."),
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

/** The whole file. */
export const settings = z.strictObject({
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
    .strictObject(channelSections)
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
export type Settings = z.output<typeof settings>;
