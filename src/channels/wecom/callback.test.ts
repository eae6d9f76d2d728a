import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { fakePorts } from "../../../test/support/channel-ports.ts";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { runs } from "../../../test/support/runs.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import { wecomSettings } from "../../../test/support/wecom-lab.ts";
import { wecomMarks } from "../../../test/support/wecom-marks.ts";
import { testKey } from "../../../test/vendors/wecom-server.ts";
import { createSystemChance } from "../../cli/system.ts";
import type { AnswerStreams } from "../../domain/ports/answer-streams.ts";
import { Refusal } from "../../domain/errors.ts";
import { wecomWebhooks } from "./callback.ts";
import { sealBytes, sealText, wecomSignature } from "./crypto.ts";
import type { WecomSettings } from "./settings.ts";

const clock = fakeClock(1_772_000_001_000);
const key = testKey();
const lines: string[] = [];
const kept = new Set<string>();
beforeEach(() => {
  lines.length = 0;
  kept.clear();
});

/** Streams that are all open and empty. */
const streams: AnswerStreams = {
  unfinished: async () => [],
  open: async ({ id }) => (kept.has(id) ? "known" : (kept.add(id), "opened")),
  look: async (id) =>
    kept.has(id)
      ? {
          id,
          channelAccount: "default",
          vendorId: "",
          scope: "",
          openedAt: clock.now(),
          parts: [],
          isComplete: false,
          fetched: 0,
          ended: undefined,
          state: "running",
          shown: "",
          isRepeated: false,
          question: "",
          lost: [],
        }
      : undefined,
  ofTurn: async () => undefined,
  place: async () => true,
  complete: async () => undefined,
  hasMore: async () => false,
  handedOut: async () => undefined,
  end: async () => true,
  withdraw: async () => true,
};

function door(settings: Partial<WecomSettings> = {}) {
  const ports = fakePorts(clock);
  const take = ports.inbox.take;
  const webhooks = wecomWebhooks({
    ports: {
      ...ports,
      inbox: {
        take: (batch) =>
          take({
            ...batch,
            messages: batch.messages.map((message) => ({ ...message, accountId: "a" })),
          }),
      },
    },
    streams,
    ...wecomMarks(clock),
    tickets: {
      keep: async () => undefined,
      take: async () => undefined,
      giveBack: async () => undefined,
      left: async () => 0,
    },
    post: async () => ({ kind: "taken" }),
    clock,
    chance: createSystemChance(clock.now),
    log: {
      ...silentLog,
      warn: (_fields, sentence) => void lines.push(sentence),
      error: (_fields, sentence) => void lines.push(sentence),
    },
    settings: wecomSettings(
      { url: "https://qyapi.weixin.qq.com" },
      { allowedHosts: [], ...settings },
    ),
  });
  const ask = async (
    method: "get" | "post",
    query: string | Record<string, string>,
    body: string | Uint8Array = "",
  ): Promise<{ status: number; body: string }> => {
    const webhook = webhooks.find((one) => one.method === method);
    try {
      const answer = await webhook?.handle({
        headers: {},
        body: Buffer.from(body),
        query: new URLSearchParams(query),
        ip: "10.0.0.1",
        isLocal: false,
      });
      return { status: answer?.status ?? 0, body: String(answer?.body) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: error.message };
    }
  };
  return { ports, ask };
}

const signCall = (sealed: string, change: Record<string, string> = {}) => {
  const [timestamp, nonce] = ["1772000001", "1a2b3c4d"];
  return {
    msg_signature: wecomSignature(key, { timestamp, nonce, sealed }),
    timestamp,
    nonce,
    ...change,
  };
};
const sealMessage = (message: unknown): string =>
  sealText(
    key,
    typeof message === "string" ? message : JSON.stringify(message),
    Buffer.alloc(16, 1),
  );
const post = (message: unknown, change: Record<string, string> = {}) => {
  const encrypt = sealMessage(message);
  return [signCall(encrypt, change), JSON.stringify({ encrypt })] as const;
};
const text = {
  msgid: "M-0001",
  aibotid: "AIB1",
  chattype: "single",
  from: { userid: "zhangsan" },
  msgtype: "text",
  text: { content: "你好" },
};

