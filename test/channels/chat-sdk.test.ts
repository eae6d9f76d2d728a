import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HostedAdapter, HostedMessage } from "../../bridges/chat-sdk/src/adapter.ts";
import { type Bridge, openBridge } from "../../bridges/chat-sdk/src/bridge.ts";
import { messageId } from "../../bridges/chat-sdk/src/host.ts";
import { type Bridges, createBridges } from "../../src/channels/bridges/create.ts";
import { bridgesSection } from "../../src/channels/bridges/section.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import { Refusal } from "../../src/domain/errors.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { fakeMedia, fakePorts, type FakePorts } from "../support/channel-ports.ts";
import { partTo } from "../support/telegram-bench.ts";
import { bodyOf, loopbackServers } from "../support/loopback-server.ts";
import { runs } from "../support/runs.ts";
import { silentLog } from "../support/silent-log.ts";

const secret = "a-secret-of-a-bridge-for-tests-0001";
const installed = join(import.meta.dirname, "../../bridges/chat-sdk/node_modules/@chat-adapter");
const isLong = runs(0, 1) === 1;
const never = new AbortController().signal;
const servers = loopbackServers();
const media = fakeMedia();
let http: ReturnType<typeof safeHttp>;
let directory: string;
let ports: FakePorts;
let product: Bridges;
let bridge: Bridge | undefined;
let said: string[];
/** Meanwhile can keep nothing while this is set. */
let isAway = false;

