import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakePorts } from "../../../test/support/channel-ports.ts";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import { partTo } from "../../../test/support/telegram-bench.ts";
import {
  decryptPush,
  type PushService,
  startPushService,
} from "../../../test/vendors/push-service.ts";
import { createSystemChance, systemClock } from "../../cli/system.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { createPush, notifyDevices, type PushDeps, pushDevices } from "./create.ts";
import { openDevices } from "./devices.ts";
import { encryptPush } from "./encrypt.ts";
import { pushSection } from "./section.ts";

const ada = "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00";
const chance = createSystemChance(systemClock.now);
const clock = fakeClock();
let service: PushService;
let http: ReturnType<typeof safeHttp>;
let ports: ReturnType<typeof fakePorts>;
let on: PushDeps;
beforeEach(async () => {
  service = await startPushService(() => clock.now());
  http = safeHttp({ clock: systemClock });
  ports = fakePorts(clock);
  const section = pushSection.parse({ allowed_hosts: ["127.0.0.1"] });
  const devices = openDevices({ ports, chance, allowsHttp: (host) => host === "127.0.0.1" });
  on = { section, http, clock, chance, log: silentLog, publicUrl: undefined, devices };
});
afterEach(async () => {
  await http.close();
  await service.close();
});

const subscribe = async (more: object = {}) => {
  const { endpoint, keys } = service.subscription;
  const wanted = { endpoint, ...keys, label: "Laptop", shows_content: false, ...more };
  return pushDevices(on).add(ada, wanted);
};
const idOf = async (): Promise<string> => (await pushDevices(on).list(ada))[0]?.id ?? "";
const send = async (text = "⏰ 08:00 see the doctor") =>
  createPush(on).send(
    partTo(`account:${ada}`, {
      accountId: ada,
      channelAccount: await idOf(),
      text,
      source: "reminder",
    }),
    new AbortController().signal,
  );

describe("notifications in the browser", () => {
  it("a push message is encrypted as in the example of RFC 8291", () => {
    const keys = {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const once = {
      salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
      privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
    };
    const plain = "When I grow up, I want to be a watermelon";
    const body = encryptPush(Buffer.from(plain), keys, once);
    expect(body.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
    const browser = {
      privateKey: Buffer.from("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url"),
      auth: Buffer.from(keys.auth, "base64url"),
    };
    expect(decryptPush(body, browser)).toBe(plain);
  });

  it("a notification reaches the browser, and hides what it is about unless the person allows it", async () => {
    await subscribe();
    expect(await send()).toMatchObject({ kind: "sent" });
    await send("⏰ 08:00 看医生");
    await subscribe({ shows_content: true });
    await send();
    expect(service.refused).toEqual([]);
    expect(service.read).toMatchObject([
      { body: "You have a new message. Open Meanwhile to read it." },
      { body: "你有一条新消息，打开 Meanwhile 查看。" },
      { body: "⏰ 08:00 see the doctor" },
    ]);
    expect(new Set((await pushDevices(on).list(ada)).map(({ id }) => id)).size).toBe(1);
  });

  it("a very long text is cut to what a push service takes", async () => {
    await subscribe({ shows_content: true });
    expect(await send("长".repeat(5_000))).toMatchObject({ kind: "sent" });
    expect(service.refused).toEqual([]);
  });

  it.each([404, 410])("an answer of %i ends the subscription", async (status) => {
    await subscribe();
    service.answer(status);
    expect(await send()).toEqual({ kind: "refused", code: "subscription_ended" });
    expect(await pushDevices(on).list(ada)).toEqual([]);
  });

  it.each([
    [429, { kind: "not_sent", code: "busy", retryAfterMs: 7_000 }],
    [500, { kind: "not_sent", code: "busy", retryAfterMs: 7_000 }],
    [403, { kind: "refused", code: "token_refused" }],
    [413, { kind: "refused", code: "http_413" }],
  ])("a push service that answers %i gives the true verdict", async (status, verdict) => {
    await subscribe();
    service.answer(status);
    expect(await send()).toEqual(verdict);
    expect(await pushDevices(on).list(ada)).toHaveLength(1);
  });

  it("keys are made once, and neither they nor a subscription are stored in the open", async () => {
    await subscribe();
    const first = await pushDevices(on).publicKey();
    expect(await pushDevices(on).publicKey()).toBe(first);
    expect(JSON.stringify(ports.accounts)).not.toContain(service.subscription.endpoint);
  });

  it("an address that no push service has, or keys that are none, are refused", async () => {
    for (const endpoint of [
      "http://example.org/x",
      "ftp://example.org",
      "https://u:p@example.org/x",
    ])
      expect(await subscribe({ endpoint })).toBe("address");
    expect(await subscribe({ p256dh: service.subscription.keys.auth })).toBe("keys");
    expect(await subscribe({ auth: "c2hvcnQ" })).toBe("keys");
  });

  it("every device of a person is notified of what is said on the page, and no other person's", async () => {
    await subscribe({ shows_content: true });
    const said = { conversationId: "c", text: "Bob wants to meet" };
    await notifyDevices(on, { ...said, accountId: ada });
    await notifyDevices(on, { ...said, accountId: "another" });
    expect(service.read).toEqual([
      { title: "Meanwhile", body: "Bob wants to meet", conversation: "c" },
    ]);
  });

  it("words that wait for one person are not shown to another who took over the browser", async () => {
    await subscribe({ shows_content: true });
    const waiting = partTo(`account:${ada}`, {
      accountId: ada,
      channelAccount: await idOf(),
      text: "⏰ 08:00 see the doctor",
      source: "reminder",
    });
    const { endpoint, keys } = service.subscription;
    await pushDevices(on).add("another", {
      endpoint,
      ...keys,
      label: "Laptop",
      shows_content: true,
    });
    expect(await createPush(on).send(waiting, new AbortController().signal)).toEqual({
      kind: "refused",
      code: "subscription_ended",
    });
    expect(service.read).toEqual([]);
  });

  it("a test notification says that it works, in words that need no hiding", async () => {
    await subscribe();
    expect(await pushDevices(on).test(ada, await idOf())).toBeUndefined();
    expect(await pushDevices(on).test("another", await idOf())).toBe("subscription_ended");
    expect(await pushDevices(on).remove("another", await idOf())).toBe(false);
    expect(service.read).toMatchObject([{ body: "Notifications work on this device." }]);
  });
});
