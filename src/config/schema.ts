import { z } from "zod";
import type { ConfiguredChannels } from "../channels/kit/descriptor.ts";
import { type ChannelSchemas, channels } from "../channels/list.ts";
import { allowedPlaces, host, hosts, httpUrl, positive, secret } from "../fields.ts";
import { addressRange, databaseUrl, operatorToken, secretKey, zone } from "./values.ts";
import { limits } from "./schema/limits.ts";
import { memory, model, voice } from "./schema/model.ts";
import { archive, backups, media, retention } from "./schema/storage.ts";
import { telemetry } from "./schema/telemetry.ts";
import { peers } from "./schema/peers.ts";
import { tools } from "./schema/tools.ts";

const server = z.strictObject({
  host: host
    .default("127.0.0.1")
    .describe("Address to listen on. Any other than loopback needs `operator.token`."),
  port: z
    .int()
    .min(0)
    .max(65535)
    .default(7788)
    .describe(
      "Port to listen on. 0 takes any free port, and so does a worker without the gateway's role, unless MEANWHILE_PORT or --port names one for it.",
    ),
  public_url: httpUrl.optional().describe("Public address of this server, for links in messages."),
  allowed_hosts: hosts
    .default([])
    .describe("Host names to accept, in addition to loopback names and the host of `public_url`."),
  trusted_proxies: z
    .array(addressRange)
    .default([])
    .describe("Addresses or ranges whose X-Forwarded headers are trusted."),
  body_limit_kb: positive.max(20480).default(256).describe("Largest JSON body, in kilobytes."),
  request_timeout_seconds: positive
    .max(600)
    .default(15)
    .describe("How long a request may take to arrive, in seconds."),
});

const database = z.strictObject({
  url: databaseUrl.optional().describe("PostgreSQL to use instead of the bundled one."),
  direct_url: databaseUrl
    .optional()
    .describe(
      "Where `url` is a pooler in transaction mode: the address of the PostgreSQL behind it, for wake-ups, migrations, rebuilds and backups.",
    ),
  programs: z
    .enum(["auto", "bundled", "system"])
    .default("auto")
    .describe(
      "Which PostgreSQL programs create a new database: npm's, or the system's (17 or newer). A database keeps its major version.",
    ),
  pool_size: positive.max(500).default(16).describe("Most connections one process opens."),
  separate_logins: z
    .boolean()
    .default(true)
    .describe(
      "Whether each of Meanwhile's roles logs in to `url` itself. Otherwise every statement runs as the URL's own user.",
    ),
  rehearse_upgrades: z
    .boolean()
    .default(true)
    .describe(
      "Whether a new version tries its migrations on a copy before it changes the database. The copy needs as much space as the database.",
    ),
});

const operator = z.strictObject({
  token: operatorToken
    .optional()
    .describe(
      "The operator's token, for programs. On loopback the one-time link is enough. While you change it: both, with a comma.",
    ),
});

const headerName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{2,60}$/, "must be the name of a header");
const groups = z.array(z.string().min(1)).default([]);

const signIn = z.strictObject({
  issuer: httpUrl
    .optional()
    .describe("The OpenID provider's issuer, exactly as the provider writes it. Off when not set."),
  client_id: z.string().min(1).optional().describe("Meanwhile's name at the provider."),
  client_secret: secret.min(1).optional().describe("Meanwhile's secret at the provider."),
  name: z.string().min(1).max(40).optional().describe("The provider's name on the button."),
  scopes: z
    .array(z.string().min(1))
    .default(["openid", "profile"])
    .describe("What the provider is asked for. Some need `groups` here to send groups."),
  groups_claim: z.string().min(1).default("groups").describe("The claim that lists groups."),
  allowed_groups: groups.describe("Only members of these groups are let in. Everyone when empty."),
  operator_groups: groups.describe("Members of these groups sign in as operators."),
  auditor_groups: groups.describe("Members of these groups sign in as auditors."),
  proxy_header: headerName
    .optional()
    .describe(
      "Header in which a proxy of `server.trusted_proxies` names the person who signed in there, such as Remote-User. Off when not set.",
    ),
  proxy_name_header: headerName
    .optional()
    .describe("Header with the person's name, such as Remote-Name."),
  proxy_groups_header: headerName
    .optional()
    .describe("Header with the person's groups, such as Remote-Groups."),
  new_accounts: z
    .boolean()
    .default(true)
    .describe("Whether people who are not known yet get an account at their first sign-in."),
  session_hours: positive
    .max(720)
    .default(12)
    .describe("How long such a session lasts, in hours. Then the provider is asked again."),
});

const turn = z.strictObject({
  lease_seconds: positive
    .min(3)
    .default(30)
    .describe("How long a process owns a conversation without renewing its lease, in seconds."),
  timeout_seconds: positive.default(150).describe("Time limit of one turn, in seconds."),
  concurrency: positive
    .max(1000)
    .default(32)
    .describe("How many turns one process runs at the same time."),
  max_attempts: positive.default(5).describe("Attempts before a turn becomes a dead letter."),
  history_messages: z
    .int()
    .min(0)
    .max(500)
    .default(200)
    .describe("Earlier messages that a turn sees, as far as `history_tokens` allows."),
  history_tokens: z
    .int()
    .min(200)
    .max(1_000_000)
    .default(6_000)
    .describe("Tokens of earlier messages that a turn sees; older ones are found by recall."),
});

