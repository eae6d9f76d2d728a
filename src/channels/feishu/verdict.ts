import type { Verdict } from "../../domain/delivery.ts";
import { type JudgedBy, judge, type Judgement } from "../kit/judge.ts";
import type { ApiAnswer } from "../kit/json-api.ts";
import { messageIdOf } from "./settings.ts";

const busy: Verdict = { kind: "not_sent", code: "busy" };
const noPermission: Verdict = { kind: "refused", code: "no_permission" };
const unknownChat: Verdict = { kind: "refused", code: "unknown_chat" };

const feishuCodes: JudgedBy = {
  idIn: (result) => messageIdOf(result["message_id"]),
  codes: {
    // The person is outside of the app's availability, or has left: an administrator can change that.
    230013: { kind: "waiting_for_user", code: "out_of_scope" },
    230002: unknownChat,
    230006: noPermission,
    230018: noPermission,
    230027: noPermission,
    230035: noPermission,
    99991672: noPermission,
    230020: busy,
    // The same message is being sent by another call right now.
    230049: busy,
    11232: busy,
    11233: busy,
    99991400: busy,
    234006: { kind: "refused", code: "media_too_large" },
  },
  // The id or the secret of the app is wrong, or the app was switched off.
  accountCodes: ["10003", "10014", "10012", "10015", "99991543", "99991662", "514", "403"],
};

/** Errors in what a card holds: the same words go out as plain text. */
export const isCardRefused = (said: ApiAnswer): boolean =>
  said.kind === "error" && /^(?:230099|230025|200\d{3}|300\d{3})$/.test(said.code);

export const isAppRefused = (said: ApiAnswer): boolean =>
  said.kind === "error" && feishuCodes.accountCodes.includes(said.code);

export const judgeFeishu = (said: ApiAnswer): Judgement => judge(feishuCodes, said);
