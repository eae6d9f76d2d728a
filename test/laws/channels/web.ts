import type { ChannelBench, OpenBench, Someone } from "./bench.ts";
import { toHeard } from "./bench.ts";

export const webBench: OpenBench = (world): ChannelBench => ({
  channel: "web",
  async person(): Promise<Someone> {
    const { id: peer, token } = await world.one.api.person();
    const { json } = await world.one.api.call("/api/conversations", {
      method: "POST",
      json: {},
      token,
    });
    const path = `/api/conversations/${(json as { id: string }).id}/messages`;
    const says: Someone["says"] = async ({ text, id, by = world.one }) =>
      toHeard(
        (await by.api.call(path, { method: "POST", json: { text, client_id: id }, token })).status,
      );
    return {
      peer,
      channelAccount: "web",
      says,
      comesAgain: says,
      async saw() {
        const page = (await world.one.api.call(path, { token })).json as {
          messages: { direction: string; text: string }[];
        };
        return page.messages
          .filter(({ direction }) => direction === "outbound")
          .map(({ text }) => text);
      },
      window: () => ({
        lastInboundAt: new Date(world.clock.now()).toISOString(),
        sendsSinceInbound: 0,
        contextToken: null,
      }),
    };
  },
  // Another person may use the same number for a message of theirs.
  async elsewhere() {
    return this.person();
  },
  async unproven({ text, id }) {
    const { token } = await world.one.api.person("Eve");
    const theirs = await world.one.api.person("Ada");
    const { json } = await world.one.api.call("/api/conversations", {
      method: "POST",
      json: {},
      token: theirs.token,
    });
    const path = `/api/conversations/${(json as { id: string }).id}/messages`;
    const tries = [undefined, "made-up", token].map((one) =>
      world.one.api.call(path, {
        method: "POST",
        json: { text, client_id: id },
        ...(one === undefined ? {} : { token: one }),
      }),
    );
    return (await Promise.all(tries)).map(({ status }) => toHeard(status));
  },
  fate: undefined,
  cases: [],
  handed: () => 0,
  complaints: () => [],
});
