import type { Clock } from "../../src/domain/ports/clock.ts";
import type { Fields } from "./ilink-checks.ts";
import type { IlinkCdn } from "./ilink-cdn.ts";

export interface Bot {
  readonly botId: string;
  readonly token: string;
  /** Who scanned the code. */
  readonly userId: string;
}

/** What a person saw on their phone. */
export interface SeenOnPhone {
  readonly to: string;
  readonly text: string | undefined;
  readonly file: Uint8Array | undefined;
  readonly clientId: string;
  readonly item: Fields;
}

interface Window {
  token: string;
  lastInboundAt: number;
  sends: number;
}

const dayMs = 86_400_000;
const quota = 10;

/** The people's side: their windows, their tokens, and what arrived on their phones. */
export class IlinkPeople {
  readonly ledger: SeenOnPhone[] = [];
  /** How often a message came again under the same client_id. */
  repeats = 0;
  /** What a closed window is called: the vendor has four texts for it. */
  closedText: string | undefined = "prepare failed";
  answersWithId = false;
  #waiters: { readonly count: number; readonly tell: () => void }[] = [];
  readonly #windows = new Map<string, Window>();
  readonly #byClient = new Map<string, string>();
  readonly #on: { readonly clock: Clock; readonly cdn: IlinkCdn; readonly violations: string[] };

  constructor(on: {
    readonly clock: Clock;
    readonly cdn: IlinkCdn;
    readonly violations: string[];
  }) {
    this.#on = on;
  }

  wrote(bot: Bot, from: string, token: string): void {
    this.#windows.set(`${bot.botId} ${from}`, {
      token,
      lastInboundAt: this.#on.clock.now(),
      sends: 0,
    });
  }

  tokenOf(bot: Bot, from: string): string {
    return this.#windows.get(`${bot.botId} ${from}`)?.token ?? "";
  }

  /** Resolves when so many messages have arrived on phones. */
  seen(count: number): Promise<void> {
    return this.ledger.length >= count
      ? Promise.resolve()
      : new Promise((tell) => this.#waiters.push({ count, tell }));
  }

  /** One `sendmessage`, as the vendor answers it. */
  receive(bot: Bot, message: Fields): Fields {
    const to = String(message["to_user_id"]);
    const window = this.#windows.get(`${bot.botId} ${to}`);
    const clientId = String(message["client_id"]);
    const content = JSON.stringify([to, message["item_list"]]);
    const before = this.#byClient.get(clientId);
    if (before !== undefined && before !== content)
      this.#on.violations.push("a client_id came again with another message");
    if (window !== undefined && message["context_token"] !== window.token)
      this.#on.violations.push("not the newest context token");
    const closed =
      window === undefined ||
      this.#on.clock.now() - window.lastInboundAt >= dayMs ||
      window.sends >= quota;
    if (closed)
      return { ret: -2, ...(this.closedText === undefined ? {} : { errmsg: this.closedText }) };
    if (before !== undefined) {
      this.repeats += 1;
      return {};
    }
    this.#byClient.set(clientId, content);
    window.sends += 1;
    this.#show(to, clientId, (message["item_list"] as Fields[])[0] ?? {});
    return this.answersWithId
      ? { message_id: 9_000_000_000_000_000_000n + BigInt(this.ledger.length) }
      : {};
  }

  #show(to: string, clientId: string, item: Fields): void {
    const text = item["type"] === 1 ? String((item["text_item"] as Fields)["text"]) : undefined;
    const file = text === undefined ? this.#on.cdn.open(item) : undefined;
    if (typeof file === "string") this.#on.violations.push(`sent, but nobody can open it: ${file}`);
    const length = Array.from(text ?? "").length;
    if (length > 1_800) this.#on.violations.push(`a text of ${length} characters does not arrive`);
    this.ledger.push({
      to,
      text,
      file: typeof file === "string" ? undefined : file,
      clientId,
      item,
    });
    const told = this.#waiters.filter(({ count }) => this.ledger.length >= count);
    this.#waiters = this.#waiters.filter((waiter) => !told.includes(waiter));
    for (const { tell } of told) tell();
  }
}
