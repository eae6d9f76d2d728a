import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

type Said = { to?: { id: string }; chat: { kind: string; id?: string }; text: string };

/** Attaches a chat app: `hear` passes on what people say, `take` shows what Meanwhile answers. */
export function createBridge(on: { url: string; secret: string; show: (said: Said) => unknown }) {
  const shown = new Set<string>();
  const sign = (id: string, time: string, body: string) =>
    `v1,${createHmac("sha256", on.secret).update(`${id}.${time}.${body}`).digest("base64")}`;
  return {
    async hear(message: { id: string; from: { id: string; name?: string }; text: string }) {
      const body = JSON.stringify({ type: "message", ...message });
      for (let seconds = 1; ; seconds *= 2) {
        const time = String(Math.floor(Date.now() / 1000));
        const signature = sign(message.id, time, body);
        const headers = { "webhook-id": message.id, "webhook-timestamp": time };
        const proof = { ...headers, "webhook-signature": signature };
        const call = { method: "POST", body, headers: proof };
        const answer = await fetch(on.url, call).catch(() => undefined);
        if (answer && answer.status < 500 && answer.status !== 429) return answer.json();
        await wait(seconds * 1000);
      }
    },
    async take(headers: Record<string, string>, body: string) {
      const [id = "", time = ""] = [headers["webhook-id"], headers["webhook-timestamp"]];
      if (headers["webhook-signature"] !== sign(id, time, body)) return 401;
      const call = JSON.parse(body) as Said & { type: string };
      if (call.type === "message" && !shown.has(id)) await on.show(call);
      shown.add(id);
      return 200;
    },
  };
}
