import { type Clock, iso } from "../../../domain/ports/clock.ts";
import type { Delivery, Verdict } from "../../../domain/delivery.ts";
import type { Outlook, Prospect } from "../../../domain/ports/delivery-outlook.ts";
import { graphemes } from "../../../domain/text.ts";
import type { CloudAccount, CloudTemplate, Graph } from "./call.ts";
import { type CloudMediaDeps, isVoice, uploadCloudMedia } from "./media.ts";
import { type Judgement, judgeAnswer, type Trying } from "./verdict.ts";
import {
  captionOf,
  mediaOf,
  type OutgoingFiles,
  type OutgoingMedia,
  findQuotedId,
  verdictOfFailure,
} from "../../kit/outgoing.ts";

export interface CloudSendDeps extends CloudMediaDeps {
  readonly clock: Clock;
  readonly files?: OutgoingFiles | undefined;
}

interface Sending {
  readonly deps: CloudSendDeps;
  readonly account: CloudAccount;
  readonly delivery: Delivery;
  readonly trying: Trying;
  readonly signal: AbortSignal;
}

const windowMs = 24 * 3_600_000;
/** Longest words that go with a file. */
export const captionLength = 1_024;
const closed: Verdict = { kind: "waiting_for_user", code: "window_closed" };

/** One part, within the rules of the 24 hours after the person's last message. */
export async function sendByCloud(
  deps: CloudSendDeps,
  account: CloudAccount,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<Judgement> {
  const sending = {
    deps,
    account,
    delivery,
    trying: { attempt: delivery.attempt, random: deps.chance.random() },
    signal,
  };
  const template = templateFor(sending);
  if (!isWindowOpen(deps, delivery))
    return template === undefined ? { verdict: closed } : sendTemplate(sending, template);
  const free = await sendFree(sending);
  // The vendor's window is the one that counts. It accepted nothing, so the template can't be a
  // duplicate.
  return free.verdict.kind === "waiting_for_user" && template !== undefined
    ? sendTemplate(sending, template)
    : free;
}

function isWindowOpen({ clock }: CloudSendDeps, { window }: Delivery): boolean {
  const last = window.lastInboundAt === null ? Number.NaN : Date.parse(window.lastInboundAt);
  return clock.now() - last < windowMs;
}

/** The same rule, asked ahead of time: what a template carries can go whenever it is due. */
export function cloudOutlook(
  { template }: Pick<CloudAccount, "template">,
  { window, source, at }: Prospect,
): Outlook {
  if (template !== undefined && source !== "reply") return { kind: "open" };
  if (window.lastInboundAt === null)
    return { kind: "closed", reason: "never_wrote", windowEndsAt: null };
  const ends = Date.parse(window.lastInboundAt) + windowMs;
  return at < ends
    ? { kind: "open" }
    : { kind: "closed", reason: "window_closed", windowEndsAt: iso(ends) };
}

/** A reply can wait for the person's next message; a reminder or a notice can't. */
const templateFor = ({ account, delivery }: Sending): CloudTemplate | undefined =>
  delivery.source === "reply" || delivery.payload.media !== undefined
    ? undefined
    : account.template;

async function sendFree(sending: Sending): Promise<Judgement> {
  const media = asShown(await mediaOf(sending.delivery, sending.deps.files));
  if (media === undefined)
    return post(sending, {
      type: "text",
      text: { body: sending.delivery.text, preview_url: false },
    });
  if (media === "missing") return toRefusal("media_gone");
  const caption = captionOf(sending.delivery);
  if (caption.length > (media.kind === "audio" ? 0 : captionLength))
    return toRefusal("caption_not_possible");
  const source = await sourceOf(sending, media);
  if ("judgement" in source) return source.judgement;
  const filename =
    media.kind !== "document" ? undefined : "file" in media ? media.file.name : media.name;
  const shown = {
    ...source,
    ...(caption === "" ? {} : { caption }),
    ...(filename === undefined ? {} : { filename }),
    ...("file" in media && isVoice(media.file) ? { voice: true } : {}),
  };
  return post(sending, { type: media.kind, [media.kind]: shown });
}

/** Other sounds in OGG than voice messages are files to WhatsApp. */
const asShown = <Media extends OutgoingMedia | "missing" | undefined>(media: Media): Media =>
  typeof media === "object" && "file" in media && media.file.type === "audio/ogg"
    ? { ...media, kind: isVoice(media.file) ? "audio" : "document" }
    : media;

const toRefusal = (code: string): Judgement => ({ verdict: { kind: "refused", code } });

async function sourceOf(
  sending: Sending,
  media: OutgoingMedia,
): Promise<{ id: string } | { link: string } | { judgement: Judgement }> {
  const { deps, account, trying, signal } = sending;
  if ("link" in media) return { link: media.link };
  try {
    return await uploadCloudMedia(deps, account, { ...media, trying, signal });
  } catch (error) {
    return { judgement: { verdict: { kind: "not_sent", code: verdictOfFailure(error).code } } };
  }
}

function sendTemplate(sending: Sending, template: CloudTemplate): Promise<Judgement> {
  const text = oneLine(sending.delivery.text, template.parameterLength);
  const components = [{ type: "body", parameters: [{ type: "text", text }] }];
  return post(sending, {
    type: "template",
    template: { name: template.name, language: { code: template.language }, components },
  });
}

/** A parameter may hold no line break, no tab and no run of spaces. */
function oneLine(text: string, length: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line.length <= length) return line;
  let kept = "";
  for (const grapheme of graphemes(line)) {
    if (kept.length + grapheme.length > length - 1) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

async function post(
  { deps, account, delivery, trying, signal }: Sending,
  what: object,
): Promise<Judgement> {
  const quoted = findQuotedId(delivery);
  const json = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...addressOf(delivery.peer),
    ...(quoted === undefined ? {} : { context: { message_id: quoted } }),
    // Comes back with every status, and so settles a send whose answer never came.
    biz_opaque_callback_data: delivery.id,
    ...what,
  };
  try {
    return judgeAnswer(
      await deps.graph({
        account,
        method: "POST",
        path: [account.phoneNumberId, "messages"],
        json,
        signal,
      }),
      trying,
    );
  } catch (error) {
    return { verdict: verdictOfFailure(error) };
  }
}

/**
 * A text for a person who has just written and has no account: not a delivery, so the vendor's
 * answer is ignored.
 */
export async function sayByCloud(
  graph: Graph,
  account: CloudAccount,
  {
    peer,
    text,
    signal,
  }: { readonly peer: string; readonly text: string; readonly signal: AbortSignal },
): Promise<void> {
  const words = {
    biz_opaque_callback_data: "reply_to_stranger",
    type: "text",
    text: { body: text, preview_url: false },
  };
  const json = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...addressOf(peer),
    ...words,
  };
  await graph({ account, method: "POST", path: [account.phoneNumberId, "messages"], json, signal });
}

/**
 * `US.1349…` and, for a group of businesses, `US.ENT.1349…`: a user id. Anything else is a phone
 * number.
 */
const addressOf = (peer: string): { recipient: string } | { to: string } =>
  /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(peer) ? { recipient: peer } : { to: peer };
