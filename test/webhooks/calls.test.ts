import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import type { WebhookOwner, WebhooksApi } from "../../src/domain/views/webhooks.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { openWebhookCaller } from "../../src/outbound/webhooks/caller.ts";
import { createWebhooksApi } from "../../src/outbound/webhooks/webhooks-api.ts";
import { dropOldCalls } from "../../src/store/erasure/retention.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { openDecisions } from "../../src/turn/decisions.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import type { Lab } from "../support/lab.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { awaitFired, change, recordAll, remind, timersOn } from "../support/reminder-lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { toDraft } from "../support/stored-event.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../vendors/webhook-receiver.ts";

const servers = loopbackServers();
afterAll(() => servers.close());
const used = useLab(postgresStore);
const chance = createSystemChance(() => Date.now());
const keyring = openKeyring({
  key: "a".repeat(64),
  file: "/nonexistent/secret.key",
  randomBytes: (count) => chance.bytes(count),
});

let clock: FakeClock;
let lab: Lab;
let receiver: WebhookReceiver;
let api: WebhooksApi;
let owner: WebhookOwner;
let wake: () => void;
const all = [
  "reminder.fired",
  "reminder.delivered",
  "reminder.waiting",
  "reminder.failed",
  "reminder.done",
  "story.digest",
] as const;

beforeEach(async () => {
  clock = fakeClock();
  receiver = await startWebhookReceiver(servers, () => clock.now());
  lab = await used.start({ clock, timers: timersOn(clock) });
  const { accountId } = await lab.say("hello");
  await lab.idle();
  owner = { accountId, isOperator: false };
  const http = safeHttp({ clock });
  const deps = {
    db: used.db,
    decisions: openDecisions({ db: used.db, projector: lab.spine.projector, clock, chance }),
    http,
    clock,
    chance,
    keys: () => keyring,
    allowedHosts: [new URL(receiver.url).host],
  };
  api = createWebhooksApi(deps);
  const caller = openWebhookCaller({
    ...deps,
    log: silentLog,
    metrics: { count: () => undefined, observe: () => undefined },
    teller: lab.spine.teller,
    holder: "caller",
  });
  wake = () => caller.onTopic("webhooks");
  const stop = lab.spine.onTopic((topic) => caller.onTopic(topic));
  caller.start();
  return async () => {
    stop();
    await caller.close();
    await http.close();
  };
});

const add = async (types: readonly (typeof all)[number][] = all) => {
  const made = await api.add(owner, { url: receiver.url, types });
  receiver.secrets.push(made.secret);
  return made.webhook;
};

const fire = async (id: string): Promise<void> => {
  const at = new Date(clock.now() + 60_000).toISOString().slice(0, 19);
  const accountId = owner.accountId;
  await remind(used.db, { id, accountId, content: `feed ${id}`, at, now: clock.now() });
  await clock.advance(60_000);
  await awaitFired(lab);
};

