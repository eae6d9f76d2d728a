import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  appMessage,
  sealForApp,
  wecomAgents,
  wecomAppSettings as lawSettings,
} from "../../../../test/laws/channels/wecom-app.ts";
import { openBotBench } from "../../../../test/support/bot-bench.ts";
import { runs } from "../../../../test/support/runs.ts";
import {
  startWecomAppServer,
  wecomCorp,
  type WecomAppServer,
} from "../../../../test/vendors/wecom-app-server.ts";
import { Refusal } from "../../../domain/errors.ts";
import { splitText } from "../../../outbound/split.ts";
import { createWecomApps } from "./create.ts";
import { wecomApp } from "./descriptor.ts";
import { wecomAppProblems, wecomAppSection } from "./section.ts";
import { valueIn } from "./xml.ts";

const agent = wecomAgents.first;
const app = `${wecomCorp}.${agent}`;
let server: WecomAppServer;
let bench: Awaited<ReturnType<typeof openBench>>;

const openBench = () =>
  openBotBench({ channel: "wecom_app", channelAccount: app }, (parts) => ({
    ...createWecomApps({
      ...parts,
      split: (text, length) => splitText(text, { length, unit: "bytes" }),
      settings: { ...lawSettings(server), access: "paired" },
    }),
    start: () => ({ close: () => Promise.resolve() }),
  }));

beforeEach(async () => {
  server = await startWecomAppServer(Object.values(wecomAgents));
  bench = await openBench();
  bench.ports.paired.set("ada", "account-a");
});
afterEach(async () => {
  await bench.close();
  await server.close();
  expect(server.violations).toEqual([]);
});

const seal = (xml: string) => sealForApp(xml, { at: bench.clock.now() });
const give = (fields: Readonly<Record<string, string>>, from = "ada") => {
  const { body, query } = seal(appMessage(agent, from, fields));
  return bench.call(body, {}, { query });
};
const never = new AbortController().signal;

it("the check of the address is answered with the opened text, and a captured message is not", async () => {
  const check = seal("5927782489442352469");
  const ask = (of: typeof check) =>
    bench.call(
      "",
      {},
      {
        query: `${of.query}&echostr=${encodeURIComponent(of.sealed)}`,
        method: "get",
      },
    );
  expect((await ask(check)).body).toBe("5927782489442352469");
  await expect(ask(seal("<xml>secret words</xml>"))).rejects.toThrow(Refusal);
});

it("a message is taken with the person's name, where the app may read it", async () => {
  server.names.set("ada", "Ada Lovelace");
  await give({ MsgType: "text", Content: "hello <b> ]] &amp;", MsgId: "1" });
  await give({ MsgType: "event", Event: "enter_agent" });
  expect(bench.ports.taken).toMatchObject([
    {
      route: { channel: "wecom_app", channelAccount: app, scope: "user:ada", peer: "ada" },
      text: "hello <b> ]] &amp;",
      senderName: "Ada Lovelace",
      vendorId: "1",
    },
  ]);
});

it("a click on a card counts as its words, and the card takes no more clicks", async () => {
  const click = {
    MsgType: "event",
    Event: "template_card_event",
    TaskId: "t1",
    ResponseCode: "r1",
  };
  await give({ ...click, EventKey: "other" });
  await give({ ...click, EventKey: "mw:done:en" });
  expect(bench.ports.taken).toMatchObject([
    { text: "done", vendorId: "click:r1", payload: { quote: { vendor_id: "task:t1" } } },
  ]);
  await bench.until(() => server.ended.length === 1);
  expect(server.ended[0]).toMatchObject({ userids: ["ada"], response_code: "r1" });
});

it("files go both ways", async () => {
  const bytes = Buffer.from("%PDF-1.7 of ada");
  server.files.set("m1", bytes);
  await give({ MsgType: "image", MediaId: "m1", MsgId: "2" });
  const media = (bench.ports.taken[0]?.payload?.media ?? [])[0] ?? {};
  const of = { channelAccount: app, vendorId: "2", media };
  expect(await bench.bot.channel.fetchFile?.(of, never)).toEqual({ bytes: new Uint8Array(bytes) });
  const id = await bench.media.put(bytes, { type: "application/pdf", name: "a.pdf", channel: "x" });
  expect(await bench.send("user:ada", { payload: { media: { id } } })).toMatchObject({
    kind: "sent",
  });
  const sent = server.messages.at(-1);
  expect([sent?.type, server.files.get(String(sent?.fields["media_id"]))]).toEqual(["file", bytes]);
});

