/**
 * Wake-ups are sent after commit, on another connection, and equal ones that pile up while one send is under way
 * are sent once: NOTIFY inside the writing transaction takes a lock that cost two thirds of the throughput.
 */
export interface Notifier {
  send(topic: string): void;
  flush(): Promise<void>;
  /** Calls back for topics that this process sends, without the way through the server. */
  loopBack(onTopic: (topic: string) => void): () => void;
  /** Marks what this process sends, so that the copies that come back are not taken for news. Unique on the server. */
  readonly origins: Set<string>;
}

/** A wake-up on the wire: who sent it, and about what. */
export const parseNotice = (payload: string): { origin: string; topic: string } => {
  const at = payload.indexOf(" ");
  return { origin: payload.slice(0, at), topic: payload.slice(at + 1) };
};

export function createNotifier(deliver: (notices: string[]) => Promise<unknown>): Notifier {
  const waiting = new Set<string>();
  const origins = new Set<string>();
  const local = new Set<(topic: string) => void>();
  let sending: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const [origin = "-"] = origins;
      const notices = [...waiting].map((topic) => `${origin} ${topic}`);
      waiting.clear();
      // A wake-up that cannot be sent is dropped: every loop also sweeps.
      await deliver(notices).catch(() => undefined);
    }
    sending = undefined;
  };

  return {
    origins,
    send(topic) {
      for (const onTopic of local) onTopic(topic);
      waiting.add(topic);
      sending ??= Promise.resolve().then(drain);
    },
    async flush() {
      await sending;
    },
    loopBack(onTopic) {
      local.add(onTopic);
      return () => local.delete(onTopic);
    },
  };
}
