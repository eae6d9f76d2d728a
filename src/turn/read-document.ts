import { Refusal } from "../domain/errors.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import type { KeptMedia } from "../domain/ports/media.ts";
import { cleanText } from "../domain/text.ts";

const mostBytes = 4 * 1024 ** 2;
const mostChars = 12_000;

type ReadDocument = (
  file: KeptMedia,
  of: { readonly accountId: string; readonly signal: AbortSignal },
) => Promise<string | undefined>;

/**
 * The words of a PDF. One that cannot be read, or not with as much memory and time as a file may
 * take, has none: the turn goes on without them.
 */
export function readDocument(reader: FileReader): ReadDocument {
  return async (file, { accountId, signal }) => {
    if (file.type !== "application/pdf" || file.bytes.byteLength > mostBytes) return undefined;
    try {
      const text = await reader.read({ accountId, kind: "pdf", bytes: file.bytes }, signal);
      return typeof text === "string" ? cleanText(text, mostChars) : undefined;
    } catch (error) {
      if (error instanceof Refusal || signal.aborted) return undefined;
      throw error;
    }
  };
}
