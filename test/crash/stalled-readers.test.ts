import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { iso } from "../../src/domain/ports/clock.ts";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import { engine } from "../../src/domain/principal.ts";
import { spineProjector } from "../../src/spine.ts";
import { record } from "../../src/store/log/record.ts";
import { callServer } from "../support/api.ts";
import { type EventStream, openStream } from "../support/event-stream.ts";
import type { CrashInstance } from "./instance.ts";
import { endsWell, long, useWorlds } from "./use-worlds.ts";
import type { World } from "./world.ts";

const token = "operator-token-of-the-crash-tests-1";
const chance = createSystemChance(systemClock.now);
const projector = spineProjector();

/**
 * Some stop reading while they are up to date, some (`late`) while they read what was said before. What is said now is one
 * text for all who hear it; what was said before is read for each. So a server that kept it for the late ones would hold
 * late readers × events × bytes, less what fits into the kernel's buffers. The bound, in megabytes, is a part of that. Memory is
 * compared with that of the same process after the same work without them: a process that is busy grows by itself. No reader is
 * dropped before 30 seconds: the long run waits for it. One person may have 50 streams open: stalled, late and healthy ones.
 */
const size = long
  ? {
      people: 6,
      stalled: 30,
      late: 10,
      first: 2_000,
      events: 10_000,
      behind: 4_000,
      bytes: 4_000,
      most: 250,
    }
  : {
      people: 1,
      stalled: 4,
      late: 20,
      first: 100,
      events: 400,
      behind: 400,
      bytes: 24_000,
      most: 120,
    };

interface Room {
  readonly account: string;
  readonly conversation: string;
}

describe("readers who take nothing", { timeout: 600_000 }, () => {
  const inWorld = useWorlds(1);

  it.skipIf(process.platform !== "linux")(
    `a server with ${size.people * (size.stalled + size.late)} readers who take nothing needs no memory for what they miss; others get everything, and so do they when they come back`,
    () =>
      inWorld(async (world) => {
        const limits = {
          MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
          MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000",
        };
        const server = await world.start({
          env: { MEANWHILE_OPERATOR_TOKEN: token, ...limits },
          heapMb: 160,
        });
        const rooms = await Promise.all(
          Array.from({ length: size.people }, () => openRoom(server)),
        );
        const healthy = await Promise.all(rooms.map((room) => follow(server, room)));
        const busy = async (from: number, to: number): Promise<number> => {
          let most = 0;
          for (let at = from; at < to; at += 100) {
            await Promise.all(rooms.map((room) => write(world, room, { from: at, count: 100 })));
            await Promise.all(healthy.map((stream) => everything(stream, at + 100)));
            most = Math.max(most, await memoryOf(server));
          }
          return most;
        };
        const before = await busy(0, size.first);
        const files = await openFiles(server);
        const stall = (
          count: number,
          from: (stream: EventStream | undefined) => number,
        ): Promise<Stalled[]> =>
          Promise.all(
            rooms.flatMap((room, nth) =>
              Array.from({ length: count }, async () => {
                const after = from(healthy[nth]);
                return { room, after, stream: await follow(server, room, { paused: true, after }) };
              }),
            ),
          );
        const stalled = await stall(size.stalled, lastId);
        const all = size.first + size.events;
        const late: Stalled[] = [];
        try {
          const live = await busy(size.first, all);
          for (const stream of healthy) expect(numbers(stream)).toEqual(range(0, all));
          late.push(...(await stall(size.late, (stream) => idOf(stream, all - size.behind))));
          // Who is behind reads in turn: when the last to come has read everything, the others had as many turns.
          for (const room of rooms)
            await readsAll(server, room, late.find((one) => one.room === room)?.after ?? 0);
          const most = Math.max(live, await memoryOf(server));
          expect(most - before, "megabytes more than before").toBeLessThan(size.most);
          // A reader who takes nothing does not see that it was dropped: the server's open files tell.
          if (long)
            await world.until(
              async () => (await openFiles(server)) < files + (stalled.length + late.length) / 10,
            );
          const last = stalled.filter((_, nth) => nth % size.stalled === 0);
          for (const [nth, each] of last.entries())
            await comesBack(server, each, lastId(healthy[nth]));
        } finally {
          for (const stream of [...healthy, ...[...stalled, ...late].map((one) => one.stream)])
            stream.close();
        }
        await endsWell(world);
      }),
  );
});

