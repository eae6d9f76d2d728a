import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { asAccount } from "../../domain/principal.ts";
import type { Database } from "../../store/database/database.ts";
import { readConversation } from "../../store/log/event-log.ts";
import type { StreamNotice } from "../../domain/turn.ts";
import type { Engine } from "../http/ports.ts";
import { largestPage, type StreamClient } from "./stream-client.ts";
import { type Frame, toFrame } from "./stream-frames.ts";
import { StreamText } from "./stream-text.ts";
import type { Semaphore } from "../http/semaphore.ts";

export interface RoomDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly engine: Pick<Engine, "subscribe">;
  /**
   * Clients that are behind read through it: hundreds of slow ones hold few pages in memory, not
   * one each.
   */
  readonly catchUps: Semaphore;
}

/** Running turns store their shown text a few times a second. */
const fillPauseMs = 250;
const retryPauseMs = 1_000;

/**
 * The clients that follow one conversation. One read of the log serves all live ones; a client that
 * is behind reads for itself until it has caught up. Nothing is buffered per client: the log is the
 * queue, and the running text is one text for all.
 */
export class StreamRoom {
  readonly clients = new Set<StreamClient>();
  readonly #on: RoomDeps;
  readonly #where: { readonly conversationId: string; readonly accountId: string };
  readonly #empty = new AbortController();
  readonly #catchingUp = new Set<StreamClient>();
  readonly #text = new StreamText();
  readonly #unsubscribe: () => void;
  readonly #onEmpty: () => void;
  /** The live clients' position in the log. */
  #cursor = 0;
  #pulling = false;
  #pullAgain = false;
  #filling = false;

  constructor(
    on: RoomDeps,
    where: { readonly conversationId: string; readonly accountId: string },
    onEmpty: () => void,
  ) {
    this.#on = on;
    this.#where = where;
    this.#onEmpty = onEmpty;
    this.#unsubscribe = on.engine.subscribe(where.conversationId, (notice) => this.#hear(notice));
  }

  get cursor(): number {
    return this.#cursor;
  }

  join(client: StreamClient): void {
    this.clients.add(client);
    client.watch({ drained: () => void this.#catchUp(client), closed: () => this.#leave(client) });
    void this.#catchUp(client);
  }

  #leave(client: StreamClient): void {
    client.live = false;
    this.clients.delete(client);
    if (this.clients.size > 0) return;
    this.#empty.abort();
    this.#unsubscribe();
    this.#onEmpty();
  }

  #hear(notice: StreamNotice): void {
    if (notice.kind === "log") {
      void this.pull();
      return;
    }
    const bytes = this.#text.take(notice);
    if (bytes !== undefined) this.#tellLive(bytes);
    else if (this.#text.missesBeginning) void this.#fill();
  }

  #tellLive(bytes: Buffer): void {
    for (const client of this.clients) if (client.live) client.write(bytes);
  }

  #hasLive(): boolean {
    for (const client of this.clients) if (client.live) return true;
    return false;
  }

  async #read(after: number, limit = largestPage): Promise<Frame[]> {
    const { conversationId, accountId } = this.#where;
    const events = await this.#on.db.transaction(asAccount(accountId), (sql) =>
      readConversation(sql, { conversationId, after, limit }),
    );
    return events.map(toFrame);
  }

  /**
   * Brings one client to the position of the live ones. A client that blocks on the way continues
   * from there when it drains.
   */
  async #catchUp(client: StreamClient): Promise<void> {
    if (this.#catchingUp.has(client)) return;
    this.#catchingUp.add(client);
    try {
      for (;;) {
        const limit = client.pageSize;
        const frames = await this.#on.catchUps(async () =>
          client.gone ? [] : this.#read(client.cursor, limit),
        );
        client.sendAll(frames);
        if (client.blocked || client.gone) return;
        if (frames.length < limit && (client.cursor >= this.#cursor || !this.#hasLive())) break;
      }
      this.#goLive(client);
    } catch (error) {
      // The client reconnects by itself and continues where it was.
      this.#on.log.warn({ error }, "a stream could not read the log");
      client.end();
    } finally {
      this.#catchingUp.delete(client);
    }
  }

  #goLive(client: StreamClient): void {
    if (!this.#hasLive()) this.#cursor = client.cursor;
    client.live = true;
    const snapshot = this.#text.snapshot();
    if (snapshot === undefined) void this.#fill();
    else client.write(snapshot);
    // Events committed between the last read and now have not been announced here.
    void this.pull();
  }

  /**
   * Reads new events and sends them to the live clients. Calls that come meanwhile become one more
   * read.
   */
  async pull(): Promise<void> {
    this.#pullAgain = true;
    if (this.#pulling) return;
    this.#pulling = true;
    try {
      while (this.#pullAgain && this.#hasLive()) {
        this.#pullAgain = false;
        await this.#pullPage().catch(async (error: unknown) => {
          this.#on.log.warn({ error }, "streams could not read the log; trying again");
          await this.#on.clock.wait(retryPauseMs, this.#empty.signal);
          this.#pullAgain = true;
        });
      }
    } finally {
      this.#pulling = false;
    }
  }

  async #pullPage(): Promise<void> {
    const frames = await this.#read(this.#cursor);
    for (const frame of frames) {
      if (frame.ends !== undefined) this.#text.end(frame.ends);
      for (const client of this.clients) if (client.live) client.send(frame);
    }
    this.#cursor = Math.max(this.#cursor, frames.at(-1)?.id ?? 0);
    if (frames.length === largestPage) this.#pullAgain = true;
  }

  /** Finds the beginning of the running text for clients that joined in the middle of it. */
  async #fill(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      do {
        const stored = await this.#storedText();
        const bytes = stored === undefined ? undefined : this.#text.fill(stored);
        if (bytes !== undefined) this.#tellLive(bytes);
        if (this.#text.missesBeginning) await this.#on.clock.wait(fillPauseMs, this.#empty.signal);
      } while (this.#text.missesBeginning && !this.#empty.signal.aborted);
    } catch (error) {
      this.#on.log.warn({ error }, "the running text could not be read");
    } finally {
      this.#filling = false;
    }
  }

  async #storedText(): Promise<{ turnId: string; attempt: number; text: string } | undefined> {
    const { conversationId, accountId } = this.#where;
    const rows = await this.#on.db.transaction(asAccount(accountId), (sql) =>
      sql.rows<{ turnId: string; attempt: number; text: string }>(
        `select s.turn_id as "turnId", s.attempt, s.text from turn_stream s join turn t on t.id = s.turn_id
         where s.conversation_id = $1 and t.completed_at is null and t.attempt = s.attempt`,
        [conversationId],
      ),
    );
    return rows[0];
  }
}
