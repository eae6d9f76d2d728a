import { createHash } from "node:crypto";
import { isSignedBy, openSealed, sealBytes, sealText, wecomKey, type WecomKey, wecomSignature } from "../../src/channels/wecom/crypto.ts";
import type { ChannelWebhookAnswer } from "../../src/domain/webhook.ts";
import type { Clock } from "../../src/domain/clock.ts";
import { bodyOf, loopbackServers } from "../support/loopback-server.ts";

const wecomToken = "tOken_for_tests_01";
const wecomAesKey = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";
const robotKey = "693a91f6-7a0c-4bc4-97a0-0ec2005fa5aa";

export function testKey(token = wecomToken, aes = wecomAesKey): WecomKey {
  const key = wecomKey(token, aes);
  if (key === undefined) throw new Error("not a key");
  return key;
}

/** What was posted, and where: the truth about what people saw besides streams. */
export interface WecomPost {
  readonly way: "response_url" | "robot";
  /** The response code, or the robot's key. */
  readonly id: string;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export type WecomFate =
  | { readonly kind: "plain"; readonly status: number; readonly body?: string }
  | { readonly kind: "errcode"; readonly code: number }
  | { readonly kind: "accept_then_500" }
  | { readonly kind: "accept_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> };

/** WeCom's own side: its API, which counts bytes and messages, and files. */
export interface WecomServer {
  readonly url: string;
  readonly ledger: readonly WecomPost[];
  /** Calls, taken or not. */
  readonly calls: number;
  readonly violations: string[];
  readonly files: Map<string, { readonly bytes: Uint8Array; readonly disposition?: string }>;
  plan(fate: WecomFate): void;
  responseUrl(scope: string): string;
  robotUrl(key?: string): string;
  close(): Promise<void>;
}

const fileKey = testKey().key;
export const sealedFile = (bytes: Uint8Array): Uint8Array => sealBytes(fileKey, bytes);

export async function startWecomServer(clock: Pick<Clock, "now">): Promise<WecomServer> {
  const servers = loopbackServers();
  const ledger: WecomPost[] = [];
  const violations: string[] = [];
  const fates: WecomFate[] = [];
  const issued = new Map<string, { readonly at: number; used: boolean }>();
  const minutes = new Map<string, number[]>();
  const files: WecomServer["files"] = new Map();
  let calls = 0;

  const contentIn = (body: Record<string, unknown>): string => {
    const content = (body[String(body["msgtype"])] as { content?: unknown } | undefined)?.content;
    return typeof content === "string" ? content : "";
  };
  /** WeCom's verdict on one message: zero is taken. */
  function judge(way: WecomPost["way"], id: string, body: Record<string, unknown>): number {
    const type = String(body["msgtype"]);
    const content = contentIn(body);
    const limit = way === "response_url" ? 20_480 : type === "text" ? 2_048 : 4_096;
    if (way === "response_url" && type !== "markdown") violations.push(`${type} at a response_url`);
    if (type === "image" || type === "file") return judgeFile(type, body);
    if (content === "") violations.push("an empty message");
    if (Buffer.byteLength(content) > limit) {
      violations.push(`${Buffer.byteLength(content)} bytes of ${type} at a ${way}`);
      return 40058;
    }
    if (content.includes("\ufffd")) violations.push("a character was cut");
    if (way === "robot") {
      const recent = (minutes.get(id) ?? []).filter((at) => at > clock.now() - 60_000);
      minutes.set(id, [...recent, clock.now()]);
      if (recent.length >= 20) {
        violations.push("more than twenty messages in a minute");
        return 45009;
      }
      return 0;
    }
    const ticket = issued.get(id);
    if (ticket === undefined || ticket.used || clock.now() - ticket.at > 3_600_000) return 60140;
    ticket.used = true;
    return 0;
  }

  const uploads = new Set<string>();
  /** A picture carries its digest; a file was uploaded before. */
  function judgeFile(type: "image" | "file", body: Record<string, unknown>): number {
    const { base64 = "", md5, media_id: id = "" } = body[type] as { base64?: string; md5?: string; media_id?: string };
    if (type === "file") return uploads.has(id) ? 0 : 40007;
    const bytes = Buffer.from(base64, "base64");
    if (bytes.length > 2 * 1024 ** 2 || md5 !== digest(bytes)) violations.push("a picture that is too large or has another digest");
    return 0;
  }

  const url = await servers.serve((request, response) => {
    void bodyOf(request).then(async (text): Promise<void> => {
      const target = new URL(request.url ?? "", "http://wecom");
      const file = files.get(target.pathname);
      if (request.method === "GET" && file !== undefined) {
        response.writeHead(200, file.disposition === undefined ? {} : { "content-disposition": file.disposition });
        response.end(file.bytes);
        return;
      }
      if (target.pathname === "/cgi-bin/webhook/upload_media") {
        const name = /filename="([^"]*)"/.exec(text)?.[1] ?? "";
        uploads.add(`media-${name}`);
        response.end(JSON.stringify({ errcode: 0, errmsg: "ok", type: "file", media_id: `media-${name}` }));
        return;
      }
      const isReply = target.pathname === "/cgi-bin/aibot/response";
      if (request.method !== "POST" || (!isReply && target.pathname !== "/cgi-bin/webhook/send")) {
        response.writeHead(404);
        response.end();
        return;
      }
      calls += 1;
      const way = isReply ? "response_url" : "robot";
      const id = target.searchParams.get(isReply ? "response_code" : "key") ?? "";
      const body = JSON.parse(text) as Record<string, unknown>;
      const next = fates.shift();
      if (next?.kind === "held") await next.until;
      const isTaken = next === undefined || next.kind === "held" || next.kind.startsWith("accept");
      const errcode = isTaken ? judge(way, id, body) : next.kind === "errcode" ? next.code : 0;
      if (isTaken && errcode === 0) ledger.push({ way, id, text: contentIn(body), body });
      if (next?.kind === "accept_then_cut") {
        request.socket.destroy();
        return;
      }
      response.writeHead(next?.kind === "accept_then_500" ? 500 : next?.kind === "plain" ? next.status : 200, {
        "content-type": "application/json",
      });
      response.end(next?.kind === "plain" ? (next.body ?? "") : JSON.stringify({ errcode, errmsg: errcode === 0 ? "ok" : "no" }));
    });
  });
  return {
    url,
    ledger,
    get calls() {
      return calls;
    },
    violations,
    files,
    plan: (fate) => void fates.push(fate),
    responseUrl(scope) {
      const code = `${scope}-${issued.size + 1}`;
      issued.set(code, { at: clock.now(), used: false });
      return `${url}/cgi-bin/aibot/response?response_code=${encodeURIComponent(code)}`;
    },
    robotUrl: (key = robotKey) => `${url}/cgi-bin/webhook/send?key=${key}`,
    close: () => servers.close(),
  };
}

