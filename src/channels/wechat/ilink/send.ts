import { type Channel, plainChatApp } from "../../../domain/channel.ts";
import type { Delivery, Verdict } from "../../../domain/delivery.ts";
import type { Log } from "../../../domain/ports/log.ts";
import type { MediaStore } from "../../../domain/ports/media.ts";
import { captionOf } from "../../kit/outgoing.ts";
import { type Accounts, type BotAccount, channelName, placeOf } from "./accounts.ts";
import { type Fields, idOf, textOf } from "./lossless-json.ts";
import { download } from "./download.ts";
import { upload, type UploadDeps } from "./upload.ts";
import type { WireAnswer } from "./wire.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { ClosedReason, Outlook, Prospect } from "../../../domain/ports/delivery-outlook.ts";
import type { IlinkSettings } from "./settings.ts";

export interface SendDeps extends UploadDeps {
  readonly accounts: Accounts;
  readonly media: MediaStore;
  readonly log: Log;
}

interface Sender extends SendDeps {
  /**
   * Texts that went out ahead of a file which did not: they are not said twice when the file is
   * tried again.
   */
  readonly captioned: Set<string>;
}

const sendTimeoutMs = 15_000;
const mostCaptioned = 1_000;

/** The part of `wechat_personal` that goes through our own login. */
export function ilinkChannel(deps: SendDeps): Channel {
  const on: Sender = { ...deps, captioned: new Set() };
  return {
    name: channelName,
    ready: (channelAccount) => isReady(on.accounts.known(channelAccount)),
    send: (delivery, signal) => send(on, delivery, signal),
    // Long enough for a file: getting an address, three tries, and the message itself.
    limits: {
      partLength: on.settings.partLength,
      partUnit: "characters",
      paceMs: on.settings.paceMs,
      sendTimeoutMs: 3 * sendTimeoutMs + 3 * on.settings.mediaTimeoutMs + 5_000,
    },
    capabilities: { ...plainChatApp, carriesFiles: true },
    // Whether the vendor dedupes by client_id is not known.
    unknownSends: "keep",
    outlook: (prospect) => ilinkOutlook(on.settings, prospect),
    fetchFile: ({ media }, signal) => download(on, media, signal),
  };
}

const isReady = (account: BotAccount | undefined): account is BotAccount =>
  account !== undefined && account.state !== "needs_login";

async function send(on: Sender, delivery: Delivery, signal: AbortSignal): Promise<Verdict> {
  const account = on.accounts.known(delivery.channelAccount);
  if (!isReady(account)) return { kind: "not_sent", code: "needs_login" };
  const closed = findClosedWindow(delivery, { settings: on.settings, now: on.clock.now() });
  if (closed !== undefined) return { kind: "waiting_for_user", code: closed };
  const at = { account, delivery, signal };
  const mediaId = textOf(delivery.payload.media?.id);
  return mediaId === undefined
    ? sendItem(on, at, textItem(delivery.text))
    : sendFile(on, at, mediaId);
}

interface Sending {
  readonly account: BotAccount;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
}

const textItem = (text: string): Fields => ({ type: 1, text_item: { text } });

/**
 * One item per request: what is said beside a file is a message of its own, and goes first once the
 * file is ready.
 */
async function sendFile(on: Sender, at: Sending, mediaId: string): Promise<Verdict> {
  const { account, delivery, signal } = at;
  const file = await on.media.get(mediaId);
  if (file === undefined) return { kind: "refused", code: "media_gone" };
  const uploaded = await upload(on, { account, peer: delivery.peer, file, signal });
  if (uploaded.kind === "said") return unsent(await verdictOf(on, account, uploaded.said));
  if (uploaded.kind !== "item")
    return { kind: uploaded.kind === "refused" ? "refused" : "not_sent", code: uploaded.code };
  const caption = { ...delivery, idempotencyKey: `${delivery.idempotencyKey}:text` };
  if (captionOf(delivery) !== "" && !on.captioned.has(caption.idempotencyKey)) {
    const verdict = await sendItem(on, { ...at, delivery: caption }, textItem(delivery.text));
    if (verdict.kind !== "sent") return verdict;
    remember(on.captioned, caption.idempotencyKey);
  }
  const verdict = await sendItem(on, at, uploaded.item);
  if (verdict.kind === "sent" || verdict.kind === "refused")
    on.captioned.delete(caption.idempotencyKey);
  return verdict;
}

