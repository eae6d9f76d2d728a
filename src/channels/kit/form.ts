import type { KeptMedia } from "../../domain/ports/media.ts";

export interface Form {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Fields and one file as a form. What is not text is written as JSON. */
export function createForm(
  boundary: string,
  fields: object,
  file: { readonly field: string; readonly media: KeptMedia },
): Form {
  const { bytes, type: mime, name: given = "file" } = file.media;
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : "application/octet-stream";
  const name = given.replaceAll(/["\\\p{Cc}]/gu, "_");
  const values = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${
        typeof value === "string" ? value : JSON.stringify(value)
      }\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      Buffer.from(values.join("") + head),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
