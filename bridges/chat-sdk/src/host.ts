import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type {
  HostedAction,
  HostedAdapter,
  HostedAuthor,
  HostedFile,
  HostedMessage,
  WebhookOptions,
} from "./adapter.ts";
import { type State, stateAdapterOf } from "./state.ts";

export interface HostDeps {
  readonly adapter: HostedAdapter;
  readonly state: State;
  readonly userName: string;
  /** Hands what someone said to Meanwhile. Resolves when it is kept there, rejects when it is not. */
  keep(said: Said): Promise<void>;
  /** Keeps a file where Meanwhile can fetch it, and says where. */
  store(bytes: Uint8Array): Promise<string>;
  log(sentence: string, facts?: object): void;
}

/** What someone said, as docs/webhook.md has it. */
export interface Said {
  readonly id: string;
  readonly from: { readonly id: string; readonly name?: string };
  readonly text: string;
  readonly chat?: { readonly kind: "group"; readonly id: string };
  readonly reply_to?: string;
  readonly files?: readonly object[];
}

/** A vendor's id counts in its chat only. */
export const messageId = (threadId: string, id: string): string =>
  createHash("sha256").update(`${threadId}\n${id}`).digest("base64url");

export const directKey = (userId: string): string => `dm:${userId}`;

/** Stands where an adapter expects Chat SDK's `Chat`, and answers the vendor when everything is kept. */
export function hostAdapter(on: HostDeps) {
  const { adapter, log } = on;
  /** What the request that is being answered waits for. */
  const requests = new AsyncLocalStorage<Promise<unknown>[]>();
  const wait = (task: Promise<unknown>, options?: WebhookOptions): Promise<void> => {
    requests.getStore()?.push(task);
    options?.waitUntil?.(task);
    return task.then(
      () => undefined,
      (error: unknown) => log("a message could not be handed over", { error: String(error) }),
    );
  };
  const processMessage = (
    ...[, threadId, message, options]: [
      adapter: unknown,
      threadId: string,
      message: HostedMessage | (() => Promise<HostedMessage>),
      options?: WebhookOptions,
    ]
  ): Promise<void> => wait(hear(on, threadId, message), options);
  const known: Record<string, unknown> = {
    getState: () => stateAdapterOf(on.state, adapter.name),
    getUserName: () => on.userName,
    getLogger: () => loggerTo(log),
    abortTurn: async () => undefined,
    processMessage,
    handleIncomingMessage: processMessage,
    processAction: (action: HostedAction, options?: WebhookOptions) =>
      wait(hearAction(on, action), options),
  };
  // The list of events grows with every minor version: one that is not known here is nothing to fail at.
  const chat = new Proxy(known, {
    get: (target, key) =>
      typeof key === "string" && key.startsWith("process") && !(key in target)
        ? async () => log("this event is not passed on", { event: key })
        : Reflect.get(target, key),
  });
  return {
    start: () => adapter.initialize(chat),
    async receive(request: Request): Promise<Response> {
      const tasks: Promise<unknown>[] = [];
      const waitUntil = (task: Promise<unknown>): void => void tasks.push(task);
      const answer = await requests.run(tasks, () => adapter.handleWebhook(request, { waitUntil }));
      let isKept = true;
      for (let task = tasks.shift(); task !== undefined; task = tasks.shift())
        await task.catch(() => (isKept = false));
      return isKept ? answer : new Response("not kept, send it again", { status: 503 });
    },
    close: () => adapter.disconnect?.(),
  };
}

async function hear(
  on: HostDeps,
  threadId: string,
  given: HostedMessage | (() => Promise<HostedMessage>),
): Promise<void> {
  const { adapter, state } = on;
  const { id, text, author, isMention, attachments } =
    typeof given === "function" ? await given() : given;
  if (author.isMe === true || author.isBot === true) return;
  const isDirect = adapter.isDM?.(threadId) === true;
  // In a group only what is meant for the bot.
  if (!isDirect && isMention !== true) return;
  if (isDirect && state.get(directKey(author.userId)) !== threadId)
    await state.set(directKey(author.userId), threadId);
  const files = await storeFiles(on, attachments ?? []);
  const said = withoutMention(text, on.userName);
  if (said === "" && files.length === 0) return;
  await on.keep({
    id: messageId(threadId, id),
    from: personOf(author),
    text: said,
    ...(isDirect ? {} : { chat: { kind: "group", id: threadId } }),
    ...(files.length === 0 ? {} : { files }),
  });
  void adapter.startTyping(threadId).catch(() => undefined);
}

const withoutMention = (text: string, userName: string): string =>
  (text.startsWith(`@${userName}`) ? text.slice(userName.length + 1) : text).trim();

const personOf = ({ userId, fullName, userName }: HostedAuthor): Said["from"] => {
  const name = [fullName, userName].find((one) => one !== undefined && one !== "");
  return { id: userId, ...(name === undefined ? {} : { name }) };
};

/** Which person a message of ours went to in private, by the vendor's id of it. */
export const recipientKey = (adapter: string, vendorId: string): string =>
  `private:${adapter}:${vendorId}`;

/**
 * The words of a button come as if the person had written them under the message. Google Chat's
 * adapter does not say that a click was in a private chat, so who got the message is looked up.
 */
async function hearAction(on: HostDeps, action: HostedAction): Promise<void> {
  const { adapter, state } = on;
  const { actionId, value, user } = action;
  if (value === undefined || value === "") return;
  const isTheirs = state.get(recipientKey(adapter.name, action.messageId)) === user.userId;
  const isDirect = isTheirs || adapter.isDM?.(action.threadId) === true;
  const direct = isTheirs ? state.get(directKey(user.userId)) : undefined;
  const threadId = typeof direct === "string" ? direct : action.threadId;
  await on.keep({
    id: messageId(threadId, `${action.messageId}\n${actionId}`),
    from: personOf(user),
    text: value,
    reply_to: messageId(threadId, action.messageId),
    ...(isDirect ? {} : { chat: { kind: "group", id: threadId } }),
  });
}

const largestFile = 20 * 1024 * 1024;

async function storeFiles(on: HostDeps, files: readonly HostedFile[]): Promise<object[]> {
  const stored: object[] = [];
  for (const file of files.slice(0, 10)) {
    const bytes = await bytesOf(file);
    if (bytes === undefined || bytes.byteLength > largestFile) {
      on.log("a file was left out", { name: file.name });
      continue;
    }
    const kind = file.type === "file" ? "document" : file.type;
    stored.push({
      url: await on.store(bytes),
      ...(file.name === undefined ? {} : { name: file.name }),
      ...(file.mimeType === undefined ? {} : { type: file.mimeType }),
      ...(kind === undefined ? {} : { kind }),
    });
  }
  return stored;
}

async function bytesOf({ data, fetchData }: HostedFile): Promise<Uint8Array | undefined> {
  if (data instanceof Uint8Array) return data;
  if (data !== undefined) return new Uint8Array(await data.arrayBuffer());
  return fetchData?.();
}

function loggerTo(log: HostDeps["log"]): object {
  const say = (sentence: string): void => log(sentence);
  const logger = { debug: () => undefined, info: () => undefined, warn: say, error: say };
  return { ...logger, child: () => loggerTo(log) };
}
