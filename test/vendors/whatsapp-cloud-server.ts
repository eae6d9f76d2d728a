import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CloudCall {
  readonly method: string;
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly raw: Buffer;
  readonly type: string | undefined;
}

/**
 * What happens to the next POST of a message:
 *   accept / accept_then_500 / accept_then_cut   taken, and then answered, answered with 500, or not answered
 *   error        not taken; the body is Meta's, with this code
 *   error_in_200 the same with status 200
 *   plain        any status and body
 *   held         taken when the promise resolves
 */
export type CloudFate =
  | { readonly kind: "accept" | "accept_then_500" | "accept_then_cut" | "accept_without_id" }
  | {
      readonly kind: "error";
      readonly code: number;
      readonly status: number;
      readonly retryAfter?: number;
    }
  | { readonly kind: "error_in_200"; readonly code: number }
  | { readonly kind: "plain"; readonly status: number; readonly body: string }
  | { readonly kind: "held"; readonly until: Promise<void> };

export interface CloudServer {
  readonly url: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly calls: readonly CloudCall[];
  /** Messages that a person would see, in order. */
  readonly ledger: readonly {
    readonly id: string;
    readonly message: Readonly<Record<string, unknown>>;
  }[];
  /** Messages shown as read. */
  readonly read: readonly string[];
  readonly uploads: ReadonlyMap<string, { readonly bytes: Buffer; readonly type: string }>;
  /** What a strict vendor would complain about. A good test ends with none. */
  readonly violations: readonly string[];
  /** Every call answers with 190 while this is set. */
  tokenIsDead: boolean;
  plan(...fates: readonly CloudFate[]): void;
  /** A file that a person sent; gives its id. */
  putMedia(bytes: Uint8Array, options?: { readonly url?: string }): string;
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

const version = "v25.0";
const phoneNumberId = "106540352242922";
const accessToken = "EAAB-test-token-5e1c";

/** Meta's Graph API as far as a sender meets it: strict about every field, with a ledger of what people saw. More numbers than the one may be named. */
export async function startCloudServer(also: readonly string[] = []): Promise<CloudServer> {
  const calls: CloudCall[] = [];
  const ledger: { id: string; message: Record<string, unknown> }[] = [];
  const read: string[] = [];
  const uploads = new Map<string, { bytes: Buffer; type: string }>();
  const files = new Map<string, { bytes: Buffer; url?: string | undefined }>();
  const violations: string[] = [];
  const numbers = [phoneNumberId, ...also];
  const fates: CloudFate[] = [];
  let watchers: { readonly holds: () => boolean; readonly tell: () => void }[] = [];
  const notifyWatchers = (): void => {
    const told = watchers.filter(({ holds }) => holds());
    watchers = watchers.filter((watcher) => !told.includes(watcher));
    for (const { tell } of told) tell();
  };

  const answer = (response: ServerResponse, status: number, body: object | string): void => {
    if (response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const fault = (code: number): object => ({
    error: {
      message: `(#${code}) what it says changes`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp" },
    },
  });

  async function postMessage(
    json: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<void> {
    if (json["status"] === "read") {
      violations.push(...readComplaints(json));
      read.push(String(json["message_id"]));
      return answer(response, 200, { success: true });
    }
    const complaint = messageComplaint(json, uploads);
    if (complaint !== undefined) {
      violations.push(complaint);
      return answer(response, 400, fault(100));
    }
    const fate = fates.shift() ?? { kind: "accept" };
    if (fate.kind === "held") await fate.until;
    const { kind } = fate;
    if (fate.kind === "error") {
      if (fate.retryAfter !== undefined) response.setHeader("retry-after", String(fate.retryAfter));
      return answer(response, fate.status, fault(fate.code));
    }
    if (fate.kind === "error_in_200") return answer(response, 200, fault(fate.code));
    if (fate.kind === "plain") return answer(response, fate.status, fate.body);
    const id = `wamid.OUT${String(ledger.length + 1).padStart(4, "0")}`;
    ledger.push({ id, message: json });
    if (kind === "accept_then_500") return answer(response, 500, "<html>upstream</html>");
    if (kind === "accept_then_cut") return void response.destroy();
    const to = json["to"] ?? json["recipient"];
    const messages = kind === "accept_without_id" ? [] : [{ id }];
    answer(response, 200, {
      messaging_product: "whatsapp",
      contacts: [{ input: to, wa_id: to }],
      messages,
    });
  }

  function postMedia(raw: Buffer, type: string, response: ServerResponse): void {
    const [, boundary] = /^multipart\/form-data; boundary=([\w-]+)$/.exec(type) ?? [];
    const parts = boundary === undefined ? [] : raw.toString("latin1").split(`--${boundary}`);
    const part = parts.find((one) => /name="file"; filename="[^"]+"/.test(one));
    const [, fileType] = /content-type: ([^\r]+)\r\n\r\n/i.exec(part ?? "") ?? [];
    if (
      part === undefined ||
      fileType === undefined ||
      !parts.some((one) => one.endsWith('name="messaging_product"\r\n\r\nwhatsapp\r\n'))
    ) {
      violations.push("an upload that is not a form with a file");
      return answer(response, 400, fault(100));
    }
    const bytes = Buffer.from(part.slice(part.indexOf("\r\n\r\n") + 4, -2), "latin1");
    const id = `up-${uploads.size + 1}`;
    uploads.set(id, { bytes, type: fileType });
    answer(response, 200, { id });
  }

  function get(path: string, response: ServerResponse): void {
    const [, first, second] = path.split("/");
    if (path === `/${version}/${phoneNumberId}`)
      return answer(response, 200, { id: phoneNumberId });
    const file = files.get(String(second));
    if (first === version && file !== undefined) {
      const sha256 = createHash("sha256").update(file.bytes).digest("hex");
      return answer(response, 200, {
        url: file.url ?? `${url()}/file/${second}`,
        mime_type: "image/jpeg",
        sha256,
        id: second,
      });
    }
    if (first === "file" && file !== undefined)
      return void response.writeHead(200, { "content-type": "image/jpeg" }).end(file.bytes);
    answer(response, 404, fault(100));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const [path = ""] = (request.url ?? "").split("?");
    const type = request.headers["content-type"];
    const json =
      type === "application/json"
        ? (JSON.parse(raw.toString()) as Record<string, unknown>)
        : undefined;
    calls.push({ method: request.method ?? "", path, json, raw, type });
    notifyWatchers();
    if (request.headers.authorization !== `Bearer ${accessToken}`) {
      violations.push("the token is wrong");
      answer(response, 401, fault(190));
    } else if (server.dead) answer(response, 401, fault(190));
    else if (request.method === "GET") get(path, response);
    else if (numbers.some((id) => path === `/${version}/${id}/messages`) && json !== undefined)
      await postMessage(json, response);
    else if (path === `/${version}/${phoneNumberId}/media`) postMedia(raw, type ?? "", response);
    else {
      violations.push(`no such route: ${request.method} ${path}`);
      answer(response, 404, fault(100));
    }
    notifyWatchers();
  }

  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      violations.push(`the fake server failed: ${String(error)}`);
      response.destroy();
    });
  });
  const server = { dead: false };
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const url = (): string => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const address = url();

