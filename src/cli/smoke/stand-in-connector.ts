import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ChannelState } from "../../smoke/case.ts";
import type { Received } from "../../smoke/stack.ts";

export interface StandInConnector {
  readonly url: string;
  /** Every call in its order, taken or not. */
  readonly received: readonly Received[];
  setChannel(wxid: string, state: ChannelState): void;
  close(): Promise<void>;
}

/** A local stand-in for personal WeChat's connector: records what is sent and delivers nothing. */
export async function startStandInConnector(): Promise<StandInConnector> {
  const received: Received[] = [];
  const states = new Map<string, ChannelState>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = JSON.parse(body) as Omit<Received, "taken">;
      const state = states.get(call.wxid) ?? "takes";
      received.push({ ...call, taken: state === "takes" });
      response.writeHead(state === "down" ? 503 : 200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          state === "window_closed"
            ? { ret: -2 }
            : { ret: 0, message_id: `stand-in-${received.length}` },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    received,
    setChannel: (wxid, state) => void states.set(wxid, state),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
