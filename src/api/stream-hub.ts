import type { ServerResponse } from "node:http";
import { engine as asEngine } from "../domain/principal.ts";
import type { Access } from "../inbound/access.ts";
import { rateLimited, refuse } from "./failure.ts";
import { StreamClient } from "./stream-client.ts";
import { sse } from "./stream-frames.ts";
import { type RoomDeps, StreamRoom } from "./stream-room.ts";
import { createTurnstile } from "./turnstile.ts";

export interface StreamHub {
  /** Takes the connection over. The conversation is known to be the account's. */
  open(stream: NewStream): void;
  readonly count: number;
  close(): Promise<void>;
}

export interface NewStream {
  readonly conversationId: string;
  readonly accountId: string;
  readonly tokenId: string;
  readonly out: ServerResponse;
  /** Go on after this event. */
  readonly after: number;
  /** The client's own place is of no use: it shall read the conversation anew from here. */
  readonly reset: boolean;
}

export interface HubDeps extends Omit<RoomDeps, "catchUps"> {
  readonly access: Pick<Access, "endedAmong" | "onEnded">;
}

const streamsPerAccount = 50;
const streamsInAll = 10_000;
const catchUpsAtOnce = 8;
const tickMs = 1_000;
const ticksPerCredentialCheck = 3;
const ticksPerPing = 15;
const ping = Buffer.from(": ping\n\n");

export function createStreamHub(on: HubDeps): StreamHub {
  const rooms = new Map<string, StreamRoom>();
  const inRoom: RoomDeps = { ...on, catchUps: createTurnstile(catchUpsAtOnce) };
  const stopping = new AbortController();
  const clients = (): StreamClient[] => [...rooms.values()].flatMap((room) => [...room.clients]);

  const cut = (ids: readonly string[]): void => {
    for (const client of clients()) if (ids.includes(client.tokenId)) client.end();
  };
  const stopHearing = on.access.onEnded(cut);
  const watching = watch(on, { rooms, clients, cut, signal: stopping.signal });

  return {
    get count() {
      return clients().length;
    },
    open(stream) {
      const open = clients();
      if (open.length >= streamsInAll) throw refuse("unavailable");
      if (open.filter((client) => client.accountId === stream.accountId).length >= streamsPerAccount) throw rateLimited(5_000);
      const room = rooms.get(stream.conversationId) ?? new StreamRoom(inRoom, stream, () => rooms.delete(stream.conversationId));
      rooms.set(stream.conversationId, room);
      greet(stream);
      room.join(new StreamClient({ out: stream.out, clock: on.clock }, { ...stream, cursor: stream.after }));
    },
    async close() {
      stopping.abort();
      stopHearing();
      // Soon, but not all at the same instant as the page's own pause would have it.
      for (const client of clients()) client.end("retry: 1500\n\n");
      await watching;
    },
  };
}

function greet({ out, reset, after }: NewStream): void {
  // The stream ends with its connection, so its bytes need no chunk around each event: less work for every token of every client.
  out.removeHeader("Transfer-Encoding");
  out.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    Connection: "close",
    // Asks proxies to hand on each event as it comes.
    "X-Accel-Buffering": "no",
  });
  out.write("retry: 2000\n\n");
  if (reset) out.write(sse("reset", { last_event_id: after }, after));
}

interface Watched {
  readonly rooms: ReadonlyMap<string, StreamRoom>;
  readonly clients: () => StreamClient[];
  readonly cut: (ids: readonly string[]) => void;
  readonly signal: AbortSignal;
}

/** One timer for all streams: drops the stalled, cuts the revoked, pings the quiet and looks for wake-ups that were lost. */
async function watch(on: HubDeps, what: Watched): Promise<void> {
  for (let tick = 1; !what.signal.aborted; tick += 1) {
    await on.clock.wait(tickMs, what.signal);
    if (what.signal.aborted) return;
    const clients = what.clients();
    if (clients.length === 0) continue;
    for (const client of clients) client.dropIfStalled();
    try {
      if (tick % ticksPerCredentialCheck === 0) what.cut(await on.access.endedAmong([...new Set(clients.map((client) => client.tokenId))]));
      if (tick % ticksPerPing === 0) {
        for (const client of clients) if (client.live) client.write(ping);
        await pullForgotten(on, what.rooms);
      }
    } catch (error) {
      on.log.warn({ error }, "open streams could not be checked; trying again");
    }
  }
}

/** Wake-ups may be lost. One question for all rooms finds those that missed one. */
async function pullForgotten(on: HubDeps, rooms: ReadonlyMap<string, StreamRoom>): Promise<void> {
  const heads = await on.db.transaction(asEngine, (sql) =>
    sql.rows<{ id: string; head: number | null }>(
      "select c.id, (select max(e.id) from event_log e where e.conversation_id = c.id) as head from unnest($1::text[]) as c(id)",
      [[...rooms.keys()]],
    ),
  );
  for (const { id, head } of heads) {
    const room = rooms.get(id);
    if (room !== undefined && (head ?? 0) > room.cursor) void room.pull();
  }
}
