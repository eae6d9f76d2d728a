import type { ServerEventBus } from "@modelcontextprotocol/server";
import type { McpDeps, Program } from "./ports.ts";
import { findResource } from "./resources.ts";

export interface WatchedResources {
  readonly program: Program;
  readonly uris: readonly string[];
  /** Calls back when something of the account may have changed. The result stops it. */
  onChange(look: () => void): () => void;
}

/** As many as a program may watch by one subscription. */
const mostWatched = 100;

export const findWatchable = (program: Program, uris: readonly string[]): string[] =>
  [...new Set(uris)]
    .filter((uri) => findResource(program, uri) !== undefined)
    .slice(0, mostWatched);

/**
 * Where changes of subscribed resources come from. A hint says that something of the account
 * changed; what the program would read now and before says which of its resources it was. The first
 * look is over before the subscription is acknowledged, so that no change after it is missed.
 */
export async function watchResources(
  on: McpDeps,
  { program, uris, onChange }: WatchedResources,
): Promise<ServerEventBus> {
  const last = new Map<string, string>();
  const hasChanged = async (uri: string): Promise<boolean> => {
    // Gone, and not there yet, are states like others.
    const found = await findResource(program, uri)
      ?.read(on)
      .catch(() => null);
    const now = JSON.stringify(found ?? null);
    const before = last.get(uri);
    last.set(uri, now);
    return before !== undefined && before !== now;
  };
  for (const uri of uris) await hasChanged(uri);
  return {
    publish: () => undefined,
    subscribe(tell) {
      const over = new AbortController();
      let isLooking = false;
      let isDue = false;
      const look = async (): Promise<void> => {
        isDue = true;
        if (isLooking) return;
        isLooking = true;
        while (isDue && !over.signal.aborted) {
          isDue = false;
          for (const uri of uris)
            if ((await hasChanged(uri)) && !over.signal.aborted)
              tell({ kind: "resource_updated", uri });
        }
        isLooking = false;
      };
      const stop = onChange(() => void look());
      void look();
      return () => {
        over.abort();
        stop();
      };
    },
  };
}
