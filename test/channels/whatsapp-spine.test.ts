import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createWhatsappCloud,
  type WhatsappCloud,
} from "../../src/channels/whatsapp/cloud/create.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { type Channel, plainChatApp } from "../../src/domain/channel.ts";
import type { WindowMessage } from "../../src/domain/skill.ts";
import { engine } from "../../src/domain/principal.ts";
import { makePairing } from "../../src/accounts/pairing-codes.ts";
import { openReports } from "../../src/inbound/reports.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { type ApiLab, codeOf, openApi } from "../support/api.ts";
import { fakeMedia } from "../support/channel-ports.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import type { Lab } from "../support/lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { stores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { cloudSettings, fixture, signatureOf } from "../support/whatsapp-bench.ts";
import { type CloudServer, startCloudServer } from "../vendors/whatsapp-cloud-server.ts";
import { tinyPng } from "../support/pictures.ts";

const [postgres] = stores.filter(({ name }) => name === "PostgreSQL");
if (postgres === undefined) throw new Error("the table of stores has no PostgreSQL");

describe("WhatsApp on the whole spine", () => {
  const used = useLab(postgres);
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
    // The channel wants the spine's ports and the spine wants its channels: the test hands the one in after the other.
    const later: Channel = {
      name: "whatsapp",
      ready: (account) => cloud.channel.ready(account),
      send: (delivery, signal) => cloud.channel.send(delivery, signal),
      fetchFile: async (file, signal) =>
        (await cloud.channel.fetchFile?.(file, signal)) ?? { failed: "not_possible", again: false },
      limits: { partLength: 4_096, partUnit: "characters", paceMs: 6_000, sendTimeoutMs: 90_000 },
      capabilities: plainChatApp,
      unknownSends: "keep",
    };
    const echo = ({ text, attachments = [] }: WindowMessage): string =>
      [text, ...attachments.map(({ type }) => `(${type})`)].join(" ");
    lab = await used.start({
      clock,
      channels: [later],
      media: fakeMedia(),
      run: async (turn) => `echo: ${turn.window.map(echo).join(" / ")}`,
    });
    await openChannel("open");
  });
  /** The channel with this setting, on the same spine. */
  const openChannel = async (
    access: "paired" | "list" | "open",
    allowedNumbers: readonly string[] = [],
  ): Promise<void> => {
    const chance = createSystemChance(clock.now);
    cloud = createWhatsappCloud({
      ports: lab.spine.ports,
      reports: openReports({
        db: used.db,
        projector: lab.spine.projector,
        clock,
        chance,
        log: silentLog,
      }),
      http,
      clock,
      chance,
      log: silentLog,
      metrics: { count: () => undefined, observe: () => undefined },
      settings: {
        ...cloudSettings,
        apiBaseUrl: server.url,
        allowedHosts: ["127.0.0.1"],
        access,
        allowedNumbers,
      },
    });
    api = await openApi({ db: used.db, webhooks: cloud.webhooks });
  };
  const reopenChannel = async (...how: Parameters<typeof openChannel>): Promise<void> => {
    await api.close();
    await cloud.close();
    await openChannel(...how);
  };
  afterEach(async () => {
    await api.close();
    await cloud.close();
    await http.close();
    await server.close();
    expect(server.violations).toEqual([]);
  });

  const post = (body: string, headers: Record<string, string> = signatureOf(body)) =>
    api.call("/webhooks/whatsapp", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
    });
  const status = (word: string, delivery: string, more: object = {}): string => {
    const callback = JSON.parse(fixture("cloud-statuses")) as {
      entry: { changes: { value: { statuses: object[] } }[] }[];
    };
    const value = callback.entry[0]?.changes[0]?.value;
    value?.statuses.splice(0, 4, {
      id: "wamid.OUT0001",
      status: word,
      timestamp: "1767603100",
      biz_opaque_callback_data: delivery,
      ...more,
    });
    return JSON.stringify(callback);
  };
  const rows = () =>
    used.db.rows<{ id: string; status: string }>(
      "select id, status from delivery_attempt order by ordinal",
    );
  const becomes = (...wanted: string[]) =>
    lab.until(async () => (await rows()).map((row) => row.status).join() === wanted.join());

  it("WhatsApp answers a signed message to the person who wrote it, once, and follows the vendor's receipts and never moves backwards", async () => {
    expect((await post(fixture("cloud-text"))).status).toBe(200);
    expect((await post(fixture("cloud-text"))).status).toBe(200);
    await becomes("sent");
    expect(server.ledger.map(({ message }) => [message["recipient"], message["text"]])).toEqual([
      ["US.13491208655302741918", { body: "echo: remind me at 9 ☕ <b>/</b>", preview_url: false }],
    ]);
    const [delivery] = await rows();
    for (const [word, expected] of [
      ["read", "read"],
      ["delivered", "read"],
      ["sent", "read"],
      ["failed", "read"],
    ] as const) {
      expect((await post(status(word, delivery?.id ?? ""))).status).toBe(200);
      expect((await rows())[0]?.status).toBe(expected);
    }
  });

  it("WhatsApp settles a send whose answer was lost by the status that carries our id, and sends it no second time", async () => {
    server.plan({ kind: "accept_then_cut" });
    await post(fixture("cloud-text"));
    await becomes("unknown");
    const [delivery] = await rows();
    expect((await post(status("delivered", delivery?.id ?? ""))).status).toBe(200);
    await becomes("delivered");
    expect(server.ledger).toHaveLength(1);
  });

  it("WhatsApp keeps a part for which the window is closed, and sends it when the person writes again", async () => {
    server.plan({ kind: "error", code: 131047, status: 400 });
    await post(fixture("cloud-text"));
    await becomes("waiting_for_user");
    await post(fixture("cloud-button"));
    await lab.until(async () => {
      await clock.pass(6_000);
      lab.spine.wake();
      return (await rows()).every((row) => row.status === "sent");
    });
    const shown = server.ledger.map(({ message }) => JSON.stringify(message["text"])).join();
    expect(shown.indexOf("remind me")).toBeGreaterThan(-1);
    expect(shown.indexOf("echo: Later")).toBeGreaterThan(shown.indexOf("remind me"));
  });

  it("WhatsApp takes a part back that it called sent when Meta says later that the window was closed", async () => {
    await post(fixture("cloud-text"));
    await becomes("sent");
    const [delivery] = await rows();
    const id = server.ledger[0]?.id ?? "";
    expect(
      (
        await post(
          status("failed", delivery?.id ?? "", {
            id,
            errors: [{ code: 131047, title: "Re-engagement message" }],
          }),
        )
      ).status,
    ).toBe(200);
    await becomes("waiting_for_user");
    await clock.pass(6_000);
    await post(fixture("cloud-button"));
    await lab.until(async () => {
      await clock.pass(6_000);
      lab.spine.wake();
      return (await rows()).every((row) => row.status === "sent");
    });
    expect(
      server.ledger.filter(({ message }) => JSON.stringify(message["text"]).includes("remind me")),
    ).toHaveLength(2);
  });

  it("WhatsApp fetches a picture when its turn begins, and the turn sees what it is", async () => {
    const sent = server.putMedia(tinyPng());
    await post(
      fixture("cloud-image")
        .replace("1003383421387256", sent)
        .replace(/"sha256": "[^"]+",?/, ""),
    );
    await becomes("sent");
    expect(server.ledger[0]?.message["text"]).toMatchObject({ body: "echo: the bill (image/png)" });
  });

  it("WhatsApp knows a person by their new id and number, and keeps what they did in addition to writing", async () => {
    await post(fixture("cloud-text"));
    await becomes("sent");
    await post(fixture("cloud-reaction"));
    await post(fixture("cloud-changed-number"));
    await post(
      fixture("cloud-button")
        .replaceAll("US.13491208655302741918", "US.99991208655302741918")
        .replaceAll("16505551234", "16505554321"),
    );
    await lab.until(async () => {
      await clock.pass(6_000);
      lab.spine.wake();
      return (await rows()).length === 2 && (await rows()).every((row) => row.status === "sent");
    });
    expect(server.ledger.map(({ message }) => message["recipient"])).toEqual([
      "US.13491208655302741918",
      "US.99991208655302741918",
    ]);
    expect(
      await used.db.rows("select count(*) as n from account where origin = 'messaging_first'"),
    ).toEqual([{ n: 1 }]);
    expect(
      await used.db.rows("select account_id is not null as known, payload from inbound_note"),
    ).toMatchObject([{ known: true, payload: { reaction: {} } }]);
  });

  const from = (number: string, text: string, id: string): string =>
    fixture("cloud-text-phone-only")
      .replaceAll("16505551234", number)
      .replace(/"id": "wamid[^"]*"/, `"id": "wamid.${id}"`)
      .replace(/"body": "[^"]*"/, `"body": ${JSON.stringify(text)}`);
  const saw = (count: number) =>
    lab.until(async () => {
      await clock.pass(6_000);
      lab.spine.wake();
      return listSentTexts().length >= count;
    });
  const listSentTexts = (): unknown[] =>
    server.ledger.map(({ message }) => [message["to"], (message["text"] as { body: string }).body]);

  it("S15: WhatsApp gives strangers no account, no turn and no row: each is shown once, in their language, how to pair", async () => {
    await reopenChannel("paired");
    for (let nth = 10; nth < 30; nth += 1)
      expect(
        (await post(from(`165055500${nth}`, nth === 10 ? "你好" : "hi", `a${nth}`))).status,
      ).toBe(200);
    for (let nth = 0; nth < 20; nth += 1) await post(from("16505550010", "你好？", `b${nth}`));
    await server.until(() => server.ledger.length >= 20);
    expect(listSentTexts()).toHaveLength(20);
    expect(listSentTexts()[0]).toEqual(["16505550010", expect.stringMatching(/配对码/)]);
    expect(listSentTexts()[1]).toEqual(["16505550011", expect.stringMatching(/pairing code/)]);
    for (const table of [
      "account where origin = 'messaging_first'",
      "channel_identity",
      "message",
      "turn",
      "model_call",
      "inbound_rejection",
    ])
      expect([table, await used.db.rows(`select count(*) as n from ${table}`)]).toEqual([
        table,
        [{ n: 0 }],
      ]);
  });

  it("S15: WhatsApp answers a stranger who sends a pairing code from then on, and says when the code is wrong", async () => {
    const chance = createSystemChance(clock.now);
    const on = { projector: lab.spine.projector, clock, chance };
    await reopenChannel("paired");
    const { id: accountId } = await api.person();
    const { code } = await used.db.transaction(engine, (sql) =>
      makePairing(sql, on, { accountId, channel: "whatsapp" }),
    );
    await post(from("16505550001", "AAAA-AAAA-AAA1", "c1"));
    await server.until(() => server.ledger.length === 1);
    expect(listSentTexts()).toEqual([
      ["16505550001", expect.stringMatching(/wrong or has expired/)],
    ]);
    await post(from("16505550001", code, "c2"));
    await becomes("sent");
    await clock.pass(6_000);
    await post(from("16505550001", "hello", "c3"));
    await saw(3);
    expect(listSentTexts().at(-1)).toEqual(["16505550001", "echo: hello"]);
  });

  it("S15: WhatsApp lets listed numbers in, and those that had an account before", async () => {
    await post(from("16505550002", "before", "d1"));
    await becomes("sent");
    await reopenChannel("list", ["16505550003"]);
    await clock.pass(6_000);
    await post(from("16505550002", "after", "d2"));
    await post(from("16505550003", "listed", "d3"));
    await post(from("16505550004", "neither", "d4"));
    await saw(4);
    expect(listSentTexts().slice(1).map(String).toSorted()).toEqual([
      "16505550002,echo: after",
      "16505550003,echo: listed",
      expect.stringMatching(/^16505550004,Hello! This number only answers/),
    ]);
  });

  it("WhatsApp refuses what is not signed or too large, in the form of every refusal", async () => {
    const unsigned = await post(fixture("cloud-text"), {});
    expect([unsigned.status, codeOf(unsigned)]).toEqual([401, "webhook_unauthorized"]);
    const large = " ".repeat(3 * 1024 * 1024 + 1);
    expect((await post(large)).status).toBe(413);
    const challenge = await api.call(
      "/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=verify-me-0001&hub.challenge=42",
    );
    expect([challenge.status, challenge.text]).toEqual([200, "42"]);
    const wrong = await api.call(
      "/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=x&hub.challenge=42",
    );
    expect([wrong.status, codeOf(wrong)]).toEqual([403, "forbidden"]);
    expect(await rows()).toEqual([]);
  });
});
