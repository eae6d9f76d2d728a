import { describe, expect, it } from "vitest";
import { openIdentities } from "../../src/accounts/identities.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { type Channel, plainChatApp } from "../../src/domain/channel.ts";
import type { Delivery, Verdict } from "../../src/domain/delivery.ts";
import type { AcceptOutcome } from "../../src/domain/message.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import type { Lab } from "../support/lab.ts";
import { remind, timersOn } from "../support/reminder-lab.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

/** Why a way can't carry a reminder. */
const failures = [
  "window_closed",
  "closed_by_rule",
  "refused",
  "login_dead",
  "unreachable",
  "unknown",
] as const;
type Mode = (typeof failures)[number] | "works" | "taken_and_lost";

/** A chat app that treats each person in a way of their own. */
interface Way extends Channel {
  readonly modes: Map<string, Mode>;
  readonly arrived: { readonly peer: string; readonly text: string; readonly id: string }[];
}

function createWay(name: string): Way {
  const modes = new Map<string, Mode>();
  const arrived: { peer: string; text: string; id: string }[] = [];
  const verdicts: Readonly<Partial<Record<Mode, Verdict>>> = {
    window_closed: { kind: "waiting_for_user", code: "window_closed" },
    closed_by_rule: { kind: "waiting_for_user", code: "window_closed" },
    refused: { kind: "refused", code: "http_400" },
    unreachable: { kind: "not_sent", code: "connect" },
    unknown: { kind: "unknown", code: "timeout" },
    taken_and_lost: { kind: "unknown", code: "timeout" },
  };
  return {
    name,
    modes,
    arrived,
    ready: () => true,
    readyFor: ({ peer }) => modes.get(peer) !== "login_dead",
    outlook: ({ scope }) =>
      modes.get(scope.replace("user:", "")) === "closed_by_rule"
        ? { kind: "closed", reason: "window_closed", windowEndsAt: null }
        : { kind: "open" },
    async send({ id, peer, text, source }: Delivery) {
      const mode = source === "reminder" ? (modes.get(peer) ?? "works") : "works";
      const isTaken = mode === "works" || mode === "taken_and_lost";
      if (source === "reminder" && isTaken) arrived.push({ peer, text, id });
      return verdicts[mode] ?? { kind: "sent", providerMessageId: id };
    },
    limits: { partLength: 1_000, partUnit: "characters", paceMs: 0, sendTimeoutMs: 60_000 },
    capabilities: plainChatApp,
    unknownSends: "keep",
  };
}

const chance = createSystemChance(systemClock.now);

