import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createWhatsappCloud,
  type WhatsappCloud,
} from "../../src/channels/whatsapp/cloud/create.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { type Channel, plainChatApp } from "../../src/domain/channel.ts";
import { iso } from "../../src/domain/ports/clock.ts";
import { engine } from "../../src/domain/principal.ts";
import { makePairing } from "../../src/accounts/pairing-codes.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import { record } from "../../src/store/log/record.ts";
import { type ApiLab, openApi } from "../support/api.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import type { Lab } from "../support/lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { stores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { cloudSettings, fixture, signatureOf } from "../support/whatsapp-bench.ts";
import { type CloudServer, startCloudServer } from "../vendors/whatsapp-cloud-server.ts";
import { toDraft } from "../support/stored-event.ts";

const [postgres] = stores.filter(({ name }) => name === "PostgreSQL");
if (postgres === undefined) throw new Error("the table of stores has no PostgreSQL");

describe("the time zone of a person who writes by WhatsApp", () => {
  const used = useLab(postgres);
  const metrics = { count: () => undefined, observe: () => undefined };
  let server: CloudServer;
  let http: ReturnType<typeof safeHttp>;
  let clock: FakeClock;
  let cloud: WhatsappCloud;
  let lab: Lab;
  let api: ApiLab;

  beforeEach(async () => {
    server = await startCloudServer();
    http = safeHttp({ clock: systemClock });
    clock = fakeClock();
    const later: Channel = {
      name: "whatsapp",
      ready: (account) => cloud.channel.ready(account),
      send: (delivery, signal) => cloud.channel.send(delivery, signal),
      limits: { partLength: 4_096, partUnit: "characters", paceMs: 6_000, sendTimeoutMs: 90_000 },
      capabilities: plainChatApp,
      unknownSends: "keep",
    };
    const reminders = createRemindersSkill({
      settings: { overlap: "warn", clarificationMinutes: 10, nightlyHour: 20, latePolicy: "fire" },
      metrics,
    });
    lab = await used.start({ clock, channels: [later], skills: [reminders] });
    cloud = createWhatsappCloud({
      ports: lab.spine.ports,
      http,
      clock,
      chance: createSystemChance(clock.now),
      log: silentLog,
      metrics,
      settings: {
        ...cloudSettings,
        apiBaseUrl: server.url,
        allowedHosts: ["127.0.0.1"],
        access: "open",
        allowedNumbers: [],
      },
    });
    api = await openApi({ db: used.db, webhooks: cloud.webhooks });
  });
  afterEach(async () => {
    await api.close();
    await cloud.close();
    await http.close();
    await server.close();
    expect(server.violations).toEqual([]);
  });

  let count = 0;
  const write = async (number: string, text: string): Promise<void> => {
    const body = fixture("cloud-text-phone-only")
      .replaceAll("16505551234", number)
      .replace(/"id": "wamid[^"]*"/, `"id": "wamid.z${(count += 1)}"`)
      .replace(/"body": "[^"]*"/, `"body": ${JSON.stringify(text)}`);
    const headers = { "Content-Type": "application/json", ...signatureOf(body) };
    expect((await api.call("/webhooks/whatsapp", { method: "POST", body, headers })).status).toBe(
      200,
    );
  };
  const replies = (): string[] =>
    server.ledger.map(({ message }) => (message["text"] as { body: string }).body);
  const awaitReplies = (many: number) =>
    lab.until(async () => {
      await clock.pass(6_000);
      lab.spine.wake();
      return replies().length >= many;
    });
  const zones = () =>
    used.db.rows(
      `select i.provider_subject as phone, a.default_timezone as zone, a.zone_source as source, a.zone_country as country, a.zone_told as told
       from account a join channel_identity i on i.account_id = a.id order by 1`,
    );

  it("the time zone of a person who writes by WhatsApp is guessed from the number, said with the first reminder only, and moved by a city with what was written by it", async () => {
    await write("819012345678", "remind me tomorrow at 9am to call mom");
    await awaitReplies(1);
    expect(replies()[0]).toContain("tomorrow, Tue 6 Jan, 09:00: call mom");
    expect(replies()[0]).toContain(
      "Your number is from Japan, so I used Tokyo time (UTC+9). If not, tell me your city.",
    );
    await write("819012345678", "remind me tomorrow at 10am to buy milk");
    await awaitReplies(2);
    expect(replies()[1]).not.toContain("Tokyo");
    expect(await zones()).toEqual([
      { phone: "819012345678", zone: "Asia/Tokyo", source: "guessed", country: "JP", told: true },
    ]);
    await write("819012345678", "I'm in Singapore now");
    await awaitReplies(3);
    expect(replies()[2]).toContain("“call mom”, “buy milk”");
    expect(await zones()).toMatchObject([
      { zone: "Asia/Singapore", source: "chosen", country: null },
    ]);
    expect(await used.db.rows("select distinct captured_timezone as zone from reminder")).toEqual([
      { zone: "Asia/Singapore" },
    ]);
  });

  it("the time zone of a person who writes by WhatsApp is the server's where the number tells no country, and a question where the country has several", async () => {
    await write("870123456789", "明天早上9点提醒我开会");
    await awaitReplies(1);
    expect(replies()[0]).not.toContain("号码");
    await write("16505550001", "明天早上9点提醒我开会");
    await awaitReplies(2);
    expect(replies()[1]).toContain(
      "你的号码是美国的，那里有好几个时区，我先按纽约时间（UTC-5）记。你在哪个城市？",
    );
    expect(await zones()).toMatchObject([
      { phone: "16505550001", zone: "America/New_York", source: "guessed" },
      { phone: "870123456789", source: "default", country: null },
    ]);
  });

  it.each([
    [
      "is guessed for an account that was paired and never had one set",
      false,
      { zone: "Asia/Tokyo", source: "guessed", country: "JP" },
    ],
    [
      "stays what was set on the page",
      true,
      { zone: "Europe/Berlin", source: "chosen", country: null },
    ],
  ] as const)("the time zone of a person who writes by WhatsApp %s", async (_, isSet, expected) => {
    const { id: accountId } = await api.person();
    const fact = {
      stream: `account:${accountId}`,
      kind: "account_updated",
      at: iso(clock.now()),
      accountId,
    };
    const zone = isSet
      ? { default_timezone: "Europe/Berlin" }
      : { default_timezone: "UTC", zone_source: "default" };
    const on = { projector: lab.spine.projector, clock, chance: createSystemChance(clock.now) };
    const { code } = await used.db.transaction(engine, async (sql) => {
      await record(sql, lab.spine.projector, [
        toDraft({ ...fact, payload: { id: accountId, ...zone } }),
      ]);
      return makePairing(sql, on, { accountId, channel: "whatsapp" });
    });
    await write("819012345678", code);
    await awaitReplies(1);
    await write("819012345678", "remind me tomorrow at 9am to call mom");
    await awaitReplies(2);
    expect(await zones()).toMatchObject([expected]);
    expect(replies()[1]?.includes("Your number is from Japan")).toBe(!isSet);
  });
});