/** How WeCom's callback reaches the product. */
export type Knock = (request: {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly ip: string;
}) => Promise<Pick<ChannelWebhookAnswer, "status" | "body">>;

/** One bubble in somebody's chat. */
export interface Bubble {
  readonly msgid: string;
  id: string;
  content: string;
  finished: boolean;
  readonly openedAt: number;
  /** Every text that it showed, in order. */
  readonly seen: string[];
  /** Digests of the pictures at its end. */
  readonly pictures: string[];
}

interface ShownStream {
  readonly id?: string;
  readonly content?: string;
  readonly finish?: boolean;
  readonly feedback?: { readonly id: string };
  readonly msg_item?: readonly { readonly image: { readonly base64: string; readonly md5: string } }[];
}

export const digest = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

export interface CallbackResult {
  readonly status: number;
  /** Undefined: an empty packet. */
  readonly reply: Readonly<Record<string, unknown>> | undefined;
}

/** WeCom as it calls us: sealed and signed, and strict about what comes back. */
export interface WecomApp {
  readonly bubbles: Bubble[];
  readonly violations: string[];
  send(message: Readonly<Record<string, unknown>>, how?: SendHow): Promise<CallbackResult>;
  /** Sends a person's message and opens its bubble. */
  say(from: Person, content: object, how?: SendHow & { readonly msgid?: string; readonly noResponseUrl?: boolean }): Promise<Bubble>;
  text(from: Person, text: string, how?: SendHow & { readonly msgid?: string; readonly noResponseUrl?: boolean }): Promise<Bubble>;
  /** Asks once for every bubble that is open, as WeCom does about once a second, for six minutes. */
  poll(how?: SendHow): Promise<void>;
}

export interface Person {
  readonly userid: string;
  readonly chatid?: string | undefined;
}

export interface SendHow {
  readonly knock?: Knock | undefined;
  /** Seconds; the clock's otherwise. */
  readonly timestamp?: number | undefined;
}

const pollMs = 360_000;
let messages = 0;

