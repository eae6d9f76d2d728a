import { describe, expect, it, vi } from "vitest";
import { Refusal } from "../../../domain/errors.ts";
import {
  appSecret,
  openCloudBench,
  fixture,
  signatureOf,
} from "../../../../test/support/whatsapp-bench.ts";
import { cloudSettings } from "../../../../test/support/whatsapp-bench.ts";

const account = { channel: "whatsapp", channelAccount: "106540352242922" };
const userId = "US.13491208655302741918";
const read = async (name: string) => {
  const bench = openCloudBench();
  const reply = await bench.post(fixture(name));
  expect(reply).toMatchObject({ status: 200 });
  return bench.spine;
};

describe("the address check", () => {
  const checkAddress = (query: string) => openCloudBench().call({ method: "get", query });
  it("WhatsApp's address check answers the bare challenge for the right token", async () => {
    const reply = await checkAddress(
      "hub.mode=subscribe&hub.verify_token=verify-me-0001&hub.challenge=1158201444",
    );
    expect(reply).toEqual({ status: 200, body: "1158201444" });
  });

  it.each([
    ["a wrong token", "hub.mode=subscribe&hub.verify_token=verify-me-0002&hub.challenge=1"],
    ["no token", "hub.mode=subscribe&hub.challenge=1"],
    ["another mode", "hub.mode=unsubscribe&hub.verify_token=verify-me-0001&hub.challenge=1"],
    ["no challenge", "hub.mode=subscribe&hub.verify_token=verify-me-0001"],
    [
      "a challenge that is a page",
      "hub.mode=subscribe&hub.verify_token=verify-me-0001&hub.challenge=%3Cscript%3E",
    ],
  ])("WhatsApp's address check refuses %s", async (_, query) => {
    expect(await checkAddress(query)).toMatchObject({ status: 403, code: "forbidden" });
  });
});

