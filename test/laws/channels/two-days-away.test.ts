import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fires, remind } from "../../support/reminder-lab.ts";
import { openReminderWorld } from "../../support/reminder-world.ts";
import { patience, pickSome } from "../../support/runs.ts";
import { type ChannelWorld, freshId, type OpenBench, type Someone } from "./bench.ts";
import { cloudBench } from "./cloud.ts";
import { lineBots, lineSecret } from "./channels.ts";
import { connectorBench } from "./connector.ts";
import { evolutionBench } from "./evolution.ts";
import { ilinkBench, type Linked } from "./ilink.ts";
import { wecomAgents, wecomAppBench } from "./wecom-app.ts";
import { wecomLineBench } from "./wecom-line.ts";
import { wecomServiceBench } from "./wecom-service.ts";

const minute = 60_000;
const hour = 60 * minute;
let world: ChannelWorld;

/** The one way of a person, whose login ends and comes back. */
interface Row {
  readonly name: string;
  readonly open: OpenBench;
  dies(someone: Someone): unknown;
  /** Who writes from then on. */
  lives(someone: Someone): unknown;
}

/** What the vendor answers to every call while the login is dead. */
const answering = (url: () => string, status: number, body: object) => ({
  dies: () =>
    void (world.wire = async (call, network) =>
      call.url.startsWith(url())
        ? { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
        : network.request(call)),
  lives: () => void (world.wire = undefined),
});

const rows: readonly Row[] = [
  {
    name: "WeChat by our own login",
    open: ilinkBench,
    dies: (someone) => (someone as Linked).loses(),
    lives: (someone) => (someone as Linked).linksAgain(),
  },
  {
    name: "WeChat through an outside connector",
    open: connectorBench,
    ...answering(() => new URL(world.vendors.connector.url).origin, 200, { ret: -14 }),
  },
  {
    name: "WhatsApp by the Cloud API",
    open: cloudBench,
    ...answering(() => world.vendors.cloud.url, 401, {
      error: { code: 190, message: "no", type: "OAuthException" },
    }),
  },
  {
    name: "WhatsApp by Evolution",
    open: evolutionBench,
    ...answering(() => world.vendors.evolution.url, 401, {}),
  },
  {
    name: "WeCom over the long connection",
    open: wecomLineBench,
    async dies() {
      world.vendors.wecomLine.bot(lineBots.line, "another secret");
      world.vendors.wecomLine.cut(lineBots.line);
      await world.until(() => !world.one.channel("wecom").ready("line"));
    },
    lives: () => world.vendors.wecomLine.bot(lineBots.line, lineSecret),
  },
  {
    name: "WeCom by a self-built app",
    open: wecomAppBench,
    dies: () => void world.vendors.wecomApps.revoked.add(wecomAgents.first),
    lives: () => void world.vendors.wecomApps.revoked.delete(wecomAgents.first),
  },
  {
    name: "WeCom's customer service",
    open: wecomServiceBench,
    dies: () => void (world.vendors.wecomService.isRevoked = true),
    lives: () => void (world.vendors.wecomService.isRevoked = false),
  },
];

/** A world for each is dear: `npm test` takes three, the long run all. */
const tried = pickSome(rows, 3);

const isDue = async (id: string): Promise<boolean> =>
  (await fires(world.db)).some(({ reminder_id: fired }) => fired === id);

describe.each(tried)("two days without a login: $name", ({ open, dies, lives }) => {
  beforeAll(async () => {
    world = await openReminderWorld();
  });
  afterAll(() => world.close());

  it(
    "a reminder whose window closed and whose login was dead for two days arrives once when the person is back",
    { timeout: 2 * patience },
    async () => {
      const ada = await open(world).person();
      await ada.says({ text: "hello", id: freshId() });
      await world.settle(ada.peer);
      const [row] = await world.db.rows<{ id: string; accountId: string }>(
        `select id, account_id as "accountId" from conversation where peer = $1`,
        [ada.peer],
      );
      if (row === undefined) throw new Error("there is no conversation");
      const content = "renew the passport.";
      // By then every vendor's window is closed.
      const at = new Date(world.clock.now() + 50 * hour).toISOString().slice(0, 19);
      const { id: conversationId, accountId } = row;
      const now = world.clock.now();
      const id = await remind(world.db, {
        accountId,
        conversationId,
        content,
        at,
        zone: "UTC",
        now,
      });
      await world.clock.leap(49 * hour);
      await dies(ada);
      await world.clock.leap(hour);
      await world.until(() => isDue(id));
      for (let day = 0; day < 2; day += 1) {
        await world.clock.leap(24 * hour);
        await world.clock.pass(minute);
      }
      const count = async (someone: Someone) =>
        (await someone.saw()).filter((text) => text.includes(content)).length;
      expect(await count(ada)).toBe(0);
      const back = ((await lives(ada)) as Someone | undefined) ?? ada;
      await world.clock.pass(11 * minute);
      for (let heard = "later"; heard === "later";)
        heard = await back.says({ text: "I am back", id: freshId() });
      await world.settle(ada.peer);
      await world.clock.pass(5 * minute);
      expect(await count(back)).toBe(1);
      const [state] = (await fires(world.db)).filter(({ reminder_id: fired }) => fired === id);
      expect(state).toMatchObject({ fire_state: "completed" });
    },
  );
});
