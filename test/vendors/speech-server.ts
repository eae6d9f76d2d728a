import type { IncomingMessage } from "node:http";
import type { LoopbackServers } from "../support/loopback-server.ts";

/** A server that hears and speaks, with OpenAI's interface: a form with a file and a model, or words in JSON. */
export interface SpeechServer {
  readonly url: string;
  readonly heard: { readonly name: string; readonly model: string; readonly bytes: Buffer }[];
  /** What it was asked to say. */
  readonly spoken: object[];
  readonly violations: string[];
  /** Answers for the next calls, in order; a transcript when the list is empty. */
  readonly plan: { readonly status: number; readonly body: string }[];
}

export async function startSpeechServer(
  servers: LoopbackServers,
  { key, says = "what was said" }: { readonly key?: string; readonly says?: string } = {},
): Promise<SpeechServer> {
  const heard: SpeechServer["heard"] = [];
  const spoken: object[] = [];
  const violations: string[] = [];
  const plan: { status: number; body: string }[] = [];
  const url = await servers.serve((request, response) => {
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) => {
      const body = Buffer.concat(chunks);
      const isSpeech = request.url === "/v1/audio/speech";
      if (isSpeech) spoken.push(JSON.parse(body.toString()) as object);
      else hear(request, body);
      const usual = isSpeech ? "OggS sound" : JSON.stringify({ text: says });
      const next = plan.shift() ?? { status: 200, body: usual };
      const isKnown = key === undefined || request.headers.authorization === `Bearer ${key}`;
      response.writeHead(isKnown ? next.status : 401).end(isKnown ? next.body : "{}");
    });
  });
  return { url: `${url}/v1`, heard, spoken, violations, plan };

  function hear({ headers, method, url: path }: IncomingMessage, form: Buffer): void {
    const type = headers["content-type"] ?? "";
    const [, boundary = ""] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
    const parts = form
      .toString("latin1")
      .split(`--${boundary}`)
      .map((part) => /^\r\n([^]*?)\r\n\r\n([^]*)\r\n$/.exec(part));
    const find = (name: string) =>
      parts.find((part) => part?.[1]?.includes(`form-data; name="${name}"`) === true);
    const [, head = "", bytes] = find("file") ?? [];
    const [, , model] = find("model") ?? [];
    const [, name] = /filename="([^"]+)"/.exec(head) ?? [];
    if (method !== "POST" || path !== "/v1/audio/transcriptions")
      violations.push(`${method} ${path}`);
    if (bytes === undefined || model === undefined || name === undefined)
      violations.push("an odd form");
    else heard.push({ name, model, bytes: Buffer.from(bytes, "latin1") });
  }
}
