import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sealForApp } from "../../../../test/laws/channels/wecom-app.ts";
import {
  serviceAccounts,
  serviceCall,
  wecomServiceSettings as lawSettings,
} from "../../../../test/laws/channels/wecom-service.ts";
import { openBotBench } from "../../../../test/support/bot-bench.ts";
import { runs } from "../../../../test/support/runs.ts";
import { wecomCorp } from "../../../../test/vendors/wecom-app-server.ts";
import {
  startWecomServiceServer,
  type WecomServiceServer,
} from "../../../../test/vendors/wecom-service-server.ts";
import { Refusal } from "../../../domain/errors.ts";
import { createWecomService } from "./create.ts";
import { wecomService } from "./descriptor.ts";
import { wecomServiceProblems, wecomServiceSection } from "./section.ts";

const account = serviceAccounts.first;
let server: WecomServiceServer;
let bench: Awaited<ReturnType<typeof openBench>>;
let now = 0;

const openBench = () =>
  openBotBench({ channel: "wecom_service", channelAccount: account }, (parts) =>
    createWecomService({ ...parts, settings: { ...lawSettings(server), access: "paired" } }),
  );

beforeEach(async () => {
  server = await startWecomServiceServer(Object.values(serviceAccounts), { now: () => now });
  bench = await openBench();
  now = bench.clock.now();
  bench.ports.paired.set("wm-ada", "account-a");
});
afterEach(async () => {
  await bench.close();
  await server.close();
  expect(server.violations).toEqual([]);
});

const entry = (msgid: string, more: object = {}) => ({
  msgid,
  external_userid: "wm-ada",
  send_time: Math.floor(bench.clock.now() / 1_000),
  origin: 3,
  msgtype: "text",
  text: { content: `words of ${msgid}` },
  ...more,
});
const call = (token: string, of = account) => {
  const { body, query } = sealForApp(serviceCall(of, token), { at: bench.clock.now() });
  return bench.call(body, {}, { query });
};
const add = (msgid: string, more: object = {}) => server.add(account, entry(msgid, more));
const event = (of: object) => ({ origin: 4, msgtype: "event", event: of });
const window = { lastInboundAt: "", sendsSinceInbound: 0, contextToken: null };
const fresh = () => ({ ...window, lastInboundAt: new Date(bench.clock.now()).toISOString() });
const send = (more: object = {}) => bench.send("user:wm-ada", { window: fresh(), ...more });
const never = new AbortController().signal;

it("messages are fetched page by page, each page with its cursor; staff's and other accounts' are left alone", async () => {
  server.pageSize = 2;
  server.names.set("wm-ada", "Ada");
  add("m1");
  add("m2", { origin: 5, servicer_userid: "bob" });
  server.add(serviceAccounts.second, entry("elsewhere"));
  const token = add("m3");
  await call(token);
  expect(bench.ports.taken).toMatchObject([
    { text: "words of m1", senderName: "Ada", route: { scope: "user:wm-ada" } },
    { text: "words of m3", vendorId: "m3" },
  ]);
  const marks = bench.ports.taken.length;
  await call(token);
  expect([bench.ports.taken.length, server.counts.syncs]).toEqual([marks, 3]);
});

it("a page that can't be fetched is asked for again by WeCom, and a message whose callback was lost is found", async () => {
  const token = add("m1");
  server.planSync({ kind: "body", body: { errcode: -1 } });
  await expect(call(token)).rejects.toMatchObject({ status: 503 });
  await call(token);
  expect(bench.ports.taken).toHaveLength(1);
  add("m2");
  bench.start();
  await bench.until(() => bench.ports.taken.length === 2);
});

it("a person who opens the chat is welcomed once, within twenty seconds", async () => {
  await call(add("e1", event({ event_type: "enter_session", welcome_code: "c1" })));
  await bench.until(() => server.welcomes.length === 1);
  const late = { send_time: Math.floor(bench.clock.now() / 1_000) - 30 };
  await call(add("e2", { ...event({ event_type: "enter_session", welcome_code: "c2" }), ...late }));
  expect(server.welcomes).toMatchObject([{ code: "c1", text: { content: "Welcome!" } }]);
});

it("five messages go out within 48 hours of the person's last one; one of them is kept for a reminder", async () => {
  server.open(account, "wm-ada");
  expect(await send()).toMatchObject({ kind: "sent" });
  const used = { window: { ...fresh(), sendsSinceInbound: 4 } };
  expect(await send(used)).toEqual({ kind: "waiting_for_user", code: "quota_used" });
  expect(await send({ ...used, source: "reminder" })).toMatchObject({ kind: "sent" });
  const old = new Date(bench.clock.now() - 48 * 3_600_000).toISOString();
  expect(await send({ window: { ...window, lastInboundAt: old } })).toMatchObject({
    code: "window_closed",
  });
  const at = bench.clock.now() + 49 * 3_600_000;
  const of = { channelAccount: account, scope: "user:wm-ada", source: "reminder" as const, at };
  expect(bench.bot.channel.outlook?.({ ...of, window: fresh() })).toMatchObject({
    kind: "closed",
    reason: "window_closed",
  });
});

