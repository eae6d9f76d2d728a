import type { ServerResponse } from "node:http";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Frame } from "./stream-frames.ts";

/** The most that may wait in our memory for one client. */
const bufferLimit = 1_000_000;
/** A client that takes nothing for this long is gone. It resumes from the log when it comes back. */
const stallLimitMs = 30_000;
/** The most events that one read of the log brings. */
export const largestPage = 100;

/**
 * One open stream. It holds a place in the log and no events.
 *
 *   catching up  reads the log from its place; what happens meanwhile is in the log too
 *   live         gets each frame as it is made
 *   blocked      the network took no more; nothing is written until it drains, then it catches up
 *   gone         closed by either side
 */
export class StreamClient {
  readonly tokenId: string;
  readonly accountId: string;
  /** The last event this client was told of. */
  cursor: number;
  live = false;
  /** How much of the log to read for it at a time: about twice what it took last, so that a slow client costs little reading. */
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

  /** Calls back each time the network takes bytes again after it was blocked, and once when the stream is over. */
  watch(on: { readonly drained: () => void; readonly closed: () => void }): void {
    this.#out.on("drain", () => {
      this.#blockedSince = undefined;
      on.drained();
    });
    // `close` comes after an end, a reset and a destroy alike; an error without it would leave the client in the room.
    this.#out.on("error", () => this.#out.destroy());
    this.#out.once("close", on.closed);
  }

  /** True when the bytes are on their way. They may be the last for now: a full network is not a disconnect, it blocks the client. */
  write(bytes: Buffer): boolean {
    if (this.gone || this.blocked) return false;
    if (this.#out.write(bytes)) return true;
    this.live = false;
    this.#blockedSince = this.#clock.now();
    if (this.#out.writableLength > bufferLimit) this.#out.destroy();
    return true;
  }

  /** Tells of one event, unless this client knows it already. The position moves only with bytes that are on their way. */
  tell(frame: Frame): void {
    if (frame.id <= this.cursor) return;
    if (frame.bytes === undefined || this.write(frame.bytes)) this.cursor = frame.id;
  }

  /** A page of the log, as far as the network takes it. */
  tellAll(frames: readonly Frame[]): void {
    let taken = 0;
    for (const frame of frames) {
      if (this.blocked || this.gone) break;
      this.tell(frame);
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
