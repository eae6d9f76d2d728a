import { z } from "zod";
import { positive } from "../../fields.ts";

const accountLimits = z.strictObject({
  reminders: positive.default(2000).describe("Active reminders."),
  series: positive.default(500).describe("Active reminders that repeat."),
  conversations: positive.default(1000).describe("Conversations."),
  bots: positive.default(500).describe("Characters of stories."),
  stories: positive.default(500).describe("Stories."),
  media_mb: positive
    .default(512)
    .describe("Megabytes of stored files and of characters' pictures."),
  storage_mb: positive
    .default(4096)
    .describe("Megabytes of everything else, approximately. Measured every minute."),
  written_mb_per_day: positive.default(200).describe("Megabytes written in a day, approximately."),
  messages_per_day: positive.default(5000).describe("Messages in a day."),
  tokens_per_day: positive
    .default(5_000_000)
    .describe(
      "Tokens of the language model in a day. `model.daily_token_cap` takes precedence when it is set.",
    ),
});

const serverLimits = z.strictObject({
  storage_mb: positive
    .default(51_200)
    .describe(
      "Megabytes of the whole database. When it is reached, accounts that use more than their share can't add data.",
    ),
  tokens_per_day: positive
    .default(20_000_000)
    .describe("Tokens of the language model in a day, in `default_timezone`."),
  new_accounts_per_day: positive
    .default(200)
    .describe("New accounts in a day for people who write from a chat app."),
});

export const limits = z.strictObject({
  per_ip_per_minute: positive.default(600).describe("Requests from one address in a minute."),
  per_account_per_minute: positive.default(300).describe("Requests for one account in a minute."),
  per_person_per_minute: positive
    .default(120)
    .describe("Messages that one person may send through a channel in a minute."),
  login_attempts_per_15_minutes: positive
    .default(5)
    .describe("Failed logins from one address in a quarter of an hour."),
  account: accountLimits
    .prefault({})
    .describe("Limits of one account. A day is counted in its own time zone."),
  server: serverLimits
    .prefault({})
    .describe("Limits of all accounts together; for files see `media.quota_mb`."),
});
