import { describe, expect, it } from "vitest";
import { toFailure } from "../../src/api/http/failure.ts";
import type { InboundMessage } from "../../src/domain/message.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { Lab } from "../support/lab.ts";
import { engineStores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const limit = 5;
const message = (id: string, from = "ada"): InboundMessage => ({
  route: { channel: "post", channelAccount: "main", scope: `user:${from}`, peer: from },
  vendorId: id,
  subject: from,
  text: id,
  busyPolicy: "queue",
  provision: true,
});

describe.each(engineStores)("too much at once, on $name", (store) => {
  const used = useLab(store);
  const start = (clock = fakeClock()): Promise<Lab> =>
    used.start({ clock, settings: { perPersonPerMinute: limit } });
  const flood = async (lab: Lab): Promise<void> => {
    for (let nth = 1; nth <= limit; nth += 1) await lab.say(`m${nth}`, { id: `m${nth}` });
  };
  const notices = async (like: string): Promise<number> =>
    (
      await used.db.rows("select 1 from message where direction = 'outbound' and text like $1", [
        like,
      ])
    ).length;

  it("a flood of one person is refused with a code that a vendor understands, kept nowhere, and reported to the person once", async () => {
    const lab = await start();
    await flood(lab);
    const refused = await Promise.allSettled([lab.say("m6"), lab.say("m7"), lab.say("m8")]);
    for (const each of refused) {
      expect(each).toMatchObject({ status: "rejected", reason: { code: "rate_limited" } });
      const { status, retryAfterSeconds } = toFailure((each as PromiseRejectedResult).reason, "en");
      expect([status, retryAfterSeconds]).toEqual([429, 60 / limit]);
    }
    await lab.idle();
    expect((await used.ends()).map(([text]) => text)).toEqual(["m1", "m2", "m3", "m4", "m5"]);
    expect(await notices("You're sending faster than I can read%")).toBe(1);
    expect(lab.complaints).toEqual([]);
  });

  it("a flood of one person keeps no other waiting, lets the same message in when there is room again, and counts no copy twice", async () => {
    const clock = fakeClock();
    const lab = await start(clock);
    await flood(lab);
    for (let copy = 0; copy < 10; copy += 1)
      expect((await lab.say("m1", { id: "m1" })).kind).toBe("duplicate");
    await expect(lab.say("m6", { id: "m6" })).rejects.toMatchObject({ code: "rate_limited" });
    expect((await lab.say("hello", { from: "bob" })).kind).toBe("accepted");
    expect((await lab.say("hello", { channelAccount: "second" })).kind).toBe("accepted");
    await clock.advance(60_000 / limit);
    expect((await lab.say("m6", { id: "m6" })).kind).toBe("accepted");
  });

  it("a flood does not keep a stop out", async () => {
    const lab = await start();
    await flood(lab);
    await expect(lab.say("m6")).rejects.toMatchObject({ code: "rate_limited" });
    expect((await lab.say("stop")).kind).toBe("control");
    for (let nth = 1; nth < limit; nth += 1) await lab.say("stop");
    await expect(lab.say("stop")).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("a flood in a callback is left for the vendor to bring again, with everything else in it kept", async () => {
    const lab = await start();
    const ids = Array.from({ length: limit + 1 }, (_, nth) => `m${nth + 1}`);
    const messages = [...ids.map((id) => message(id)), message("b1", "bob")];
    await expect(lab.spine.ports.inbox.take({ messages })).rejects.toMatchObject({
      code: "rate_limited",
    });
    await lab.idle();
    expect((await used.ends()).map(([text]) => text)).toEqual([...ids.slice(0, limit), "b1"]);
  });

  it("a flood in a batch that we fetched ourselves is taken: it would not come again", async () => {
    const lab = await start();
    const messages = Array.from({ length: limit * 2 }, (_, nth) => message(`m${nth}`));
    const marks = [{ channel: "post", channelAccount: "main", key: "cursor", value: "7" }];
    expect((await lab.spine.ports.inbox.take({ messages, marks })).map(({ kind }) => kind)).toEqual(
      messages.map(() => "accepted"),
    );
  });

  it("a flood while a turn runs is answered busy once for each turn, however often people ask", async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let turns = 0;
    const lab = await used.start({
      run: async () => {
        const nth = turns++;
        reached[nth]?.resolve();
        await gates[nth]?.promise;
        return `done ${nth}`;
      },
    });
    for (const nth of [0, 1]) {
      await lab.say(`slow ${nth}`, { policy: "busy" });
      await reached[nth]?.promise;
      const kinds = await Promise.all(
        ["a", "b", "c"].map(async (text) => (await lab.say(text, { policy: "busy" })).kind),
      );
      kinds.push((await lab.say("still there", { policy: "busy" })).kind);
      expect(kinds).toEqual(["busy", "busy", "busy", "busy"]);
      expect(await notices("I am still working%")).toBe(nth + 1);
      gates[nth]?.resolve();
      await lab.idle();
    }
    expect((await used.ends()).filter(([, end]) => end === "rejected")).toHaveLength(8);
  });
});
