import { beforeAll, describe, expect, it } from "vitest";
import type { OwnChannel } from "../../src/api/views/own-channels-view.ts";
import { eventually, startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

const secret = "the-webhook-secret";

/** Whether a person is connected, when they were last reached and what waits: by chat and by API, from the same rows. */
describe("the status of a person's chat apps", () => {
  let product: WechatProduct;
  let account: string;
  let count = 0;

  beforeAll(async () => {
    product = await startWechatProduct({
      env: { MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: secret },
    });
    account = await product.account("wx_ming");
    return () => product.close();
  });

  const ask = async (text: string): Promise<string> => {
    const before = product.connector.ledger.length;
    await product.call("/webhooks/wechat/personal", {
      method: "POST",
      headers: { "X-Webhook-Secret": secret },
      json: {
        wxid: "wx_ming",
        message_id: `m${++count}`,
        text,
        context_token: "t",
        account_id: account,
      },
    });
    await eventually(product, async () => product.connector.ledger.length > before);
    return product.connector.ledger.at(-1)?.text ?? "";
  };
  const mine = async (): Promise<OwnChannel | undefined> => {
    const made = await product.ask("/api/tokens", {
      method: "POST",
      headers: { "X-Webhook-Secret": secret },
      json: { account_id: account },
    });
    const { token } = made.json as { token: string };
    const { json } = await product.call("/api/channels/mine", { token });
    return (json as { channels: OwnChannel[] }).channels.find(({ is_paired }) => is_paired);
  };

  it("a person who asks whether they are connected hears which app works and when it last reached them", async () => {
    expect(await ask("状态")).toMatch(/微信.*还没有给你发到过消息/s);
    expect(await ask("我的微信连上了吗？")).toMatch(/微信.*上次送到是 今天 \d\d:\d\d/s);
  });

  it("the API says when a channel last reached a person and how much waits there", async () => {
    const found = await mine();
    expect(Date.parse(found?.last_reached_at ?? "")).toBeGreaterThan(0);
    expect(found?.waiting).toBe(0);
  });
});
