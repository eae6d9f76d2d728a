import type { Verdict } from "../../domain/delivery.ts";
import { type JudgedBy, judge, type Judgement } from "../kit/judge.ts";
import { type ApiAnswer, isUnclear } from "../kit/json-api.ts";
import { chatIdOf, timeOf, vendorIdOf } from "./settings.ts";

const busy: Verdict = { kind: "not_sent", code: "busy" };
const noPermission: Verdict = { kind: "refused", code: "no_permission" };
const unknownChat: Verdict = { kind: "refused", code: "unknown_chat" };

/** Of these Slack says itself that a part of the work may have been done. */
const halfDone: readonly string[] = ["fatal_error", "internal_error", "service_unavailable"];

const slackCodes: JudgedBy = {
  idIn({ channel, ts }) {
    const [chatId, time] = [chatIdOf(channel), timeOf(ts)];
    return chatId === undefined || time === undefined
      ? undefined
      : vendorIdOf({ chatId, ts: time });
  },
  codes: {
    ...Object.fromEntries(halfDone.map((code) => [code, { kind: "unknown", code } as const])),
    // The app takes no messages in private: the operator can change that.
    messages_tab_disabled: { kind: "waiting_for_user", code: "messages_off" },
    ratelimited: busy,
    rate_limited: busy,
    message_limit_exceeded: busy,
    channel_not_found: unknownChat,
    is_archived: unknownChat,
    user_not_found: unknownChat,
    user_disabled: unknownChat,
    users_not_found: unknownChat,
    not_in_channel: noPermission,
    missing_scope: noPermission,
    no_permission: noPermission,
    restricted_action: noPermission,
    cannot_dm_bot: noPermission,
  },
  // The token is wrong or was taken back, or the app was removed.
  accountCodes: [
    "invalid_auth",
    "not_authed",
    "account_inactive",
    "token_revoked",
    "token_expired",
    "not_allowed_token_type",
  ],
};

export const isAppRefused = (said: ApiAnswer): boolean =>
  said.kind === "error" && slackCodes.accountCodes.includes(said.code);

/** Whether there is a message can't be known from this answer. */
export const isUnsure = (said: ApiAnswer): boolean =>
  isUnclear(said) ||
  (said.kind === "error" && halfDone.includes(said.code)) ||
  (said.kind === "ok" && slackCodes.idIn(said.result) === undefined);

/** Errors in the form of a message: the same words go out as plain text. */
export const isFormRefused = (said: ApiAnswer): boolean =>
  said.kind === "error" && /^(?:invalid_blocks|msg_blocks_too_long)/.test(said.code);

export const judgeSlack = (said: ApiAnswer): Judgement => judge(slackCodes, said);
