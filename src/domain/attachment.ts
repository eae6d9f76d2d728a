import type { Media, MessagePayload } from "./events/conversation.ts";
import { isJsonObject, type Json } from "./json.ts";
import { fileName } from "./file-name.ts";

/**
 * A file that came with a message. `kept` has bytes in the media store, `waiting` is still at the
 * vendor, `missing` cannot be fetched (`error` says why), and of `said` only a transcript arrived.
 */
export interface Attachment {
  readonly state: "kept" | "waiting" | "missing" | "said";
  /** `image`, `voice`, `audio`, `video`, `file`, `document`, `sticker`. */
  readonly kind: string;
  readonly mediaId: string | null;
  /** The file name that the sender gave. */
  readonly name: string | null;
  readonly type: string | null;
  readonly bytes: number | null;
  /** The words of a voice message, where the vendor or a server of ours made a transcript. */
  readonly transcript: string | null;
  readonly error: string | null;
  /** The size limit, where the file exceeds it. */
  readonly limitMb: number | null;
}

/** The message that a message replies to. The text is null where the original is unknown. */
export interface Quote {
  readonly text: string | null;
  readonly from: "person" | "us" | null;
  readonly attachments: readonly Attachment[];
}

/** The files of a message: one entry each, as written by its channel. */
export const attachmentsOf = ({ media }: MessagePayload): readonly Attachment[] =>
  listMedia(media).map(toAttachment);

/** The quote of a message. Channels of earlier versions wrote other things there. */
export function quoteOf({ quote }: MessagePayload): Quote | undefined {
  if (!isJsonObject(quote)) return undefined;
  const { from, text, media } = quote;
  return {
    text: textOrNull(text),
    from: from === "person" || from === "us" ? from : null,
    attachments: listMedia(media).map(toAttachment),
  };
}

/** Entries that are objects; each of their fields may still be anything. */
export const listMedia = (media: Json | undefined): readonly Media[] =>
  isList(media) ? media.filter(isJsonObject) : [];

/** Those that have bytes in the media store. */
export const listKeptFiles = (
  media: readonly Media[],
): readonly { readonly id: string; readonly bytes: number }[] =>
  media.flatMap(({ id, bytes }) =>
    typeof id === "string" && typeof bytes === "number" ? [{ id, bytes }] : [],
  );

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const textOrNull = (value: Json | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

function toAttachment(media: Media): Attachment {
  const { bytes, limit_mb: limitMb } = media;
  const [mediaId, error, transcript] = [
    textOrNull(media.id),
    textOrNull(media.error),
    textOrNull(media.transcript),
  ];
  return {
    state:
      mediaId !== null
        ? "kept"
        : error !== null
          ? "missing"
          : transcript !== null
            ? "said"
            : "waiting",
    kind: textOrNull(media.kind) ?? "file",
    mediaId,
    name: textOrNull(fileName(textOrNull(media.name) ?? "")),
    type: textOrNull(media.type),
    bytes: typeof bytes === "number" ? bytes : null,
    transcript,
    error,
    limitMb: typeof limitMb === "number" ? limitMb : null,
  };
}

/**
 * A message's text with a label for each file, so that a later turn knows there were some. File
 * names are left out: others chose them.
 */
export function appendLabels(text: string, payload: MessagePayload): string {
  const all = attachmentsOf(payload);
  const files = all.filter(isUnheard);
  const plain = files.reduce(
    (rest, file) => rest.replaceAll(attachmentLabel(file), labelWithoutName(file)),
    insertTranscripts(text, all),
  );
  return [plain, ...files.map(labelWithoutName).filter((label) => !plain.includes(label))]
    .join(" ")
    .trim();
}

const isUnheard = ({ state, transcript }: Attachment): boolean =>
  state !== "said" && transcript === null;

/**
 * The words of a message, with what was said in its voice messages in the place of their labels.
 * Where a vendor made the transcript, it is the text already.
 */
export const insertTranscripts = (text: string, files: readonly Attachment[]): string =>
  files.reduce((rest, file) => {
    const { transcript, state } = file;
    if (transcript === null || state === "said") return rest;
    const labels = [attachmentLabel(file), labelWithoutName(file)];
    const label = labels.find((each) => rest.includes(each));
    return label === undefined
      ? `${rest} ${transcript}`.trim()
      : rest.replace(label, () => transcript);
  }, text);

/** The text that a person typed, without the labels that a channel wrote for their files. */
export const stripLabels = (text: string, files: readonly Attachment[]): string =>
  files.length === 0
    ? text
    : files.reduce((rest, file) => rest.replaceAll(attachmentLabel(file), ""), text).trim();

/** True for a message with files and no text. */
export function isBareFile(text: string, payload: MessagePayload): boolean {
  const files = attachmentsOf(payload).filter(isUnheard);
  const labels = files.flatMap((file) => [file, { ...file, name: null }]);
  return files.length > 0 && payload.quote === undefined && stripLabels(text, labels) === "";
}

const labelWithoutName = (file: Attachment): string => attachmentLabel({ ...file, name: null });

/** A file's label for readers of plain text. Channels write the same into messages without text. */
export function attachmentLabel({ kind, name }: Pick<Attachment, "kind" | "name">): string {
  const what = kind === "voice" ? "voice message" : kind;
  return `[${name === null ? what : `${what}: ${fileName(name)}`}]`;
}
