import { createHash } from "node:crypto";
import type { Delivery } from "../../../domain/delivery.ts";
import type { PushLedger } from "../../../domain/ports/channel-storage.ts";
import { buttonsFor } from "../../kit/buttons.ts";
import { type Judgement, toRefusal } from "../../kit/judge.ts";
import { targetOf } from "../../kit/places.ts";
import { type Piece, type UploadDeps, uploadFile } from "./files.ts";
import type { WecomApp } from "./settings.ts";
import { judgeApp } from "./verdict.ts";

export interface SendDeps extends UploadDeps {
  readonly pushes: Pick<PushLedger, "restOf" | "keepRest">;
  readonly split: (text: string, bytes: number) => readonly string[];
}

interface Sending {
  readonly on: SendDeps;
  readonly app: WecomApp;
  readonly delivery: Delivery;
  readonly userId: string;
  readonly signal: AbortSignal;
}

const mostBytes = 2_048;
const cardTextLength = 112;

/** One part. An app may write to the people who see it at any time. */
export async function sendByApp(
  on: SendDeps,
  app: WecomApp,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<Judgement> {
  const target = targetOf(delivery.scope);
  if (target === undefined || !("userId" in target)) return toRefusal("unknown_chat");
  const sending: Sending = { on, app, delivery, userId: target.userId, signal };
  return delivery.payload.media === undefined ? sendPieces(sending) : sendFile(sending);
}

/** WeCom takes 2,048 bytes at once, so a part may be several calls; none of them is made twice. */
async function sendPieces(sending: Sending): Promise<Judgement> {
  const { on, delivery } = sending;
  const part = `wecom_app:${delivery.id}`;
  const kept = await on.pushes.restOf(part);
  const pieces = kept === undefined ? piecesOf(sending) : (JSON.parse(kept) as readonly Piece[]);
  let last: Judgement = toRefusal("empty");
  for (const [nth, piece] of pieces.entries()) {
    last = await post(sending, piece);
    if (last.verdict.kind === "sent") continue;
    if (nth > 0 || kept !== undefined)
      await on.pushes.keepRest(part, JSON.stringify(pieces.slice(nth)));
    return last;
  }
  if (kept !== undefined) await on.pushes.keepRest(part, undefined);
  // A click names the card, so the card's name is the message's.
  return buttonsFor(delivery).length === 0
    ? last
    : { verdict: { kind: "sent", providerMessageId: `task:${taskOf(delivery)}` } };
}

function piecesOf({ on, delivery }: Sending): readonly Piece[] {
  const { text } = delivery;
  const buttons = buttonsFor(delivery);
  const isShort = text.length <= cardTextLength;
  const words = on
    .split(text, mostBytes)
    .map((content): Piece => ({ msgtype: "text", text: { content } }));
  if (buttons.length === 0) return words;
  const card: Piece = {
    msgtype: "template_card",
    template_card: {
      card_type: "button_interaction",
      main_title: { title: (text.split("\n")[0] ?? "").slice(0, 26) },
      sub_title_text: isShort ? text : `${text.slice(0, cardTextLength - 1)}…`,
      task_id: taskOf(delivery),
      button_list: buttons.map(({ label, data }) => ({ text: label, style: 2, key: data })),
    },
  };
  return isShort ? [card] : [...words, card];
}

const taskOf = ({ idempotencyKey }: Delivery): string =>
  createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 48);

async function post({ on, app, userId, signal }: Sending, piece: Piece): Promise<Judgement> {
  const said = await on.api.call(app, {
    method: "POST",
    path: "/message/send",
    json: { touser: userId, agentid: app.agentId, ...piece },
    signal,
  });
  return judgeApp(said);
}

async function sendFile(sending: Sending): Promise<Judgement> {
  const { on, app, delivery, signal } = sending;
  const uploaded = await uploadFile(on, app, { delivery, signal });
  if ("refused" in uploaded) return toRefusal(uploaded.refused);
  return "said" in uploaded ? judgeApp(uploaded.said) : post(sending, uploaded.piece);
}