/** The product's own end of the webhook, and the bridge's own end of the other direction. */
async function openEnds(): Promise<{ meanwhile: string; own: string }> {
  const own = await servers.serve((request, response) => {
    void bodyOf(request).then(async (body) => {
      const answer = await call(request.url ?? "", {
        method: request.method ?? "GET",
        headers: request.headers as Record<string, string>,
        ...(request.method === "GET" ? {} : { body }),
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  product = createBridges({
    section: bridgesSection.parse({
      enabled: true,
      allowed_hosts: ["127.0.0.1"],
      apps: [{ name: "app", secret, send_url: `${own}/send` }],
    }),
    ports,
    media,
    quotes: { find: async () => undefined },
    http,
    clock: systemClock,
    chance: createSystemChance(systemClock.now),
    log: silentLog,
    metrics: { count: () => undefined, observe: () => undefined },
  });
  const meanwhile = await servers.serve((request, response) => {
    void bodyOf(request).then(async (body) => {
      if (isAway) return response.writeHead(503).end();
      const [webhook] = product.webhooks;
      const answer = await webhook
        ?.handle({
          headers: request.headers as Record<string, string>,
          body: Buffer.from(body),
          query: new URLSearchParams(),
          ip: "127.0.0.1",
          isLocal: true,
        })
        .catch((error: unknown) => error);
      const status = answer instanceof Refusal ? answer.status : 202;
      return response.writeHead(status).end();
    });
  });
  return { meanwhile, own };
}

const call = (path: string, init: RequestInit): Promise<Response> =>
  bridge?.handle(path, new Request(`http://bridge${path}`, init)) ??
  Promise.reject(new Error("there is no bridge"));
const hook = (body: object): Promise<Response> =>
  call("/hook", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", authorization: "Bearer of-the-vendor" },
  });

async function open(adapter: HostedAdapter, { takesFiles = false } = {}): Promise<void> {
  const { meanwhile, own } = await openEnds();
  await reopen(adapter, { meanwhileUrl: meanwhile, ownUrl: own, takesFiles });
}
let ends: { meanwhileUrl: string; ownUrl: string; takesFiles: boolean };
async function reopen(adapter: HostedAdapter, to: typeof ends = ends): Promise<void> {
  ends = to;
  await bridge?.close();
  const log = (sentence: string): void => void said.push(sentence);
  bridge = await openBridge({
    ...to,
    adapter,
    secret,
    userName: "Meanwhile",
    directory,
    now: Date.now,
    log,
  });
}

beforeEach(async () => {
  http = safeHttp({ clock: systemClock });
  directory = await mkdtemp(join(tmpdir(), "meanwhile-chat-sdk-"));
  ports = fakePorts(systemClock);
  said = [];
  isAway = false;
});
afterEach(async () => {
  await bridge?.close();
  bridge = undefined;
  await product.close();
  await http.close();
  await servers.close();
  await rm(directory, { recursive: true, force: true });
});

/** What adapters have in common: they answer at once, and mark a message before they hand it over. */
function plainAdapter() {
  type Chat = Record<string, (...args: unknown[]) => unknown>;
  let chat: Chat = {};
  const posted: { threadId: string; message: Record<string, unknown> }[] = [];
  const faults: unknown[] = [];
  const adapter: HostedAdapter = {
    name: "plain",
    initialize: async (given) => void (chat = given as Chat),
    async handleWebhook(request) {
      const event = (await request.json()) as { thread: string; message: HostedMessage };
      const state = chat["getState"]?.() as { setIfNotExists(key: string): Promise<boolean> };
      if (!(await state.setIfNotExists(`plain:webhook-update:${event.message.id}`)))
        return new Response("seen");
      void chat["processMessage"]?.(adapter, event.thread, event.message);
      void chat["processSomethingNew"]?.({});
      return new Response("ok");
    },
    async postMessage(threadId, message) {
      const [fault] = faults.splice(0, 1);
      if (fault !== undefined) throw fault;
      posted.push({ threadId, message: message as Record<string, unknown> });
      return { id: `p${posted.length}` };
    },
    startTyping: async () => undefined,
    isDM: (threadId) => threadId.endsWith(":dm"),
  };
  return { adapter, posted, faults };
}
const author = { userId: "ada", fullName: "Ada" };
const hello = { thread: "t1:dm", message: { id: "m1", text: "hello", author } };
const toAda = (id: string, more: object = {}) =>
  partTo("user:ada", { id, idempotencyKey: id, channelAccount: "app", ...more });

describe("a bridge that hosts adapters of the Chat SDK", () => {
  beforeEach(() => ports.paired.set("ada", "account-a"));

  it("a vendor gets a 2xx when its message is kept and a 503 when it is not, and the repeat is kept then", async () => {
    const { adapter } = plainAdapter();
    await open(adapter);
    isAway = true;
    expect((await hook(hello)).status).toBe(503);
    isAway = false;
    expect((await hook(hello)).status).toBe(200);
    expect(ports.taken.at(-1)).toMatchObject({
      route: { channel: "bridges", channelAccount: "app", scope: "user:ada" },
      vendorId: messageId("t1:dm", "m1"),
      text: "hello",
      senderName: "Ada",
    });
    expect(said).toContain("this event is not passed on");
  });

  it("a message in a group is passed on only if it is meant for the bot, and the answer goes to that thread", async () => {
    const { adapter, posted } = plainAdapter();
    await open(adapter);
    const inGroup = { thread: "room", message: { ...hello.message, text: "@Meanwhile hi" } };
    await hook(inGroup);
    expect(ports.taken).toEqual([]);
    await hook({ ...inGroup, message: { ...inGroup.message, isMention: true } });
    expect(ports.taken[0]).toMatchObject({ text: "hi", route: { scope: "group:room:user:ada" } });
    const part = toAda("d1", { scope: "group:room:user:ada" });
    expect(await product.channel.send(part, never)).toMatchObject({ kind: "sent" });
    expect(posted.map(({ threadId }) => threadId)).toEqual(["room"]);
  });

  it.each([
    [
      { code: "RATE_LIMITED", retryAfter: 7 },
      { kind: "not_sent", retryAfterMs: 7_000 },
    ],
    [{ code: "AUTH_FAILED" }, { kind: "not_sent", code: "login_refused" }],
    [{ status: 403 }, { kind: "not_sent", code: "login_refused" }],
    [{ code: "VALIDATION_ERROR" }, { kind: "refused" }],
    [{ status: 404 }, { kind: "refused" }],
    [{ code: "NETWORK_ERROR" }, { kind: "unknown" }],
    [new TypeError("anything else"), { kind: "unknown" }],
  ])("an adapter's error %j becomes the verdict %j", async (fault, verdict) => {
    const { adapter, faults } = plainAdapter();
    await open(adapter);
    await hook(hello);
    faults.push(fault);
    expect(await product.channel.send(toAda("d1"), never)).toMatchObject(verdict);
  });

  it("a message is shown once: a repeat is answered from memory, and one whose end is not known stays unknown after a restart", async () => {
    const { adapter, posted, faults } = plainAdapter();
    await open(adapter);
    await hook(hello);
    const first = await product.channel.send(toAda("d1"), never);
    expect(await product.channel.send(toAda("d1"), never)).toEqual(first);
    faults.push(new Error("cut off"));
    expect(await product.channel.send(toAda("d2"), never)).toMatchObject({ kind: "unknown" });
    await reopen(adapter);
    expect(await product.channel.send(toAda("d1"), never)).toEqual(first);
    expect(await product.channel.send(toAda("d2"), never)).toMatchObject({ kind: "unknown" });
    expect(posted).toHaveLength(1);
  });

  it("files of people are fetched with a signature, and ours are refused where the adapter would drop them", async () => {
    const { adapter } = plainAdapter();
    await open(adapter);
    const attachments = [{ type: "file", name: "a.txt", data: new Uint8Array([1, 2]) }];
    const given = { ...hello.message, text: "", attachments };
    let chat: { processMessage?(...args: unknown[]): unknown } = {};
    await reopen({
      ...adapter,
      initialize: async (host) => void (chat = host),
      // A file that has its bytes: JSON can't carry it.
      async handleWebhook() {
        void chat.processMessage?.(adapter, "t1:dm", given);
        return new Response("ok");
      },
    });
    await hook({});
    const [theirs] = ports.taken[0]?.payload?.media ?? [];
    const file = { channelAccount: "app", vendorId: "m1", media: theirs ?? {} };
    expect(await product.channel.fetchFile?.(file, never)).toEqual({
      bytes: new Uint8Array([1, 2]),
    });
    const path = new URL(String((theirs?.source as { url?: string } | undefined)?.url)).pathname;
    expect((await call(path, {})).status).toBe(401);
    const id = await media.put(Buffer.from("x"), { type: "text/plain", name: "b", channel: "x" });
    const ours = toAda("d1", { payload: { media: { id } } });
    expect(await product.channel.send(ours, never)).toEqual({ kind: "refused", code: "http_422" });
  });
});

/** In the long run, or after `npm ci` in the bridge's folder. */
describe.runIf(isLong || existsSync(installed))("the adapters themselves", () => {
  const load = (name: string): Promise<Record<string, (options: object) => HostedAdapter>> =>
    import(join(installed, name, "dist/index.js"));
  let calls: { readonly path: string; readonly body: Record<string, unknown> }[];
  let vendor: string;
  beforeEach(async () => {
    calls = [];
    vendor = await servers.serve((request, response) => {
      void bodyOf(request).then((body) => {
        const { pathname: path } = new URL(request.url ?? "", "http://vendor");
        if (request.method === "POST")
          calls.push({ path, body: body === "" ? {} : JSON.parse(body) });
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ id: "v1", name: "spaces/S/messages/v1" }));
      });
    });
  });
  /** A token of the form that the vendor's have. */
  const unsigned = ["{}", '{"exp":4102444800}', "x"]
    .map((each) => Buffer.from(each).toString("base64url"))
    .join(".");
  const listShown = () => calls.filter(({ body }) => body["type"] !== "typing");
  const reminder: Partial<Delivery> = {
    source: "reminder",
    payload: {
      pieces: [
        {
          kind: "reminders",
          language: "en",
          zone: "UTC",
          items: [
            {
              id: "r",
              account: "a",
              due: "2026-01-05T08:00:00Z",
              content: "tea",
              zone: "UTC",
              missed_more: false,
            },
          ],
        },
      ],
    },
  };

  it("Teams: what someone writes arrives, and answers and a reminder's buttons are shown and pressed", async () => {
    const { createTeamsAdapter } = await load("teams");
    ports.paired.set("29:ada", "account-a");
    const adapter = createTeamsAdapter?.({
      appId: "app-id",
      token: async () => unsigned,
      apiUrl: vendor,
      webhookVerifier: () => true,
    });
    await open(adapter as HostedAdapter, { takesFiles: true });
    const activity = {
      type: "message",
      id: "1700000000001",
      text: "hello",
      channelId: "msteams",
      serviceUrl: vendor,
      from: { id: "29:ada", name: "Ada" },
      recipient: { id: "28:app-id", name: "Meanwhile" },
      conversation: { id: "a:chat", conversationType: "personal", tenantId: "t" },
      channelData: { tenant: { id: "t" } },
    };
    expect((await hook(activity)).status).toBe(200);
    expect(ports.taken[0]).toMatchObject({ text: "hello", route: { scope: "user:29:ada" } });
    const part = partTo("29:ada", { scope: "user:29:ada", channelAccount: "app", ...reminder });
    expect(await product.channel.send(part, never)).toMatchObject({ kind: "sent" });
    expect(listShown().at(-1)?.path).toContain("/v3/conversations/a:chat/activities");
    expect(JSON.stringify(listShown().at(-1)?.body)).toContain('"done"');
    const press = { actionId: "words-0", value: "done" };
    await hook({ ...activity, id: "2", text: "", replyToId: "v1", value: press });
    expect(ports.taken.at(-1)).toMatchObject({ text: "done" });
  });

  it("Google Chat: what someone writes arrives, and answers and a reminder's buttons are shown and pressed", async () => {
    const { createGoogleChatAdapter } = await load("gchat");
    ports.paired.set("users/1", "account-a");
    const adapter = createGoogleChatAdapter?.({
      auth: "key",
      apiUrl: vendor,
      disableSignatureVerification: true,
    });
    await open(adapter as HostedAdapter);
    const space = { name: "spaces/S", type: "DM", spaceType: "DIRECT_MESSAGE" };
    const sender = { name: "users/1", displayName: "Ada", type: "HUMAN" };
    const message = { name: "spaces/S/messages/m1", text: "hello", sender, space };
    const event = { chat: { user: sender, messagePayload: { space, message } } };
    expect((await hook(event)).status).toBe(200);
    expect(ports.taken[0]).toMatchObject({ text: "hello", route: { scope: "user:users/1" } });
    const part = partTo("users/1", { scope: "user:users/1", channelAccount: "app", ...reminder });
    expect(await product.channel.send(part, never)).toMatchObject({ kind: "sent" });
    expect(listShown().at(-1)?.path).toBe("/v1/spaces/S/messages");
    expect(JSON.stringify(listShown().at(-1)?.body)).toContain('"done"');
    const card = { name: "spaces/S/messages/v1", thread: { name: "spaces/S/threads/v1" }, space };
    await hook({
      chat: { user: sender, buttonClickedPayload: { space, message: card, user: sender } },
      commonEventObject: { parameters: { actionId: "words-0", value: "done" } },
    });
    expect(ports.taken.at(-1)).toMatchObject({ text: "done", route: { scope: "user:users/1" } });
  });
});
