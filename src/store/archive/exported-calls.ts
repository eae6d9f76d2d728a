import type { Json } from "../../domain/json.ts";
import { openArchive } from "./archive-file.ts";
import type { ArchivePlace } from "./archive-place.ts";

type CallRow = Readonly<Record<string, Json>>;

/**
 * Puts the words of archived calls into their rows, for the copy of a person's data. Rows come in
 * the order of time, as archives hold them: the last file is kept open. Where one is missing, the row
 * keeps its name.
 */
export function createCallReader(
  place: Pick<ArchivePlace, "read"> | undefined,
): (row: CallRow) => Promise<CallRow> {
  let last: { readonly name: string; readonly read: ReturnType<typeof openArchive> } | undefined;
  return async (row) => {
    const { archive_name: name, archive_secret: secret, id } = row;
    if (typeof name !== "string" || typeof secret !== "string" || typeof id !== "string")
      return row;
    if (last?.name !== name) {
      const file = await place?.read(name);
      last = file && { name, read: openArchive(file) };
    }
    // The text form of PostgreSQL's bytes.
    const words = last?.read(id, Buffer.from(secret.replace(/^\\x/, ""), "hex"));
    if (words === undefined) return row;
    return { ...row, prompt: JSON.parse(words.prompt) as Json, output: words.output };
  };
}
