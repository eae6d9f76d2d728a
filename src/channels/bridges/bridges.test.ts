import { afterEach, beforeEach, expect, it } from "vitest";
import { fakeMedia, fakePorts, type FakePorts } from "../../../test/support/channel-ports.ts";
import { type FakeClock, fakeClock } from "../../../test/support/fake-clock.ts";
import { loopbackServers } from "../../../test/support/loopback-server.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import { partTo } from "../../../test/support/telegram-bench.ts";
import {
  type BridgeServer,
  signBridgeCall,
  startBridgeServer,
} from "../../../test/vendors/bridge-server.ts";
import { createSystemChance, systemClock } from "../../cli/system.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { type Bridges, createBridges } from "./create.ts";
import { bridgesProblems, bridgesSection } from "./section.ts";

const secret = "a-secret-of-a-bridge-for-tests-0001";
const servers = loopbackServers();
const media = fakeMedia();
const never = new AbortController().signal;
let http: ReturnType<typeof safeHttp>;
let clock: FakeClock;
let ports: FakePorts;
let server: BridgeServer;
let made: Bridges;

const sectionWith = (bridge: object = {}) =>
  bridgesSection.parse({
    enabled: true,
    allowed_hosts: ["127.0.0.1"],
    apps: [{ name: "club", secret, send_url: `${server.url}/club/send`, ...bridge }],
  });

beforeEach(async () => {
  http = safeHttp({ clock: systemClock });
  clock = fakeClock();
  ports = fakePorts(clock);
  ports.paired.set("ada", "account-a");
  server = await startBridgeServer(servers, { club: secret });
  made = createBridges({
    section: sectionWith(),
    ports,
    media,
    quotes: {
      find: async ({ vendorId }) =>
        vendorId === "m0" ? { text: "what we said", from: "us", payload: {} } : undefined,
    },
    http,
    clock,
    chance: createSystemChance(systemClock.now),
    log: silentLog,
    metrics: { count: () => undefined, observe: () => undefined },
  });
});
afterEach(async () => {
  await made.close();
  await http.close();
  await servers.close();
});

async function hear(fields: object, { by = secret } = {}) {
  const body = JSON.stringify(fields);
  const time = String(Math.floor(clock.now() / 1_000));
  const signature = signBridgeCall(by, { id: "c", time, body });
  const [webhook] = made.webhooks;
  const answer = await webhook?.handle({
    headers: {
      "webhook-id": "c",
      "webhook-timestamp": time,
      "webhook-signature": `v1,other ${signature}`,
    },
    body: Buffer.from(body),
    query: new URLSearchParams(),
    ip: "203.0.113.9",
    isLocal: false,
  });
  return { status: answer?.status, json: JSON.parse(String(answer?.body)) as unknown };
}

const message = { type: "message", id: "m1", from: { id: "ada", name: "Ada" }, text: "hello" };

it("a bridge brings what a person says, in private and in groups, with the message that it answers", async () => {
  await hear({ ...message, reply_to: "m0" });
  await hear({ ...message, id: "m2", chat: { kind: "group", id: "#club" } });
  await hear({ ...message, id: "m3", chat: { kind: "group", id: "#club", shared: true } });
  expect(ports.taken).toMatchObject([
    {
      route: { channel: "bridges", channelAccount: "club", scope: "user:ada", peer: "ada" },
      payload: { quote: { vendor_id: "m0", text: "what we said", from: "us" } },
    },
    {
      route: { scope: "group:%23club:user:ada", peer: "group:%23club:user:ada" },
      payload: { surroundings: { shared: false } },
    },
    {
      route: { scope: "group:%23club", peer: "group:%23club" },
      payload: { sender: "Ada", surroundings: { shared: true } },
      mayStop: "own",
    },
  ]);
});

