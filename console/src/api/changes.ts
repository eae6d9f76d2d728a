import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { addressFor } from "./call.ts";
import { EventStream } from "./event-stream.ts";
import { browserSurroundings, keepStream, type StreamStatus } from "../talk/live-stream.ts";

type What = "calendar" | "activity" | "channels";

export interface Following {
  /** The data that the page shows of each. */
  readonly shows: Partial<Readonly<Record<What, QueryKey>>>;
  readonly everybody?: boolean;
  /** The stream opens once there is data to keep up to date. */
  readonly isReady: boolean;
  /** Receives whether the server reports changes. Always the same function. */
  readonly onStatus: (status: StreamStatus) => void;
}

/**
 * A hint may be lost on its way, so data on an open page is also fetched again after a while;
 * without a stream, soon.
 */
export const askAgainMs = (status: StreamStatus): number => (status === "live" ? 120_000 : 30_000);

/** Keeps the page up to date: the server reports a change, and the data is fetched again. */
export function useChanges({ shows, everybody = false, isReady, onStatus }: Following): void {
  const client = useQueryClient();
  // Compared by content: a page may pass the same keys in a new object each time.
  const keys = JSON.stringify(shows);
  useEffect(() => {
    if (!isReady) return undefined;
    const known = JSON.parse(keys) as Following["shows"];
    const look = (what: readonly string[]): void => {
      for (const [name, queryKey] of Object.entries(known))
        if (what.includes(name)) void client.invalidateQueries({ queryKey });
    };
    return keepStream({
      connect: () => {
        const source = new EventStream(
          addressFor(
            everybody ? "GET /api/operator/changes/stream" : "GET /api/changes/stream",
            {},
          ),
        );
        source.addEventListener("changed", ({ data }: MessageEvent<string>) =>
          look((JSON.parse(data) as { what: string[] }).what),
        );
        return source;
      },
      apply: () => undefined,
      reload: () => Promise.resolve(),
      onStatus: (status) => {
        onStatus(status);
        // Changes made while the stream was closed.
        if (status === "live") look(Object.keys(known));
      },
      // A stream does not say why it was refused. Any call does, and a session that has ended then
      // shows.
      onRefused: () => look(Object.keys(known)),
      surroundings: browserSurroundings,
    });
  }, [client, keys, everybody, isReady, onStatus]);
}
