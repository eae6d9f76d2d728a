import { systemClock } from "../../src/cli/system.ts";
import { wecomApp } from "../vendors/wecom-app.ts";
import { startWecomServer } from "../vendors/wecom-server.ts";
import { type ChatStage, createCaller, settingsOf } from "./chat-stage.ts";

const refreshMs = 1_000;

/** WeCom asks for each unfinished answer once a second. */
export async function wecomCallbackStage(): Promise<ChatStage> {
  const server = await startWecomServer(systemClock);
  const complaints: string[] = [];
  const { reach, call } = createCaller(complaints);
  const app = wecomApp({
    clock: systemClock,
    server,
    sendCallback: ({ path, query, body }) =>
      call(`${path}?${new URLSearchParams(query).toString()}`, body),
  });
  const closed = new AbortController();
  return {
    name: "WeCom by callback",
    env: settingsOf("WECOM", {
      token: "tOken_for_tests_01",
      encoding_aes_key: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ",
      api_base_url: server.url,
      allowed_hosts: "127.0.0.1",
    }),
    reach,
    isLive: () => true,
    async says(text, person = 1) {
      const bubble = await app.text({ userid: `staff-${person}` }, text);
      while (!closed.signal.aborted && !bubble.finished) {
        await systemClock.wait(refreshMs, closed.signal);
        try {
          await app.refresh(bubble);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          // The product is gone.
          complaints.push("a refresh was not answered");
          return;
        }
      }
    },
    seen: () => app.bubbles.map(({ content }) => content),
    get violations() {
      return [...app.violations, ...server.violations, ...complaints];
    },
    async close() {
      closed.abort();
      await server.close();
    },
  };
}
