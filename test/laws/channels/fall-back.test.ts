import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIdentities } from "../../../src/accounts/identities.ts";
import { remind } from "../../support/reminder-lab.ts";
import { openReminderWorld } from "../../support/reminder-world.ts";
import { patience } from "../../support/runs.ts";
import { type ChannelWorld, freshId, type Receiver, type Someone } from "./bench.ts";
import { chance } from "./channels.ts";
import {
  arrangement,
  contentOf,
  failSends,
  type Failure,
  failures,
  type Row,
} from "./failing-ways.ts";
import { carriers } from "./notifiers.ts";
import { table } from "./table.ts";

const minute = 60_000;
let world: ChannelWorld;

interface Way {
  readonly channel: string;
  readonly receiver: Receiver;
  readonly says?: Someone["says"] | undefined;
  readonly comesAgain?: Someone["comesAgain"] | undefined;
}

/** The conversation of this way, once there is one. */
async function conversationOf({ channel, receiver }: Way, peer = receiver.peer) {
  const find = () =>
    world.db.rows<{ id: string; accountId: string }>(
      `select id, account_id as "accountId" from conversation
       where provider_type = $1 and channel_account = $2 and peer = $3`,
      [channel, receiver.channelAccount, peer],
    );
  await world.until(async () => (await find()).length > 0);
  const [row] = await find();
  if (row === undefined) throw new Error(`${peer} has no conversation`);
  return row;
}

/** A vendor sends again what could not be stored. */
async function greet({ says, comesAgain }: Pick<Way, "says" | "comesAgain">): Promise<void> {
  const said = { text: "hello", id: freshId() };
  for (let heard = await says?.(said); heard === "later"; heard = await comesAgain?.(said));
}

/** These come with an account of their own. */
const isAnchor = ({ channel }: Way): boolean => channel.startsWith("wechat");

/** One account that is reached by all of these. */
async function join(ways: readonly Way[]): Promise<string> {
  const chats = ways.filter(({ says }) => says !== undefined);
  const anchor = chats.find(isAnchor) ?? chats[0];
  if (anchor === undefined) throw new Error("there is no chat");
  await greet(anchor);
  const { accountId } = await conversationOf(anchor);
  const { projector, ports } = world.one.spine;
  const identities = openIdentities({ db: world.db, projector, clock: world.clock, chance });
  for (const way of ways) {
    if (way === anchor) continue;
    const { channelAccount, peer } = way.receiver;
    const place = { accountId, channel: way.channel, channelAccount };
    if (way.says === undefined) await ports.directory.openWay(place);
    else {
      await identities.bind({ ...place, subject: peer });
      await greet(way);
    }
    const found = await conversationOf(way, way.says === undefined ? accountId : peer);
    expect(found.accountId).toBe(accountId);
  }
  return accountId;
}

/** Chats that a reminder may go to hours after the person wrote, and that stay when another one is away. */
const seconds = table.filter(
  ({ name }) => !["the page", "WeCom by callback", "WeCom over the long connection"].includes(name),
);

async function openRow(name: string, bench: Row["bench"], nth: number): Promise<Row> {
  const first = await bench.person();
  const other = seconds[(nth + 3) % seconds.length]?.open(world);
  const bridge = table.at(-1)?.open(world);
  if (other === undefined || bridge === undefined) throw new Error("the table is empty");
  const second = await other.person();
  const third = await bridge.elsewhere(second);
  if (third === undefined) throw new Error("there is no second bridge");
  const wayTo = (channel: string, receiver: Receiver & Partial<Someone>): Way => {
    const { says, comesAgain } = receiver;
    return { channel, receiver, says, comesAgain };
  };
  const ways = [
    wayTo(bench.channel, first),
    wayTo(other.channel, second),
    wayTo(bridge.channel, third),
  ];
  const accountId = await join(ways);
  const peer = "says" in first ? first.peer : accountId;
  const [way] = ways;
  if (way === undefined) throw new Error("there is no way");
  const { id } = await conversationOf(way, peer);
  return { name, bench, ways: [first, second, third], accountId, conversationId: id };
}

const isOpen = async (ids: readonly string[]): Promise<boolean> =>
  (
    await world.db.rows(
      "select from reminder where id = any($1) and completion is distinct from 'fired' limit 1",
      [ids],
    )
  ).length > 0;

