import { cleanJson } from "../../../domain/text.ts";
import { type Fields, fieldsOf, jsonIn, textOf } from "../fields.ts";

/** Frames that we send. */
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

/** Frames that WeCom sends on its own. Everything else answers one of ours. */
export const callbacks: readonly string[] = ["aibot_msg_callback", "aibot_event_callback"];

/**
 * The system is busy; too many calls; another client changed the same stream just now. Later it may
 * go.
 */
export const busyCodes: readonly number[] = [-1, 6000, 45009, 45033];
/** The connection is open but no longer belongs to the bot: only a new connection helps. */
export const notSubscribed = 846609;

export interface WireFrame {
  readonly cmd: string;
  readonly reqId: string;
  readonly body: Fields;
  /** Undefined in frames that WeCom sends on its own. */
  readonly errcode: number | undefined;
}

/**
 * WeCom leaves control characters unescaped in its JSON, which no parser accepts. They have no
 * meaning.
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
