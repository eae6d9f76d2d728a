import { z } from "zod";
import { calledHosts, httpUrl, positive, secret } from "../../fields.ts";
import { commonSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";

const callbackToken = secret.min(1).max(200);
export const aesKey = secret.regex(
  /^[A-Za-z0-9+/]{43}$/,
  "must be the 43 letters and digits of WeCom's EncodingAESKey",
);
const robot = secret.refine(
  isRobotUrl,
  "must be the webhook of a group robot: https://…/cgi-bin/webhook/send?key=…",
);
const id = z.string().min(1).max(256);

function isRobotUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, searchParams, username, password, hash } = new URL(text);
  const isBare =
    username === "" && password === "" && hash === "" && [...searchParams.keys()].join() === "key";
  return (
    isBare &&
    pathname === "/cgi-bin/webhook/send" &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(searchParams.get("key") ?? "")
  );
}

const transport = z.enum(["callback", "long_connection"]).default("callback");

function isSocketUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return (
    /^wss?:$/.test(protocol) && username === "" && password === "" && search === "" && hash === ""
  );
}

const socketUrl = z
  .string()
  .refine(isSocketUrl, "must be a wss URL without user name, password, query or fragment");

const bot = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be made of small letters, digits and dashes")
    .refine((name) => name !== "default", "`default` is the bot that is written beside `bots`")
    .describe("Your name for the bot; its callback address is /wecombot/callback/<name>."),
  transport: transport.describe(
    "How its messages arrive: by `callback`, or over a `long_connection`, which needs no public address.",
  ),
  token: callbackToken.optional().describe("Token of its callback."),
  encoding_aes_key: aesKey.optional().describe("EncodingAESKey of its callback."),
  secret: callbackToken.optional().describe("Secret of its long connection."),
  bot_id: id
    .optional()
    .describe(
      "Its id (aibotid). Callbacks of another bot are refused. A long connection needs it.",
    ),
  bot_name: id
    .optional()
    .describe("Its name as people mention it in groups. Needed when the name has spaces."),
});

const previous = z.strictObject({
  token: callbackToken.describe("Previous token."),
  encoding_aes_key: aesKey.describe("Previous EncodingAESKey."),
});

const pushUrl = z.strictObject({
  scope: z
    .string()
    .regex(
      /^(user:[\x21-\x7e]+|group:[\x21-\x7e]+)$/,
      "must be a scope such as user:zhangsan or group:wrG1",
    )
    .describe("The conversation: user:<userid>, group:<chatid> or group:<chatid>:user:<userid>."),
  url: robot.describe("Webhook of the robot that posts there."),
  bot: z
    .string()
    .optional()
    .describe(
      "Name of the bot in `bots` that has this conversation. The bot outside `bots` when not set.",
    ),
});

export const wecomSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "busy" }),
    transport: transport.describe(
      "How messages arrive: by `callback`, or over a `long_connection`, which needs no public address and can push at any time.",
    ),
    secret: callbackToken
      .optional()
      .describe("Secret of the long connection, from WeCom's console."),
    ws_url: socketUrl
      .default("wss://openws.work.weixin.qq.com")
      .describe("Address of long connections."),
    token: callbackToken.optional().describe("Token of the callback, from WeCom's console."),
    encoding_aes_key: aesKey
      .optional()
      .describe("EncodingAESKey of the callback, from WeCom's console."),
    previous: previous
      .optional()
      .describe("The previous pair, while you change it: both are valid."),
    bot_id: id
      .optional()
      .describe(
        "The bot's id (aibotid). Callbacks of another bot are refused. A long connection needs it.",
      ),
    bot_name: id
      .optional()
      .describe("The bot's name as people mention it in groups. Needed when the name has spaces."),
    bots: z
      .array(bot)
      .default([])
      .describe("More bots, each with an address or a connection of its own."),
    group_shared_history_enabled: z
      .boolean()
      .default(false)
      .describe("Whether each group in `group_shared_history_chat_ids` shares one conversation."),
    group_shared_history_chat_ids: z
      .array(id)
      .default([])
      .describe("Groups (chatid) whose members share one conversation."),
    file_retention_days: positive
      .max(3650)
      .default(3)
      .describe("Days after which a received file is deleted."),
    max_file_size_mb: positive
      .max(100)
      .default(20)
      .describe("Largest file that is accepted, in megabytes."),
    response_url_cache_per_scope: positive
      .max(1000)
      .default(50)
      .describe("Most one-time reply addresses kept for one conversation."),
    lock_timeout_secs: positive
      .min(30)
      .max(86_400)
      .default(900)
      .describe("Time limit of one turn, in seconds. Its stream ends with it."),
    history_max_turns: z
      .int()
      .min(2)
      .max(500)
      .default(30)
      .describe("Earlier messages that a turn sees."),
    fallback_robot_webhook_url: robot
      .optional()
      .describe("Webhook of the robot that posts what can't be sent any other way."),
    fallback_robot_private_text: z
      .boolean()
      .default(false)
      .describe(
        "Whether that robot may post the text of private chats. Otherwise it only says that a message is waiting.",
      ),
    push_urls: z
      .array(pushUrl)
      .default([])
      .describe("Robots of individual conversations. People can also set their own with /push."),
    allowed_users: z
      .array(id)
      .default(["*"])
      .describe("People (userid) who may use the bot. `*`: everyone who can see it in WeCom."),
    allowed_groups: z.array(id).default(["*"]).describe("Groups (chatid) in which it answers."),
    admin_users: z
      .array(id)
      .default([])
      .describe("People (userid) who may stop anyone's task and set a shared group's robot."),
    streams: z
      .boolean()
      .default(true)
      .describe(
        "Whether answers are shown while they are written. Otherwise they arrive complete.",
      ),
    replay_window_secs: positive
      .max(86_400)
      .default(300)
      .describe("How old a callback may be, in seconds."),
    welcome_text: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe("What people see when they open the chat for the first time in a day."),
    welcome_buttons: z
      .array(z.string().trim().min(1).max(20))
      .max(6)
      .default([])
      .describe("Suggestions shown as buttons in the welcome. A click sends the text."),
    thoughts: z
      .boolean()
      .default(true)
      .describe("Whether the model's reasoning is shown, folded, until the answer is there."),
    stop_button: z
      .boolean()
      .default(false)
      .describe("Whether a busy answer comes with a card that has a stop button."),
    api_base_url: httpUrl
      .default("https://qyapi.weixin.qq.com")
      .describe("Address of WeCom's API."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to WeCom's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("WeCom's AI bots, by callback or over a long connection.");

export type WecomSection = SectionOf<typeof wecomSection>;