const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  expect
    .poll(
      async () => {
        wake();
        return holds();
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true);
const typesTaken = () => receiver.taken.map(({ body }) => body.type);
const statuses = () =>
  used.db.rows<{ status: string; attempt: number; error_code: string | null }>(
    "select status, attempt, error_code from webhook_call order by event_id",
  );

describe("an address that hears of a person's reminders", () => {
  it("a webhook hears of a reminder that fires, is delivered and is done, signed and as documented", async () => {
    await add();
    await fire("r1");
    await until(() => receiver.taken.length === 2);
    await change(used.db, "r1", { kind: "reminder_completed", set: {}, now: clock.now() });
    await until(() => receiver.taken.length === 3);
    expect(typesTaken()).toEqual(["reminder.fired", "reminder.delivered", "reminder.done"]);
    expect(receiver.violations).toEqual([]);
    expect(receiver.taken[0]?.body.data).toMatchObject({
      reminder: { id: "r1", content: "feed r1", due_at: new Date(clock.now()).toISOString() },
      is_late: false,
      repeat: 0,
    });
    expect(receiver.taken[1]?.body.data).toMatchObject({
      reminders: [{ id: "r1", content: "feed r1" }],
      delivery: { status: "sent", code: null },
    });
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(3);
  });

  it("a webhook hears that a reminder waits for the person, and that one was refused", async () => {
    await add(["reminder.waiting", "reminder.failed"]);
    lab.post.plan.push({ kind: "waiting_for_user", code: "window_closed" });
    await fire("r1");
    await until(() => receiver.taken.length === 1);
    lab.post.plan.push({ kind: "refused", code: "blocked_by_person" });
    await fire("r2");
    await until(() => receiver.taken.length === 2);
    expect(receiver.taken.map(({ body }) => body.data)).toMatchObject([
      {
        reminders: [{ id: "r1" }],
        delivery: { status: "waiting_for_user", code: "window_closed" },
      },
      { reminders: [{ id: "r2" }], delivery: { status: "failed", code: "blocked_by_person" } },
    ]);
    expect(receiver.violations).toEqual([]);
  });

  it("a webhook hears what could be noticed of a scene, and nothing that is sealed", async () => {
    await add(["story.digest"]);
    const { accountId } = owner;
    const at = new Date(clock.now()).toISOString();
    const of = { stream: "chat:s1", at, accountId, chatId: "s1" };
    const story = { id: "s1", account_id: accountId, title: "The lighthouse" };
    const chat = { ...story, chat_id: "s1", host_bot_id: "bot_a", initial_time: at };
    await recordAll(used.db, [toDraft({ ...of, kind: "chat_created", payload: chat })]);
    const payload = {
      chat_id: "s1",
      id: "d1",
      scene_id: 1,
      noticed: "The light was on.",
      directors_cut: "CANARY",
    };
    await recordAll(used.db, [toDraft({ ...of, kind: "digest_written", payload })]);
    await until(() => receiver.taken.length === 1);
    expect(receiver.taken[0]?.body.data).toEqual({
      story: { id: "s1", title: "The lighthouse" },
      digest: { id: "d1", noticed: "The light was on." },
    });
    expect(JSON.stringify(receiver.calls)).not.toContain("CANARY");
  });

  it("a call that fails is sent again under the same id until it is taken, and what fails does not hold up another address", async () => {
    await add(["reminder.fired"]);
    const other = await startWebhookReceiver(servers, () => clock.now());
    const second = { url: other.url, types: ["reminder.fired"] } as const;
    const made = await api.add({ ...owner, isOperator: true }, second);
    other.secrets.push(made.secret);
    receiver.fates.push({ status: 500 }, "cut", { status: 429, headers: { "retry-after": "600" } });
    await fire("r1");
    await until(() => other.taken.length === 1);
    for (const [nth, wait] of [6_000, 40_000, 599_000].entries()) {
      await until(() => receiver.calls.length === nth + 1);
      await until(async () => (await statuses()).every(({ attempt }) => attempt <= nth + 1));
      await clock.advance(wait);
    }
    // The receiver asked for ten minutes.
    expect(receiver.calls).toHaveLength(3);
    await clock.advance(2_000);
    await until(() => receiver.taken.length === 1);
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1);
    await until(async () => (await statuses()).every(({ status }) => status === "sent"));
    const [view] = (await api.list(owner)).webhooks;
    expect(view).toMatchObject({ waiting: 0, failed: 0, last: { status: "sent", attempt: 4 } });
  });

  it("an address that says it is gone is switched off, and a message to the person says so", async () => {
    await add(["reminder.fired"]);
    receiver.fates.push({ status: 410 });
    await fire("r1");
    await until(async () => (await api.list(owner)).webhooks[0]?.is_on === false);
    await until(() => lab.post.ledger.some(({ text }) => text.includes("says that it is gone")));
    expect((await api.list(owner)).webhooks).toMatchObject([
      { is_on: false, off_reason: "gone", failed: 1 },
    ]);
    await fire("r2");
    expect(await statuses()).toHaveLength(1);
  });

  it("an address that takes nothing for three days is switched off; what it missed is kept and can be sent again", async () => {
    const { id } = await add(["reminder.fired"]);
    receiver.fates.push(...Array.from({ length: 11 }, () => ({ status: 503 })));
    await fire("r1");
    for (let nth = 1; nth <= 11; nth += 1) {
      await until(() => receiver.calls.length === nth);
      await until(async () => (await statuses()).some(({ error_code: code }) => code !== null));
      if (nth < 11) await clock.advance(27 * 3_600_000);
    }
    await until(async () => (await api.list(owner)).webhooks[0]?.off_reason === "failing");
    await until(() => lab.post.ledger.some(({ text }) => text.includes("three days")));
    await api.change(owner, id, { isOn: true });
    expect(await api.retry(owner, id)).toBe(1);
    await until(() => receiver.taken.length === 1);
    expect(new Set(receiver.calls.map((call) => call.id)).size).toBe(1);
  });
});

