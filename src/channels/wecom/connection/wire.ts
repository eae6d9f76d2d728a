import { cleanJson } from "../../../domain/text.ts";
import { type Fields, fieldsOf, jsonIn, textOf } from "../fields.ts";

/** What we say to WeCom. */
export const commands = {
  subscribe: "aibot_subscribe",
  ping: "ping",
  respond: "aibot_respond_msg",
  welcome: "aibot_respond_welcome_msg",
  updateCard: "aibot_respond_update_msg",
  push: "aibot_send_msg",
  uploadBegin: "aibot_upload_media_init",
  uploadChunk: "aibot_upload_media_chunk",
  uploadEnd: "aibot_upload_media_finish",
} as const;

/** What WeCom says of itself. Everything else is an answer to something of ours. */
export const callbacks: readonly string[] = ["aibot_msg_callback", "aibot_event_callback"];

/**
 * The system is busy; too many calls; another client changed the same stream just now. Later it may
 * go.
 */
export const busyCodes: readonly number[] = [-1, 6000, 45009, 45033];
/** The line is open and the bot is not at it any more: only a new connection helps. */
export const notSubscribed = 846609;

export interface WireFrame {
  readonly cmd: string;
  readonly reqId: string;
  readonly body: Fields;
  /** Undefined in what WeCom says of itself. */
  readonly errcode: number | undefined;
}

/**
 * WeCom leaves control characters bare inside its JSON, which no parser takes. They carry nothing.
 */
// oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
const bare = /[\0-\x1f]/g;

export function readFrame(text: string): WireFrame | undefined {
  const fields = fieldsOf(cleanJson(jsonIn(text) ?? jsonIn(text.replace(bare, " ")) ?? null));
  if (fields === undefined) return undefined;
  const code = fields["errcode"];
  return {
    cmd: textOf(fields["cmd"]) ?? "",
    reqId: textOf(fieldsOf(fields["headers"])?.["req_id"]) ?? "",
    body: fieldsOf(fields["body"]) ?? {},
    errcode: typeof code === "number" ? code : undefined,
  };
}
