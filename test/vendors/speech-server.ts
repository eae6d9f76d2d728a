import type { LoopbackServers } from "../support/loopback-server.ts";

/** A server that hears, with OpenAI's interface: it takes a form with a file and a model. */
export interface SpeechServer {
  readonly url: string;
  readonly heard: { readonly name: string; readonly model: string; readonly bytes: Buffer }[];
  readonly violations: string[];
  /** Answers for the next calls, in order; a transcript when the list is empty. */
  readonly plan: { readonly status: number; readonly body: string }[];
}

export async function startSpeechServer(
  servers: LoopbackServers,
  { key, says = "what was said" }: { readonly key?: string; readonly says?: string } = {},
): Promise<SpeechServer> {
  const heard: SpeechServer["heard"] = [];
  const violations: string[] = [];
  const plan: { status: number; body: string }[] = [];
  const url = await servers.serve((request, response) => {
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) => {
      const type = request.headers["content-type"] ?? "";
      const [, boundary = ""] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
      const parts = Buffer.concat(chunks)
        .toString("latin1")
        .split(`--${boundary}`)
        .map((part) => /^\r\n([^]*?)\r\n\r\n([^]*)\r\n$/.exec(part));
      const find = (name: string) =>
        parts.find((part) => part?.[1]?.includes(`form-data; name="${name}"`) === true);
      const [, head = "", bytes] = find("file") ?? [];
      const [, , model] = find("model") ?? [];
      const [, name] = /filename="([^"]+)"/.exec(head) ?? [];
      if (request.method !== "POST" || request.url !== "/v1/audio/transcriptions")
        violations.push(`${request.method} ${request.url}`);
      if (bytes === undefined || model === undefined || name === undefined)
        violations.push("an odd form");
      else heard.push({ name, model, bytes: Buffer.from(bytes, "latin1") });
      const isKnown = key === undefined || request.headers.authorization === `Bearer ${key}`;
      const next = plan.shift() ?? { status: 200, body: JSON.stringify({ text: says }) };
      response.writeHead(isKnown ? next.status : 401).end(isKnown ? next.body : "{}");
    });
  });
  return { url: `${url}/v1`, heard, violations, plan };
}