async function openRoom(server: CrashInstance): Promise<Room> {
  const port = portOf(server);
  const made = await callServer(port, "/api/accounts", {
    method: "POST",
    json: { display_name: "reader" },
    token,
  });
  const account = (made.json as { id: string }).id;
  const opened = await callServer(port, `/api/conversations?account_id=${account}`, {
    method: "POST",
    json: {},
    token,
  });
  return { account, conversation: (opened.json as { id: string }).id };
}

function follow(
  server: CrashInstance,
  room: Room,
  how: { paused?: boolean; after?: number } = {},
): Promise<EventStream> {
  const resume: Record<string, string> =
    how.after === undefined ? {} : { "Last-Event-ID": String(how.after) };
  return openStream({
    port: portOf(server),
    path: `/api/conversations/${room.conversation}/stream?account_id=${room.account}`,
    headers: { authorization: `Bearer ${token}`, ...resume },
    paused: how.paused === true,
  });
}

interface Stalled {
  readonly room: Room;
  readonly after: number;
  readonly stream: EventStream;
}

/**
 * Whatever it had not read comes now, from the last event that it saw. Where that is more than a stream replays, it has
 * to read the conversation again up to the newest event, and misses nothing after that.
 */
async function comesBack(
  server: CrashInstance,
  { room, after, stream }: Stalled,
  newest: number,
): Promise<void> {
  stream.close();
  stream.resume();
  await stream.ended;
  const seen = numbers(stream);
  expect(seen.length).toBeLessThan(size.events);
  const again = await follow(server, room, { after: Math.max(after, lastId(stream)) });
  try {
    const [first] = await again.until((events) => events.length > 0);
    if (first?.type === "reset") {
      expect(first.data["last_event_id"]).toBe(newest);
      expect(size.events).toBeGreaterThan(mostReplayed);
      return;
    }
    await everything(again, size.first + size.events);
    expect([...seen, ...numbers(again)]).toEqual(range(size.first, size.first + size.events));
  } finally {
    again.close();
  }
}

const mostReplayed = 5_000;

async function readsAll(server: CrashInstance, room: Room, after: number): Promise<void> {
  const stream = await follow(server, room, { after });
  await everything(stream, size.first + size.events);
  stream.close();
}

const lastId = (stream: EventStream | undefined): number =>
  stream?.events.findLast(({ id }) => id !== undefined)?.id ?? 0;
const idOf = (stream: EventStream | undefined, nth: number): number =>
  stream?.events.find(({ type, data }) => type === "message" && numberOf(data["text"]) === nth)
    ?.id ?? 0;
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, nth) => from + nth);
const textOf = (nth: number): string => `${nth} ${"…".repeat(size.bytes / 3)}`;
const numberOf = (text: unknown): number => Number(String(text).split(" ")[0]);
const numbers = (stream: EventStream): number[] =>
  stream.events.filter(({ type }) => type === "message").map(({ data }) => numberOf(data["text"]));

async function everything(stream: EventStream, count: number): Promise<void> {
  await stream.until(
    (events) =>
      numberOf(events.findLast(({ type }) => type === "message")?.data["text"]) === count - 1,
  );
}

/** What a turn elsewhere would have said. */
async function write(
  world: World,
  { account, conversation }: Room,
  { from, count }: { from: number; count: number },
): Promise<void> {
  const drafts = Array.from({ length: count }, (_, nth): EventDraft<"message_sent"> => ({
    stream: `conversation:${conversation}`,
    kind: "message_sent",
    at: iso(systemClock.now()),
    accountId: account,
    conversationId: conversation,
    payload: {
      id: chance.id(),
      conversation_id: conversation,
      account_id: account,
      turn_id: null,
      segment_index: null,
      provider_type: "web",
      channel_account: "web",
      text: textOf(from + nth),
    },
  }));
  await world.db.transaction(engine, (sql) => record(sql, projector, drafts));
  world.db.notify(`log:${conversation}`);
}

/** Megabytes that the process has in memory. */
async function memoryOf(server: CrashInstance): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

const openFiles = async (server: CrashInstance): Promise<number> =>
  (await readdir(`/proc/${server.pid}/fd`)).length;

const portOf = (instance: CrashInstance): number => Number(new URL(instance.url).port);