it("a long part goes in pieces, and after a failure goes on with the piece that was not sent", async () => {
  const text = Array.from({ length: 250 }, (_, nth) => `第${nth}句。`).join("");
  server.plan(
    agent,
    { kind: "held", until: Promise.resolve() },
    { kind: "body", body: { errcode: 45_009 } },
  );
  expect(await bench.send("user:ada", { text })).toMatchObject({ kind: "not_sent" });
  expect(await bench.send("user:ada", { text })).toMatchObject({ kind: "sent" });
  expect(server.messages.map(({ fields }) => fields["content"]).join("")).toBe(text);
  expect([server.messages.length > 1, bench.kept.size]).toEqual([true, 0]);
});

it("a person who is not paired gets one reply; a refused secret holds messages back until it works", async () => {
  await give({ MsgType: "text", Content: "hi", MsgId: "3" }, "eve");
  await bench.until(() => server.messages.length === 1);
  expect(server.messages[0]).toMatchObject({ to: "eve" });
  server.revoked.add(agent);
  server.endTokens();
  expect(await bench.send("user:ada")).toMatchObject({ kind: "not_sent", isFree: true });
  expect(bench.bot.channel.ready(app)).toBe(false);
  server.revoked.clear();
  await bench.until(() => bench.bot.channel.ready(app), 5_000);
});

it("no callback is a fault of ours, whatever it holds, with its proof or without", async () => {
  const field = fc.tuple(
    fc.constantFrom("MsgType", "Content", "MsgId", "MediaId", "Event", "EventKey", "TaskId"),
    fc.oneof(fc.constantFrom("text", "event", "image", "location", "link"), fc.string()),
  );
  const message = fc
    .array(field, { maxLength: 6 })
    .map((fields) => appMessage(agent, "ada", Object.fromEntries(fields)));
  const cut = fc.tuple(message, fc.nat()).map(([xml, at]) => xml.slice(0, at % xml.length));
  const inputs = fc.sample(fc.oneof(message, cut, fc.string({ unit: "binary" })), {
    numRuns: runs(2_000, 20_000),
    seed: 20_260_105,
  });
  const statusOf = (body: string, query: string): Promise<number> =>
    bench.call(body, {}, { query }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof Refusal ? error.status : 500),
    );
  for (const xml of inputs) {
    const { body, query } = seal(xml);
    expect([200, 400]).toContain(await statusOf(body, query));
    expect(await statusOf(xml, query)).toBe(401);
  }
});

it("a value is found in flat XML only, without entities of its own", () => {
  expect(valueIn("<a><![CDATA[x<y]]></a>", "a")).toBe("x<y");
  expect(valueIn("<a>1 &lt; 2</a>", "a")).toBe("1 < 2");
  expect(valueIn("<a><b>1</b></a>", "a")).toBeUndefined();
  expect(valueIn("<a>1", "a")).toBeUndefined();
});

it("the doctor names the app, and says what is wrong with it", async () => {
  const section = wecomAppSection.parse({
    enabled: true,
    corp_id: wecomCorp,
    agent_id: agent,
    secret: server.secretOf(agent),
    api_base_url: server.url,
    allowed_hosts: ["127.0.0.1"],
    access: "open",
  });
  const { http, clock } = bench;
  const ask = () => wecomApp.doctor.vendor?.({ section, http, clock, server: {} } as never);
  expect(await ask()).toMatchObject([{ status: "ok" }, { name: "wecom_app access" }]);
  server.revoked.add(agent);
  expect((await ask())?.[0]).toMatchObject({ status: "fail" });
});

it("the settings of an app are refused where an id, a secret or a key is missing", () => {
  const problems = (more: object) =>
    wecomAppProblems(wecomAppSection.parse({ enabled: true, ...more }));
  expect(problems({}).join()).toMatch(/`corp_id`.*`encoding_aes_key`/);
  expect(problems({ access: "list" }).join()).toMatch(/`allowed_users` is empty/);
});
