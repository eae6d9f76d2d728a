import { describe, expect, it } from "vitest";
import { Refusal } from "../../src/domain/errors.ts";
import type { InboundMessage } from "../../src/domain/message.ts";
import { stores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const hostile = "a\0b\ud800c\u202ed\u200be\u0301".repeat(3);

describe.each(stores)("hostile characters, on $name", (store) => {
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
  ])("in the %s of a message fail nothing, and a repeat is still a repeat", async (_field, what) => {
    const lab = await used.start();
    expect(await lab.spine.accept({ ...plain, ...what })).toMatchObject({ kind: "accepted" });
    expect(await lab.spine.accept({ ...plain, ...what })).toMatchObject({ kind: "duplicate" });
    await lab.idle();
    expect((await used.ends()).map(([, end]) => end)).toEqual(["answered"]);
    expect(lab.complaints).toEqual([]);
  });

  it("in what a skill shows, stages and says fail nothing", async () => {
    const frames: string[] = [];
    const shown = Promise.withResolvers<void>();
    const lab = await used.start({
      run: async (turn) => {
        turn.show({ text: hostile });
        await shown.promise;
        const event = { stream: "s", kind: "noted", at: new Date(turn.now).toISOString(), accountId: turn.account.id };
        turn.stage({
          domain: hostile.slice(0, 1),
          operation: "note",
          payload: { hostile },
          preview: hostile,
          events: [{ ...event, payload: { hostile } }],
        });
        return hostile;
      },
    });
    await lab.say("go");
    await lab.until(async () => {
      frames.push(...(await used.db.rows<{ text: string }>("select text from turn_stream")).map(({ text }) => text));
      return frames.length > 0;
    });
    shown.resolve();
    await lab.idle();
    expect(await used.parts()).toEqual([[expect.stringContaining("a\ufffdb\ufffdc"), "sent"]]);
    expect(await used.db.rows("select status from staged_command")).toEqual([{ status: "materialized" }]);
    expect(lab.complaints).toEqual([]);
  });

  it("an id too long to keep is refused, never shortened, and its neighbours are kept", async () => {
    const lab = await used.start();
    const long = "x".repeat(501);
    const [bad, good] = await Promise.allSettled([lab.spine.accept({ ...plain, vendorId: long }), lab.spine.accept(plain)]);
    expect(bad).toMatchObject({ status: "rejected", reason: expect.any(Refusal) as Refusal });
    expect(good).toMatchObject({ status: "fulfilled", value: { kind: "accepted" } });
    await lab.idle();
  });
});
