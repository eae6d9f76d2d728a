import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../src/domain/errors.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { InboundMessage } from "../../src/domain/message.ts";
import { productProjector } from "../../src/main/projections.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { patience, runs } from "../support/runs.ts";
import { engineStores, type OpenStore, postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { toDraft } from "../support/stored-event.ts";

const hostile = "a\0b\ud800c\u202ed\u200be\u0301".repeat(3);

describe.each(engineStores)("hostile characters, on $name", (store) => {
  const used = useLab(store);
  const plain: InboundMessage = {
    route: { channel: "post", channelAccount: "main", scope: "user:x", peer: "x" },
    vendorId: "v",
    subject: "x",
    text: "t",
    busyPolicy: "queue",
    provision: true,
  };

  it.each<[string, Partial<InboundMessage>]>([
    ["text", { text: hostile }],
    ["vendor id", { vendorId: hostile }],
    ["subject", { subject: hostile }],
    ["sender's name", { senderName: hostile }],
    ["payload, keys and values", { payload: { [hostile]: [hostile, { deep: hostile }] } }],
    ["scope", { route: { ...plain.route, scope: hostile } }],
    ["peer", { route: { ...plain.route, peer: hostile } }],
    ["channel account", { route: { ...plain.route, channelAccount: hostile } }],
  ])(
    "hostile characters in the %s of a message fail nothing, and a repeat is still a repeat",
    async (_field, what) => {
      const lab = await used.start();
      expect(await lab.spine.accept({ ...plain, ...what })).toMatchObject({ kind: "accepted" });
      expect(await lab.spine.accept({ ...plain, ...what })).toMatchObject({ kind: "duplicate" });
      await lab.idle();
      expect((await used.ends()).map(([, end]) => end)).toEqual(["answered"]);
      expect(lab.complaints).toEqual([]);
    },
  );

  it("hostile characters in what a skill shows, stages and says fail nothing", async () => {
    const frames: string[] = [];
    const shown = Promise.withResolvers<void>();
    const lab = await used.start({
      run: async (turn) => {
        turn.show({ text: hostile });
        await shown.promise;
        const event = {
          stream: "s",
          kind: "noted",
          at: new Date(turn.now).toISOString(),
          accountId: turn.account.id,
        };
        turn.stage({
          domain: hostile.slice(0, 1),
          operation: "note",
          payload: { hostile },
          preview: hostile,
          events: [toDraft({ ...event, payload: { hostile } })],
        });
        return hostile;
      },
    });
    await lab.say("go");
    await lab.until(async () => {
      frames.push(
        ...(await used.db.rows<{ text: string }>("select text from turn_stream")).map(
          ({ text }) => text,
        ),
      );
      return frames.length > 0;
    });
    shown.resolve();
    await lab.idle();
    expect(await used.parts()).toEqual([[expect.stringContaining("a\ufffdb\ufffdc"), "sent"]]);
    expect(await used.db.rows("select status from staged_command")).toEqual([
      { status: "materialized" },
    ]);
    expect(lab.complaints).toEqual([]);
  });

  it.each([
    ["composed and decomposed", "\u00e9", "e\u0301"],
    ["one unstorable character and another", "a\0", "a\ud800"],
    ["an unstorable character and its stand-in", "a\0", "a\ufffd"],
    ["an unstorable character and how it is written down", "a\0", 'json:"a\\u0000"'],
    ["two that differ at the end", `${"x".repeat(499)}1`, `${"x".repeat(499)}2`],
  ])(
    "ids that differ only a little stay two people, two conversations, two messages: %s",
    async (_what, one, other) => {
      const lab = await used.start({ settings: { work: false } });
      const createMessageFrom = (id: string): InboundMessage => ({
        ...plain,
        vendorId: id,
        subject: id,
        route: { ...plain.route, scope: id, peer: id },
      });
      const outcomes = [
        await lab.spine.accept(createMessageFrom(one)),
        await lab.spine.accept(createMessageFrom(other)),
      ];
      expect(outcomes).toMatchObject([{ kind: "accepted" }, { kind: "accepted" }]);
      expect(await used.db.rows("select distinct account_id from channel_identity")).toHaveLength(
        2,
      );
      expect(await used.db.rows("select distinct scope, peer from conversation")).toHaveLength(2);
    },
  );

  it("an id that a vendor can have is kept as it is, whatever its script", async () => {
    const lab = await used.start({ settings: { work: false } });
    const id = "DOMAIN\\user+e\u0301@例え.テスト:/?#👩‍👩‍👧";
    await lab.spine.accept({
      ...plain,
      subject: id,
      vendorId: id,
      route: { ...plain.route, peer: id, scope: id },
    });
    expect(await used.db.rows("select peer, scope from conversation")).toEqual([
      { peer: id, scope: id },
    ]);
    expect(await used.db.rows("select provider_subject from channel_identity")).toEqual([
      { provider_subject: id },
    ]);
  });

  it("ids of 500 wide characters each fail no index", async () => {
    const lab = await used.start({ settings: { work: false } });
    const wide = Array.from({ length: 500 }, (_, at) =>
      String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
    ).join("");
    const route = { ...plain.route, channelAccount: wide, scope: wide, peer: wide };
    const [end] = await Promise.allSettled([
      lab.spine.accept({ ...plain, vendorId: wide, subject: wide, route }),
    ]);
    expect(end).toMatchObject({
      status: "rejected",
      reason: { name: "Refusal", code: "invalid_provider_payload" },
    });
    expect(await lab.spine.accept(plain)).toMatchObject({ kind: "accepted" });
  });

  it("an id too long to keep is refused, never shortened, and its neighbours are kept", async () => {
    const lab = await used.start();
    const long = "x".repeat(501);
    const [bad, good] = await Promise.allSettled([
      lab.spine.accept({ ...plain, vendorId: long }),
      lab.spine.accept(plain),
    ]);
    expect(bad).toMatchObject({ status: "rejected", reason: expect.any(Refusal) as Refusal });
    expect(good).toMatchObject({ status: "fulfilled", value: { kind: "accepted" } });
    await lab.idle();
  });
});

// Any text at all, in any field, in any company.
describe("whatever anyone sends", () => {
  let open: OpenStore;
  let lab: Lab;
  beforeAll(async () => {
    open = await postgresStore.open();
    lab = await openLab({ db: open.db, settings: { work: false } });
  });
  afterAll(async () => {
    await lab.close();
    await open.close();
  });

  const family = "👩‍👩‍👧‍👦";
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(
      "\0",
      "\ud800",
      "\udc00",
      "\u202e",
      "\u2066",
      "\u200b",
      "\u0301",
      "\u2028",
      "\ufffe",
      "\\u0000",
      "'",
      "\\",
      family,
      "stop",
      "\r\n",
    ),
  );
  const short = fc.array(unit, { maxLength: 40 }).map((units) => units.join(""));
  const huge = fc.constantFrom(
    `a${"\u0301".repeat(5_000)}`,
    "長".repeat(200_000),
    `${"x".repeat(15_990)}${family.repeat(3)}`,
    "\0".repeat(20_000),
    "\ud83d".repeat(17_000),
    "\u202e".repeat(300),
  );
  const any = fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: huge });
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      short,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(short, tie("value"), { maxKeys: 3 }),
    ),
  })).value;
  const message = fc.record({
    text: any,
    vendorId: any,
    subject: any,
    senderName: any,
    scope: any,
    peer: any,
    payload: fc.dictionary(short, json, { maxKeys: 3 }),
  });

  it(
    "no insert fails, no neighbour suffers, and everything can be listed and made again",
    async () => {
      let inputs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(message, { minLength: 12, maxLength: 20 }), async (messages) => {
          inputs += messages.length;
          const accepted = messages.map(({ scope, peer, payload, ...fields }) =>
            lab.spine.accept({
              ...fields,
              payload: payload as JsonObject,
              route: { channel: "post", channelAccount: "main", scope, peer },
              busyPolicy: "queue",
              provision: true,
            }),
          );
          const neighbours = messages.map(() => lab.say("a neighbour", { from: "ada" }));
          for (const end of await Promise.allSettled(accepted)) {
            // Only an id that cannot be kept, or a number that JSON cannot hold, is refused, and in words.
            if (end.status === "rejected")
              expect(["invalid_provider_payload", "invalid_json"]).toContain(
                (end.reason as Refusal).code,
              );
          }
          expect((await Promise.all(neighbours)).map(({ kind }) => kind)).toEqual(
            messages.map(() => "accepted"),
          );
        }),
        { numRuns: runs(45, 500) },
      );
      expect(inputs).toBeGreaterThan(500);
      const rows = await open.db.rows<{
        text: string;
        payload: unknown;
        sender_name: string | null;
      }>("select * from message order by event_id");
      // Every neighbour's message is there, and of the others all that can be kept.
      expect(rows.length).toBeGreaterThan(inputs);
      for (const { text, sender_name } of rows) {
        expect([
          text.isWellFormed(),
          text.includes("\0"),
          text.length <= 16_000,
          (sender_name ?? "").length <= 200,
        ]).toEqual([true, false, true, true]);
      }
      const report = await open.owner((sql) => rebuild(sql, productProjector()));
      expect(report.tables.filter(({ same }) => !same)).toEqual([]);
      expect(lab.complaints).toEqual([]);
    },
    patience,
  );
});
