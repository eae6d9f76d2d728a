import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { Delivery, Verdict } from "../../domain/delivery.ts";
import { pickLanguage } from "../../domain/language.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundHttp } from "../../domain/ports/http.ts";
import type { OutboundMail } from "../../domain/ports/mail.ts";
import type { Log } from "../../domain/ports/log.ts";
import { fieldsOf, jsonIn } from "../kit/json-fields.ts";
import { retryAfterMs, verdictOfFailure } from "../kit/outgoing.ts";
import { sendMail } from "./email.ts";
import { isPosted, type Notification, postCall } from "./post.ts";
import type { NotifiersSection } from "./section.ts";

export const notifiersChannel = "notifiers";

export interface NotifiersDeps {
  readonly section: NotifiersSection;
  readonly http: OutboundHttp;
  readonly mail: OutboundMail;
  readonly clock: Clock;
  readonly ports: Pick<ChannelPorts, "directory">;
  readonly log: Log;
}

/** Notification apps: they carry reminders to one person each, and bring nothing back. */
export function createNotifiers(
  on: Pick<NotifiersDeps, "section" | "http" | "mail" | "clock">,
): Channel {
  const { section, http } = on;
  const routes = new Map(section.routes.map((route) => [route.name, route]));
  return {
    name: notifiersChannel,
    ready: (name) => routes.has(name),
    limits: { partLength: 2_000, partUnit: "bytes", paceMs: 0, sendTimeoutMs: 20_000 },
    capabilities: { ...plainChatApp, opensLinks: false, reportsLater: false },
    unknownSends: "keep",
    async send(delivery, signal) {
      const route = routes.get(delivery.channelAccount);
      if (route === undefined) return { kind: "not_sent", code: "account_not_configured" };
      const shown = toNotification(delivery, route.shows_content);
      if (!isPosted(route)) return sendMail(on, route, { delivery, shown, signal });
      try {
        const call = postCall(section, route, shown);
        return judge(await http.request({ ...call, signal }));
      } catch (error) {
        return verdictOfFailure(error);
      }
    },
  };
}

const hidden = {
  reminder: {
    en: "You have a reminder. Open Meanwhile to read it.",
    zh: "你有一个提醒，打开 Meanwhile 查看。",
  },
  other: {
    en: "You have a message. Open Meanwhile to read it.",
    zh: "你有一条消息，打开 Meanwhile 查看。",
  },
} as const;

/** Anyone who sees the screen reads a notification: its words are shown only where allowed. */
const toNotification = ({ text, source }: Delivery, isShown: boolean): Notification => ({
  title: "Meanwhile",
  body: isShown
    ? text
    : hidden[source === "reminder" ? "reminder" : "other"][pickLanguage(null, text)],
});

function judge({ status, headers, body }: OutboundAnswer): Verdict {
  const fields = fieldsOf(jsonIn(body));
  const code = codeIn(status, fields?.["code"]);
  if (code < 300) return { kind: "sent", providerMessageId: idIn(fields?.["id"]) };
  if (code === 429 || code === 503)
    return { kind: "not_sent", code: "busy", retryAfterMs: retryAfterMs(headers) };
  if (code === 401 || code === 403) return { kind: "refused", code: "token_refused" };
  return { kind: code >= 400 && code < 500 ? "refused" : "unknown", code: `http_${code}` };
}

/** Bark answers 200 and says in the body what went wrong. */
const codeIn = (status: number, said: unknown): number =>
  status < 300 && typeof said === "number" && said >= 400 ? said : status;

const idIn = (id: unknown): string | undefined =>
  typeof id === "string" || typeof id === "number" ? String(id) : undefined;

/** Makes the routes of the settings ways to their people, and ends those that are gone. */
export async function linkRoutes({
  section,
  ports,
  log,
}: Pick<NotifiersDeps, "section" | "ports" | "log">): Promise<void> {
  const names = new Set(section.routes.map(({ name }) => name));
  for (const before of await ports.directory.list(notifiersChannel))
    if (!names.has(before.channelAccount)) await ports.directory.unlink(before);
  const wanted = section.routes.map(({ name, account }) => ({
    channel: notifiersChannel,
    channelAccount: name,
    accountId: account,
  }));
  for (const way of wanted)
    if (!(await ports.directory.openWay(way)))
      log.error(
        { channel: notifiersChannel, route: way.channelAccount },
        "there is no such account",
      );
}
