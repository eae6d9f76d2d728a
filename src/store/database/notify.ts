/**
 * Wake-ups are sent after the commit on another connection, and equal ones that accumulate during a
 * send are sent once: NOTIFY inside the writing transaction takes a lock that cost two thirds of
 * the throughput.
 */
export interface Notifier {
  send(topic: string): void;
  flush(): Promise<void>;
  /** Calls back for this process's own topics, without the round trip through the server. */
  loopBack(onTopic: (topic: string) => void): () => void;
  /**
   * Marks this process's wake-ups, so that the copies from the server are ignored. Unique on the
   * server.
   */
  readonly origins: Set<string>;
  /** Sends a wake-up that only its own sender looks for: whether it arrives shows if any does. */
  testOf(origin: string): Promise<unknown>;
}

/** The topic of a process's wake-up to itself. */
export const selfTest = "self-test";

/** Never part of a topic: ids with control characters are stored in another form. */
const between = "\n";
/**
 * Other processes get wake-ups a little later and in batches; this one gets them directly. Those of
 * work go soon. Those of pages wait longer: a turn sends one for its message, its start, its end and
 * its delivery, and one notification has room for all of them.
 */
const gatherMs = { work: 3, pages: 20 };
const ofPages = /^(?:log|book|stream):/;
/** PostgreSQL accepts less than 8,000 bytes per notification. */
const mostBytes = 7_000;

/**
 * Parses a notification: its sender and its topics. A thousand streaming turns are not a thousand
 * wake-ups.
 */
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
  /** Set while wake-ups wait for others to go with them. */
  let gathering: { readonly timer: NodeJS.Timeout; readonly isSoon: boolean } | undefined;
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
  const sendNow = (): void => {
    clearTimeout(gathering?.timer);
    gathering = undefined;
    sending ??= drain();
  };

  return {
    origins,
    testOf: (origin) => deliver([`${origin} ${selfTest}`]),
    send(topic) {
      for (const onTopic of local) onTopic(topic);
      waiting.add(topic);
      const isSoon = !ofPages.test(topic);
      if (sending !== undefined || gathering?.isSoon === true) return;
      if (gathering !== undefined && !isSoon) return;
      clearTimeout(gathering?.timer);
      const timer = setTimeout(sendNow, isSoon ? gatherMs.work : gatherMs.pages);
      gathering = { timer, isSoon };
    },
    async flush() {
      if (gathering !== undefined) sendNow();
      await sending;
    },
    loopBack(onTopic) {
      local.add(onTopic);
      return () => local.delete(onTopic);
    },
  };
}
