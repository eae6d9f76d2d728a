import type { IncomingMessage } from "node:http";

type Fields = Readonly<Record<string, unknown>>;

export interface RequestBody {
  readonly fields: Fields;
  /** The one part of a form that has a file name. */
  readonly file?: Buffer | undefined;
  readonly fileName?: string | undefined;
  readonly problem?: string | undefined;
}

/** JSON, a form with a file, or a form without one, as a vendor reads them. */
export async function readRequestBody(request: IncomingMessage): Promise<RequestBody> {
  const bytes = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  const type = request.headers["content-type"] ?? "";
  if (bytes.length === 0) return { fields: {} };
  if (/^application\/json\b/.test(type)) return { fields: JSON.parse(bytes.toString()) as Fields };
  if (/^application\/x-www-form-urlencoded\b/.test(type))
    return { fields: Object.fromEntries(new URLSearchParams(bytes.toString())) };
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
  return boundary === undefined
    ? { fields: {}, problem: `a body of the type ${type}` }
    : readForm(bytes, boundary);
}

function readForm(bytes: Buffer, boundary: string): RequestBody {
  const parts = bytes
    .toString("latin1")
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(2, -2))
    .map((part) => {
      const at = part.indexOf("\r\n\r\n");
      const head = part.slice(0, at);
      return {
        name: /\bname="([^"]*)"/.exec(head)?.[1] ?? "",
        fileName: /\bfilename="([^"]*)"/.exec(head)?.[1],
        bytes: Buffer.from(part.slice(at + 4), "latin1"),
      };
    });
  const file = parts.find(({ fileName }) => fileName !== undefined);
  const fields = parts
    .filter((part) => part !== file)
    .map(({ name, bytes: value }) => [name, value.toString()] as const);
  return {
    fields: Object.fromEntries(fields),
    file: file?.bytes,
    fileName:
      file?.fileName === undefined ? undefined : Buffer.from(file.fileName, "latin1").toString(),
  };
}