describe("a person's webhooks", () => {
  it("a webhook that is switched off hears nothing; what waited is sent when it is on again", async () => {
    const { id } = await add(["reminder.fired"]);
    receiver.fates.push({ status: 500 });
    await fire("r1");
    await until(() => receiver.calls.length === 1);
    expect(await api.change(owner, id, { isOn: false })).toMatchObject({
      is_on: false,
      off_reason: "person",
    });
    await fire("r2");
    await clock.advance(600_000);
    expect(receiver.calls).toHaveLength(1);
    await api.change(owner, id, { isOn: true });
    await until(() => receiver.taken.length === 1);
    expect(receiver.taken[0]?.body.data).toMatchObject({ reminder: { id: "r1" } });
  });

  it("calls carry a signature by a new secret at once, and for a day one by the old secret as well", async () => {
    const { id } = await add();
    const renewed = await api.renew(owner, id);
    const [first = ""] = receiver.secrets;
    expect(renewed).not.toBe(first);
    for (const secret of [first, renewed]) {
      receiver.secrets.splice(0, 2, secret);
      expect(await api.test(owner, id)).toEqual({ code: null });
    }
    await clock.advance(25 * 3_600_000);
    receiver.secrets.splice(0, 2, first);
    expect(await api.test(owner, id)).toEqual({ code: "http_401" });
  });

  it("a test says what went wrong, in one word", async () => {
    const { id } = await add();
    receiver.fates.push({ status: 302, headers: { location: "http://127.0.0.1:1/" } }, "cut");
    expect((await api.test(owner, id)).code).toMatch(/^(?:http_302|redirect)$/);
    expect(await api.test(owner, id)).toEqual({ code: "reset" });
    await servers.close();
    expect(await api.test(owner, id)).toEqual({ code: "connect" });
  });

  it.each([
    ["ftp://hooks.example.org/", "is not an http"],
    ["https://ann:secret@hooks.example.org/", "user name"],
    ["https://elsewhere.example.org/", "operator allows"],
    ["http://169.254.169.254/latest/meta-data", "operator allows"],
    ["not an address", "is not an http"],
  ])("the address %s is refused with the reason, and nothing is kept", async (url, reason) => {
    await expect(api.add(owner, { url, types: ["reminder.done"] })).rejects.toMatchObject({
      code: "invalid_request",
      fact: { field: "url", problem: expect.stringContaining(reason) },
    });
    expect((await api.list(owner)).webhooks).toEqual([]);
  });

  it("an operator's webhook may lead into the operator's network, but never to a metadata service", async () => {
    const operator = { ...owner, isOperator: true };
    const types = ["reminder.done"] as const;
    await api.add(operator, { url: "http://10.0.0.7:9000/hook", types });
    await expect(
      api.add(operator, { url: "http://169.254.169.254/", types }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect((await api.list(owner)).webhooks).toHaveLength(1);
  });

  it("another account's webhook is not there: nothing can be read, changed, tested or removed", async () => {
    const { id } = await add();
    const stranger = {
      accountId: (await lab.say("hi", { from: "eve" })).accountId,
      isOperator: false,
    };
    expect((await api.list(stranger)).webhooks).toEqual([]);
    for (const attempt of [
      () => api.change(stranger, id, { isOn: false }),
      () => api.renew(stranger, id),
      () => api.remove(stranger, id),
      () => api.test(stranger, id),
      () => api.calls(stranger, id, { before: undefined, limit: 10 }),
      () => api.retry(stranger, id),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    expect((await api.list(owner)).webhooks).toMatchObject([{ is_on: true }]);
  });

  it("calls are listed page by page, and go with their webhook", async () => {
    const { id } = await add(["reminder.fired"]);
    for (const name of ["r1", "r2", "r3"]) await fire(name);
    await until(() => receiver.taken.length === 3);
    const first = await api.calls(owner, id, { before: undefined, limit: 2 });
    expect(first.calls).toHaveLength(2);
    const rest = await api.calls(owner, id, { before: first.next ?? undefined, limit: 2 });
    expect([rest.calls.length, rest.next]).toEqual([1, null]);
    await api.remove(owner, id);
    expect(await statuses()).toEqual([]);
    await fire("r4");
    expect(receiver.calls).toHaveLength(3);
  });

  it("calls that were taken are dropped after a week, those that wait are not", async () => {
    await add(["reminder.fired"]);
    await fire("r1");
    await until(() => receiver.taken.length === 1);
    receiver.fates.push({ status: 500 });
    await fire("r2");
    await until(async () => (await statuses())[1]?.error_code === "http_500");
    const at = (days: number) => ({ ...clock, now: () => clock.now() + days * 86_400_000 });
    await dropOldCalls({ db: used.db, clock: at(6) });
    expect(await statuses()).toHaveLength(2);
    await dropOldCalls({ db: used.db, clock: at(8) });
    expect(await statuses()).toMatchObject([{ status: "pending" }]);
  });
});
