import type { ServerResponse } from "node:http";
import type { Access } from "../../accounts/access.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import { Refusal } from "../../domain/errors.ts";

/** Long answers of the MCP endpoint, in which a program hears of changes. */
export interface ProgramStreams {
  /** Ends with the connection, with the token, or after its time. */
  open(stream: ProgramStream): AbortSignal;
  /** Copies an answer to the connection. */
  pipe(response: Response, stream: ProgramStream): Promise<void>;
  close(): Promise<void>;
}

export interface ProgramStream {
  readonly accountId: string;
  readonly tokenId: string;
  readonly out: ServerResponse;
}

export interface ProgramStreamDeps {
  readonly access: Pick<Access, "onEnded">;
  readonly clock: Clock;
}

const streamsPerAccount = 20;
const streamsInAll = 2_000;
/** A program subscribes again after this time, and shows its token again. */
const lifeMs = 15 * 60_000;

export function createProgramStreams(on: ProgramStreamDeps): ProgramStreams {
  const open = new Map<ProgramStream, AbortController>();
  const stopHearing = on.access.onEnded((ids) => {
    for (const [stream, over] of open) if (ids.includes(stream.tokenId)) over.abort("ended");
  });
  return {
    open(stream) {
      const own = [...open.keys()].filter(({ accountId }) => accountId === stream.accountId);
      if (open.size >= streamsInAll || own.length >= streamsPerAccount)
        throw new Refusal("rate_limited", { retry_after_seconds: 60 });
      const over = new AbortController();
      open.set(stream, over);
      const end = (): void => {
        open.delete(stream);
        over.abort("over");
      };
      stream.out.once("close", end);
      over.signal.addEventListener("abort", end, { once: true });
      void on.clock.wait(lifeMs, over.signal).then(end, end);
      return over.signal;
    },
    async pipe(response, stream) {
      const { out } = stream;
      out.writeHead(response.status, {
        ...Object.fromEntries(response.headers),
        "Cache-Control": "no-store",
      });
      try {
        for await (const chunk of response.body ?? []) {
          if (out.destroyed) break;
          if (!out.write(chunk)) await awaitDrain(out);
        }
      } catch {
        // The reader has left, or the stream was ended by us.
      } finally {
        open.get(stream)?.abort("over");
        out.end();
      }
    },
    async close() {
      stopHearing();
      for (const over of open.values()) over.abort("closing");
      for (const { out } of open.keys()) out.end();
    },
  };
}

const awaitDrain = (out: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    out.once("drain", resolve);
    out.once("close", resolve);
  });
