import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A letter as our side must post it. */
export interface Letter {
  readonly channel: string;
  readonly channelAccount: string;
  readonly peer: string;
  readonly delivery: string;
  readonly attempt: number;
  readonly text: string;
}

/**
 * What happens to one call:
 *   accept           taken, answered 200
 *   accept_then_500  taken, answered 500
 *   accept_then_cut  taken, and the connection breaks before a byte of the answer
 *   refuse           not taken, answered 4xx
 *   busy             not taken, answered 429 with Retry-After
 *   closed           not taken, answered 503
 *   slow             read, then held until the promise of the test resolves; taken then, whether the caller still listens or not
 */
export type Fate =
  | { readonly kind: "accept" | "accept_then_500" | "accept_then_cut" | "closed" }
  | { readonly kind: "refuse"; readonly status: number }
  | { readonly kind: "busy"; readonly retryAfterSeconds: number }
  | { readonly kind: "slow"; readonly until: Promise<void> };

/** One call as the vendor saw it. */
export interface PostedCall {
  readonly key: string;
  readonly letter: Letter;
  readonly fate: Fate["kind"];
  /** In milliseconds of `performance.now()`. */
  readonly at: number;
  /** What the sender's own clock showed, where it may be wrong. */
  sendersClock?: number;
  accepted: boolean;
  /** The status that left, or undefined while it is held and after the connection broke. */
  answered: number | undefined;
}

/** What a person saw, in the order they saw it. */
export interface Shown {
  readonly id: string;
  readonly key: string;
  readonly letter: Letter;
  /** A second copy of a letter that was shown before: only where the vendor does not dedupe. */
  readonly again: boolean;
}

export interface PostOffice {
  readonly url: string;
  readonly calls: readonly PostedCall[];
  readonly ledger: readonly Shown[];
  /** What a careful vendor would complain about. A good test ends with none. */
  readonly violations: readonly string[];
  /** Outcomes of the next calls, in order; `accept` when none is left. */
  plan(...fates: readonly Fate[]): void;
  /** The nth call (from 0), as soon as it has come in. */
  call(index: number): Promise<PostedCall>;
  /** Resolves when the condition holds; looked at again after every call. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export interface PostOfficeOptions {
  /** Channels whose second call with the same key shows nothing new. */
  readonly dedupes?: readonly string[];
}

export async function startPostOffice(options: PostOfficeOptions = {}): Promise<PostOffice> {
  const calls: PostedCall[] = [];
  const ledger: Shown[] = [];
  const violations: string[] = [];
  const fates: Fate[] = [];
  const inHand = new Map<string, string>();
  let watchers: { readonly holds: () => boolean; readonly tell: () => void }[] = [];

  const notifyWatchers = (): void => {
    const told = watchers.filter(({ holds }) => holds());
    watchers = watchers.filter((watcher) => !told.includes(watcher));
    for (const { tell } of told) tell();
  };
  const until = (holds: () => boolean): Promise<void> =>
    holds() ? Promise.resolve() : new Promise((tell) => void watchers.push({ holds, tell }));

  const show = (call: PostedCall): string => {
    call.accepted = true;
    const before = ledger.find(
      ({ key, letter }) => key === call.key && letter.channel === call.letter.channel,
    );
    if (before !== undefined && options.dedupes?.includes(call.letter.channel) === true)
      return before.id;
    const shown = {
      id: `letter-${ledger.length + 1}`,
      key: call.key,
      letter: call.letter,
      again: before !== undefined,
    };
    ledger.push(shown);
    return shown.id;
  };

  async function take(call: PostedCall, fate: Fate, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
      if (response.destroyed) return;
      call.answered = status;
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    };
    if (fate.kind === "slow") await fate.until;
    if (fate.kind === "accept" || fate.kind === "slow") return answer(200, { id: show(call) });
    if (fate.kind === "refuse") return answer(fate.status, { error: "refused" });
    if (fate.kind === "busy")
      return answer(429, { error: "busy" }, { "retry-after": String(fate.retryAfterSeconds) });
    if (fate.kind === "closed") return answer(503, { error: "closed" });
    show(call);
    if (fate.kind === "accept_then_500") return answer(500, { error: "lost" });
    response.destroy();
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers["idempotency-key"];
    const letter = tryParse(await text(request));
    const complaint =
      badCall(request, key, letter) ?? contradiction(calls, String(key), letter as Letter);
    if (complaint !== undefined) {
      violations.push(complaint);
      response.writeHead(400).end();
      return notifyWatchers();
    }
    const { channel, channelAccount, peer } = letter as Letter;
    const line = JSON.stringify([channel, channelAccount, peer]);
    const other = inHand.get(line);
    if (other !== undefined && other !== key)
      violations.push(`two letters for ${peer} at the same time`);
    inHand.set(line, String(key));
    const fate = fates.shift() ?? { kind: "accept" };
    const call = {
      key: String(key),
      letter: letter as Letter,
      fate: fate.kind,
      at: performance.now(),
      accepted: false,
      answered: undefined,
    };
    calls.push(call);
    // A caller that died or gave up is no longer in the line.
    response.on("close", () => void (inHand.get(line) === key && inHand.delete(line)));
    notifyWatchers();
    await take(call, fate, response);
    notifyWatchers();
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A process that is killed while it posts leaves half a request behind.
      if (!request.complete) return;
      violations.push(`the post office failed: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    ledger,
    violations,
    plan: (...more) => void fates.push(...more),
    async call(index) {
      await until(() => calls.length > index);
      return calls[index] as PostedCall;
    },
    until,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function badCall(request: IncomingMessage, key: unknown, letter: unknown): string | undefined {
  if (request.method !== "POST" || request.url !== "/letters")
    return `no such route: ${request.method} ${request.url}`;
  if (typeof key !== "string" || !/^.+:\d+$/.test(key))
    return "a letter without an idempotency key";
  if (typeof letter !== "object" || letter === null) return "a letter that is not a JSON object";
  const {
    channel,
    channelAccount,
    peer,
    delivery,
    attempt,
    text: words,
  } = letter as Record<string, unknown>;
  if (
    [channel, channelAccount, peer, delivery].some(
      (field) => typeof field !== "string" || field === "",
    )
  )
    return "a letter without address";
  if (typeof attempt !== "number" || attempt < 1) return "a letter without attempt";
  if (typeof words !== "string" || words.trim() === "") return "an empty letter";
  return undefined;
}

/** The same key is the same letter, for ever; and the parts of one message come in their order. */
function contradiction(
  calls: readonly PostedCall[],
  key: string,
  letter: Letter,
): string | undefined {
  const before = calls.find((call) => call.key === key && call.letter.channel === letter.channel);
  if (before !== undefined) {
    const same =
      before.letter.text === letter.text &&
      before.letter.peer === letter.peer &&
      before.letter.delivery === letter.delivery;
    return same ? undefined : `the key ${key} came again with another letter`;
  }
  const [message, part] = partOf(key);
  const later = calls.some((call) => partOf(call.key)[0] === message && partOf(call.key)[1] > part);
  return later ? `part ${part} of ${message} came after a later part` : undefined;
}

function partOf(key: string): [message: string, part: number] {
  const at = key.lastIndexOf(":");
  return [key.slice(0, at), Number(key.slice(at + 1))];
}

async function text(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString("utf8");
}

function tryParse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
