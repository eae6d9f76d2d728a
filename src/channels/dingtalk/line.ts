import { type Fields, fieldsOf, idOf, jsonIn, textOf } from "../kit/json-fields.ts";
import { accountReason } from "../kit/judge.ts";
import { type LineEnd, lineHosts } from "../kit/keep-line.ts";
import { runTextLine, type TextLineDeps } from "../kit/text-line.ts";
import { type DingtalkApi, messageTopic } from "./api.ts";
import { type DingtalkApp, dingtalkChannel } from "./settings.ts";
import { isAppRefused } from "./verdict.ts";

export interface LineDeps extends TextLineDeps {
  readonly api: DingtalkApi;
  readonly allowedHosts: readonly string[];
  /** Keeps a message. A rejection leaves it unacknowledged. */
  take(app: DingtalkApp, data: Fields): Promise<void>;
}

const own = /(?:^|\.)dingtalk\.com$/;

/** One connection, from the question where to its end. */
export async function runLine(
  on: LineDeps,
  app: DingtalkApp,
  { signal, ready }: { readonly signal: AbortSignal; ready(): Promise<void> },
): Promise<LineEnd> {
  const said = await on.api.open(app, { signal });
  if (isAppRefused(said)) return { refused: accountReason };
  if (said.kind !== "ok")
    return { broken: said.kind === "error" ? `code_${said.code || said.status}` : said.kind };
  const [endpoint, ticket] = [textOf(said.result["endpoint"]), textOf(said.result["ticket"])];
  if (endpoint === undefined || ticket === undefined) return { broken: "nonsense" };
  const url = `${endpoint}?ticket=${encodeURIComponent(ticket)}`;
  const allowedHosts = lineHosts(url, { own, allowedHosts: on.allowedHosts });
  if (allowedHosts === undefined) return { broken: "blocked" };
  return runTextLine(on, {
    channel: dingtalkChannel,
    url,
    allowedHosts,
    signal,
    opened: ready,
    hear(frame, line) {
      const headers = fieldsOf(frame["headers"]) ?? {};
      const { type, data } = frame;
      if (type === "SYSTEM" && headers["topic"] === "ping")
        return line.send({ code: 200, headers, message: "OK", data });
      if (type === "SYSTEM" && headers["topic"] === "disconnect") return line.renew();
      const messageId = idOf(headers["messageId"]);
      if (type !== "CALLBACK" || messageId === undefined) return;
      const message = fieldsOf(jsonIn(textOf(data) ?? "")) ?? {};
      // Acknowledged when it is kept. What could not be kept DingTalk gives again.
      line.queue(async () => {
        if (headers["topic"] === messageTopic) await on.take(app, message);
        const answer = { contentType: "application/json", messageId };
        line.send({ code: 200, headers: answer, message: "OK", data: '{"response":{}}' });
      });
    },
  });
}
