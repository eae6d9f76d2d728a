import { Refusal } from "../../domain/errors.ts";
import type { ServerResponse } from "node:http";
import { engine as asEngine } from "../../domain/principal.ts";
import type { Access } from "../../accounts/access.ts";
import { toRateLimitRefusal } from "../http/failure.ts";
import { StreamClient } from "./stream-client.ts";
import { startStream, sse } from "./stream-frames.ts";
import { type RoomDeps, StreamRoom } from "./stream-room.ts";
import { watchStreams } from "./stream-watch.ts";
import { createSemaphore } from "../http/semaphore.ts";

export interface StreamHub {
  /** Takes over the connection. The caller has checked that the conversation is the account's. */
  open(stream: NewStream): void;
  readonly count: number;
  close(): Promise<void>;
}

export interface NewStream {
  readonly conversationId: string;
  readonly accountId: string;
  readonly tokenId: string;
  readonly out: ServerResponse;
  /** Continue after this event. */
  readonly after: number;
  /** The client's own position can't be used: it must read the conversation again from here. */
  readonly reset: boolean;
}

export interface HubDeps extends Omit<RoomDeps, "catchUps"> {
  readonly access: Pick<Access, "endedAmong" | "onEnded">;
}

const streamsPerAccount = 50;
const streamsInAll = 10_000;
const catchUpsAtOnce = 8;

export function createStreamHub(on: HubDeps): StreamHub {
  const rooms = new Map<string, StreamRoom>();
  const inRoom: RoomDeps = { ...on, catchUps: createSemaphore(catchUpsAtOnce) };
  const stopping = new AbortController();
  const clients = (): StreamClient[] => [...rooms.values()].flatMap((room) => [...room.clients]);

  const cut = (ids: readonly string[]): void => {
    for (const client of clients()) if (ids.includes(client.tokenId)) client.end();
  };
  const stopHearing = on.access.onEnded(cut);
  const watching = watchStreams(on, {
    clients,
    cut,
    signal: stopping.signal,
    sweep: () => pullMissed(on, rooms),
  });

  return {
    get count() {
      return clients().length;
    },
    open(stream) {
      const open = clients();
      if (open.length >= streamsInAll) throw new Refusal("unavailable");
      if (
        open.filter((client) => client.accountId === stream.accountId).length >= streamsPerAccount
      )
        throw toRateLimitRefusal(5_000);
      const room =
        rooms.get(stream.conversationId) ??
        new StreamRoom(inRoom, stream, () => rooms.delete(stream.conversationId));
      rooms.set(stream.conversationId, room);
      startStream(stream.out);
      if (stream.reset)
        stream.out.write(sse("reset", { last_event_id: stream.after }, stream.after));
      room.join(
        new StreamClient({ out: stream.out, clock: on.clock }, { ...stream, cursor: stream.after }),
      );
    },
    async close() {
      stopping.abort();
      stopHearing();
      // Soon, but not all at the same instant.
      for (const client of clients()) client.end("retry: 1500\n\n");
      await watching;
    },
  };
}

/** Wake-ups may be lost. One query for all rooms finds those that missed one. */
async function pullMissed(on: HubDeps, rooms: ReadonlyMap<string, StreamRoom>): Promise<void> {
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
