import { EventEmitter } from "node:events";

/** What the page's server knows, in memory: one account, its conversations, and the log that streams are read from. */

interface Entry {
  readonly id: number;
  readonly type: "message" | "turn";
  readonly data: Readonly<Record<string, unknown>>;
}

interface Message {
  readonly id: string;
  readonly event_id: number;
  readonly direction: "inbound" | "outbound";
  readonly text: string;
  turn_id: string | null;
  readonly created_at: string;
  end: string | null;
  readonly deliveries: readonly { status: string; error_code: string | null }[];
}

interface Turn {
  readonly turn_id: string;
  readonly attempt: number;
  text: string;
}

export class Conversation {
  readonly id: string;
  readonly messages: Message[] = [];
  readonly log: Entry[] = [];
  /** `log` for a new entry; `text` with what the turn shows. */
  readonly told = new EventEmitter();
  running: Turn | null = null;
  updatedAt = new Date().toISOString();
  readonly #known = new Map<string, Message>();
  readonly #waiting: Message[] = [];
  #held: (() => void) | undefined;

  constructor(id: string) {
    this.id = id;
    this.told.setMaxListeners(0);
  }

  get lastEventId(): number {
    return this.log.at(-1)?.id ?? 0;
  }

  accept(text: string, clientId: string): { message: Message; duplicate: boolean } {
    const known = this.#known.get(clientId);
    if (known !== undefined) return { message: known, duplicate: true };
    const message = this.#say("inbound", text);
    this.#known.set(clientId, message);
    this.#waiting.push(message);
    setImmediate(() => this.#answer());
    return { message, duplicate: false };
  }

  stop(): "stopped" | "nothing_to_stop" {
    const turn = this.running;
    if (turn === null) return "nothing_to_stop";
    this.#end(turn);
    this.#append("turn", { turn_id: turn.turn_id, state: "stopped", message_ids: this.#endMessages(turn, "stopped"), text: turn.text });
    this.#answer();
    return "stopped";
  }

  release(): void {
    this.#held?.();
  }

  #answer(): void {
    const message = this.#waiting[0];
    if (message === undefined || this.running !== null) return;
    this.#waiting.shift();
    const turn: Turn = { turn_id: `turn-${this.log.length}`, attempt: 1, text: "" };
    this.running = turn;
    message.turn_id = turn.turn_id;
    this.#append("turn", { turn_id: turn.turn_id, state: "started", message_ids: [message.id] });
    this.#speak(turn, "You said: ");
    const rest = (): void => {
      if (this.running !== turn) return;
      this.#speak(turn, message.text);
      this.#end(turn);
      this.#say("outbound", turn.text, turn.turn_id);
      this.#append("turn", { turn_id: turn.turn_id, state: "replied", message_ids: this.#endMessages(turn, "answered") });
      this.#answer();
    };
    if (message.text.startsWith("hold")) this.#held = rest;
    else setImmediate(rest);
  }

  #speak(turn: Turn, text: string): void {
    const at = turn.text.length;
    turn.text += text;
    this.told.emit("text", { turn_id: turn.turn_id, attempt: turn.attempt, at, text });
  }

  #end(turn: Turn): void {
    if (this.running === turn) this.running = null;
    this.#held = undefined;
  }

  #endMessages(turn: Turn, end: string): string[] {
    const taken = this.messages.filter((message) => message.direction === "inbound" && message.turn_id === turn.turn_id);
    for (const message of taken) message.end = end;
    return taken.map((message) => message.id);
  }

  #say(direction: Message["direction"], text: string, turnId: string | null = null): Message {
    const created_at = new Date().toISOString();
    const event_id = this.lastEventId + 1;
    const deliveries = direction === "outbound" ? [{ status: "sent", error_code: null }] : [];
    const message: Message = {
      id: `${this.id}-${event_id}`,
      event_id,
      direction,
      text,
      turn_id: turnId,
      created_at,
      end: null,
      deliveries,
    };
    this.messages.push(message);
    this.updatedAt = created_at;
    this.#append("message", { ...message });
    return message;
  }

  #append(type: Entry["type"], data: Entry["data"]): void {
    this.log.push({ id: this.lastEventId + 1, type, data });
    this.told.emit("log");
  }
}
