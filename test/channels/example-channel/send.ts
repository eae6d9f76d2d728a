import { type Channel, plainChatApp } from "../../../src/domain/channel.ts";
import { OutboundFailure, type OutboundHttp } from "../../../src/domain/ports/http.ts";
import type { PagerSection } from "./section.ts";

/** One part is one call. The verdict follows from the status or the phase of a failure. */
export function pagerChannel(section: PagerSection, http: OutboundHttp): Channel {
  return {
    name: "pager",
    ready: () => true,
    limits: { partLength: 2_000, partUnit: "characters", paceMs: 0, sendTimeoutMs: 10_000 },
    capabilities: plainChatApp,
    unknownSends: "keep",
    async send({ peer, text, idempotencyKey }, signal) {
      try {
        const { status } = await http.request({
          method: "POST",
          url: `${section.api_base_url}/pages`,
          headers: {
            authorization: `Bearer ${section.api_token ?? ""}`,
            "idempotency-key": idempotencyKey,
          },
          body: JSON.stringify({ to: peer, text }),
          timeoutMs: 8_000,
          maxBytes: 10_000,
          allowedHosts: section.allowed_hosts,
          signal,
        });
        if (status < 300) return { kind: "sent" };
        const code = `http_${status}`;
        return status < 500 ? { kind: "refused", code } : { kind: "unknown", code };
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        return { kind: error.phase === "before" ? "not_sent" : "unknown", code: error.code };
      }
    },
  };
}
