import { describe, expect, it } from "vitest";
import type { SkillResult } from "../../src/domain/skill.ts";
import type { Database } from "../../src/store/database/database.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { engineStores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

describe.each(engineStores)(
  "nothing ends in silence or says more than is known, on $name",
  (store) => {
    const used = useLab(store);

    it.each<[string, SkillResult]>([
      ["no reply at all", { reply: [], disposition: "replied", reason: "reply_ready" }],
      ["blank replies", { reply: ["", " \n"], disposition: "replied", reason: "reply_ready" }],
      ["a failure without words", { reply: [], disposition: "failed", reason: "no_idea" }],
    ])(
      "a turn that ends with %s becomes an apology, and nothing that it staged happens",
      async (_what, result) => {
        const lab = await used.start({
          run: async (turn) => {
            turn.stage({ domain: "test", operation: "noop", payload: {}, events: [] });
            return result;
          },
        });
        await lab.say("hello");
        await lab.idle();
        expect(lab.post.ledger.map(({ text }) => text)).toEqual([
          expect.stringContaining("no usable answer"),
        ]);
        expect(await used.ends()).toEqual([["hello", "dead_lettered"]]);
        expect(await used.db.rows("select 1 from staged_command")).toEqual([]);
      },
    );

    it("a turn may decide not to reply", async () => {
      const lab = await used.start({
        run: async () => ({ reply: [], disposition: "no_reply", reason: "not_for_me" }),
      });
      await lab.say("hello");
      await lab.idle();
      expect(lab.post.ledger).toEqual([]);
      expect(await used.ends()).toEqual([["hello", "answered"]]);
    });

    it("a part that is being handed over when the person stops is not tried again", async () => {
      const clock = fakeClock();
      const post = ledgerChannel({ limits: { partLength: 10 } });
      const inside = Promise.withResolvers<void>();
      const outside = Promise.withResolvers<void>();
      post.plan.push(async () => {
        inside.resolve();
        await outside.promise;
        return { kind: "not_sent", code: "vendor_busy" };
      });
      const lab = await used.start({
        clock,
        post,
        run: async () => "aaaa aaaa bbbb bbbb cccc cccc",
      });
      const { conversationId, accountId } = await lab.say("go");
      await inside.promise;
      expect(await lab.spine.lanes.stopTurn({ conversationId, accountId })).toBe("stopped");
      outside.resolve();
      await lab.until(async () => (await used.parts()).some(([, status]) => status === "pending"));
      await clock.advance(10_000);
      lab.spine.wake();
      await lab.idle();
      expect(post.ledger).toEqual([]);
      expect(await used.parts()).toEqual([
        ["aaaa aaaa", "expired"],
        ["bbbb bbbb", "withdrawn"],
        ["cccc cccc", "withdrawn"],
      ]);
    });

    it("a part whose outcome is still unknown after the last try has not failed", async () => {
      const clock = fakeClock();
      const post = ledgerChannel({ unknownSends: "resend" });
      post.plan.push(
        ...Array.from({ length: 3 }, () => ({ kind: "unknown", code: "reset" }) as const),
      );
      const lab = await used.start({ clock, post });
      await lab.say("go");
      for (const tries of [1, 2, 3]) {
        await lab.until(() => post.ledger.length >= tries);
        await lab.until(async () =>
          (await used.parts()).every(([, status]) => status !== "sending"),
        );
        await clock.advance(10_000);
        lab.spine.wake();
      }
      await lab.idle();
      expect((await used.parts()).map(([, status]) => status)).toEqual(["unknown"]);
    });

    it("a process that has to end does not wait for a vendor that never answers, and says that the outcome is unknown", async () => {
      const post = ledgerChannel();
      const inside = Promise.withResolvers<void>();
      let aborted = false;
      post.plan.push(async (_delivery, signal) => {
        signal.addEventListener("abort", () => (aborted = true));
        inside.resolve();
        return new Promise<never>(() => undefined);
      });
      const lab = await used.start({ post });
      await lab.say("go");
      await inside.promise;
      await lab.spine.close(0);
      expect(aborted).toBe(true);
      expect(await used.db.rows("select status, error_code from delivery_attempt")).toEqual([
        { status: "unknown", error_code: "shutdown" },
      ]);
    });

    it("a process that slept through its lease hands nothing over that another one has taken", async () => {
      const clock = fakeClock();
      let asleep = 0;
      // Its own clock says, when it wakes, that the lease is long over.
      const failpoints = {
        hit: (name: string) => void (asleep = name === "outbox.sending" ? 60_000 : asleep),
      };
      const asked = Promise.withResolvers<void>();
      const db: Database = {
        ...used.db,
        async rows(text, params) {
          if (!text.startsWith("update delivery_attempt set lease_until = now()"))
            return used.db.rows(text, params);
          await used.db.rows("update delivery_attempt set fence = fence + 1");
          asked.resolve();
          return used.db.rows(text, params);
        },
      };
      const lab = await used.start({
        db,
        clock: { ...clock, now: () => clock.now() + asleep },
        failpoints,
      });
      await lab.say("go");
      await asked.promise;
      await lab.spine.close(0);
      expect(lab.post.ledger).toEqual([]);
      expect((await used.parts()).map(([, status]) => status)).toEqual(["sending"]);
    });
  },
);