  return {
    url: address,
    phoneNumberId,
    accessToken,
    calls,
    ledger,
    read,
    uploads,
    violations,
    get tokenIsDead() {
      return server.dead;
    },
    set tokenIsDead(dead) {
      server.dead = dead;
    },
    plan: (...more) => void fates.push(...more),
    putMedia(bytes, options = {}) {
      const id = `media-${files.size + 1}`;
      files.set(id, { bytes: Buffer.from(bytes), url: options.url });
      return id;
    },
    until: (holds) =>
      holds() ? Promise.resolve() : new Promise((tell) => void watchers.push({ holds, tell })),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function readComplaints(json: Record<string, unknown>): string[] {
  const right =
    json["messaging_product"] === "whatsapp" &&
    typeof json["message_id"] === "string" &&
    JSON.stringify(json["typing_indicator"]) === '{"type":"text"}' &&
    Object.keys(json).length === 4;
  return right ? [] : ["a read mark of another shape"];
}

const common = [
  "messaging_product",
  "recipient_type",
  "to",
  "recipient",
  "context",
  "biz_opaque_callback_data",
  "type",
];

function messageComplaint(
  json: Record<string, unknown>,
  uploads: CloudServer["uploads"],
): string | undefined {
  const {
    messaging_product: product,
    recipient_type: recipientType,
    to,
    recipient,
    type,
    biz_opaque_callback_data: opaque,
  } = json;
  if (product !== "whatsapp" || recipientType !== "individual")
    return "a message without product or kind of recipient";
  if ((to === undefined) === (recipient === undefined))
    return "a message needs either `to` or `recipient`";
  if (to !== undefined && !(typeof to === "string" && /^\d{5,20}$/.test(to)))
    return "`to` is not a phone number";
  if (
    recipient !== undefined &&
    !(typeof recipient === "string" && /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]+$/.test(recipient))
  )
    return "`recipient` is not a user id";
  if (typeof opaque !== "string" || opaque === "" || opaque.length > 512)
    return "a message that can't be found again";
  if (
    typeof type !== "string" ||
    Object.keys(json).some((key) => !common.includes(key) && key !== type)
  )
    return "a field that does not belong";
  return bodyComplaint(type, json[type] as Record<string, unknown> | undefined, uploads);
}

function bodyComplaint(
  type: string,
  body: Record<string, unknown> | undefined,
  uploads: CloudServer["uploads"],
): string | undefined {
  if (body === undefined) return "a message without its body";
  if (type === "text") {
    const words = body["body"];
    return typeof words !== "string" || words === "" || Array.from(words).length > 4096
      ? "a text of a wrong length"
      : undefined;
  }
  if (type === "template") {
    const [component] = body["components"] as { type: string; parameters: { text: string }[] }[];
    const words = component?.parameters[0]?.text ?? "";
    const right =
      component?.type === "body" &&
      component.parameters.length === 1 &&
      typeof body["name"] === "string";
    return !right || words === "" || words.length > 1024 || /[\n\t]| {4}/.test(words)
      ? "a template with a wrong parameter"
      : undefined;
  }
  if (!["image", "video", "audio", "document"].includes(type)) return `no such type: ${type}`;
  const upload = uploads.get(String(body["id"]));
  if (type === "audio" && upload?.type === "audio/ogg") return "OGG without its codec";
  if (type === "audio" && body["caption"] !== undefined) return "audio has no caption";
  const known = typeof body["link"] === "string" || uploads.has(String(body["id"]));
  return known ? undefined : "a file that was never uploaded";
}
