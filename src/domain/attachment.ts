import type { Json, Payload } from "./events.ts";
import { fileName } from "./file-name.ts";

/**
 * A file that came with a message, as far as it is known: `kept` has bytes in the media store, `waiting` is still at the
 * vendor, `missing` can't be had (`error` says why), and of `said` only its words came.
 */
export interface Attachment {
  readonly state: "kept" | "waiting" | "missing" | "said";
  /** `image`, `voice`, `audio`, `video`, `file`, `document`, `sticker`. */
  readonly kind: string;
  readonly mediaId: string | null;
  /** The sender's name for it. */
  readonly name: string | null;
  readonly type: string | null;
  readonly bytes: number | null;
  /** What is said in it, where the vendor wrote it down. */
  readonly transcript: string | null;
  readonly error: string | null;
  /** Of one that is too large: the most that is taken. */
  readonly limitMb: number | null;
}

/** What a message answers to. Without a text nobody knows any more what it was. */
export interface Quote {
  readonly text: string | null;
  readonly from: "person" | "us" | null;
  readonly attachments: readonly Attachment[];
}

/** `payload.media` of a message: one entry for each file, as its channel noted it. */
export const attachmentsOf = (payload: Payload): readonly Attachment[] =>
  mediaIn(payload["media"]).map(attachment);

/** `payload.quote` of a message. */
export function quoteOf(payload: Payload): Quote | undefined {
  const quote = payload["quote"];
  if (!isObject(quote)) return undefined;
  const from = quote["from"];
  return {
    text: textOrNull(quote["text"]),
    from: from === "person" || from === "us" ? from : null,
    attachments: mediaIn(quote["media"]).map(attachment),
  };
}

export const mediaIn = (value: Json | undefined): readonly Payload[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];

const isObject = (value: Json | undefined): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOrNull = (value: Json | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

function attachment(media: Payload): Attachment {
  const [mediaId, error, transcript] = [
    textOrNull(media["id"]),
    textOrNull(media["error"]),
    textOrNull(media["transcript"]),
  ];
  const bytes = media["bytes"];
  return {
    state:
      mediaId !== null
        ? "kept"
        : error !== null
          ? "missing"
          : transcript !== null
            ? "said"
            : "waiting",
    kind: textOrNull(media["kind"]) ?? "file",
    mediaId,
    name: textOrNull(fileName(textOrNull(media["name"]) ?? "")),
    type: textOrNull(media["type"]),
    bytes: typeof bytes === "number" ? bytes : null,
    transcript,
    error,
    limitMb: typeof media["limit_mb"] === "number" ? media["limit_mb"] : null,
  };
}

/** What was said, with the files that came along: so a later turn knows that there were some. Their names are somebody's words and stay out. */
export function withLabels(text: string, payload: Payload): string {
  const files = attachmentsOf(payload).filter(({ state }) => state !== "said");
  const plain = files.reduce(
    (rest, file) => rest.replaceAll(attachmentLabel(file), unnamed(file)),
    text,
  );
  return [plain, ...files.map(unnamed).filter((label) => !plain.includes(label))].join(" ").trim();
}

/** What somebody typed, without the labels that a channel wrote for their files. */
export const withoutLabels = (text: string, files: readonly Attachment[]): string =>
  files.length === 0
    ? text
    : files.reduce((rest, file) => rest.replaceAll(attachmentLabel(file), ""), text).trim();

/** A message that brought files and no words. */
export function isBareFile(text: string, payload: Payload): boolean {
  const files = attachmentsOf(payload).filter(({ state }) => state !== "said");
  const labels = files.flatMap((file) => [file, { ...file, name: null }]);
  return files.length > 0 && payload["quote"] === undefined && withoutLabels(text, labels) === "";
}

const unnamed = (file: Attachment): string => attachmentLabel({ ...file, name: null });

/** How a reader of plain text learns of it; channels write the same into messages that have no words of their own. */
export function attachmentLabel({ kind, name }: Pick<Attachment, "kind" | "name">): string {
  const what = kind === "voice" ? "voice message" : kind;
  return `[${name === null ? what : `${what}: ${fileName(name)}`}]`;
}
