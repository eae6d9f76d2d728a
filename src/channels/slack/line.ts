import { type Fields, fieldsOf, idOf, textOf } from "../kit/json-fields.ts";
import { accountReason } from "../kit/judge.ts";
import { type LineEnd, lineHosts } from "../kit/keep-line.ts";
import { runTextLine, type TextLineDeps } from "../kit/text-line.ts";
import type { SlackApi } from "./api.ts";
import { type SlackApp, slackChannel } from "./settings.ts";
import { isAppRefused } from "./verdict.ts";

export interface LineDeps extends TextLineDeps {
  readonly api: SlackApi;
  readonly allowedHosts: readonly string[];
  /** Keeps an envelope. A rejection leaves it unacknowledged. */
  take(app: SlackApp, envelope: Envelope): Promise<void>;
}

/** Something that Slack reports, and waits for an acknowledgement of. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly payload: Fields;
}

const own = /(?:^|\.)(?:slack\.com|slack-msgs\.com|slack-gov\.com)$/;

/** One connection, from the question where to its end. */
export async function runLine(
  on: LineDeps,
  app: SlackApp,
  { signal, ready }: { readonly signal: AbortSignal; ready(): Promise<void> },
): Promise<LineEnd> {
  const said = await on.api.open(app, { signal });
  if (isAppRefused(said)) return { refused: accountReason };
  if (said.kind !== "ok")
    return { broken: said.kind === "error" ? `code_${said.code || said.status}` : said.kind };
  const url = textOf(said.result["url"]) ?? "";
  const allowedHosts = lineHosts(url, { own, allowedHosts: on.allowedHosts });
  if (allowedHosts === undefined) return { broken: "blocked" };
  return runTextLine(on, {
    channel: slackChannel,
    url,
    allowedHosts,
    signal,
    hear(frame, line) {
      const type = textOf(frame["type"]);
      if (type === "hello") return line.queue(ready);
      if (type === "disconnect")
        return frame["reason"] === "link_disabled"
          ? line.leave({ refused: "socket_mode_off" })
          : line.renew();
      const envelope = envelopeIn(frame);
      if (envelope === undefined) return;
      // Acknowledged when it is kept. What could not be kept Slack gives again.
      line.queue(async () => {
        await on.take(app, envelope);
        line.send({ envelope_id: envelope.id });
      });
    },
  });
}

function envelopeIn(frame: Fields): Envelope | undefined {
  const [id, type] = [idOf(frame["envelope_id"]), textOf(frame["type"])];
  if (id === undefined || type === undefined) return undefined;
  return { id, type, payload: fieldsOf(frame["payload"]) ?? {} };
}
