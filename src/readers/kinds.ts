import { unfoldLines } from "../domain/unfold-lines.ts";
import type { FileJob, FileKind } from "../domain/ports/file-reader.ts";

type Reads = (bytes: Uint8Array, options: NonNullable<FileJob["options"]>) => Promise<unknown>;

/** The reader of each kind. Only the modules that a file needs are loaded. */
export const kinds: Readonly<Record<FileKind, Reads>> = {
  pdf: async (bytes) => (await import("./pdf.ts")).readPdf(bytes),
  office: async (bytes) => (await import("./office.ts")).readOffice(bytes),
  calendar: async (bytes, { zone, since }) => {
    const { readCalendar } = await import("../skills/reminders/ics/read.ts");
    const from = typeof since === "string" ? since : undefined;
    return readCalendar(new TextDecoder().decode(unfoldLines(bytes)), String(zone), from);
  },
  card: async (bytes) =>
    (await import("../skills/scenes/formats/card-file.ts")).readWholeCard(bytes),
  lorebook: async (bytes, { ownerId }) =>
    (await import("../skills/scenes/formats/lorebook.ts")).readLorebook(bytes, String(ownerId)),
  chat: async (bytes) => (await import("../skills/scenes/formats/chat-read.ts")).readChat(bytes),
  story: async (bytes) =>
    (await import("../skills/scenes/story-file/read-story.ts")).readStory(bytes),
};