const webhooks = z.strictObject({
  allowed_hosts: allowedPlaces
    .default([])
    .describe(
      "Hosts that people's webhooks may lead to, such as hooks.example.org or *.example.org. An operator's own may lead anywhere.",
    ),
});

const outbox = z.strictObject({
  concurrency: positive
    .max(1000)
    .default(64)
    .describe("How many deliveries one process makes at the same time."),
  reply_expires_minutes: positive
    .default(30)
    .describe("Minutes after which an unsent reply is dropped; the chat then says so."),
  reminder_expires_hours: positive
    .default(24)
    .describe(
      "Hours after which other timed messages, such as the evening's question, are dropped. A reminder is kept until it has arrived.",
    ),
  hold_seconds: positive
    .max(3600)
    .default(30)
    .describe(
      "How long a failing part holds up the parts after it, in seconds. Then it is parked and retried on its own.",
    ),
  retry_seconds: z
    .array(positive)
    .min(1)
    .default([5, 30, 120, 600, 3600, 14400, 43200])
    .describe("Pauses between the attempts of one delivery, in seconds."),
});

const reminders = z.strictObject({
  overlap: z
    .enum(["warn", "ask", "off"])
    .default("warn")
    .describe(
      "When a new reminder overlaps another one of the same person: `warn` (create it and say so), `ask` first, or `off`.",
    ),
  clarification_minutes: positive
    .max(1440)
    .default(10)
    .describe("How long a question waits for an answer, in minutes."),
  nightly_hour: z
    .int()
    .min(0)
    .max(23)
    .default(20)
    .describe(
      "Hour of the day, in the person's time zone, at which they are asked about to-dos without a time.",
    ),
  default_late_policy: z
    .enum(["fire", "skip"])
    .default("fire")
    .describe(
      "What a new reminder does if Meanwhile was not running at its time: `fire` late and say so, or `skip`.",
    ),
  catch_up_digest_hours: positive
    .default(24)
    .describe("Hours after which missed reminders arrive in one summary instead of one by one."),
});

const workers = z.strictObject({
  background: z
    .boolean()
    .default(true)
    .describe("Whether background jobs run. Turns work without them."),
});

const log = z.strictObject({
  level: z
    .enum(["debug", "info", "warn", "error"])
    .default("info")
    .describe("Lowest level that is written."),
  format: z
    .enum(["auto", "plain", "json"])
    .default("auto")
    .describe(
      "Short lines for people (`plain`) or one JSON object per line. `auto`: plain on a terminal, JSON everywhere else.",
    ),
  message_text: z
    .boolean()
    .default(false)
    .describe("Whether the log may contain messages and lines of stories."),
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
      .describe("Where everything is stored. Relative to the directory Meanwhile is started in."),
    database: database.prefault({}).describe("The database."),
    roles: z
      .array(z.enum(["gateway", "worker"]))
      .min(1)
      .default(["gateway", "worker"])
      .describe(
        "What this process does: accept messages (`gateway`), work on them (`worker`), or both.",
      ),
    operator: operator.prefault({}).describe("Who runs this server."),
    sign_in: signIn.prefault({}).describe("Single sign-on by an OpenID provider."),
    secret_key: secretKey
      .optional()
      .describe(
        "Key that stored secrets are encrypted with: 32 bytes as hex or base64. Created in the data directory when not set.",
      ),
    model: model
      .prefault({})
      .describe(
        "The language model. Without one, reminders and stories work, but chatting does not.",
      ),
    voice: voice.prefault({}).describe("Voice messages. Off until a server is set."),
    memory: memory.prefault({}).describe("Memories of characters in stories."),
    turn: turn.prefault({}).describe("Turns."),
    outbox: outbox.prefault({}).describe("Deliveries."),
    webhooks: webhooks
      .prefault({})
      .describe("Other programs that hear of people's reminders and stories."),
    tools: tools.prefault({}).describe("Tools of other programs that the model may use."),
    peers: peers
      .prefault({})
      .describe("Other installations whose people can be friends with people here."),
    channels: z
      .strictObject(sectionsOf(list))
      .prefault({})
      .describe("The chat apps, one section each."),
    media: media.prefault({}).describe("Received files."),
    backups: backups.prefault({}).describe("Backups of the whole database."),
    archive: archive.prefault({}).describe("Words of old model calls outside of the database."),
    retention: retention.prefault({}).describe("How long temporary records are kept."),
    reminders: reminders.prefault({}).describe("Reminders."),
    workers: workers.prefault({}).describe("Background work."),
    limits: limits.prefault({}).describe("Rate limits and quotas."),
    log: log.prefault({}).describe("The log."),
    telemetry: telemetry
      .prefault({})
      .describe("Traces and metrics for an OpenTelemetry collector. Off until one is named."),
    default_language: z
      .enum(["auto", "zh", "en"])
      .default("auto")
      .describe(
        "Language for people whose own is not known yet. `auto`: the browser's on the page, LANG for commands.",
      ),
    default_timezone: zone
      .optional()
      .describe("Time zone for people whose own is not known yet. The system's when not set."),
  });

export const settings = settingsWith(channels);
export type Settings = z.output<typeof settings>;
