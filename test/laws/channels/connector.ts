import { connectorAccount } from "../../../src/channels/wechat/connector.ts";
import { operatorToken } from "../../support/api.ts";
import type { ConnectorAnswer } from "../../vendors/wechat-connector.ts";
import {
  type ChannelBench,
  type Fate,
  toHeard,
  type OpenBench,
  type Said,
  type Someone,
  type VendorCase,
} from "./bench.ts";
import { connectorSecret } from "./channels.ts";

const path = "/webhooks/wechat/personal";

export const connectorBench: OpenBench = (world): ChannelBench => {
  const { connector } = world.vendors;
  const body = (wxid: string, accountId: string, { text, id }: Said) => ({
    wxid,
    account_id: accountId.replaceAll("-", ""),
    message_id: id,
    text,
    sender_name: "Ming",
    session_id: `${id}-s`,
    context_token: `ctx-${id}`,
  });
  const answers = (
    name: string,
    answer: ConnectorAnswer,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({
    name,
    arrange: () => void connector.plan.push(answer),
    ...verdict,
  });
  const plans: Readonly<Record<Extract<Fate, string>, ConnectorAnswer>> = {
    taken_then_500: { status: 500, body: { error: "later" }, taken: true },
    taken_then_cut: { cut: true },
    not_now: { status: 503, body: {} },
  };
  return {
    channel: "wechat_personal",
    async person(): Promise<Someone> {
      const { id: account } = await world.one.api.person();
      const wxid = `o9cq80_${account}@im.wechat`;
      const bound = await world.one.api.call(`/api/accounts/${account}/identities`, {
        method: "POST",
        token: operatorToken,
        json: { channel: "wechat_personal", subject: wxid },
      });
      if (bound.status !== 201) throw new Error(`nobody was bound: ${bound.text}`);
      const says: Someone["says"] = async (said) => {
        const headers = { "X-Webhook-Secret": connectorSecret };
        const reply = await (said.by ?? world.one).api.call(path, {
          method: "POST",
          headers,
          json: body(wxid, account, said),
        });
        return toHeard(reply.status);
      };
      return {
        peer: wxid,
        channelAccount: connectorAccount,
        says,
        comesAgain: says,
        saw: async () =>
          connector.ledger.filter((sent) => sent.wxid === wxid).map(({ text }) => text),
        window: () => ({
          lastInboundAt: new Date(world.clock.now()).toISOString(),
          sendsSinceInbound: 0,
          contextToken: "ctx",
        }),
      };
    },
    elsewhere: async () => undefined,
    async unproven(said) {
      const { id: account } = await world.one.api.person();
      const json = body("o9cq80_nobody@im.wechat", account, said);
      const headers: readonly Record<string, string>[] = [
        {},
        { "X-Webhook-Secret": "wrong" },
        { Authorization: "Bearer wrong" },
        { "X-Webhook-Secret": connectorSecret },
      ];
      const tries = headers.map((one) =>
        world.one.api.call(path, { method: "POST", headers: one, json }),
      );
      return (await Promise.all(tries)).map(({ status }) => toHeard(status));
    },
    fate: (next) => void connector.plan.push(typeof next === "string" ? plans[next] : next),
    cases: [
      ...["prepare failed", "", "unknown error", "rate limited"].map((errmsg) =>
        answers(
          `ret -2 "${errmsg}"`,
          { body: { ret: -2, errmsg } },
          { kind: "waiting_for_user", code: "window_closed" },
        ),
      ),
      answers(
        "ret -2 alone",
        { body: { ret: -2 } },
        { kind: "waiting_for_user", code: "window_closed" },
      ),
      answers("ret -3", { body: { ret: -3 } }, { kind: "refused", code: "invalid_argument" }),
      answers(
        "an unknown code",
        { body: { errcode: 45009 } },
        { kind: "not_sent", code: "ret_45009" },
      ),
      answers(
        "a code that is no number",
        { body: { ret: "error" } },
        { kind: "unknown", code: "unreadable_answer" },
      ),
      answers("ok: false", { body: { ok: false } }, { kind: "not_sent", code: "connector_error" }),
      answers(
        "success: false",
        { body: { success: false }, taken: false },
        { kind: "not_sent", code: "connector_error" },
      ),
      answers(
        "an error",
        { body: { error: "no" }, taken: false },
        { kind: "not_sent", code: "connector_error" },
      ),
      answers(
        "an empty error beside a success",
        { body: { ret: 0, errcode: null, error: null, errmsg: "ok" }, taken: true },
        { kind: "sent" },
      ),
      answers("`{}`", { body: {} }, { kind: "sent" }),
      answers(
        "200 without sense",
        { body: "<html>" },
        { kind: "unknown", code: "unreadable_answer" },
      ),
      answers("a list", { body: [] }, { kind: "unknown", code: "unreadable_answer" }),
      answers("408", { status: 408, body: {} }, { kind: "not_sent", code: "http_408" }),
      answers(
        "429",
        { status: 429, headers: { "retry-after": "7" }, body: {} },
        { kind: "not_sent", code: "http_429" },
      ),
      answers("404", { status: 404, body: {} }, { kind: "refused", code: "http_404" }),
      answers(
        "a redirect",
        { status: 302, headers: { location: "http://127.0.0.1/" }, body: {} },
        { kind: "unknown" },
      ),
    ],
    withhold: () => void connector.plan.push({ body: { ret: -2, errmsg: "prepare failed" } }),
    hasWindow: true,
    handed: () => connector.calls.length,
    complaints: () => [],
  };
};
