import { decodeText } from "../domain/decode-text.ts";
import { Refusal } from "../domain/errors.ts";
import type { FileKind, FileReader } from "../domain/ports/file-reader.ts";
import type { KeptMedia } from "../domain/ports/media.ts";
import { cleanText } from "../domain/text.ts";

const mostBytes = 4 * 1024 ** 2;
const mostChars = 12_000;

/** The words of a file, as far as it has some. */
export type ReadDocument = (
  file: KeptMedia,
  of: { readonly accountId: string; readonly signal: AbortSignal },
) => Promise<string | undefined>;

/** Word, Excel and PowerPoint files are archives, and known as such. */
const documentKinds: Readonly<Record<string, FileKind>> = {
  "application/pdf": "pdf",
  "application/zip": "office",
};

/**
 * The words of a document. One that cannot be read within the limits of memory and time has none:
 * the turn continues without it.
 */
export function readDocument(reader: FileReader): ReadDocument {
  return async (file, { accountId, signal }) => {
    const kind = documentKinds[file.type];
    if (kind === undefined || file.bytes.byteLength > mostBytes) return undefined;
    try {
      const text = await reader.read({ accountId, kind, bytes: file.bytes }, signal);
      return typeof text === "string" ? cleanText(text, mostChars) : undefined;
    } catch (error) {
      if (error instanceof Refusal || signal.aborted) return undefined;
      throw error;
    }
  };
}

/** The words of a file that has some, for when the file itself is deleted. */
export const readWordsBy =
  (read: ReadDocument): ReadDocument =>
  async (file, of) => {
    const words =
      file.type === "text/plain"
        ? cleanText(decodeText(file.bytes, mostChars), mostChars)
        : await read(file, of);
    return words?.trim() || undefined;
  };
