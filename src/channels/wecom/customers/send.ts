import { createHash } from "node:crypto";
import type { Delivery } from "../../../domain/delivery.ts";
import { buttonsFor } from "../../kit/buttons.ts";
import { type Judgement, toRefusal } from "../../kit/judge.ts";
import type { ApiAnswer } from "../../kit/json-api.ts";
import { numberOf } from "../../kit/json-fields.ts";
import { targetOf } from "../../kit/places.ts";
import type { WecomAppApi } from "../app/api.ts";
import { type Piece, type UploadDeps, uploadFile } from "../app/files.ts";
import type { WecomApp } from "../app/settings.ts";
import { judgeService, sessionCode } from "./verdict.ts";
import { findClosedWindow } from "./window.ts";

export interface SendDeps extends UploadDeps {
  readonly app: WecomApp;
  readonly clock: { now(): number };
}

interface Sending {
  readonly on: SendDeps;
  readonly delivery: Delivery;
  readonly userId: string;
  readonly signal: AbortSignal;
}

const longestHead = 1_024;

/** One part is one message: only five of them go out after a message of the person's. */
export async function sendByService(
  on: SendDeps,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<Judgement> {
  const target = targetOf(delivery.scope);
  if (target === undefined || !("userId" in target)) return toRefusal("unknown_chat");
  const closed = findClosedWindow(delivery, on.clock.now());
  if (closed !== undefined) return { verdict: { kind: "waiting_for_user", code: closed } };
  const sending: Sending = { on, delivery, userId: target.userId, signal };
  if (delivery.payload.media === undefined) return post(sending, pieceOf(delivery));
  const uploaded = await uploadFile(on, on.app, { delivery, signal });
  if ("refused" in uploaded) return toRefusal(uploaded.refused);
  return "said" in uploaded ? judgeService(uploaded.said) : post(sending, uploaded.piece);
}

/** Buttons are entries of a menu, which has room for a short text only. */
function pieceOf(delivery: Delivery): Piece {
  const { text } = delivery;
  const buttons = buttonsFor(delivery);
  if (buttons.length === 0 || Buffer.byteLength(text) > longestHead)
    return { msgtype: "text", text: { content: text } };
  return {
    msgtype: "msgmenu",
    msgmenu: {
      head_content: text,
      list: buttons.map(({ data, label }) => ({
        type: "click",
        click: { id: `${data}|${messageIdOf(delivery)}`, content: label },
      })),
    },
  };
}

/** Ours, so that a later report names it even if the answer to the call was lost. */
const messageIdOf = ({ idempotencyKey }: Delivery): string =>
  createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32);

async function post(sending: Sending, piece: Piece): Promise<Judgement> {
  const { on, delivery, userId, signal } = sending;
  const send = (): Promise<ApiAnswer> =>
    on.api.call(on.app, {
      method: "POST",
      path: "/kf/send_msg",
      json: {
        touser: userId,
        open_kfid: delivery.channelAccount,
        msgid: messageIdOf(delivery),
        ...piece,
      },
      signal,
    });
  const said = await send();
  if (said.kind !== "error" || said.code !== sessionCode) return judgeService(said);
  // Nothing was sent. A chat that no one has begun to handle is ours to take.
  return judgeService((await takeSession(on, delivery, userId)) ? await send() : said);
}

/** 0: not handled yet; 1: handled by a program; 2 and 3: staff; 4: over. */
async function takeSession(
  { api, app }: { readonly api: WecomAppApi; readonly app: WecomApp },
  { channelAccount }: Delivery,
  userId: string,
): Promise<boolean> {
  const of = { open_kfid: channelAccount, external_userid: userId };
  const said = await api.call(app, { method: "POST", path: "/kf/service_state/get", json: of });
  if (said.kind !== "ok" || numberOf(said.result["service_state"]) !== 0) return false;
  const json = { ...of, service_state: 1 };
  const moved = await api.call(app, { method: "POST", path: "/kf/service_state/trans", json });
  return moved.kind === "ok";
}
