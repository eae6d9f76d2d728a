import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OtlpCollector, startOtlpCollector } from "../vendors/otlp-collector.ts";
import { eventually, startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

const secret = "the-webhook-secret";

/** The collector gets what waits when the product closes, so nothing has to be waited for. */
describe("traces and metrics for a collector", () => {
  let collector: OtlpCollector;
  let product: WechatProduct;
  const messageIds: string[] = [];

  beforeAll(async () => {
    collector = await startOtlpCollector("a token");
    product = await startWechatProduct({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%20token",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
        OTEL_SERVICE_NAME: "companion",
        MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: secret,
      },
    });
    const account = await product.account("wx_ming");
    const answer = await product.call("/webhooks/wechat/personal", {
      method: "POST",
      headers: { "X-Webhook-Secret": secret },
      json: {
        wxid: "wx_ming",
        message_id: "m1",
        text: "明天早上8点提醒我交周报",
        context_token: "t",
        account_id: account,
      },
    });
    expect(answer.status).toBe(202);
    await eventually(
      product,
      async () =>
        (await product.read("select from delivery_attempt where status = 'sent'")).length > 0,
    );
    messageIds.push(
      ...(await product.read("select id from message where direction = 'inbound'")).map(
        ([id]) => id ?? "",
      ),
    );
    await product.close();
  });
  afterAll(() => collector.close());

  it("a message's way from the webhook to the delivery of its answer is one trace, whose id is the message's", () => {
    expect(collector.complaints).toEqual([]);
    const [messageId = ""] = messageIds;
    const own = collector.spans.filter(({ traceId }) => traceId === messageId.replaceAll("-", ""));
    const [accept, turn, deliver] = ["accept", "turn", "deliver"].map((name) =>
      own.find((span) => span.name === name),
    );
    expect([turn?.parentSpanId, deliver?.parentSpanId]).toEqual([accept?.spanId, turn?.spanId]);
    expect(accept?.parentSpanId).toBeUndefined();
    expect(own.every(({ status }) => status.code === 1)).toBe(true);
    const starts = [accept, turn, deliver].map((span) => Number(span?.startTimeUnixNano));
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  });

  it("a trace says which service it is of, and holds no words, no account and no person's id", () => {
    expect(collector.spans[0]?.resource).toMatchObject({
      "service.name": "companion",
      "deployment.environment": "test",
    });
    expect(JSON.stringify(collector.spans)).not.toMatch(/周报|wx_ming/);
  });

  it("the metrics of the product arrive as counters, gauges and histograms", () => {
    expect(collector.metrics.get("meanwhile_inbound_total")).toHaveProperty("sum");
    expect(collector.metrics.get("process_resident_memory_bytes")).toHaveProperty("gauge");
    expect(collector.metrics.get("meanwhile_delivery_seconds")).toHaveProperty("histogram");
  });
});