/** Until all of them have arrived, and then for so long that another arrival would show. */
async function pass(ids: readonly string[]): Promise<void> {
  for (let most = 0; most < 300 && (await isOpen(ids)); most += 1) await world.clock.pass(5_000);
  await world.clock.pass(200_000);
}

const areReady = (rows: readonly Row[]): boolean =>
  rows.every(({ bench, ways: [first] }) =>
    world.one.channel(bench.channel).ready(first?.channelAccount ?? ""),
  );

/** By which way each reminder came, every time, and whether it said that it may be a repeat. */
async function readArrivals(rows: readonly Row[], failure: Failure) {
  const found: Record<string, readonly string[]> = {};
  for (const [nth, { name, ways }] of rows.entries()) {
    const seen = await Promise.all(ways.map((way) => way.saw()));
    found[name] = seen.flatMap((texts, way) =>
      texts
        .filter((text) => text.includes(contentOf(nth, failure)))
        .map((text) => {
          const place = way === 0 ? "there" : "elsewhere";
          return text.startsWith("(perhaps a repeat)") ? `${place}, marked` : place;
        }),
    );
  }
  return found;
}

/**
 * Exactly once. Only a vendor that took it in silence, or in front of a process that died, may have
 * shown it before: then the second one says so. A vendor that recognises a copy, or can be asked,
 * shows it once even then.
 */
function predictArrivals({ bench }: Row, failure: Failure): readonly string[] {
  const { showsOnce = false, asksAgain = false, triesAgain = false } = bench;
  const isSafe = showsOnce || bench.knowsCopies === true;
  switch (failure) {
    case "its outcome is not known":
      return ["elsewhere, marked"];
    case "the process dies before the call":
      return isSafe ? ["there"] : ["elsewhere, marked"];
    case "the process dies after the call":
      return isSafe ? ["there"] : ["there", "elsewhere, marked"];
    case "the vendor takes it and does not say so":
      return showsOnce || asksAgain || triesAgain ? ["there"] : ["there", "elsewhere, marked"];
    case "the window is closed":
    case "the vendor refuses it":
    case "the network is down":
    case "the login is dead":
      return ["elsewhere"];
    default:
      return failure satisfies never;
  }
}

describe("a reminder and every way there is", () => {
  const rows: Row[] = [];
  /** WeCom's callbacks bring addresses that end after an hour. */
  let renew: (Receiver & Partial<Someone>) | undefined;
  beforeAll(async () => {
    world = await openReminderWorld();
    const firsts = [...table.filter(({ name }) => name !== "the page"), ...carriers];
    for (const [nth, { name, open }] of firsts.entries())
      rows.push(await openRow(name, open(world), nth));
    for (const { ways } of rows) for (const { peer } of ways) await world.settle(peer);
    failSends(world, rows);
    renew = rows.find(({ name }) => name === "WeCom by callback")?.ways[0];
    // By then the addresses of WeCom's callbacks have ended.
    await world.clock.leap(2 * 60 * minute);
  }, 4 * patience);
  afterAll(() => world.close());

  it.each(failures)(
    "a reminder arrives exactly once, whatever its way is, when %s",
    { timeout: 4 * patience },
    async (failure) => {
      const isTried = (row: Row): boolean => arrangement(world, row, failure) !== undefined;
      if (failure !== "the window is closed" && renew !== undefined) await greet(renew);
      // What the failure before has left behind is over.
      for (let most = 0; most < 60 && !areReady(rows); most += 1) await world.clock.pass(5_000);
      const now = world.clock.now();
      const at = new Date(now + minute).toISOString().slice(0, 19);
      const ids: string[] = [];
      for (const [nth, row] of rows.entries()) {
        if (!isTried(row)) continue;
        const { accountId, conversationId } = row;
        const content = contentOf(nth, failure);
        const wish = { accountId, conversationId, content, at, zone: "UTC", now };
        ids.push(await remind(world.db, wish));
      }
      await pass(ids);
      if (failure === "the network is down") for (const { bench } of rows) await bench.line?.back();
      expect(await readArrivals(rows, failure)).toEqual(
        Object.fromEntries(
          rows.map((row) => [row.name, isTried(row) ? predictArrivals(row, failure) : []]),
        ),
      );
    },
  );
});
