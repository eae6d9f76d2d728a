import type { Channel } from "../domain/channel.ts";

/** A channel that can be closed in order while the outbox works. */
export interface ChannelGate {
  readonly channel: Channel;
  /** Parts wait from now on. Resolves when those that were being sent are done. */
  close(): Promise<void>;
}

export function gateChannel(inner: Channel): ChannelGate {
  const sending = new Set<Promise<unknown>>();
  let isClosed = false;
  const send: Channel["send"] = (...part) => {
    if (isClosed) return Promise.resolve({ kind: "not_sent", code: "switched_off" });
    const sent = inner.send(...part);
    sending.add(sent);
    const forget = (): void => void sending.delete(sent);
    sent.then(forget, forget);
    return sent;
  };
  const ready: Channel["ready"] = (account) => !isClosed && inner.ready(account);
  const hasOneHolder: Channel["hasOneHolder"] = (account) =>
    !isClosed && inner.hasOneHolder?.(account) === true;
  // The rest is asked of the channel each time: what some can do changes while they run.
  const channel = Object.create(inner, {
    ready: { value: ready },
    send: { value: send },
    hasOneHolder: { value: hasOneHolder },
  }) as Channel;
  return {
    channel,
    async close() {
      isClosed = true;
      await Promise.allSettled(sending);
    },
  };
}
