import { describe, expect, it } from "vitest";
import type { InboundMessage } from "../../src/domain/message.ts";
import type { Lab } from "../support/lab.ts";
import { engineStores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

describe.each(engineStores)("messages that arrive at the same moment, on $name", (store) => {
  const used = useLab(store);

  it("a message ends as stopped by the stop that arrives right behind it", async () => {
    const lab = await used.start({ settings: { work: false } });
    await lab.say("first");
    const [, stop] = await Promise.all([lab.say("second"), lab.say("stop")]);
    expect(stop).toMatchObject({ kind: "control", control: "stopped" });
    expect(await used.ends()).toEqual([
      ["first", "stopped"],
      ["second", "stopped"],
      ["stop", "answered"],
    ]);
  });

  it("a message that arrives right behind a stop is answered", async () => {
    const lab = await used.start({
      run: async (turn) => turn.window.map(({ text }) => text).join("+"),
    });
    await lab.say("first");
    await lab.idle();
    await Promise.all([lab.say("stop"), lab.say("second")]);
    await lab.idle();
    expect((await used.ends()).at(-1)).toEqual(["second", "answered"]);
    expect(lab.post.ledger.at(-1)?.text).toBe("second");
  });

  it("a message and a stop that arrive together end the running turn, and the message gets the next one", async () => {
    const inside = Promise.withResolvers<void>();
    const lab = await used.start({
      run: async (turn) => {
        if (turn.window[0]?.text !== "slow") return turn.window.map(({ text }) => text).join("+");
        inside.resolve();
        return new Promise<never>(() => undefined);
      },
    });
    await lab.say("slow");
    await inside.promise;
    await Promise.all([lab.say("next"), lab.say("stop")]);
    await lab.idle();
    expect(await used.ends()).toEqual([
      ["slow", "stopped"],
      ["next", "answered"],
      ["stop", "answered"],
    ]);
    expect(lab.post.ledger.map(({ text }) => text)).toContain("next");
  });

  it("two stops that arrive together end a turn once", async () => {
    const lab = await used.start({ settings: { work: false } });
    await lab.say("first");
    const stops = await Promise.all([lab.say("stop"), lab.say("stop")]);
    expect(stops.map(({ control }) => control)).toEqual(["stopped", "nothing_to_stop"]);
    expect(
      await used.db.rows("select kind from event_log where kind = 'input_stopped'"),
    ).toHaveLength(1);
  });

  it("two people who write together for the first time in one group share a lane, and each is answered in turn", async () => {
    const lab = await used.start();
    await Promise.all([inGroup(lab, "ada", "a1"), inGroup(lab, "bob", "b1")]);
    await lab.idle();
    await inGroup(lab, "eve", "e1");
    await lab.idle();
    expect(await used.ends()).toEqual([
      ["a1", "answered"],
      ["b1", "answered"],
      ["e1", "answered"],
    ]);
    expect(await used.db.rows("select id from conversation")).toHaveLength(1);
    expect(await used.db.rows("select distinct account_id from turn")).toHaveLength(3);
    expect(lab.post.ledger.map(({ text }) => text)).toEqual(["echo: a1", "echo: b1", "echo: e1"]);
  });
});

const inGroup = (lab: Lab, from: string, text: string) =>
  lab.spine.accept({
    route: { channel: "post", channelAccount: "main", scope: "group:1", peer: "group:1" },
    vendorId: text,
    subject: from,
    text,
    busyPolicy: "queue",
    provision: true,
  } satisfies InboundMessage);