export function wecomApp(on: {
  readonly clock: Pick<Clock, "now">;
  readonly server: WecomServer;
  readonly knock: Knock;
  readonly path?: string;
  readonly botId?: string;
  readonly key?: WecomKey;
}): WecomApp {
  const key = on.key ?? testKey();
  const bubbles: Bubble[] = [];
  const violations: string[] = [];
  let sent = 0;

  const send: WecomApp["send"] = async (message, how = {}) => {
    sent += 1;
    const timestamp = String(how.timestamp ?? Math.floor(on.clock.now() / 1000));
    const nonce = `nonce-${sent}`;
    const sealed = sealText(key, JSON.stringify(message), Buffer.from(String(sent).padStart(16, "r")));
    const query = { msg_signature: wecomSignature(key, { timestamp, nonce, sealed }), timestamp, nonce };
    // WeCom calls from changing addresses.
    const ip = `10.0.0.${(sent % 250) + 1}`;
    const began = on.clock.now();
    const answer = await (how.knock ?? on.knock)({
      path: on.path ?? "/wecombot/callback",
      query,
      body: JSON.stringify({ encrypt: sealed }),
      ip,
    });
    // WeCom hangs up then, and sends it again.
    if (on.clock.now() - began > 5_000) violations.push("an answer took more than five seconds");
    const body = typeof answer.body === "string" ? answer.body : Buffer.from(answer.body).toString();
    if (answer.status !== 200 || body === "") return { status: answer.status, reply: undefined };
    return { status: 200, reply: opened(body, nonce, message) };
  };

  function opened(body: string, nonce: string, message: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const envelope = JSON.parse(body) as { encrypt: string; msgsignature: string; timestamp: number; nonce: string };
    if (envelope.nonce !== nonce) violations.push("the nonce is not the callback's");
    if (typeof envelope.timestamp !== "number") violations.push("the timestamp is no number");
    if (!isSignedBy(key, { timestamp: String(envelope.timestamp), nonce, sealed: envelope.encrypt }, envelope.msgsignature))
      violations.push("the signature is wrong");
    const reply = JSON.parse(openSealed(key, envelope.encrypt)) as Record<string, unknown>;
    const event = (message["event"] as { eventtype?: string } | undefined)?.eventtype;
    const type = reply["msgtype"];
    const isCard = event === "template_card_event" && reply["response_type"] === "update_template_card";
    if (
      !isCard &&
      (event === "enter_chat" ? type !== "text" : event !== undefined ? true : type !== "stream" && type !== "stream_with_template_card")
    )
      violations.push(`${String(type)} after ${event}`);
    const stream = reply["stream"] as ShownStream | undefined;
    if (stream !== undefined) {
      if (Buffer.byteLength(stream.content ?? "") > 20_480) violations.push("more than 20,480 bytes in a stream");
      if ((stream.content ?? "") === "" || stream.content?.includes("\ufffd") === true) violations.push("an empty or broken stream");
      if (message["msgtype"] === "stream" && stream.feedback !== undefined) violations.push("a feedback id on a refresh");
      if (stream.id === undefined || stream.id === "") violations.push("a stream without an id");
      const items = stream.msg_item ?? [];
      if (items.length > 10 || (items.length > 0 && stream.finish !== true)) violations.push("pictures before the end, or too many");
      if (items.some(({ image }) => digest(Buffer.from(image.base64, "base64")) !== image.md5))
        violations.push("a picture with another digest");
    }
    return reply;
  }

  const show = (bubble: Bubble, reply: CallbackResult["reply"]): void => {
    const stream = reply?.["stream"] as (ShownStream & { id: string; content: string; finish: boolean }) | undefined;
    if (stream === undefined) return;
    bubble.pictures.splice(0, Infinity, ...(stream.msg_item ?? []).map(({ image }) => image.md5));
    if (bubble.id !== "" && bubble.id !== stream.id) violations.push("another stream for the same message");
    if (bubble.finished && (!stream.finish || stream.content !== bubble.content)) violations.push("a finished stream changed");
    Object.assign(bubble, { id: stream.id, content: stream.content, finished: stream.finish });
    if (bubble.seen.at(-1) !== stream.content) bubble.seen.push(stream.content);
  };

  const common = ({ userid, chatid }: Person) => ({
    aibotid: on.botId ?? "AIB1",
    ...(chatid === undefined ? { chattype: "single" } : { chatid, chattype: "group" }),
    from: { userid },
  });
  const say: WecomApp["say"] = async (from, content, how = {}) => {
    // As WeCom writes them: with letters that no file name may have.
    const msgid = how.msgid ?? `CAIQz7/MjQYY/NGagIOAgAMg+${(messages += 1)}=`;
    const scope = from.chatid === undefined ? `user:${from.userid}` : `group:${from.chatid}:${from.userid}`;
    const url = how.noResponseUrl === true ? {} : { response_url: on.server.responseUrl(scope) };
    const result = await send({ msgid, ...common(from), ...url, ...content }, how);
    const known = bubbles.find((bubble) => bubble.msgid === msgid);
    const bubble = known ?? { msgid, id: "", content: "", finished: false, openedAt: on.clock.now(), seen: [], pictures: [] };
    if (known === undefined) bubbles.push(bubble);
    if (result.status !== 200) violations.push(`a message was answered ${result.status}`);
    show(bubble, result.reply);
    return bubble;
  };
  return {
    bubbles,
    violations,
    send,
    say,
    text: (from, text, how) => say(from, { msgtype: "text", text: { content: text } }, how),
    async poll(how = {}) {
      const open = bubbles.filter((bubble) => !bubble.finished && bubble.id !== "" && on.clock.now() - bubble.openedAt < pollMs);
      for (const bubble of open) {
        const { reply, status } = await send(
          { msgid: `poll-${sent}`, ...common({ userid: "poller" }), msgtype: "stream", stream: { id: bubble.id } },
          how,
        );
        if (status !== 200) violations.push(`a refresh was answered ${status}`);
        show(bubble, reply);
      }
    },
  };
}
