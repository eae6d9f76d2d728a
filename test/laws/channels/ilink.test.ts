import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { freshId, type ChannelWorld } from "./bench.ts";
import { type Linked, linkPerson } from "./ilink.ts";
import { echo, openChannelWorld } from "./world.ts";

let world: ChannelWorld;
beforeAll(async () => {
  world = await openChannelWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.answer = echo;
  expect(
    world.vendors.ilink.violations.filter((line) => line !== "not the newest context token"),
  ).toEqual([]);
});

const parts = async ({ peer }: Linked) =>
  world.db.rows<{ status: string; code: string | null }>(
    `select d.status, d.error_code as code from delivery_attempt d join conversation c on c.id = d.conversation_id
     where c.peer = $1 order by d.ordinal`,
    [peer],
  );
const count = async (statement: string, ada: Linked): Promise<number> =>
  (await world.db.rows<{ n: number }>(statement, [ada.bot.botId]))[0]?.n ?? 0;

it("one of several processes polls a bot account, and each message is handled once", async () => {
  const second = await world.another("second", { polls: true });
  const ada = await linkPerson(world);
  await world.clock.advance(15_000);
  for (const text of ["one", "two", "three"]) {
    expect(await ada.says({ text, id: freshId() })).toBe("taken");
    await world.settle(ada.peer);
  }
  expect(await ada.saw()).toEqual(["echo: one", "echo: two", "echo: three"]);
  expect(world.vendors.ilink.mostPolls(ada.bot)).toBe(1);
  await second.close();
});

it("a batch that the vendor gives twice is taken once, with its cursor", async () => {
  const ada = await linkPerson(world);
  await ada.says({ text: "again", id: freshId() });
  await world.settle(ada.peer);
  world.vendors.ilink.replay(ada.bot);
  await ada.says({ text: "new", id: freshId() });
  await world.settle(ada.peer);
  expect(await ada.saw()).toEqual(["echo: again", "echo: new"]);
  expect(
    await count(
      "select count(*)::int as n from message where direction = 'inbound' and channel_account = $1",
      ada,
    ),
  ).toBe(2);
});

it("an id of twenty digits is kept with all of them", async () => {
  const ada = await linkPerson(world);
  for (const id of ["18446744073709551615", "18446744073709551614"])
    await ada.says({ text: "max", id });
  await world.settle(ada.peer);
  const rows = await world.db.rows<{ id: string }>(
    "select causal_inbound_event_id as id from message where direction = 'inbound' and channel_account = $1 order by event_id",
    [ada.bot.botId],
  );
  expect(rows.map(({ id }) => id)).toEqual(["18446744073709551615", "18446744073709551614"]);
});

it("a long answer uses eight of the ten sends; the rest waits, visibly, and goes in order with the next message", async () => {
  const ada = await linkPerson(world);
  const pages = Array.from({ length: 11 }, (_, nth) => `page ${nth} ${"字".repeat(1_700)}`);
  world.answer = async (turn) =>
    turn.window[0]?.text === "all of it" ? pages.join("\n\n") : echo(turn);
  await ada.says({ text: "all of it", id: freshId() });
  await world.settle(ada.peer);
  expect(await ada.saw()).toEqual(pages.slice(0, 8));
  expect(
    (await parts(ada)).map(({ status, code }) => (code === null ? status : `${status}: ${code}`)),
  ).toEqual([
    ...Array.from({ length: 8 }, () => "sent"),
    ...Array.from({ length: 3 }, () => "waiting_for_user: quota_used"),
  ]);
  await ada.says({ text: "go on", id: freshId() });
  await world.settle(ada.peer);
  expect(await ada.saw()).toEqual([...pages, "echo: go on"]);
});

it("a day after the person's last message the vendor is not even asked; their next one opens the window", async () => {
  const ada = await linkPerson(world);
  const may = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  world.answer = async (turn) => {
    if (turn.window[0]?.text !== "tomorrow") return echo(turn);
    begun.resolve();
    await may.promise;
    return "a day later";
  };
  await ada.says({ text: "tomorrow", id: freshId() });
  await begun.promise;
  await world.db.rows(
    "update peer_window set last_inbound_at = last_inbound_at - interval '1 day' where peer = $1",
    [ada.peer],
  );
  const asked = world.vendors.ilink.calls.length;
  may.resolve();
  await world.until(async () =>
    (await parts(ada)).some(({ status }) => status === "waiting_for_user"),
  );
  expect(await parts(ada)).toEqual([{ status: "waiting_for_user", code: "window_closed" }]);
  expect(
    world.vendors.ilink.calls.slice(asked).filter(({ endpoint }) => endpoint === "sendmessage"),
  ).toEqual([]);
  await ada.says({ text: "here I am", id: freshId() });
  await world.settle(ada.peer);
  expect((await ada.saw()).join(" | ")).toBe("a day later | echo: here I am");
});

it("L23: a dead token is shown at once, and what waits for a new login loses no attempt by waiting", async () => {
  const ada = await linkPerson(world);
  const may = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  world.answer = async () => {
    begun.resolve();
    await may.promise;
    return "kept";
  };
  await ada.says({ text: "question", id: freshId() });
  await begun.promise;
  world.vendors.ilink.kill(ada.bot);
  may.resolve();
  const state = async () =>
    (await world.one.spine.ports.directory.list("wechat_personal")).find(
      ({ channelAccount }) => channelAccount === ada.bot.botId,
    );
  await world.until(async () => (await state())?.state === "needs_login");
  // A call that is under way when the clock leaps would be given up, and its outcome would be unknown.
  await world.until(
    async () => (await parts(ada)).map(({ status }) => status).join() === "pending",
  );
  for (let minute = 0; minute < 10; minute += 1) {
    await world.clock.advance(60_000);
    world.one.spine.wake();
  }
  const [row] = await world.db.rows<{ status: string; attempts: number }>(
    `select d.status, d.retry_attempt as attempts from delivery_attempt d where d.channel_account = $1`,
    [ada.bot.botId],
  );
  expect(row?.status).toBe("pending");
  expect(row?.attempts).toBeLessThanOrEqual(1);
  expect(
    world.lines.filter((line) => line.includes("no longer accepts this login")).length,
  ).toBeGreaterThan(0);
});