describe("a reminder and the ways to a person", { timeout: 120_000 }, () => {
  const used = useLab(postgresStore);

  interface Ways {
    readonly lab: Lab;
    readonly clock: FakeClock;
    readonly all: readonly [Way, Way, Way];
    write(channel: string, name: string, text: string): Promise<AcceptOutcome>;
    /** A person who can be reached by so many of the ways, with what happens to each. */
    person(name: string, modes: readonly Mode[]): Promise<{ readonly accountId: string }>;
    /** Lets time go on until this holds, and then for so long that another arrival would show. */
    pass(minutes: number, isDone?: () => boolean): Promise<void>;
    /** By which way it arrived, each time. */
    arrivals(name: string): readonly string[];
  }

  async function openWays(): Promise<Ways> {
    const clock = fakeClock();
    const all = [createWay("first"), createWay("second"), createWay("third")] as const;
    const lab = await used.start({
      clock,
      channels: all,
      timers: timersOn(clock),
      settings: { sweepMs: 20_000 },
    });
    const identities = openIdentities({
      db: used.db,
      projector: lab.spine.projector,
      clock,
      chance,
    });
    const write = (channel: string, name: string, text: string) =>
      lab.spine.accept({
        route: { channel, channelAccount: "main", scope: `user:${name}`, peer: name },
        vendorId: chance.id(),
        subject: name,
        text,
        busyPolicy: "queue",
        provision: true,
      });
    return {
      lab,
      clock,
      all,
      write,
      async person(name, modes) {
        const outcome = await write("first", name, "hello");
        if (outcome.kind === "refused") throw new Error(outcome.code);
        const { accountId, conversationId } = outcome;
        for (const nth of modes.keys()) {
          const way = all[nth];
          if (nth === 0 || way === undefined) continue;
          await identities.bind({
            accountId,
            channel: way.name,
            channelAccount: "main",
            subject: name,
          });
          await write(way.name, name, "hello");
        }
        await lab.idle();
        for (const [nth, mode] of modes.entries()) all[nth]?.modes.set(name, mode);
        await remind(used.db, {
          accountId,
          conversationId,
          content: `water the plants of ${name}`,
          at: "2026-01-05T09:30:00",
          zone: "UTC",
          now: clock.now(),
        });
        return { accountId };
      },
      async pass(minutes, isDone = () => true) {
        for (let most = 0; most < 500 && !isDone(); most += 1) await clock.pass(20_000);
        await clock.pass(minutes * 60_000);
      },
      arrivals: (name) =>
        all.flatMap((way) => way.arrived.filter(({ peer }) => peer === name).map(() => way.name)),
    };
  }

  it("a reminder that its way can't carry takes the next one, whatever the failure, and arrives exactly once", async () => {
    const { person, pass, arrivals, clock } = await openWays();
    const expected: Record<string, readonly string[]> = {};
    for (const one of failures) {
      await person(`${one}-works`, [one, "works", "works"]);
      expected[`${one}-works`] = ["second"];
      for (const two of failures) {
        await person(`${one}-${two}`, [one, two, "works"]);
        expected[`${one}-${two}`] = ["third"];
      }
    }
    await person("all-well", ["works", "works", "works"]);
    expected["all-well"] = ["first"];
    await clock.leap(30 * 60_000);
    await pass(5, () => Object.keys(expected).every((name) => arrivals(name).length > 0));
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, arrivals(name)]))).toEqual(
      expected,
    );
    const open = await used.db.rows(
      "select 1 from reminder where lifecycle <> 'completed' or completion <> 'fired'",
    );
    expect(open).toEqual([]);
  });

  it("a reminder that no way carries waits where it began, and arrives once with the person's next message", async () => {
    const { person, pass, arrivals, all, write, clock } = await openWays();
    for (const two of failures) await person(`none-${two}`, ["window_closed", two]);
    await clock.leap(30 * 60_000);
    await pass(12);
    for (const two of failures) expect([two, arrivals(`none-${two}`)]).toEqual([two, []]);
    const comesBack = async (way: Way): Promise<void> => {
      for (const two of failures) {
        way.modes.set(`none-${two}`, "works");
        await write(way.name, `none-${two}`, "hello again");
      }
    };
    await comesBack(all[0]);
    await pass(5, () => failures.every((two) => arrivals(`none-${two}`).length > 0));
    await comesBack(all[1]);
    await pass(5);
    for (const two of failures) expect([two, arrivals(`none-${two}`)]).toEqual([two, ["first"]]);
  });

  it("a reminder whose answer was lost and which is reported as delivered in time takes no other way", async () => {
    const { person, pass, arrivals, all, lab, clock } = await openWays();
    await person("reported", ["taken_and_lost", "works"]);
    await clock.leap(30 * 60_000);
    lab.spine.wake();
    await lab.until(() => all[0].arrived.length === 1);
    await pass(0.25);
    await lab.spine.ports.receipts.report({
      channel: "first",
      channelAccount: "main",
      deliveryId: all[0].arrived[0]?.id,
      status: "delivered",
    });
    await pass(5);
    expect(arrivals("reported")).toEqual(["first"]);
  });

  it("a reminder follows the person's own order, and the page only where they name it", async () => {
    const { person, pass, arrivals, clock } = await openWays();
    const { accountId } = await person("ordered", ["refused", "works", "works"]);
    await used.db.rows("update account set reminder_channels = $2 where id = $1", [
      accountId,
      JSON.stringify(["third", "second"]),
    ]);
    await clock.leap(30 * 60_000);
    await pass(5, () => arrivals("ordered").length > 0);
    expect(arrivals("ordered")).toEqual(["third"]);
  });

  it("a reminder's outlook is open while any of the ways could carry it", async () => {
    const { person, lab } = await openWays();
    const { accountId } = await person("open", ["closed_by_rule", "works"]);
    const alone = await person("alone", ["closed_by_rule"]);
    const ask = async (id: string) => {
      const [row] = await used.db.rows<{ id: string }>(
        "select conversation_id as id from reminder where owner_account_id = $1",
        [id],
      );
      const place = await lab.spine.outlook.placeFor({
        accountId: id,
        conversationId: row?.id ?? null,
      });
      return (await place.deliverableAt("2026-01-05T09:30:00Z")).kind;
    };
    expect([await ask(accountId), await ask(alone.accountId)]).toEqual(["open", "closed"]);
  });
});
