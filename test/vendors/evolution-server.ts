import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to the next send:
 *   accept / accept_then_500 / accept_then_cut / accept_without_id   taken, and then answered so
 *   refuse        not taken, answered with that status and an empty complaint
 *   not_on_whatsapp   not taken: no person has that number
 *   held          taken when the promise resolves
 */
export type EvolutionFate =
  | {
      readonly kind:
        | "accept"
        | "accept_then_500"
        | "accept_then_cut"
        | "accept_without_id"
        | "not_on_whatsapp";
    }
  | { readonly kind: "refuse"; readonly status: number }
  | { readonly kind: "held"; readonly until: Promise<void> };

export interface EvolutionServer {
  readonly url: string;
  readonly instance: string;
  readonly apiKey: string;
  readonly ledger: readonly {
    readonly id: string;
    readonly action: string;
    readonly body: Readonly<Record<string, unknown>>;
  }[];
  readonly violations: readonly string[];
  /** How many messages were handed in, taken or not. */
  readonly sends: number;
  /** How the instance is, as `connectionState` says. */
  state: string;
  plan(...fates: readonly EvolutionFate[]): void;
  close(): Promise<void>;
}

const instance = "Haupt Telefon";
const apiKey = "evo-key-77aa";
const fields: Readonly<Record<string, readonly string[]>> = {
  sendText: ["number", "text", "linkPreview", "quoted"],
  sendMedia: ["number", "mediatype", "media", "caption", "fileName", "mimetype", "quoted"],
  sendWhatsAppAudio: ["number", "audio", "quoted"],
};

/** An Evolution API gateway as far as a sender meets it. More instances than the one may be named. */
export async function startEvolutionServer(also: readonly string[] = []): Promise<EvolutionServer> {
  const ledger: { id: string; action: string; body: Record<string, unknown> }[] = [];
  const violations: string[] = [];
  const fates: EvolutionFate[] = [];
  const phone = { state: "open", sends: 0 };

  const answer = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, status: number, message: unknown): void =>
    answer(response, status, { status, error: "words that change", response: { message } });

  async function send(
    action: string,
    body: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<void> {
    phone.sends += 1;
    const complaint = sendComplaint(action, body);
    if (complaint !== undefined) violations.push(complaint);
    if (complaint !== undefined || phone.state !== "open")
      return refuse(response, 400, ["Error: Connection Closed"]);
    const fate = fates.shift() ?? { kind: "accept" };
    if (fate.kind === "held") await fate.until;
    if (fate.kind === "refuse") return refuse(response, fate.status, []);
    if (fate.kind === "not_on_whatsapp")
      return refuse(response, 400, [{ jid: "1@s.whatsapp.net", exists: false, number: "1" }]);
    const id = `3EB0OUT${String(ledger.length + 1).padStart(4, "0")}`;
    ledger.push({ id, action, body });
    if (fate.kind === "accept_then_500") return refuse(response, 500, ["lost"]);
    if (fate.kind === "accept_then_cut") return void response.destroy();
    const key = {
      remoteJid: `${String(body["number"])}@s.whatsapp.net`,
      fromMe: true,
      ...(fate.kind === "accept_without_id" ? {} : { id }),
    };
    answer(response, 201, {
      key,
      status: "PENDING",
      messageTimestamp: "1767600000",
      instanceId: "i1",
      source: "unknown",
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const [, area, action, name] = (request.url ?? "").split("/").map(decodeURIComponent);
    if (request.headers["apikey"] !== apiKey) {
      violations.push("the key is wrong");
      return refuse(response, 401, "Unauthorized");
    }
    if (name === undefined || ![instance, ...also].includes(name))
      return refuse(response, 404, [`The "${name}" instance does not exist`]);
    if (request.method === "GET" && area === "instance" && action === "connectionState")
      return answer(response, 200, { instance: { instanceName: instance, state: phone.state } });
    if (area === "message" && action !== undefined)
      return send(action, JSON.parse(raw) as Record<string, unknown>, response);
    if (area === "chat" && action === "getBase64FromMediaMessage") {
      const { message } = JSON.parse(raw) as { message: { key: { id: string } } };
      if (message.key.id !== "IN-WITH-FILE") return refuse(response, 400, ["Message not found"]);
      return answer(response, 201, {
        mediaType: "imageMessage",
        mimetype: "image/png",
        base64: Buffer.from("picture").toString("base64"),
      });
    }
    violations.push(`no such route: ${request.method} ${request.url}`);
    refuse(response, 404, []);
  }

  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      violations.push(`the fake server failed: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    instance,
    apiKey,
    ledger,
    violations,
    get sends() {
      return phone.sends;
    },
    get state() {
      return phone.state;
    },
    set state(state) {
      phone.state = state;
    },
    plan: (...more) => void fates.push(...more),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function sendComplaint(action: string, body: Record<string, unknown>): string | undefined {
  const allowed = fields[action];
  if (allowed === undefined) return `no such action: ${action}`;
  const odd = Object.keys(body).find((key) => !allowed.includes(key));
  if (odd !== undefined) return `a field that does not belong: ${odd}`;
  const { number, text, media, audio } = body;
  if (typeof number !== "string" || !/^\d+(@lid|@g\.us)?$|^\d+-\d+@g\.us$/.test(number))
    return "a message without a number";
  const content = action === "sendText" ? text : action === "sendMedia" ? media : audio;
  return typeof content === "string" && content !== "" ? undefined : "an empty message";
}
