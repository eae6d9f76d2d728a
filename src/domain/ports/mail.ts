/** E-mail out, behind the same guards as `OutboundHttp`. */
export interface OutboundMail {
  /**
   * Hands a message to the server. Rejects with an `OutboundFailure` when there was no answer: its
   * `phase` is `after` once the message itself was on its way.
   */
  send(server: MailServer, message: MailMessage): Promise<MailAnswer>;
  /** Connects and signs in, and sends nothing. */
  check(server: MailServer): Promise<MailAnswer>;
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before anything else is said, or `none`. */
  readonly security: "tls" | "starttls" | "none";
  readonly login?: { readonly user: string; readonly password: string } | undefined;
  readonly timeoutMs: number;
  /** Hosts that may be reached. A loopback or private host is reachable only when it is in here. */
  readonly allowedHosts: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface MailMessage {
  /** Without angle brackets. A server or a reader that knows it already shows it once. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: Date;
  /** An invitation for calendar programs, beside the text (RFC 6047). */
  readonly calendar?: { readonly method: "REQUEST" | "CANCEL"; readonly text: string } | undefined;
}

/** The step at which a server refused. */
export type MailStep = "greeting" | "tls" | "login" | "sender" | "recipient" | "message";

export type MailAnswer =
  | { readonly kind: "taken" }
  /** `code` is the server's number, such as 535; 0 where there was none. */
  | { readonly kind: "refused"; readonly step: MailStep; readonly code: number };
