import { type StreamEvent } from "../api/contract.ts";

export type StreamStatus = "connecting" | "live" | "reconnecting" | "offline";

/** The part of a stream of events that is used here. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface StreamOptions {
  /** Opens the stream after the last event that the page holds. */
  readonly connect: () => Source;
  readonly apply: (event: StreamEvent, eventId: number | undefined) => void;
  /** The server can't continue from where we are: everything is read again. */
  readonly reload: () => Promise<unknown>;
  readonly onStatus: (status: StreamStatus) => void;
  /** The server refused the stream; perhaps the session has ended. */
  readonly onRefused: () => void;
  /** Tells of the network and of the page being looked at. */
  readonly surroundings: Surroundings;
}

export interface Surroundings {
  readonly online: () => boolean;
  readonly visible: () => boolean;
  /** Calls back whenever one of the two may have changed; the result ends it. */
  readonly watch: (changed: () => void) => () => void;
  readonly later: (ms: number, run: () => void) => () => void;
}

const closed = 2;
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
/**
 * A browser allows six connections to one server, and where all are taken by streams, no page gets an
 * answer any more. So a page in the background opens none, and one that is left releases its own and
 * catches up later.
 */
const hiddenForMs = 5_000;

/**
 * Keeps one stream open until the result is called. A cut stream resumes by itself; a refused one
 * is tried again here.
 */
export function keepStream(options: StreamOptions): () => void {
  let source: Source | undefined;
  let delay = firstDelayMs;
  let cancelTimer: () => void = () => undefined;
  let over = false;

  const drop = (): void => {
    cancelTimer();
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    drop();
    const opened = options.connect();
    source = opened;
    opened.addEventListener("open", () => {
      delay = firstDelayMs;
      options.onStatus("live");
    });
    opened.addEventListener("error", () => {
      options.onStatus(options.surroundings.online() ? "reconnecting" : "offline");
      if (opened.readyState !== closed) return;
      options.onRefused();
      cancelTimer = options.surroundings.later(delay, open);
      delay = Math.min(delay * 2, longestDelayMs);
    });
    listen(opened, options.apply);
    opened.addEventListener("reset", () => {
      drop();
      // The reading reports its own failure; either way the stream goes on from what is held then.
      void options.reload().finally(() => {
        if (!over) open();
      });
    });
  };
  const onVisibility = (): void => {
    cancelTimer();
    if (!options.surroundings.online()) {
      // A connection from before may look open for ever, so the way back always begins with a new
      // one.
      drop();
      options.onStatus("offline");
    } else if (!options.surroundings.visible())
      cancelTimer = options.surroundings.later(hiddenForMs, drop);
    else if (source === undefined || source.readyState !== 1) {
      options.onStatus("reconnecting");
      open();
    }
  };

  options.onStatus("connecting");
  if (options.surroundings.visible()) open();
  const unwatch = options.surroundings.watch(onVisibility);
  return () => {
    over = true;
    unwatch();
    drop();
  };
}

const logged = ["message", "turn", "delivery"] as const;
const shown = ["text", "delta"] as const;

function listen(source: Source, apply: StreamOptions["apply"]): void {
  for (const type of logged) {
    source.addEventListener(type, (event) => {
      apply({ type, data: JSON.parse(event.data) }, Number(event.lastEventId));
    });
  }
  for (const type of shown) {
    source.addEventListener(type, (event) => {
      apply({ type, data: JSON.parse(event.data) }, undefined);
    });
  }
}

export const browserSurroundings: Surroundings = {
  online: () => navigator.onLine,
  visible: () => document.visibilityState === "visible",
  watch: (changed) => {
    window.addEventListener("online", changed);
    window.addEventListener("offline", changed);
    document.addEventListener("visibilitychange", changed);
    return () => {
      window.removeEventListener("online", changed);
      window.removeEventListener("offline", changed);
      document.removeEventListener("visibilitychange", changed);
    };
  },
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
