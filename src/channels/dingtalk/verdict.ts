import type { Verdict } from "../../domain/delivery.ts";
import { type JudgedBy, judge, type Judgement } from "../kit/judge.ts";
import type { ApiAnswer } from "../kit/json-api.ts";
import { idOf } from "../kit/json-fields.ts";

const busy: Verdict = { kind: "not_sent", code: "busy" };
const noPermission: Verdict = { kind: "refused", code: "no_permission" };
const unknownChat: Verdict = { kind: "refused", code: "unknown_chat" };

/** Codes of ours for people whom an answer lists as not reached. */
export const listed = { limited: "flow_controlled", invalid: "invalid_staff" } as const;

const dingtalkCodes: JudgedBy = {
  idIn: ({ processQueryKey }) => idOf(processQueryKey),
  codes: {
    [listed.limited]: busy,
    // Someone who left, or whom the app is not available to: an administrator can change that.
    [listed.invalid]: { kind: "waiting_for_user", code: "out_of_scope" },
    "staffId.notExisted": { kind: "waiting_for_user", code: "out_of_scope" },
    "Throttling.Api": busy,
    "Forbidden.AccessDenied.QpsLimitForApi": busy,
    "Forbidden.AccessDenied.QpsLimitForAppkeyAndApi": busy,
    "Forbidden.AccessDenied.AccessTokenPermissionDenied": noPermission,
    "resource.not.found": unknownChat,
    "invalidParameter.openConversationId": unknownChat,
    "robot.not.in.group": noPermission,
  },
  // The id or the secret of the app is wrong, or the app was switched off.
  accountCodes: ["invalidClientIdOrSecret", "authFailed", "invalidClient", "app.disabled"],
};

export const isAppRefused = (said: ApiAnswer): boolean =>
  said.kind === "error" && (said.status === 401 || dingtalkCodes.accountCodes.includes(said.code));

export const judgeDingtalk = (said: ApiAnswer): Judgement => judge(dingtalkCodes, said);
