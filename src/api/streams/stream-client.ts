import type { ServerResponse } from "node:http";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Frame } from "./stream-frames.ts";

/** The most bytes that may wait in memory for one client. */
const bufferLimit = 1_000_000;
/**
 * A client that reads nothing for this long is dropped. It resumes from the log when it reconnects.
 */
const stallLimitMs = 30_000;
/** The most events per read of the log. */
export const largestPage = 100;

/**
 * One open stream. It holds a position in the log and no events.
 *
 * - catching up: reads the log from its position; new events are in the log too
 * - live: gets each frame as it is made
 * - blocked: the network accepts no more; nothing is written until it drains, then it catches up
 * - gone: closed by either side
 */
export class StreamClient {
  readonly tokenId: string;
  readonly accountId: string;
  /** The last event this client was sent. */
  cursor: number;
  live = false;
  /**
   * How much of the log to read at a time: about twice what the client took last, so that a slow
   * client costs little reading.
   */
  pageSize = largestPage;
  readonly #out: ServerResponse;
  readonly #clock: Clock;
  #blockedSince: number | undefined;

  constructor(
    on: { readonly out: ServerResponse; readonly clock: Clock },
    who: { tokenId: string; accountId: string; cursor: number },
  ) {
    this.#out = on.out;
    this.#clock = on.clock;
    this.tokenId = who.tokenId;
    this.accountId = who.accountId;
    this.cursor = who.cursor;
  }

  get gone(): boolean {
    return this.#out.destroyed || this.#out.writableEnded;
  }

  get blocked(): boolean {
    return this.#blockedSince !== undefined;
  }

  /**
   * Calls back each time the network accepts bytes again after blocking, and once when the stream
   * has ended.
   */
  watch(on: { readonly drained: () => void; readonly closed: () => void }): void {
    this.#out.on("drain", () => {
      this.#blockedSince = undefined;
      on.drained();
    });
    // `close` follows an end, a reset and a destroy alike; an error without it would leave the
    // client in the room.
    this.#out.on("error", () => this.#out.destroy());
    this.#out.once("close", on.closed);
  }

  /**
   * True if the bytes are on their way. They may be the last for now: a full network is not a
   * disconnect, it blocks the client.
   */
  write(bytes: Buffer): boolean {
    if (this.gone || this.blocked) return false;
    if (this.#out.write(bytes)) return true;
    this.live = false;
    this.#blockedSince = this.#clock.now();
    if (this.#out.writableLength > bufferLimit) this.#out.destroy();
    return true;
  }

  /**
   * Sends one event, unless the client has it already. The position moves only with bytes that are
   * on their way.
   */
  send(frame: Frame): void {
    if (frame.id <= this.cursor) return;
    if (frame.bytes === undefined || this.write(frame.bytes)) this.cursor = frame.id;
  }

  /** Sends a page of the log, as far as the network accepts it. */
  sendAll(frames: readonly Frame[]): void {
    let taken = 0;
    for (const frame of frames) {
      if (this.blocked || this.gone) break;
      this.send(frame);
      taken += 1;
    }
    this.pageSize = Math.min(largestPage, 2 * (this.blocked ? taken : this.pageSize));
  }

  dropIfStalled(): boolean {
    if (this.#blockedSince === undefined || this.#clock.now() - this.#blockedSince < stallLimitMs)
      return false;
    this.#out.destroy();
    return true;
  }

  /** Ends the stream. A blocked client would never read the end, so it is cut. */
  end(lastWords?: string): void {
    if (this.blocked) this.#out.destroy();
    else this.#out.end(lastWords);
  }
}
