import { Buffer } from "node:buffer";
import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import type { StoryFile } from "../../domain/views/scene-files.ts";
import { parseObject } from "../http/request-body.ts";
import type { Answer, RawAsk } from "../http/route.ts";

const fileLimit = 10 * 1024 * 1024;
/** The same file as base64 in JSON. */
export const bodyLimit = Math.ceil(fileLimit / 3) * 4 + 1_024;

/** A file in JSON, for programs that can send nothing else. */
export const fileBody = z
  .object({ file_base64: z.base64().openapi({ description: "The file's bytes." }) })
  .openapi("FileInJson");

export function download({ bytes, type, name }: StoryFile): Answer {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return {
    status: 200,
    bytes,
    type,
    headers: { "content-disposition": disposition, "cache-control": "no-store" },
  };
}

/** The bytes as sent, or unwrapped from JSON for programs that can send nothing else. */
export function fileIn({ bytes, incoming }: RawAsk): Uint8Array {
  const isJson = (incoming.headers["content-type"] ?? "").includes("application/json");
  const wrapped =
    isJson && bytes.includes(0x7b) && Buffer.from(bytes.subarray(0, 200)).includes('"file_base64"');
  const file = wrapped ? unwrapJson(bytes) : bytes;
  if (file.length > fileLimit) throw new Refusal("body_too_large", { limit_bytes: fileLimit });
  return file;
}

function unwrapJson(bytes: Uint8Array): Uint8Array {
  const { file_base64: text } = parseObject(bytes);
  if (typeof text !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new Refusal("invalid_request", { field: "file_base64" });
  return Buffer.from(text, "base64");
}