it("a chat that no one handles yet is taken over; one that staff handles is left to them", async () => {
  server.open(account, "wm-ada");
  server.states.set(`${account}:wm-ada`, 0);
  expect(await send()).toMatchObject({ kind: "sent" });
  expect(server.states.get(`${account}:wm-ada`)).toBe(1);
  server.states.set(`${account}:wm-ada`, 3);
  expect(await send()).toEqual({ kind: "waiting_for_user", code: "with_staff" });
});

it("a later report of WeCom says which message did not arrive, and why", async () => {
  await call(add("e1", event({ event_type: "msg_send_fail", fail_msgid: "our-1", fail_type: 10 })));
  await call(add("e2", event({ event_type: "msg_send_fail", fail_msgid: "our-2", fail_type: 6 })));
  expect(bench.ports.reported).toMatchObject([
    { providerMessageId: "our-1", status: "failed", code: "blocked_by_user" },
    { providerMessageId: "our-2", status: "waiting_for_user", code: "quota_used" },
  ]);
});

it("a button is an entry of a menu, and a click on it answers the message above it; files go both ways", async () => {
  server.open(account, "wm-ada");
  await send({ text: "Deleted.", payload: { undoable: true } });
  const [menu] = server.messages;
  const [first] = (menu?.fields["list"] ?? []) as { click: { id: string } }[];
  await call(add("m1", { text: { content: "↩️ Undo", menu_id: first?.click.id } }));
  server.files.set("f1", Buffer.from("a picture"));
  await call(add("m2", { msgtype: "image", image: { media_id: "f1" } }));
  expect(bench.ports.taken).toMatchObject([
    { text: "undo", payload: { quote: { vendor_id: menu?.id } } },
    { payload: { media: [{ kind: "image" }] } },
  ]);
  const media = (bench.ports.taken[1]?.payload?.media ?? [])[0] ?? {};
  const of = { channelAccount: account, vendorId: "m2", media };
  expect(await bench.bot.channel.fetchFile?.(of, never)).toEqual({
    bytes: new Uint8Array(Buffer.from("a picture")),
  });
  const bytes = Buffer.from("%PDF-1.7 of ada");
  const id = await bench.media.put(bytes, { type: "application/pdf", name: "a", channel: "x" });
  expect(await send({ payload: { media: { id } } })).toMatchObject({ kind: "sent" });
  expect(server.files.get(String(server.messages.at(-1)?.fields["media_id"]))).toEqual(bytes);
});

it("no callback and no message is a fault of ours, whatever it holds", async () => {
  const odd = fc.oneof(fc.string(), fc.constantFrom(3, 4, null, "event", "image", {}), fc.object());
  const message = fc.record(
    {
      msgid: odd,
      external_userid: odd,
      origin: odd,
      msgtype: odd,
      text: odd,
      event: odd,
      image: odd,
    },
    { requiredKeys: [] },
  );
  for (const one of fc.sample(message, { numRuns: runs(2_000, 20_000), seed: 20_260_105 }))
    server.add(account, { ...one });
  expect((await call(add("last"))).status).toBe(200);
  expect(bench.ports.taken.at(-1)?.vendorId).toBe("last");
  const statusOf = (body: string, query: string): Promise<number> =>
    bench.call(body, {}, { query }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof Refusal ? error.status : 500),
    );
  const parts = fc.array(fc.constantFrom("<Event>", "kf_msg_or_event", "</Event>", "]]>", "<x>"));
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    parts.map((some) => some.join("")),
  );
  for (const xml of fc.sample(text, { numRuns: runs(2_000, 20_000), seed: 20_260_105 })) {
    const { body, query } = sealForApp(xml, { at: bench.clock.now() });
    expect([200, 400]).toContain(await statusOf(body, query));
    expect(await statusOf(xml, query)).toBe(401);
  }
});

it("the doctor names the accounts, and says what is wrong; settings without ids or keys are refused", async () => {
  const of = {
    enabled: true,
    corp_id: wecomCorp,
    secret: server.secret,
    accounts: [account],
    api_base_url: server.url,
    allowed_hosts: ["127.0.0.1"],
  };
  const { http, clock } = bench;
  const ask = (more: object = {}) =>
    wecomService.doctor.vendor?.({
      section: wecomServiceSection.parse({ ...of, ...more }),
      http,
      clock,
      server: {},
    } as never);
  expect(await ask()).toMatchObject([{ status: "ok" }]);
  expect(await ask({ accounts: ["wkBBBBBBBB"] })).toMatchObject([{ status: "fail" }]);
  server.isRevoked = true;
  expect(await ask()).toMatchObject([{ status: "fail" }]);
  const problems = wecomServiceProblems(wecomServiceSection.parse({ enabled: true }));
  expect(problems.join()).toMatch(
    /`corp_id`.*`encoding_aes_key`.*`channels.wecom_service.accounts`/,
  );
});
