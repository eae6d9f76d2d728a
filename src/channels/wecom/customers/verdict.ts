import type { Verdict } from "../../../domain/delivery.ts";
import { type JudgedBy, judge, type Judgement } from "../../kit/judge.ts";
import type { ApiAnswer } from "../../kit/json-api.ts";
import { textOf } from "../../kit/json-fields.ts";

const busy: Verdict = { kind: "not_sent", code: "busy" };
const closed: Verdict = { kind: "waiting_for_user", code: "window_closed" };

/** The chat is with a member of staff, or over. */
export const sessionCode = "95018";

const serviceCodes: JudgedBy = {
  idIn: (result) => textOf(result["msgid"]),
  codes: {
    // More than five messages, or more than 48 hours after the person's last one.
    95001: { kind: "waiting_for_user", code: "quota_used" },
    95002: closed,
    95013: closed,
    [sessionCode]: { kind: "waiting_for_user", code: "with_staff" },
    48002: { kind: "refused", code: "no_permission" },
    60011: { kind: "refused", code: "no_permission" },
    60020: { kind: "not_sent", code: "address_not_trusted" },
    45009: busy,
    45033: busy,
    6000: busy,
    "-1": busy,
    45001: { kind: "refused", code: "media_too_large" },
  },
  accountCodes: ["40013", "40091", "40056", "41004", "301002", "301005", "95000", "95004", "95017"],
};

export const isServiceRefused = (said: ApiAnswer): boolean =>
  said.kind === "error" && serviceCodes.accountCodes.includes(said.code);

export const judgeService = (said: ApiAnswer): Judgement => judge(serviceCodes, said);

/** Why WeCom says later that it could not pass a message on: the person's next message opens the way again. */
const opensAgain: Readonly<Record<number, string>> = {
  4: "window_closed",
  5: "window_closed",
  6: "quota_used",
};

export const failureOf = (
  type: number,
): { readonly status: "failed" | "waiting_for_user"; readonly code: string } => {
  const code = opensAgain[type];
  return code === undefined
    ? { status: "failed", code: type === 10 ? "blocked_by_user" : `vendor_fail_${type}` }
    : { status: "waiting_for_user", code };
};