it.each([
  [{ ...message, type: "other" }, "type"],
  [{ ...message, id: 7 }, "id"],
  [{ ...message, from: {} }, "from.id"],
  [{ ...message, text: "  " }, "text"],
  [{ ...message, chat: { kind: "channel", id: "x" } }, "chat.kind"],
  [{ ...message, files: [{ url: "nowhere" }] }, "files.url"],
  [{ type: "receipt", delivery_id: "d1", status: "eaten" }, "status"],
])("a call of another form is refused with the name of what is wrong: %j", async (call, field) => {
  await expect(hear(call)).rejects.toMatchObject({
    code: "invalid_provider_payload",
    fact: { field },
  });
});

it("files go both ways: theirs are fetched from the bridge with a signature, ours go along", async () => {
  const bytes = Buffer.from("%PDF-1.7");
  server.files.set("files/a.pdf", bytes);
  const file = { url: `${server.url}/club/files/a.pdf`, name: "a.pdf", type: "application/pdf" };
  await hear({ ...message, text: "", files: [file] });
  const [taken] = ports.taken;
  const fetched = await made.channel.fetchFile?.(
    {
      channelAccount: "club",
      vendorId: "m1",
      media: (taken?.payload?.media ?? [])[0] ?? {},
    },
    never,
  );
  expect(fetched).toEqual({ bytes: new Uint8Array(bytes) });
  const elsewhere = { source: { url: "http://127.0.0.1:9/secret" } };
  expect(
    await made.channel.fetchFile?.(
      { channelAccount: "club", vendorId: "m1", media: elsewhere },
      never,
    ),
  ).toEqual({ failed: "unreachable", again: false });
  const id = await media.put(bytes, { type: "application/pdf", name: "b.pdf", channel: "x" });
  await made.channel.send(
    partTo("user:ada", { channelAccount: "club", payload: { media: { id } } }),
    never,
  );
  expect(server.shown[0]?.fields).toMatchObject({
    files: [{ kind: "document", name: "b.pdf", base64: bytes.toString("base64") }],
  });
});

it("an answer in a group names the group, and a reminder has its buttons as words to send back", async () => {
  const due = {
    kind: "reminders" as const,
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
  };
  await made.channel.send(
    partTo("user:ada", {
      channelAccount: "club",
      scope: "group:%23club:user:ada",
      source: "reminder",
      payload: { pieces: [due] },
    }),
    never,
  );
  expect(server.shown[0]?.fields).toMatchObject({
    to: { id: "ada" },
    chat: { kind: "group", id: "#club" },
    buttons: [{ words: "done" }, { words: "remind me again in 10 minutes" }, expect.anything()],
  });
  expect(server.violations).toEqual([]);
});

it("a bridge that refuses our signature gets no more parts until a ping works again", async () => {
  const part = partTo("user:ada", { channelAccount: "club" });
  server.plan("club", { kind: "answer", status: 401 });
  expect(await made.channel.send(part, never)).toMatchObject({
    kind: "not_sent",
    code: "signature_refused",
    isFree: true,
  });
  expect(made.channel.ready("club")).toBe(false);
  await clock.advance(60_000);
  while (!made.channel.ready("club")) await new Promise((resolve) => setImmediate(resolve));
});

it("both secrets are good while one is changed, and the settings apply without a restart", async () => {
  const next = "another-secret-of-this-bridge-0002";
  await expect(hear(message, { by: next })).rejects.toMatchObject({ status: 401 });
  made.renew(sectionWith({ secret: `${secret}, ${next}` }));
  expect((await hear(message, { by: next })).status).toBe(202);
  expect((await hear(message)).json).toMatchObject({ duplicate: true });
  made.renew(sectionWith({ secret: next }));
  await expect(hear(message)).rejects.toMatchObject({ status: 401 });
});

it("the settings of bridges are refused where a secret is short or a name is there twice", () => {
  expect(() => sectionWith({ secret: "short" })).toThrow(/24 characters/);
  const twice = { ...sectionWith(), apps: [...sectionWith().apps, ...sectionWith().apps] };
  expect(bridgesProblems(twice).join()).toMatch(/twice/);
  expect(bridgesProblems(bridgesSection.parse({ enabled: true })).join()).toMatch(/no `apps`/);
});
