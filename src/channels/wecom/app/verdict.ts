import type { Verdict } from "../../../domain/delivery.ts";
import { type JudgedBy, judge, type Judgement } from "../../kit/judge.ts";
import type { ApiAnswer } from "../../kit/json-api.ts";
import { textOf } from "../../kit/json-fields.ts";

const busy: Verdict = { kind: "not_sent", code: "busy" };
const noPermission: Verdict = { kind: "refused", code: "no_permission" };
const outOfScope: Verdict = { kind: "waiting_for_user", code: "out_of_scope" };

const appCodes: JudgedBy = {
  idIn: (result) => textOf(result["msgid"]),
  codes: {
    // The person does not see the app, or is not in the company any more.
    81013: outOfScope,
    60111: outOfScope,
    60102: outOfScope,
    48002: noPermission,
    60011: noPermission,
    // This server's address is none that the app trusts.
    60020: { kind: "not_sent", code: "address_not_trusted" },
    45009: busy,
    45033: busy,
    6000: busy,
    "-1": busy,
    45001: { kind: "refused", code: "media_too_large" },
  },
  // The company's id or the secret is wrong, or the app was switched off.
  accountCodes: ["40013", "40091", "40056", "41004", "301002", "301005"],
};

export const isAppRefused = (said: ApiAnswer): boolean =>
  said.kind === "error" && appCodes.accountCodes.includes(said.code);

/** WeCom says yes and names people who did not get it: of one person's message that is a no. */
export function judgeApp(said: ApiAnswer): Judgement {
  const isUnreached = said.kind === "ok" && textOf(said.result["invaliduser"]) !== undefined;
  return isUnreached ? { verdict: outOfScope } : judge(appCodes, said);
}