describe("WeCom's callback", () => {
  it("complaint 4: WeCom's callback answers the check of its address with the plain text alone, also behind a proxy that decodes twice", async () => {
    const echo =
      "B4PcXgtThYsrOQnzxvXRUBGjDsrWU8qDUhqvW4W9EO8MQdMHywT/ByWkfb1WqDY5RXPq612ctmatxvQPIw8KEA==";
    const query = {
      msg_signature: "d869356e70128fa3606e69357cef58b330e2edbb",
      timestamp: "1772000000",
      nonce: "n0nce-A1",
      echostr: echo,
    };
    expect(await door().ask("get", query)).toEqual({ status: 200, body: "5927782489442352469" });
    const plus = sealText(key, "42", Buffer.from("x".repeat(16)));
    const again = { ...signCall(plus), echostr: plus.replaceAll("+", " ") };
    expect(await door().ask("get", again)).toEqual({ status: 200, body: "42" });
    expect((await door().ask("get", { ...query, nonce: "other" })).status).toBe(401);
    expect((await door().ask("get", {})).status).toBe(401);
  });

  it("WeCom's callback reads nothing out to a caller who has caught a message and asks for it as a check, and answers no old check", async () => {
    const encrypt = sealMessage(text);
    expect((await door().ask("get", { ...signCall(encrypt), echostr: encrypt })).status).toBe(400);
    const check = sealText(key, "42", Buffer.alloc(16, 1));
    await clock.advance(301_000);
    expect((await door().ask("get", { ...signCall(check), echostr: check })).status).toBe(401);
    await clock.advance(-301_000);
  });

  it("WeCom's callback takes vector V2, in a group, with its quote and without its mention", async () => {
    const { ports, ask } = door();
    const encrypt =
      "lBicGWU1ttZ+wXe8g6QUc7prvfW8hzHrURW2czWPtrrB6h1Pn6jR1hBMr08PICFY2Col7n2ZRiGg6bnTQT9mPQjrsZJTUM1qLbFUP681x59iGVknZZxVTU5ruueDkDS7Jh+WyQFqXEPmdNNO8EVwyh2dSoqAapkVTr566foJMXq8c1UsJpfEv1SIyb6Pd3f8eyBB8R6aN1ZyecWiakjvzUGp3qRxRT/NE0XD8XQQPRSDL08puGwzYUephkAqw1tK76ON6MW1VFg5SSijAXCtyHH8FhAqW54mGtYiivXTkhc2UCppaimF2HKeOtmpl2bKYKXexm3h7j3obpBTcPSkJ+MkjTJg5kk5zwEY9ymtmcfeNW+r3y90bCcy88uldvcg0Fu0IEquTBUYXHN28ccmJfi9H0XyfvzsGjklDJ/GNm7QdwxKwyV/yEpKfdbwJV6zrtxFSg5eDTfgBQWrS9tA3Q==";
    const query = {
      msg_signature: "cd69aa1e3f0e94aed88cf6f5b2dc0a834d9b6167",
      timestamp: "1772000001",
      nonce: "1a2b3c4d",
    };
    expect((await ask("post", query, JSON.stringify({ encrypt }))).status).toBe(200);
    expect(ports.taken[0]).toMatchObject({
      text: "你好👋",
      route: { scope: "group:wrG1:user:zhangsan" },
      payload: { quote: { text: "昨天的报告" } },
    });
  });

  it("WeCom's callback refuses what is not signed, signed otherwise, doubled, empty, in another form or for another bot", async () => {
    const { ports, ask } = door();
    const [query, body] = post(text);
    const flipped = query.msg_signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    const doubled = `${new URLSearchParams(query).toString()}&nonce=1a2b3c4d`;
    const badSeal = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
    const withReceiver = (() => {
      const head = Buffer.alloc(20);
      head.writeUInt32BE(2, 16);
      return badSeal(sealBytes(key.key, Buffer.concat([head, Buffer.from("{}corp")])));
    })();
    const cases: readonly (readonly [
      what: string,
      query: string | Record<string, string>,
      body: string,
      status: number,
    ])[] = [
      ["a flipped digit", { ...query, msg_signature: flipped }, body, 401],
      ["capitals", { ...query, msg_signature: query.msg_signature.toUpperCase() }, body, 401],
      ["no signature", { timestamp: query.timestamp, nonce: query.nonce }, body, 401],
      ["a doubled value", doubled, body, 401],
      ["{}", query, "{}", 400],
      ["no JSON", query, "x", 400],
      ["a number", query, '{"encrypt":1}', 400],
      ["XML", query, "<xml><Encrypt>x</Encrypt></xml>", 400],
      ["a length that is none", signCall("AAAA"), '{"encrypt":"AAAA"}', 400],
      ["a receiver", signCall(withReceiver), JSON.stringify({ encrypt: withReceiver }), 400],
      ["no object", ...post([1]), 400],
      ["no JSON inside", ...post("hello"), 400],
      ["another bot", ...post({ ...text, aibotid: "AIB2" }), 403],
      ["too deep", ...post(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`), 400],
    ];
    for (const [what, asked, sent, status] of cases)
      expect([what, (await ask("post", asked, sent)).status]).toEqual([what, status]);
    expect(ports.taken).toEqual([]);
    expect(lines).toContain(
      "an XML callback came to a bot's address: it is of a self-built app; give that app another address in WeCom's console",
    );
  });

  it("defect 9: WeCom's callback takes nothing that is older than it may be, except to give a known message its answer", async () => {
    const { ports, ask } = door();
    const [query, body] = post(text);
    await clock.advance(299_000);
    expect((await ask("post", query, body)).status).toBe(200);
    await clock.advance(2_000);
    expect((await ask("post", query, body)).status).toBe(200);
    expect((await ask("post", ...post({ ...text, msgid: "M-0002" }))).status).toBe(401);
    expect(
      (await ask("post", ...post({ ...text, msgtype: "stream", stream: { id: "x" } }))).status,
    ).toBe(401);
    expect(ports.taken).toHaveLength(1);
    await clock.advance(-301_000);
    // A clock that is behind is no better, and the line in the log says by how much.
    for (const [lead, status] of [[300, 200] as const, [301, 401] as const]) {
      const encrypt = sealMessage({ ...text, msgid: `M-${lead}` });
      const timestamp = String(1_772_000_001 + lead);
      const ahead = {
        timestamp,
        nonce: "n",
        msg_signature: wecomSignature(key, { timestamp, nonce: "n", sealed: encrypt }),
      };
      expect([lead, (await ask("post", ahead, JSON.stringify({ encrypt }))).status]).toEqual([
        lead,
        status,
      ]);
    }
    expect(lines.filter((line) => line.includes("this machine's clock is wrong"))).toHaveLength(3);
  });

  it("WeCom's callback accepts two pairs of secrets while they are being changed", async () => {
    const bots = [{ name: "default", path: "/wecombot/callback", keys: [testKey("new"), key] }];
    expect((await door({ bots }).ask("post", ...post(text))).status).toBe(200);
  });

  it("WeCom's callback takes or refuses whatever comes, and is never at fault itself", async () => {
    const { ask } = door({ replayWindowMs: 1e15 });
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>("\0", "\ud800", "x".repeat(5_000), { __proto__: null }),
    );
    const name = fc.constantFrom(
      "msgid",
      "aibotid",
      "chattype",
      "chatid",
      "from",
      "msgtype",
      "text",
      "quote",
      "event",
      "stream",
      "response_url",
      "mixed",
      "image",
      "voice",
    );
    const types = fc.constantFrom(
      "text",
      "image",
      "mixed",
      "voice",
      "file",
      "video",
      "stream",
      "event",
      "link",
      "x",
    );
    const check = fc.asyncProperty(
      fc.dictionary(name, odd, { maxKeys: 4 }),
      types,
      odd,
      async (wounds, msgtype, inside) => {
        const { status } = await ask(
          "post",
          ...post({ ...text, msgtype, [msgtype]: inside, ...wounds }),
        );
        expect([200, 400, 403]).toContain(status);
      },
    );
    await fc.assert(check, { numRuns: runs(2_000, 20_000), seed: 20_260_105 });
    const noise = fc.asyncProperty(
      fc.webQueryParameters(),
      fc.uint8Array({ maxLength: 200 }),
      async (query, body) => {
        expect([400, 401]).toContain((await ask("post", query, body)).status);
      },
    );
    await fc.assert(noise, { numRuns: runs(2_000, 20_000), seed: 20_260_105 });
  });
});
