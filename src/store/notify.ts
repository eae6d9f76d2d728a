/**
 * Wake-ups are sent after commit, on another connection, and equal ones that pile up while one send is under way
 * are sent once: NOTIFY inside the writing transaction takes a lock that cost two thirds of the throughput.
 */
export interface Notifier {
  send(topic: string): void;
  flush(): Promise<void>;
  /** Calls back for topics that this process sends, without the way through the server. */
  loopBack(onTopic: (topic: string) => void): () => void;
}

export function createNotifier(deliver: (topics: string[]) => Promise<unknown>): Notifier {
  const waiting = new Set<string>();
  const local = new Set<(topic: string) => void>();
  let sending: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const topics = [...waiting];
      waiting.clear();
      // A wake-up that cannot be sent is dropped: every loop also sweeps.
      await deliver(topics).catch(() => undefined);
    }
    sending = undefined;
  };

  return {
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
