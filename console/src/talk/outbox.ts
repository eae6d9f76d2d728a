import { type Control, type Message, type Receipt } from "../api/contract.ts";
import { isPassing } from "../api/request.ts";
import { type PickedFile } from "./files.ts";

/**
 * A message on its way to the server. Its client id stays the same over every attempt, so that it
 * arrives once.
 */
export interface Pending {
  readonly clientId: string;
  readonly conversationId: string;
  readonly text: string;
  /** The message that it replies to. */
  readonly quote?: { readonly id: string; readonly text: string };
  /** The version of the last answer that it goes on from, by the person's message. */
  readonly chosen?: string;
  /** The answer to the message that it takes the place of. */
  readonly again?: string;
  /** Not kept over a reload: they are too large for a tab's store. */
  readonly files?: readonly PickedFile[];
  /** There were files, and a reload has lost them. */
  readonly filesLost?: true;
  /** Where the log stood when it was written: its own copy can only come after. */
  readonly afterEventId: number;
  readonly state: "sending" | "sent" | "busy" | "failed";
  readonly messageId?: string;
  /** Why it failed, for the person. */
  readonly failure?: unknown;
}

export interface OutboxOptions {
  readonly post: (
    conversationId: string,
    message: {
      text: string;
      clientId: string;
      quote?: string;
      chosen?: string;
      again?: string;
      files?: readonly { name: string; data: string }[];
    },
  ) => Promise<Receipt>;
  readonly newId: () => string;
  /** Keeps unsent text over a reload. */
  readonly load: () => readonly Pending[];
  readonly save: (items: readonly Pending[]) => void;
  readonly onControl: (conversationId: string, control: Control) => void;
}

export interface Outbox {
  readonly items: () => readonly Pending[];
  readonly subscribe: (changed: () => void) => () => void;
  readonly send: (
    message: Pick<
      Pending,
      "conversationId" | "text" | "quote" | "chosen" | "again" | "files" | "afterEventId"
    >,
  ) => void;
  /** The same message again, under the same client id. */
  readonly retry: (clientId: string) => void;
  /** The server is back: what could not reach it goes now, in the order in which it was written. */
  readonly resume: () => void;
  readonly drop: (clientId: string) => void;
}

export function createOutbox(options: OutboxOptions): Outbox {
  // What was on its way when the page was left may have arrived or not. Sending it again is safe
  // and the person's choice.
  let items = options
    .load()
    .map((item): Pending => (item.state === "sending" ? { ...item, state: "failed" } : item));
  const listeners = new Set<() => void>();
  /** One after the other, so that two quick messages keep their order. */
  let line: Promise<void> = Promise.resolve();

  const set = (next: readonly Pending[]): void => {
    items = [...next];
    // What the server has is in its log; only the rest needs keeping.
    options.save(items.filter((item) => item.state !== "sent").map(toStored));
    for (const changed of listeners) changed();
  };
  const change = (clientId: string, with_: Partial<Pending>): void =>
    set(items.map((item) => (item.clientId === clientId ? { ...item, ...with_ } : item)));
  const drop = (clientId: string): void => set(items.filter((item) => item.clientId !== clientId));

  const post = async (clientId: string): Promise<void> => {
    const item = items.find((candidate) => candidate.clientId === clientId);
    if (item === undefined) return;
    try {
      const receipt = await options.post(item.conversationId, {
        text: item.text,
        clientId,
        ...(item.quote === undefined ? {} : { quote: item.quote.id }),
        ...(item.chosen === undefined ? {} : { chosen: item.chosen }),
        ...(item.again === undefined ? {} : { again: item.again }),
        ...(item.files === undefined
          ? {}
          : { files: item.files.map(({ name, data }) => ({ name, data })) }),
      });
      if (receipt.outcome === "control") {
        drop(clientId);
        if (receipt.control !== undefined) options.onControl(item.conversationId, receipt.control);
      } else
        change(clientId, {
          state: receipt.outcome === "busy" ? "busy" : "sent",
          messageId: receipt.message_id,
        });
    } catch (failure) {
      change(clientId, { state: "failed", failure });
    }
  };
  const enqueue = (clientId: string): void => {
    line = line.then(() => post(clientId));
  };

  const retry = (clientId: string): void => {
    change(clientId, { state: "sending" });
    enqueue(clientId);
  };

  return {
    items: () => items,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    send: (message) => {
      const clientId = options.newId();
      set([...items, { ...message, clientId, state: "sending" }]);
      enqueue(clientId);
    },
    retry,
    resume: () => {
      // What was refused for another reason would only be refused again.
      for (const { clientId, state, failure } of items)
        if (state === "failed" && isPassing(failure)) retry(clientId);
    },
    drop,
  };
}

function toStored({ failure: _failure, files, ...item }: Pending): Pending {
  return files === undefined || files.length === 0 ? item : { ...item, filesLost: true };
}

/**
 * The pending messages that the log does not hold yet. The stream may be faster than the answer to
 * the call, and a call that failed may still have arrived; so in addition to the id, the same text
 * after the same point in the log is the same message.
 */
export function stillPending(
  pending: readonly Pending[],
  messages: readonly Message[],
): readonly Pending[] {
  const claimed = new Set(pending.flatMap((item) => item.messageId ?? []));
  const ids = new Set(messages.map((message) => message.id));
  return pending.filter((item) => {
    if (item.messageId !== undefined) return !ids.has(item.messageId);
    const copy = messages.find(
      (message) =>
        message.direction === "inbound" &&
        message.event_id > item.afterEventId &&
        !claimed.has(message.id) &&
        message.text.trim().normalize() === item.text.trim().normalize(),
    );
    if (copy !== undefined) claimed.add(copy.id);
    return copy === undefined;
  });
}
