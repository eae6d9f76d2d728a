import { createHash } from "node:crypto";

type Fields = Readonly<Record<string, unknown>>;

export interface UploadedFile {
  readonly type: string;
  readonly filename: string;
  readonly bytes: Buffer;
}

interface Begun {
  readonly about: Fields;
  readonly chunks: Map<number, Buffer>;
}

const megabyte = 1024 ** 2;
const most: Readonly<Record<string, number>> = {
  image: 10 * megabyte,
  voice: 2 * megabyte,
  video: 10 * megabyte,
  file: 20 * megabyte,
};

/** Files in pieces, as WeCom takes them: what was announced must come, whole and unchanged. */
export function createUploads(violations: string[]) {
  const files = new Map<string, UploadedFile>();
  const begun = new Map<string, Begun>();

  function begin(about: Fields): { errcode: number; body?: object } {
    const size = Number(about["total_size"]);
    if (!(size <= (most[String(about["type"])] ?? 0))) return { errcode: 40006 };
    if (
      about["total_chunks"] !== Math.ceil(size / (512 * 1024)) ||
      !/^[0-9a-f]{32}$/.test(String(about["md5"]))
    )
      violations.push("an upload that does not say what comes");
    const id = `up-${begun.size + 1}`;
    begun.set(id, { about, chunks: new Map() });
    return { errcode: 0, body: { upload_id: id } };
  }

  function end(upload: Begun): { errcode: number; body?: object } {
    const { about, chunks } = upload;
    const bytes = Buffer.concat(
      [...chunks.entries()].toSorted(([a], [b]) => a - b).map(([, chunk]) => chunk),
    );
    if (
      bytes.length !== about["total_size"] ||
      createHash("md5").update(bytes).digest("hex") !== about["md5"]
    ) {
      violations.push("a file arrived damaged");
      return { errcode: 40007 };
    }
    const mediaId = `media-${files.size + 1}`;
    files.set(mediaId, { type: String(about["type"]), filename: String(about["filename"]), bytes });
    return {
      errcode: 0,
      body: { type: about["type"], media_id: mediaId, created_at: 1_772_000_000 },
    };
  }

  return {
    files,
    take(cmd: string, body: Fields): { errcode: number; body?: object } {
      if (cmd === "aibot_upload_media_init") return begin(body);
      const upload = begun.get(String(body["upload_id"]));
      if (upload === undefined) return { errcode: 40008 };
      if (cmd === "aibot_upload_media_finish") return end(upload);
      const chunk = Buffer.from(String(body["base64_data"]), "base64");
      if (chunk.length === 0 || chunk.length > 512 * 1024)
        violations.push("a piece of the wrong size");
      upload.chunks.set(Number(body["chunk_index"]), chunk);
      return { errcode: 0 };
    },
  };
}
