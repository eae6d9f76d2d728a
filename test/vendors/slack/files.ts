import type { IncomingMessage, ServerResponse } from "node:http";

type Fields = Readonly<Record<string, unknown>>;

interface SlackFile {
  readonly name: string;
  readonly length: number;
  bytes: Buffer | undefined;
  readonly sharedIn: string[];
}

/** Files: an address is asked for, the bytes are handed over, and then the file is shared. */
export interface SlackFiles {
  readonly all: Map<string, SlackFile>;
  readonly violations: readonly string[];
  /** A file that a person has. */
  add(id: string, bytes: Uint8Array): void;
  begin(fields: Fields): object;
  complete(fields: Fields): object;
  info(fields: Fields): object;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export function createSlackFiles(originOf: () => string): SlackFiles {
  const all = new Map<string, SlackFile>();
  const violations: string[] = [];
  let made = 0;
  return {
    all,
    violations,
    add(id, bytes) {
      const file = { name: "a", length: bytes.length, bytes: Buffer.from(bytes), sharedIn: [] };
      all.set(id, file);
    },
    begin({ filename, length }) {
      const id = `F${(made += 1)}00`;
      if (!/^\d+$/.test(String(length))) violations.push("an upload without its length");
      all.set(id, {
        name: String(filename),
        length: Number(length),
        bytes: undefined,
        sharedIn: [],
      });
      return { ok: true, upload_url: `${originOf()}/files/upload/${id}`, file_id: id };
    },
    complete({ files, channel_id: chat }) {
      const [{ id } = { id: "" }] = files as { id: string }[];
      const file = all.get(id);
      if (file?.bytes === undefined) return { ok: false, error: "file_not_found" };
      file.sharedIn.push(String(chat));
      return { ok: true, files: [{ id }] };
    },
    info({ file: id }) {
      const file = all.get(String(id));
      if (file === undefined) return { ok: false, error: "file_not_found" };
      const url = `${originOf()}/files/private/${String(id)}`;
      const places = { channels: [], groups: [], ims: file.sharedIn };
      return { ok: true, file: { id, size: file.length, url_private_download: url, ...places } };
    },
    async serve(request, response) {
      const [, what = "", id = ""] = /^\/files\/(\w+)\/(\w+)$/.exec(request.url ?? "") ?? [];
      const file = all.get(id);
      if (what === "upload" && file !== undefined) {
        file.bytes = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
        if (file.bytes.length !== file.length) violations.push("an upload of another length");
        response.writeHead(200).end("OK");
        return;
      }
      const isAllowed = (request.headers.authorization ?? "").startsWith("Bearer xoxb-");
      if (!isAllowed) response.setHeader("content-type", "text/html");
      response.end(isAllowed ? file?.bytes : "<html>sign in</html>");
    },
  };
}
