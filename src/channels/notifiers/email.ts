import type { Delivery, Verdict } from "../../domain/delivery.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { MailAnswer, MailServer, MailStep, OutboundMail } from "../../domain/ports/mail.ts";
import { verdictOfFailure } from "../kit/outgoing.ts";
import { reachOf } from "../kit/reach.ts";
import type { Notification } from "./post.ts";
import type { NotifierRoute, NotifiersSection } from "./section.ts";

const timeoutMs = 18_000;

export function mailServer(
  { smtp, allowed_hosts: allowedHosts }: NotifiersSection,
  how: Partial<Pick<MailServer, "timeoutMs" | "signal">> = {},
): MailServer {
  const { host = "", port, security, user, password } = smtp;
  const name = host.includes(":") ? `[${host}]` : host;
  const origin = `${security === "none" ? "http" : "https"}://${name}:${port}`;
  return {
    host,
    port,
    security,
    login: user === undefined || password === undefined ? undefined : { user, password },
    timeoutMs,
    allowedHosts: reachOf({ apiBaseUrl: origin, allowedHosts }),
    ...how,
  };
}

export interface MailDeps {
  readonly section: NotifiersSection;
  readonly mail: OutboundMail;
  readonly clock: Clock;
}

/** The same delivery has the same id at every attempt, so a mail program shows a repeat once. */
export async function sendMail(
  { section, mail, clock }: MailDeps,
  route: NotifierRoute,
  part: {
    readonly delivery: Delivery;
    readonly shown: Notification;
    readonly signal: AbortSignal;
  },
): Promise<Verdict> {
  const { delivery, shown, signal } = part;
  const { from = "" } = section.smtp;
  const id = `${delivery.idempotencyKey.replaceAll(/[^\w.-]/g, "-")}@${from.split("@")[1]}`;
  try {
    const answer = await mail.send(mailServer(section, { signal }), {
      id,
      from,
      to: route.to ?? "",
      subject: shown.title,
      text: shown.body,
      at: new Date(clock.now()),
    });
    return judgeMail(answer, id);
  } catch (error) {
    return verdictOfFailure(error);
  }
}

const codes: Readonly<Record<MailStep, string>> = {
  greeting: "mail_refused",
  tls: "mail_not_encrypted",
  login: "mail_login_refused",
  sender: "mail_sender_refused",
  recipient: "mail_address_refused",
  message: "mail_refused",
};

/** A number that begins with 4 means "later". */
function judgeMail(answer: MailAnswer, id: string): Verdict {
  if (answer.kind === "taken") return { kind: "sent", providerMessageId: id };
  if (answer.code >= 400 && answer.code < 500) return { kind: "not_sent", code: "busy" };
  return { kind: "refused", code: codes[answer.step] };
}

/** Why a server refuses, in words; undefined for one that takes mail. */
export const mailTroubles = {
  mail_login_refused: {
    en: "The mail server refuses the user name or the password. Many providers want a password made for apps.",
    zh: "邮件服务器拒绝了用户名或密码。很多邮箱要求使用“应用专用密码”或授权码。",
  },
  mail_not_encrypted: {
    en: "No encrypted connection to the mail server could be made. Check the port, security and the certificate.",
    zh: "无法与邮件服务器建立加密连接。请检查端口、security 和证书。",
  },
  mail_sender_refused: {
    en: "The mail server does not accept the sender's address (smtp.from).",
    zh: "邮件服务器不接受发件人地址（smtp.from）。",
  },
  mail_address_refused: {
    en: "The mail server does not accept the recipient's address.",
    zh: "邮件服务器不接受收件人地址。",
  },
  mail_refused: {
    en: "The mail server refused the message.",
    zh: "邮件服务器拒收了这封邮件。",
  },
} as const;

export const troubleOf = (answer: MailAnswer) =>
  answer.kind === "taken"
    ? undefined
    : mailTroubles[codes[answer.step] as keyof typeof mailTroubles];
