import { type Attachment, attachmentLabel, stripLabels } from "../../domain/attachment.ts";
import { Refusal } from "../../domain/errors.ts";
import type { ModelImage, ModelTool } from "../../domain/ports/model.ts";
import type { TurnWords } from "../../domain/provenance.ts";
import type { HistoryMessage, TurnContext } from "../../domain/skill.ts";
import { type ReadMessage, readFile } from "./window-text.ts";

/** A file that came with an earlier message of this conversation. */
interface EarlierFile {
  readonly file: Attachment;
  readonly sender: string | undefined;
  /** It came with one of the last messages: the question may well be about it. */
  readonly isRecent: boolean;
}

const recentMessages = 2;
const mostGiven = 3;
const mostListed = 10;
const namesAFile =
  /文件|文档|附件|报告|合同|表格|图|照片|截图|视频|\b(?:files?|documents?|attachments?|pdf|reports?|pictures?|photos?|images?|screenshots?)\b/iu;

/** Newest first: those of the history, then those from before it. */
export function earlierFiles(
  history: readonly HistoryMessage[],
  before: readonly Pick<HistoryMessage, "eventId" | "attachments">[] = [],
): readonly EarlierFile[] {
  const known = new Set(history.map(({ eventId }) => eventId));
  const older = before.filter(({ eventId }) => !known.has(eventId));
  const inbound = history.filter(({ direction }) => direction === "inbound").toReversed();
  const isKept = ({ mediaId }: Attachment): boolean => mediaId !== null;
  return [
    ...inbound.flatMap(({ attachments = [], sender }, nth) =>
      attachments.filter(isKept).map((file) => ({ file, sender, isRecent: nth < recentMessages })),
    ),
    ...older.flatMap(({ attachments = [] }) =>
      attachments.filter(isKept).map((file) => ({ file, sender: undefined, isRecent: false })),
    ),
  ];
}

/** The name without its ending, where it is long enough to mean this file. */
function isNamedIn(text: string, { name }: Attachment): boolean {
  const stem = (name ?? "").replace(/\.[^.]{1,5}$/, "").toLowerCase();
  return stem.length > 2 && text.toLowerCase().includes(stem);
}

/**
 * Earlier files that the message may be about, for the model. Chat apps send a file as a message
 * without text, and the question follows: files of the last messages are given again, and so is the
 * newest one when the text mentions a file.
 */
export async function readEarlierFiles(
  turn: TurnContext,
  files: readonly EarlierFile[],
): Promise<ReadMessage[]> {
  const own = turn.window.map(({ text, attachments = [] }) => stripLabels(text, attachments));
  // A message with a file of its own is about that file.
  if (
    own.every((text) => text === "") ||
    turn.window.some(({ attachments = [] }) => attachments.length > 0)
  )
    return [];
  const byName = files.filter(({ file }) => own.some((text) => isNamedIn(text, file)));
  const isAsked = own.some((text) => namesAFile.test(text));
  const named = byName.length > 0 ? byName.slice(0, 1) : isAsked ? files.slice(0, 1) : [];
  const given = files.filter((each) => each.isRecent || named.includes(each)).slice(0, mostGiven);
  const read: ReadMessage[] = [];
  const images: ModelImage[] = [];
  for (const { file, sender } of given.toReversed()) {
    const before = images.length;
    const lines = await readFile({ turn, said: "", images }, file);
    read.push({
      pieces: [{ from: "file", text: ["[sent before]", ...lines].join("\n") }],
      images: images.slice(before),
      sender,
    });
  }
  return read;
}

/**
 * Lets the model read an earlier file when a question is about it. Its content counts as foreign
 * text.
 */
export function earlierFileTools(
  turn: TurnContext,
  files: readonly EarlierFile[],
  words: TurnWords,
): readonly ModelTool[] {
  const listed = files.slice(0, mostListed);
  if (listed.length === 0) return [];
  return [
    {
      name: "read_earlier_file",
      description: `Read a file that was sent earlier in this conversation, by its number or by a part of its name. Newest first: ${listed.map(({ file }, at) => `${at + 1} ${attachmentLabel(file)}`).join(", ")}${files.length > listed.length ? ", and older ones" : ""}`,
      parameters: {
        type: "object",
        properties: { number: { type: "integer", minimum: 1 }, name: { type: "string" } },
        additionalProperties: false,
      },
      run: async (given) => {
        const { number, name } = given as { number?: unknown; name?: unknown };
        const part = typeof name === "string" ? name.trim().toLowerCase() : "";
        const chosen =
          part === ""
            ? listed[Number(number) - 1]
            : files.find(({ file }) => file.name?.toLowerCase().includes(part));
        if (chosen === undefined)
          throw new Refusal("invalid_request", undefined, "There is no such file.");
        words.read("file");
        return {
          file: (await readFile({ turn, said: "", images: undefined }, chosen.file)).join("\n"),
        };
      },
    },
  ];
}
