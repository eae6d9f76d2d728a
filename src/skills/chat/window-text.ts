import { type Attachment, attachmentLabel, stripLabels } from "../../domain/attachment.ts";
import { decodeText } from "../../domain/decode-text.ts";
import { type FileTrouble, fileTrouble } from "../../domain/file-trouble.ts";
import type { KeptMedia } from "../../domain/ports/media.ts";
import type { ModelImage } from "../../domain/ports/model.ts";
import { splitPassedOn } from "../../domain/passed-on.ts";
import { isTyped, type PromptPiece } from "../../domain/provenance.ts";
import type { TurnContext, WindowMessage } from "../../domain/skill.ts";
import { cleanText } from "../../domain/text.ts";

/** One message of the window: the typed text and its attachments. */
export interface ReadMessage {
  readonly pieces: readonly PromptPiece[];
  readonly images: readonly ModelImage[];
  /** The author, where it is not the current writer. */
  readonly sender?: string | undefined;
}

const fileChars = 12_000;
const mostImages = 4;
const imageBytes = 5 * 1024 * 1024;
const quoteChars = 1_000;
const pictures = /^image\/(png|jpeg|gif|webp)$/;

/**
 * Everything the person sent, for the model: text, quotes, text files and documents as text, pictures if
 * the model sees them.
 */
export async function readWindow(turn: TurnContext): Promise<ReadMessage[]> {
  const images: ModelImage[] = [];
  const read: ReadMessage[] = [];
  for (const message of turn.window) {
    const before = images.length;
    const pieces = await readMessage(turn, message, images);
    read.push({ pieces, images: images.slice(before) });
  }
  return read;
}

async function readMessage(
  turn: TurnContext,
  message: WindowMessage,
  images: ModelImage[],
): Promise<PromptPiece[]> {
  const { quote, attachments = [] } = message;
  const pieces: PromptPiece[] = [];
  if (quote !== undefined) {
    const whose =
      quote.from === "us" ? "you said" : quote.from === "person" ? "they said" : "was said";
    const text =
      quote.text === null
        ? "[quotes an earlier message]"
        : `[quotes what ${whose} before: ${JSON.stringify(short(quote.text))}]`;
    pieces.push({
      from: quote.text === null ? "app" : quote.from === "person" ? "own_before" : "quote",
      text,
    });
  }
  const typed = { ...message, text: stripLabels(message.text, attachments) };
  if (typed.text !== "") pieces.push(...wordsIn(typed));
  for (const file of [...(quote?.attachments ?? []), ...attachments]) {
    const lines = await readFile({ turn, said: typed.text, images }, file);
    pieces.push({ from: file.state === "said" ? "app" : "file", text: lines.join("\n") });
  }
  return pieces;
}

/**
 * Text that was forwarded, copied from elsewhere or is longer than people type is marked as passed
 * on, so that it can't pass for a request.
 */
function wordsIn(message: WindowMessage): PromptPiece[] {
  const { own, passedOn } = isTyped(message)
    ? splitPassedOn(message.text)
    : { own: "", passedOn: message.text };
  return [
    ...(own === "" ? [] : [{ from: "own_now", text: own } as const]),
    ...(passedOn === "" ? [] : [{ from: "quote", text: describeForward(passedOn) } as const]),
  ];
}

const describeForward = (text: string): string => `[passes this on: ${JSON.stringify(text)}]`;

const short = (text: string): string => cleanText(text, quoteChars);

interface Reading {
  readonly turn: TurnContext;
  /** The text typed with it. */
  readonly said: string;
  /** Undefined where no picture can be shown. */
  readonly images: ModelImage[] | undefined;
}

export async function readFile(on: Reading, file: Attachment): Promise<string[]> {
  if (file.state === "said") return ["[the words above were spoken]"];
  const label = attachmentLabel(file);
  const mention = on.said.includes(label) ? [] : [label];
  const content = await contentOf(on, file);
  return content === undefined ? mention : [...mention, content];
}

/** The text of a file, as far as it has one. A picture goes to the model as a picture instead. */
async function contentOf({ turn, images }: Reading, file: Attachment): Promise<string | undefined> {
  const trouble = fileTrouble(file);
  if (trouble !== undefined)
    return `[${troubleWords[trouble]}${limitWords(file)}; the person is told]`;
  if (file.mediaId === null) return undefined;
  const kept = await turn.file?.(file.mediaId);
  if (kept === undefined) return "[it is no longer kept]";
  const words = await documentWords(turn, kept);
  if (words !== undefined) return words;
  if (!pictures.test(kept.type))
    return `[you can't read this kind of file (${kept.type}); you can read text, PDF, Word, Excel, PowerPoint and pictures]`;
  if (turn.model.describe.images !== true) return "[you can't see pictures]";
  if (images === undefined || images.length >= mostImages || kept.bytes.length > imageBytes)
    return "[you are not shown this one]";
  images.push({ type: kept.type, bytes: kept.bytes });
  return undefined;
}

/** The text of a document, between marks. Word, Excel and PowerPoint files are archives. */
async function documentWords(
  turn: Pick<TurnContext, "readDocument">,
  kept: KeptMedia,
): Promise<string | undefined> {
  if (kept.type === "text/plain") return quoteFile(decodeText(kept.bytes, fileChars));
  if (kept.type === "application/pdf") return pdfWords(await turn.readDocument?.(kept));
  const words = kept.type === "application/zip" ? await turn.readDocument?.(kept) : undefined;
  return words === undefined || words.trim() === "" ? undefined : quoteFile(words.trim());
}

function pdfWords(read = ""): string {
  const text = read.trim();
  return text === ""
    ? "[you can't read this PDF; it may hold pictures of text only]"
    : quoteFile(text);
}

const troubleWords: Readonly<Record<FileTrouble, string>> = {
  too_large: "it is too large and was not taken",
  damaged: "it is damaged and can't be opened",
  expired: "its address expired before it could be fetched; it can be sent again",
  picture_format: "it is a HEIC, AVIF or TIFF picture, which is not taken; JPEG and PNG are",
  not_taken: "files like this can't be taken here",
  account_full: "the person's space for files is full, so it was not kept",
  no_room: "this server has no room left for files",
  unreachable: "it could not be fetched just now; it can be sent again later",
  unknown_kind: "nobody knows what kind of file it is, and you can't read it",
};

const limitWords = ({ limitMb }: Attachment): string =>
  limitMb === null ? "" : ` (the limit is ${limitMb} MB)`;

/** As data between two marks. Such marks inside the text are escaped. */
function quoteFile(plain: string): string {
  const text = plain.replaceAll("</file>", "<\\/file>");
  const isCut = text.length > fileChars;
  return `<file>\n${cleanText(text, fileChars)}\n</file>${isCut ? "\n[the file goes on]" : ""}`;
}
