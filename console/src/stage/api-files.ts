import { type AnswerOf } from "../api/call.ts";
import { ApiFailure } from "../api/request.ts";
import { sendBytes } from "../api/transfer.ts";

/** The server refused a file for this reason. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

async function orRefused<Answer>(sent: Promise<Answer>): Promise<Answer> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 413) throw new FileRefused("too_large");
    if (error.code !== "invalid_file") throw error;
    const { reason } = error.fact;
    throw new FileRefused(typeof reason === "string" ? reason : "damaged");
  }
}

/** A card becomes a character. */
export const sendCard = (file: Blob): Promise<AnswerOf<"POST /api/bots/import">> =>
  orRefused(sendBytes("POST /api/bots/import", { file }));
/** JSON lines become a story. */
export const sendChat = (file: Blob): Promise<AnswerOf<"POST /api/chats/import">> =>
  orRefused(sendBytes("POST /api/chats/import", { file }));
export const sendLorebook = (id: string, file: Blob): Promise<unknown> =>
  orRefused(sendBytes("POST /api/bots/{id}/lorebook", { params: { id }, file }));
export const sendPortrait = (id: string, file: Blob): Promise<unknown> =>
  orRefused(sendBytes("POST /api/bots/{id}/picture", { params: { id }, file }));
export const readPreset = (
  target: "story" | "character",
  file: Blob,
): Promise<AnswerOf<"POST /api/presets/read">> =>
  orRefused(sendBytes("POST /api/presets/read", { query: { for: target }, file }));
