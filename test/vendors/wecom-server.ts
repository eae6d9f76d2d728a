import { createHash } from "node:crypto";
import { sealBytes, wecomKey, type WecomKey } from "../../src/channels/wecom/crypto.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import { bodyOf, loopbackServers } from "../support/loopback-server.ts";

const wecomToken = "tOken_for_tests_01";
const wecomAesKey = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";
const robotKey = "693a91f6-7a0c-4bc4-97a0-0ec2005fa5aa";

export function testKey(token = wecomToken, aes = wecomAesKey): WecomKey {
  const key = wecomKey(token, aes);
  if (key === undefined) throw new Error("not a key");
  return key;
}

/** What was posted, and where: the truth about what people saw in addition to streams. */
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
  /** One for each address that was given out, in order. */
  codes(): readonly string[];
  robotUrl(key?: string): string;
  close(): Promise<void>;
}

export const digest = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

const fileKey = testKey().key;
export const sealFile = (bytes: Uint8Array): Uint8Array => sealBytes(fileKey, bytes);

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
  /** A robot takes twenty messages in a minute, of whatever kind. */
  function hasRoom(id: string): boolean {
    const recent = (minutes.get(id) ?? []).filter((at) => at > clock.now() - 60_000);
    minutes.set(id, [...recent, clock.now()]);
    if (recent.length >= 20) violations.push("more than twenty messages in a minute");
    return recent.length < 20;
  }

  /** WeCom's verdict on one message: zero is taken. */
  function judge(way: WecomPost["way"], id: string, body: Record<string, unknown>): number {
    const type = String(body["msgtype"]);
    const content = contentIn(body);
    const limit = way === "response_url" ? 20_480 : type === "text" ? 2_048 : 4_096;
    if (way === "response_url" && type !== "markdown") violations.push(`${type} at a response_url`);
    if (way === "robot" && !hasRoom(id)) return 45009;
    if (type === "image" || type === "file") return judgeFile(type, body);
    if (content === "") violations.push("an empty message");
    if (Buffer.byteLength(content) > limit) {
      violations.push(`${Buffer.byteLength(content)} bytes of ${type} at a ${way}`);
      return 40058;
    }
    if (content.includes("\ufffd")) violations.push("a character was cut");
    if (way === "robot") return 0;
    const ticket = issued.get(id);
    if (ticket === undefined || ticket.used || clock.now() - ticket.at > 3_600_000) return 60140;
    ticket.used = true;
    return 0;
  }

  const uploads = new Set<string>();
  /** A picture carries its digest; a file was uploaded before. */
  function judgeFile(type: "image" | "file", body: Record<string, unknown>): number {
    const {
      base64 = "",
      md5,
      media_id: id = "",
    } = body[type] as { base64?: string; md5?: string; media_id?: string };
    if (type === "file") return uploads.has(id) ? 0 : 40007;
    const bytes = Buffer.from(base64, "base64");
    if (bytes.length > 2 * 1024 ** 2 || md5 !== digest(bytes))
      violations.push("a picture that is too large or has another digest");
    return 0;
  }

  const url = await servers.serve((request, response) => {
    void bodyOf(request).then(async (text): Promise<void> => {
      const target = new URL(request.url ?? "", "http://wecom");
      const file = files.get(target.pathname);
      if (request.method === "GET" && file !== undefined) {
        response.writeHead(
          200,
          file.disposition === undefined ? {} : { "content-disposition": file.disposition },
        );
        response.end(file.bytes);
        return;
      }
      if (target.pathname === "/cgi-bin/webhook/upload_media") {
        const name = /filename="([^"]*)"/.exec(text)?.[1] ?? "";
        uploads.add(`media-${name}`);
        response.end(
          JSON.stringify({ errcode: 0, errmsg: "ok", type: "file", media_id: `media-${name}` }),
        );
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
      response.writeHead(
        next?.kind === "accept_then_500" ? 500 : next?.kind === "plain" ? next.status : 200,
        {
          "content-type": "application/json",
        },
      );
      response.end(
        next?.kind === "plain"
          ? (next.body ?? "")
          : JSON.stringify({ errcode, errmsg: errcode === 0 ? "ok" : "no" }),
      );
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
    codes: () => [...issued.keys()],
    robotUrl: (key = robotKey) => `${url}/cgi-bin/webhook/send?key=${key}`,
    close: () => servers.close(),
  };
}
