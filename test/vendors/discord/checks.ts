import type { IncomingMessage } from "node:http";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a call, and its file. */
export async function readBody(request: IncomingMessage): Promise<{
  readonly fields: Fields;
  readonly file?: Buffer | undefined;
  readonly problem?: string | undefined;
}> {
  const bytes = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  const type = request.headers["content-type"] ?? "";
  if (bytes.length === 0) return { fields: {} };
  if (type === "application/json") return { fields: JSON.parse(bytes.toString()) as Fields };
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
  if (boundary === undefined) return { fields: {}, problem: `a body of the type ${type}` };
  const parts = bytes
    .toString("latin1")
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(2, -2))
    .map((part) => {
      const at = part.indexOf("\r\n\r\n");
      const [, name = ""] = /name="([^"]*)"/.exec(part.slice(0, at)) ?? [];
      return { name, bytes: Buffer.from(part.slice(at + 4), "latin1") };
    });
  const json = parts.find(({ name }) => name === "payload_json");
  const file = parts.find(({ name }) => name === "files[0]")?.bytes;
  if (json === undefined || file === undefined) return { fields: {}, problem: "an odd form" };
  return { fields: JSON.parse(json.bytes.toString()) as Fields, file };
}

const messageFields = [
  "content",
  "nonce",
  "enforce_nonce",
  "allowed_mentions",
  "flags",
  "components",
  "message_reference",
];

/** What Discord would refuse, or what it would do against the person's will. */
export function complaintsAbout(call: {
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  readonly file?: Uint8Array | undefined;
}): readonly string[] {
  const { method, path, fields, file } = call;
  if (!/^\/channels\/\d+\/messages(?:\/\d+)?$/.test(path) || !/^(?:POST|PATCH)$/.test(method))
    return [];
  const { content, nonce, components = [] } = fields;
  const buttons = (components as readonly { readonly components: readonly Fields[] }[]).flatMap(
    (row) => row.components,
  );
  const isLong = typeof content === "string" && content.length > 2_000;
  const odd = Object.keys(fields).filter((key) => !messageFields.includes(key));
  return [
    ...(isLong ? ["a text of more than 2,000 characters"] : []),
    ...(content === "" && file === undefined ? ["an empty message"] : []),
    ...(odd.length > 0 ? [`there is no field ${odd.join()}`] : []),
    ...(typeof nonce === "string" && nonce.length > 25 ? ["a nonce of more than 25"] : []),
    ...(buttons.length > 5 ? ["more than five buttons in a row"] : []),
    ...buttons
      .filter(
        ({ type, label, custom_id: id }) =>
          type !== 2 || String(label).length > 80 || String(id).length > 100,
      )
      .map(() => "an odd button"),
    ...(method === "POST" && fields["enforce_nonce"] === true && nonce === undefined
      ? ["a nonce is enforced and missing"]
      : []),
  ];
}