/** A file that is given up leaves its words behind: the oldest of them are forgotten. */
function remember(captioned: Set<string>, key: string): void {
  captioned.add(key);
  const [oldest] = captioned;
  if (captioned.size > mostCaptioned && oldest !== undefined) captioned.delete(oldest);
}

/** Before the message itself is sent nothing is in doubt. */
const unsent = (verdict: Verdict): Verdict =>
  verdict.kind === "unknown" || verdict.kind === "sent"
    ? { kind: "not_sent", code: "upload_unanswered" }
    : verdict;

async function sendItem(
  on: SendDeps,
  { account, delivery, signal }: Sending,
  item: Fields,
): Promise<Verdict> {
  const msg = {
    from_user_id: "",
    to_user_id: delivery.peer,
    // The same for every attempt, because the vendor can recognise a repeat by nothing else.
    client_id: delivery.idempotencyKey,
    message_type: 2,
    message_state: 2,
    item_list: [item],
    context_token: delivery.window.contextToken ?? "",
  };
  const said = await on.wire.post(placeOf(account), {
    endpoint: "sendmessage",
    body: { msg },
    timeoutMs: sendTimeoutMs,
    signal,
  });
  return verdictOf(on, account, said);
}

async function verdictOf(on: SendDeps, account: BotAccount, said: WireAnswer): Promise<Verdict> {
  switch (said.kind) {
    case "ok":
      // `{}` is the usual success.
      return { kind: "sent", providerMessageId: idOf(said.fields["message_id"]) };
    case "login_lost":
      await on.accounts.lost(account);
      return { kind: "not_sent", code: "needs_login" };
    case "refused":
      return refusal(said.ret);
    case "not_now":
      return { kind: "not_sent", code: said.code, retryAfterMs: said.retryAfterMs };
    case "nonsense":
      return { kind: said.inDoubt ? "unknown" : "refused", code: said.code };
    case "silence":
      break;
  }
  return {
    kind: said.failure.phase === "before" ? "not_sent" : "unknown",
    code: said.failure.code,
  };
}

/**
 * -2 is a closed window, a used quota or a rate limit; its text does not tell them apart, and
 * trying again makes it worse.
 */
function refusal(ret: number): Verdict {
  if (ret === -2) return { kind: "waiting_for_user", code: "vendor_window" };
  return ret === -3
    ? { kind: "refused", code: "invalid_argument" }
    : { kind: "not_sent", code: `ret_${ret}` };
}

/**
 * Why this person can't be written to now; undefined when they can. The vendor passes on what is
 * sent within a day of their last message, ten times at most, and only with the token of that
 * message. Asking it anyway costs a rate limit.
 */
function findClosedWindow(
  { window, source }: Pick<Delivery, "window" | "source">,
  { settings, now }: { readonly settings: IlinkSettings; readonly now: number },
): ClosedReason | undefined {
  if (window.lastInboundAt === null || window.contextToken === null || window.contextToken === "")
    return "never_wrote";
  if (now - Date.parse(window.lastInboundAt) >= settings.windowMs) return "window_closed";
  // A long answer must not use up what a reminder will need.
  const usable =
    source === "reply"
      ? Math.max(1, settings.sendsPerWindow - settings.reservedSends)
      : settings.sendsPerWindow;
  return window.sendsSinceInbound >= usable ? "quota_used" : undefined;
}

/** The same rule, asked ahead of time. */
function ilinkOutlook(settings: IlinkSettings, { window, source, at }: Prospect): Outlook {
  const reason = findClosedWindow({ window, source }, { settings, now: at });
  if (reason === undefined) return { kind: "open" };
  const wrote = window.lastInboundAt;
  return {
    kind: "closed",
    reason,
    windowEndsAt: wrote === null ? null : iso(Date.parse(wrote) + settings.windowMs),
  };
}
