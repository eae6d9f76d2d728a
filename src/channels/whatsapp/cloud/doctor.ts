import { bad, type Finding, good, note } from "../../../domain/finding.ts";
import { OutboundFailure, type OutboundHttp } from "../../../domain/ports/http.ts";
import { type ChannelDoctor, doctorPatienceMs, outOfReach } from "../../kit/doctor.ts";
import { openAccess } from "../open-access.ts";
import { createGraph } from "./call.ts";
import { type CloudSection, whatsappSettings } from "./section.ts";

export const cloudDoctor: ChannelDoctor<CloudSection> = {
  vendor: async ({ section, http }) =>
    section.enabled
      ? [
          ...(await cloudFindings(http, whatsappSettings(section))),
          ...openAccess("whatsapp", section),
        ]
      : [],
};

function cloudFindings(
  http: OutboundHttp,
  settings: ReturnType<typeof whatsappSettings>,
): Promise<Finding[]> {
  const graph = createGraph(http, settings);
  return Promise.all(
    settings.accounts.map(async (account) => {
      const name = `whatsapp ${account.phoneNumberId}`;
      const status = await graph({
        account,
        method: "GET",
        path: [account.phoneNumberId],
        timeoutMs: doctorPatienceMs,
      }).then(
        (answer) => answer.status,
        (error: unknown) => describeUnreached(error),
      );
      return typeof status === "string" ? outOfReach(name, status) : cloudFinding(name, status);
    }),
  );
}

/** The vendor's own reason stays with it: some of them repeat the token. */
function cloudFinding(name: string, status: number): Finding {
  if (status === 200)
    return good(name, {
      en: "Meta knows the number and accepts the token.",
      zh: "Meta 认得这个号码，令牌有效。",
    });
  if (status >= 500)
    return note(name, {
      en: `Meta answers with an error (${status}).`,
      zh: `Meta 返回错误（${status}）。`,
    });
  return bad(
    name,
    {
      en: `Meta refuses the token or does not know the number (${status}).`,
      zh: `Meta 拒绝了令牌，或不认得这个号码（${status}）。`,
    },
    {
      en: "Check phone_number_id and access_token in channels.whatsapp.accounts.",
      zh: "请检查 channels.whatsapp.accounts 的 phone_number_id 和 access_token。",
    },
  );
}

function describeUnreached(error: unknown): string {
  if (error instanceof OutboundFailure) return error.code;
  throw error;
}