describe("the signature", () => {
  it("WhatsApp's signature is checked on the bytes as they came, with emoji and escaped slashes in them", async () => {
    const bench = openCloudBench();
    const body = fixture("cloud-text").replace("</b>", "<\\/b>").replace("☕", "\\u2615");
    expect(await bench.post(body)).toEqual({ status: 200, body: "EVENT_RECEIVED" });
    expect(bench.spine.kept[0]?.text).toBe("remind me at 9 ☕ <b>/</b>");
  });

  it.each([
    ["none", {}],
    ["of another secret", signatureOf(fixture("cloud-text"), "another")],
    ["of other bytes", signatureOf(`${fixture("cloud-text")} `)],
    ["in another form", { "x-hub-signature-256": "sha256=zz" }],
    ["that is empty", { "x-hub-signature-256": "" }],
    ["by SHA-1", { "x-hub-signature": "sha1=0000000000000000000000000000000000000000" }],
  ])("WhatsApp's signature check refuses one %s before anything is parsed", async (_, headers) => {
    const bench = openCloudBench();
    const parse = vi.spyOn(JSON, "parse");
    expect(await bench.call({ body: fixture("cloud-text"), headers })).toMatchObject({
      status: 401,
      code: "webhook_unauthorized",
    });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(bench.spine.batches).toEqual([]);
  });

  it("WhatsApp's signature may be made with any of two secrets while one is being changed, and with neither afterwards", async () => {
    const both = openCloudBench({ settings: { appSecrets: ["new-secret", appSecret] } });
    expect(await both.post(fixture("cloud-text"))).toMatchObject({ status: 200 });
    expect(await both.post(fixture("cloud-image"), "new-secret")).toMatchObject({ status: 200 });
    const after = openCloudBench({ settings: { appSecrets: ["new-secret"] } });
    expect(await after.post(fixture("cloud-text"))).toMatchObject({ status: 401 });
  });

  it.each([
    ["app secret", { appSecrets: [] }],
    ["app secret that is not blank", { appSecrets: [appSecret, " "] }],
    ["verify token", { verifyTokens: [] }],
    ["account", { accounts: [] }],
    ["access token", { accounts: [{ phoneNumberId: "1", accessToken: "" }] }],
  ])("the WhatsApp channel does not start without an %s", (_, settings) => {
    expect(() => openCloudBench({ settings })).toThrow("does not start without its secrets");
  });

  it("a body over three megabytes is not taken", async () => {
    expect(await openCloudBench().post(" ".repeat(3 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
    });
  });

  it.each(["", "{", "[]", "null", '"text"', "{}", '{"object":"page","entry":[]}'])(
    "a signed request that makes no sense is refused for good: %s",
    async (body) => {
      expect(await openCloudBench().post(body)).toMatchObject({
        status: 400,
        code: "invalid_provider_payload",
      });
    },
  );
});

describe("a message", () => {
  it("a WhatsApp message brings the country of the number, or of the user id where the number is hidden", async () => {
    const { kept } = await read("cloud-text");
    expect(kept.map(({ country }) => country)).toEqual(["US"]);
    const hidden = fixture("cloud-text")
      .replace(/"from": "16505551234",?/, "")
      .replaceAll("US.1349", "JP.1349");
    const bench = openCloudBench();
    expect(await bench.post(hidden)).toMatchObject({ status: 200 });
    expect(bench.spine.kept.map(({ country }) => country)).toEqual(["JP"]);
  });

  it("a WhatsApp message names the person by user id, carries their name and may make an account", async () => {
    const { kept } = await read("cloud-text");
    expect(kept).toEqual([
      {
        route: { ...account, scope: `user:${userId}`, peer: userId },
        vendorId: "wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQ0001AA==",
        subject: userId,
        text: "remind me at 9 ☕ <b>/</b>",
        senderName: "Ada Fischer",
        country: "US",
        payload: {
          sent_at: "2026-01-05T08:50:01.000Z",
          sender: { phone: "16505551234", user_id: userId },
        },
        busyPolicy: "supersede",
        provision: true,
      },
    ]);
  });

  it("a WhatsApp message is known by its phone number where there is no user id, and by the user id where there is no number", async () => {
    expect((await read("cloud-text-phone-only")).kept[0]).toMatchObject({
      subject: "16505551234",
      route: { peer: "16505551234" },
    });
    expect((await read("cloud-text-user-id-only")).kept[0]).toMatchObject({
      subject: userId,
      senderName: "Ada Fischer",
    });
  });

  it.each([
    [
      "cloud-image",
      "the bill",
      {
        media: [
          { kind: "image", vendor_id: "1003383421387256", type: "image/jpeg", caption: "the bill" },
        ],
      },
    ],
    [
      "cloud-voice",
      "[voice message]",
      { media: [{ kind: "voice", type: "audio/ogg; codecs=opus" }] },
    ],
    ["cloud-document", "[document: plan.pdf]", { media: [{ kind: "document", name: "plan.pdf" }] }],
    ["cloud-sticker", "[sticker]", { media: [{ kind: "sticker" }] }],
    ["cloud-video", "[video]", { media: [{ kind: "video", type: "video/mp4" }] }],
    [
      "cloud-button-reply",
      "Done",
      { interactive: { kind: "button_reply", id: "done" }, quote: { vendor_id: "wamid.OUT0002" } },
    ],
    [
      "cloud-list-reply",
      "Tomorrow",
      { interactive: { kind: "list_reply", id: "row-2", description: "at nine" } },
    ],
    ["cloud-button", "Later", { button: { payload: "SNOOZE" } }],
    [
      "cloud-location",
      "[location: Marienplatz; 80331 München; 48.137, 11.575]",
      { location: { latitude: 48.137 } },
    ],
    [
      "cloud-contacts",
      "[contact: Grace Li]",
      { contacts: [{ name: { formatted_name: "Grace Li" } }] },
    ],
    ["cloud-order", "[order: 1 item]", { order: { catalog_id: "194836987003835" } }],
    [
      "cloud-unsupported",
      "[unsupported message]",
      { unsupported: { type: "unsupported", code: 131051 } },
    ],
    ["cloud-quote", "this one", { quote: { vendor_id: "wamid.OUT0001", from: "15550783881" } }],
  ])("a WhatsApp message of the kind %s says what it is in words", async (name, text, payload) => {
    const { kept, rejected } = await read(name);
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ text, payload });
    expect(rejected).toEqual([]);
  });

  it("a WhatsApp message of an unknown kind is reported as such", async () => {
    const bench = openCloudBench();
    await bench.post(fixture("cloud-text").replace('"type": "text"', '"type": "hologram"'));
    expect(bench.spine.kept[0]).toMatchObject({
      text: "[unsupported message]",
      payload: { unsupported: { type: "hologram" } },
    });
  });

  it.each([
    [
      "cloud-unsupported",
      /"errors": \[/,
      '"unsupported": { "type": "poll" }, "errors": [',
      "[poll]",
    ],
    [
      "cloud-unsupported",
      /"errors": \[/,
      '"unsupported": { "type": "video_note" }, "errors": [',
      "[video note]",
    ],
    [
      "cloud-unsupported",
      /"errors": \[/,
      '"unsupported": { "type": "<b>" }, "errors": [',
      "[unsupported message]",
    ],
    ["cloud-list-reply", /"list_reply": /, '"call_permission_reply": ', "[interactive reply]"],
    ["cloud-button", /"text": /, '"label": ', expect.stringMatching(/./)],
  ] as const)(
    "a WhatsApp message of kind %s with %s as %s is kept in words",
    async (...[name, from, to, text]) => {
      const bench = openCloudBench();
      expect(await bench.post(fixture(name).replace(from, to))).toMatchObject({ status: 200 });
      expect(bench.spine.kept.map((message) => message.text)).toEqual([text]);
    },
  );

  it("a WhatsApp message in a group goes nowhere: its answer would be private words for all", async () => {
    const { kept, lines } = await read("cloud-group");
    expect(kept).toEqual([]);
    expect(lines.join()).toContain('"reason":"group"');
  });

  it("a WhatsApp message that is a reaction wants no answer, also when it is taken back", async () => {
    const added = await read("cloud-reaction");
    expect(added.kept).toEqual([]);
    expect(added.notes).toMatchObject([
      {
        ...account,
        subject: userId,
        payload: { reaction: { vendor_id: "wamid.OUT0001", emoji: "👍" } },
      },
    ]);
    expect((await read("cloud-reaction-removed")).notes).toMatchObject([
      { payload: { reaction: { emoji: null } } },
    ]);
  });

  it("a WhatsApp message that comes twice is answered twice and kept once; the same id at another number is another message", async () => {
    const bench = openCloudBench({
      settings: {
        accounts: [...cloudSettings.accounts, { phoneNumberId: "77", accessToken: "t" }],
      },
    });
    await bench.post(fixture("cloud-text"));
    expect(await bench.post(fixture("cloud-text"))).toMatchObject({ status: 200 });
    expect(bench.spine.kept).toHaveLength(1);
    await bench.post(fixture("cloud-text").replace('"106540352242922"', '"77"'));
    expect(bench.spine.kept.map(({ route }) => route.channelAccount)).toEqual([
      "106540352242922",
      "77",
    ]);
  });
});

describe("an identity", () => {
  it("a WhatsApp identity that is seen with number and user id together is reported once, before the message", async () => {
    const bench = openCloudBench();
    await bench.post(fixture("cloud-text"));
    await bench.post(fixture("cloud-image"));
    expect(bench.spine.changes).toEqual([
      { ...account, fromSubject: "16505551234", toSubject: userId, reason: "seen_together" },
    ]);
  });

  it.each([
    [
      "cloud-changed-number",
      [
        [userId, "US.99991208655302741918", "user_changed_number"],
        ["16505551234", "16505554321", "user_changed_number"],
      ],
    ],
    ["cloud-changed-user-id", [[userId, "US.88881208655302741918", "user_changed_user_id"]]],
    ["cloud-user-id-update", [[userId, "US.77771208655302741918", "user_id_update"]]],
  ])(
    "a WhatsApp identity that changed is reported and is not a message: %s",
    async (name, expected) => {
      const { kept, changes, rejected } = await read(name);
      expect(kept).toEqual([]);
      expect(rejected).toEqual([]);
      expect(
        changes.map((change) => [change.fromSubject, change.toSubject, change.reason]),
      ).toEqual(expected);
    },
  );
});

describe("statuses", () => {
  it("the statuses of a message are reported as they come, with our own delivery id and the code of a failure, which may be a window that was closed", async () => {
    const { receipts } = await read("cloud-statuses");
    const deliveryId = "0197a000-0000-7000-8000-000000000001";
    expect(receipts).toEqual([
      { ...account, providerMessageId: "wamid.OUT0001", deliveryId, status: "read" },
      { ...account, providerMessageId: "wamid.OUT0001", deliveryId, status: "delivered" },
      { ...account, providerMessageId: "wamid.OUT0001", deliveryId, status: "sent" },
      {
        ...account,
        providerMessageId: "wamid.OUT0002",
        deliveryId,
        status: "waiting_for_user",
        code: "131047",
      },
    ]);
  });
});

describe("a batch", () => {
  interface Callback {
    object: string;
    entry: {
      id: string;
      changes: {
        field: string;
        value: { metadata: object; messages?: unknown[]; statuses?: unknown[] };
      }[];
    }[];
  }
  const parseFixture = (name: string): Callback => JSON.parse(fixture(name)) as Callback;
  const messageOf = (name: string): object =>
    parseFixture(name).entry[0]?.changes[0]?.value.messages?.[0] as object;

  it("a WhatsApp batch with several entries, changes and messages is taken together in its order", async () => {
    const bench = openCloudBench();
    const [one, two] = [parseFixture("cloud-text"), parseFixture("cloud-button")];
    one.entry[0]?.changes.push(
      ...(parseFixture("cloud-voice").entry[0]?.changes ?? []),
      ...(parseFixture("cloud-statuses").entry[0]?.changes ?? []),
    );
    one.entry[0]?.changes[0]?.value.messages?.push(messageOf("cloud-image"));
    one.entry.push(...two.entry);
    expect(await bench.post(JSON.stringify(one))).toMatchObject({ status: 200 });
    expect(bench.spine.batches).toHaveLength(1);
    expect(bench.spine.kept.map(({ text }) => text)).toEqual([
      "remind me at 9 ☕ <b>/</b>",
      "the bill",
      "[voice message]",
      "Later",
    ]);
    expect(bench.spine.receipts).toHaveLength(4);
  });

  it("a WhatsApp batch loses nothing to one bad message of ten: nine are kept, the bad one is reported", async () => {
    const bad: unknown[] = [
      null,
      7,
      "x",
      [],
      {},
      { id: "wamid.BAD1" },
      { ...messageOf("cloud-text"), id: "wamid.BAD2", text: { body: 7 } },
    ];
    for (const one of bad) {
      const bench = openCloudBench();
      const body = parseFixture("cloud-text");
      const ten: unknown[] = Array.from({ length: 9 }, (_, index) => ({
        ...messageOf("cloud-text"),
        id: `wamid.${index}`,
      }));
      body.entry[0]?.changes[0]?.value.messages?.splice(0, 1, ...ten.toSpliced(4, 0, one));
      expect(await bench.post(JSON.stringify(body))).toMatchObject({ status: 200 });
      expect(bench.spine.kept.map(({ vendorId }) => vendorId)).toEqual(
        Array.from({ length: 9 }, (_, index) => `wamid.${index}`),
      );
      expect(bench.spine.rejected).toHaveLength(1);
      expect(bench.spine.rejected[0]).toMatchObject({
        ...account,
        code: "invalid_provider_payload",
      });
      expect(bench.spine.lines.join()).toContain("a part of a callback can't be used");
    }
  });

  it("a WhatsApp batch reports a message that cannot be kept, and keeps the others", async () => {
    const bench = openCloudBench();
    const body = parseFixture("cloud-text");
    body.entry[0]?.changes[0]?.value.messages?.push({
      ...messageOf("cloud-text"),
      id: "wamid.POISON",
    });
    bench.spine.poison.add("wamid.POISON");
    expect(await bench.post(JSON.stringify(body))).toMatchObject({ status: 200 });
    expect(bench.spine.kept).toHaveLength(1);
    expect(bench.spine.rejected).toEqual([
      { ...account, vendorId: "wamid.POISON", code: "invalid_provider_payload" },
    ]);
  });

  it("a WhatsApp batch for a number that is not ours is ignored with a word in the log", async () => {
    const bench = openCloudBench();
    expect(
      await bench.post(fixture("cloud-text").replace('"106540352242922"', '"999"')),
    ).toMatchObject({ status: 200 });
    expect(bench.spine.batches).toEqual([]);
    expect(bench.spine.lines.join()).toContain("unknown_phone_number_id");
  });

  it("a WhatsApp batch is a 503 when it can't be kept, and is kept once when it comes again", async () => {
    const bench = openCloudBench();
    bench.spine.failure = new Error("the database is away");
    expect(await bench.post(fixture("cloud-text"))).toMatchObject({
      status: 503,
      code: "unavailable",
    });
    expect(await bench.post(fixture("cloud-statuses"))).toMatchObject({
      status: 503,
      code: "unavailable",
    });
    bench.spine.failure = undefined;
    expect(await bench.post(fixture("cloud-text"))).toMatchObject({ status: 200 });
    expect(bench.spine.kept).toHaveLength(1);
  });

  it("a WhatsApp batch with a message that came too fast is a 429, with the receipts in it kept and no alarm", async () => {
    const bench = openCloudBench();
    bench.spine.ports.inbox.take = () =>
      Promise.reject(new Refusal("rate_limited", undefined, "too fast"));
    const both = JSON.parse(fixture("cloud-text")) as { entry: unknown[] };
    both.entry.push(...(JSON.parse(fixture("cloud-statuses")) as { entry: unknown[] }).entry);
    expect(await bench.post(JSON.stringify(both))).toMatchObject({
      status: 429,
      code: "rate_limited",
    });
    expect(bench.spine.receipts.length).toBeGreaterThan(0);
    expect(bench.spine.lines.join()).not.toContain("could not be stored");
  });

  it("a WhatsApp batch puts no words of a person into the log", async () => {
    for (const name of ["cloud-text", "cloud-image", "cloud-group", "cloud-statuses"]) {
      const { lines } = await read(name);
      expect(lines.join()).not.toMatch(/remind me|the bill|to all|16505551234/);
    }
  });
});
