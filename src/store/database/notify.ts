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

/** No topic has a line break in it: ids with control characters are stored in another form. */
const between = "\n";
/** Other processes hear a little later, and of several steps at once; this one hears directly. */
const gatherMs = 3;
/** PostgreSQL takes less than 8,000 bytes at once. */
const mostBytes = 7_000;

/** Wake-ups on the wire: who sent them, and about what. A thousand turns that speak are not a thousand wake-ups. */
export const parseNotice = (payload: string): { origin: string; topics: string[] } => {
  const at = payload.indexOf(" ");
  return { origin: payload.slice(0, at), topics: payload.slice(at + 1).split(between) };
};

function noticesOf(origin: string, topics: Iterable<string>): string[] {
  const notices: string[] = [];
  let room = 0;
  for (const topic of topics) {
    const size = Buffer.byteLength(topic) + 1;
    if (size > room) {
      notices.push(`${origin} ${topic}`);
      room = mostBytes - origin.length;
    } else notices[notices.length - 1] += between + topic;
    room -= size;
  }
  return notices;
}

export function createNotifier(deliver: (notices: string[]) => Promise<unknown>): Notifier {
  const waiting = new Set<string>();
  const origins = new Set<string>();
  const local = new Set<(topic: string) => void>();
  let sending: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const [origin = "-"] = origins;
      const notices = noticesOf(origin, waiting);
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
      sending ??= new Promise((resolve) => setTimeout(resolve, gatherMs)).then(drain);
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
