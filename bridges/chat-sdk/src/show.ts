import type { HostedAdapter } from "./adapter.ts";
import { directKey, messageId, recipientKey } from "./host.ts";
import type { State } from "./state.ts";

/** What Meanwhile wants to be shown, as docs/webhook.md has it. */
export interface ToShow {
  readonly to?: { readonly id: string };
  readonly chat: { readonly kind: string; readonly id?: string };
  readonly text: string;
  readonly buttons?: readonly { readonly label: string; readonly words: string }[];
  readonly files?: readonly {
    readonly name: string;
    readonly type?: string;
    readonly base64: string;
  }[];
}

export interface ShowAnswer {
  readonly status: number;
  readonly id?: string;
  readonly retryAfterSeconds?: number;
}

export interface ShowDeps {
  readonly adapter: HostedAdapter;
  readonly state: State;
  /** False: its adapter would leave files out without a word. */
  readonly takesFiles: boolean;
  log(sentence: string, facts?: object): void;
}

/** As long as Meanwhile could repeat a call. */
const rememberMs = 7 * 24 * 3_600_000;

/**
 * Shows a message once. An adapter takes no key for repeats, so a call that was begun and whose end
 * is not known is never made again: its answer stays "unknown", and a reminder takes another way.
 */
export function createShow(on: ShowDeps): (id: string, message: ToShow) => Promise<ShowAnswer> {
  const going = new Map<string, Promise<ShowAnswer>>();
  return (id, message) => {
    const begun = going.get(id) ?? show(on, id, message).finally(() => going.delete(id));
    going.set(id, begun);
    return begun;
  };
}

async function show(on: ShowDeps, id: string, message: ToShow): Promise<ShowAnswer> {
  const { adapter, state } = on;
  const key = `shown:${adapter.name}:${id}`;
  const mark = state.get(key) as { readonly sent?: string } | null;
  if (mark !== null)
    return mark.sent === undefined ? { status: 500 } : { status: 200, id: mark.sent };
  if (message.files !== undefined && message.files.length > 0 && !on.takesFiles)
    return { status: 422 };
  let threadId: string | undefined;
  try {
    threadId = await threadOf(on, message);
  } catch (error) {
    const answer = answerTo(error);
    // Nothing was shown yet.
    return answer.status === 500 ? { status: 503 } : answer;
  }
  if (threadId === undefined) return { status: 410 };
  await state.set(key, {}, rememberMs);
  try {
    const posted = await adapter.postMessage(threadId, contentOf(message));
    const sent = messageId(threadId, posted.id);
    await state.set(key, { sent }, rememberMs);
    if (message.chat.kind !== "group" && message.buttons !== undefined)
      await state.set(recipientKey(adapter.name, posted.id), message.to?.id, rememberMs);
    return { status: 200, id: sent };
  } catch (error) {
    const answer = answerTo(error);
    on.log("a message was not shown", { status: answer.status, error: String(error) });
    if (answer.status !== 500) await state.delete(key);
    return answer;
  }
}

async function threadOf({ adapter, state }: ShowDeps, { chat, to }: ToShow) {
  if (chat.kind === "group") return chat.id;
  if (to === undefined) return undefined;
  const known = state.get(directKey(to.id));
  return typeof known === "string" ? known : adapter.openDM?.(to.id);
}

function contentOf({ text, buttons = [], files = [] }: ToShow): object {
  const uploads = files.map(({ name, type, base64 }) => ({
    filename: name,
    mimeType: type,
    data: Buffer.from(base64, "base64"),
  }));
  const more = uploads.length === 0 ? {} : { files: uploads };
  if (buttons.length === 0) return { markdown: text, ...more };
  const children = buttons.map(({ label, words }, nth) => ({
    type: "button",
    id: `words-${nth}`,
    label,
    value: words,
  }));
  const card = {
    type: "card",
    children: [
      { type: "text", content: text },
      { type: "actions", children },
    ],
  };
  return { card, fallbackText: text, ...more };
}

/** The vendor's answer, where an adapter passes its error on as it is. */
function vendorStatus(error: unknown): number | undefined {
  const { status, response, originalError } = error as {
    readonly status?: unknown;
    readonly response?: { readonly status?: unknown };
    readonly originalError?: unknown;
  };
  const found = status ?? response?.status;
  if (typeof found === "number") return found;
  return typeof originalError === "object" && originalError !== null
    ? vendorStatus(originalError)
    : undefined;
}

/** By the code that Chat SDK's errors carry; anything else may have happened after the vendor took it. */
function answerTo(error: unknown): ShowAnswer {
  const { code, retryAfter } = Object(error) as Record<string, unknown>;
  const status = vendorStatus(Object(error)) ?? 0;
  if (code === "RATE_LIMITED" || status === 429)
    return typeof retryAfter === "number"
      ? { status: 429, retryAfterSeconds: retryAfter }
      : { status: 429 };
  if (code === "AUTH_FAILED" || code === "PERMISSION_DENIED" || status === 401 || status === 403)
    return { status: 403 };
  const isRefused = code === "VALIDATION_ERROR" || code === "NOT_FOUND";
  return { status: isRefused || (status >= 400 && status < 500 && status !== 408) ? 422 : 500 };
}
