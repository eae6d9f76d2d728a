import { defineChannel } from "../../../src/channels/kit/descriptor.ts";
import { outOfReach } from "../../../src/channels/kit/doctor.ts";
import { good } from "../../../src/domain/finding.ts";
import { pagerProblems, pagerSection } from "./section.ts";
import { pagerChannel } from "./send.ts";
import { pagerWebhook, webhookPath } from "./webhook.ts";

export const pager = defineChannel({
  name: "pager",
  provider: "pager",
  settings: {
    schema: pagerSection,
    problems: pagerProblems,
    webhookSecrets: {
      webhook_secrets: { read: (section) => section.webhook_secrets, isChosenHere: true },
    },
  },
  capabilities: { bindsPeople: true, handlesFiles: () => false },
  webhooks: [{ path: webhookPath, methods: ["post"] }],
  words: {
    name: { en: "Pager", zh: "寻呼机" },
    card: { hint: { en: "Short messages on a pager.", zh: "寻呼机上的短消息。" } },
    troubles: { battery: { en: "The battery is empty.", zh: "电池没电了。" } },
  },
  doctor: {
    vendor: async ({ section, http }) => {
      if (!section.enabled) return [];
      const { status } = await http.request({
        method: "GET",
        url: `${section.api_base_url}/status`,
        timeoutMs: 5_000,
        maxBytes: 1_000,
        allowedHosts: section.allowed_hosts,
      });
      return status === 200
        ? [good("pager", { en: "The pager answers.", zh: "寻呼机有应答。" })]
        : [outOfReach("pager", `http_${status}`)];
    },
  },
  wire: ({ section, webhookSecrets, ports, http }) => ({
    channel: pagerChannel(section, http),
    webhooks: () => [
      pagerWebhook({
        secrets: webhookSecrets.webhook_secrets,
        busyPolicy: section.busy_policy,
        inbox: ports.inbox,
      }),
    ],
  }),
});
