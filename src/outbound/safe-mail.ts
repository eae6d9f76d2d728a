import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { OutboundFailure } from "../domain/ports/http.ts";
import type {
  MailAnswer,
  MailMessage,
  MailServer,
  MailStep,
  OutboundMail,
} from "../domain/ports/mail.ts";
import { bare } from "./allowed-hosts.ts";
import { admit, connectOptions, type OutboundOptions } from "./safe-fetch.ts";

/**
 * E-mail by the rules of `safe-fetch.ts`: we dial the connection ourselves, after the same check of
 * every address, and hand it to the library, which is loaded with the first message.
 */
export function safeMail(on: OutboundOptions): OutboundMail {
  return {
    check: (server) => talk(on, server, async () => undefined),
    send: (server, message) => talk(on, server, (line) => deliver(line, message)),
  };
}

type Connection = InstanceType<(typeof import("nodemailer/lib/smtp-connection"))["default"]>;

interface Line {
  readonly connection: Connection;
  /** From here on the server may have the message. */
  isMessageOut: boolean;
}

async function talk(
  on: OutboundOptions,
  server: MailServer,
  work: (line: Line) => Promise<void>,
): Promise<MailAnswer> {
  const over = new AbortController();
  const socket = await dial(on, server, over.signal);
  const line: Line = { connection: await open(on, server, socket), isMessageOut: false };
  const broken = Promise.withResolvers<never>();
  line.connection.once("error", (error) => broken.reject(error));
  const stop = (code: OutboundFailure["code"], what: string): void =>
    broken.reject(failure(server, { phase: phaseOf(line), code, what }));
  const onAbort = (): void => stop("aborted", "was stopped by its caller");
  server.signal?.addEventListener("abort", onAbort, { signal: over.signal });
  void on.clock.wait(server.timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) stop("timeout", `was not over after ${server.timeoutMs} ms`);
  });
  try {
    await Promise.race([greet(line, server).then(() => work(line)), broken.promise]);
    line.connection.quit();
    return { kind: "taken" };
  } catch (error) {
    return answerOf(error, server, line);
  } finally {
    over.abort();
    // A server that ignores the farewell must not keep the connection.
    socket.destroySoon();
    broken.promise.catch(() => undefined);
  }
}

async function dial(
  on: OutboundOptions,
  { host, port, security, allowedHosts, signal }: MailServer,
  over: AbortSignal,
): Promise<Socket> {
  const scheme = security === "none" ? "http" : "https";
  const { url, reach } = admit(`${scheme}://${inUrl(host)}:${port}`, allowedHosts);
  const where = { host, port } as const;
  if (signal?.aborted === true)
    throw failure(where, { phase: "before", code: "aborted", what: "was stopped by its caller" });
  const { lookup } = connectOptions(on, reach);
  const opened = Promise.withResolvers<Socket>();
  const socket = connect({ host: bare(url.hostname), port, lookup }, () => opened.resolve(socket));
  const fail = (error: unknown): void => {
    opened.reject(error);
    socket.destroy();
  };
  socket.once("error", (cause) =>
    fail(
      cause instanceof OutboundFailure
        ? cause
        : failure(where, { phase: "before", code: "connect", what: "could not be opened", cause }),
    ),
  );
  const done = AbortSignal.any([over, ...(signal === undefined ? [] : [signal])]);
  const settled = new AbortController();
  void on.clock.wait(connectMs, AbortSignal.any([done, settled.signal])).then(() => {
    if (!settled.signal.aborted)
      fail(failure(where, { phase: "before", code: "timeout", what: "did not open in time" }));
  });
  return opened.promise.finally(() => settled.abort());
}

const connectMs = 10_000;
const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

async function open(
  on: OutboundOptions,
  { host, port, security, timeoutMs }: MailServer,
  socket: Socket,
): Promise<Connection> {
  const { default: SmtpConnection } = await import("nodemailer/lib/smtp-connection");
  const { ca } = connectOptions(on, "public") as { readonly ca?: string[] };
  return new SmtpConnection({
    connection: socket,
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    // The greeting would otherwise say this machine's name.
    name: "[127.0.0.1]",
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxResponseSize: 64 * 1024,
    tls: { minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
    logger: false,
  });
}

async function greet({ connection }: Line, { login }: MailServer): Promise<void> {
  await waitFor((done) => connection.connect(done));
  if (login !== undefined)
    await waitFor((done) => connection.login({ user: login.user, pass: login.password }, done));
}

async function deliver(
  line: Line,
  { id, from, to, subject, text, at, calendar }: MailMessage,
): Promise<void> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const bytes = await new MailComposer({
    messageId: `<${id}>`,
    from,
    to,
    subject,
    text,
    date: at,
    ...(calendar === undefined
      ? {}
      : {
          icalEvent: {
            method: calendar.method,
            filename: "invitation.ics",
            content: calendar.text,
          },
        }),
    // Other machines do not answer such a message.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  const body = Readable.from(
    (function* () {
      line.isMessageOut = true;
      yield bytes;
    })(),
  );
  await waitFor((done) => line.connection.send({ from, to: [to] }, body, done));
}

const waitFor = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) =>
    start((error) => (error === undefined || error === null ? resolve() : reject(error))),
  );

const phaseOf = ({ isMessageOut }: Line): OutboundFailure["phase"] =>
  isMessageOut ? "after" : "before";

/** By the library's codes and the server's numbers, never by a sentence. */
function answerOf(error: unknown, server: MailServer, line: Line): MailAnswer {
  if (error instanceof OutboundFailure) throw error;
  if (!(error instanceof Error)) throw error;
  const { code = "", responseCode: number = 0, command = "" } = error as Complaint;
  if (number >= 400) return { kind: "refused", step: stepOf(code, command), code: number };
  // A certificate that does not hold arrives as an error of the socket.
  if (code === "ETLS" || (code === "ESOCKET" && line.connection.upgrading === true))
    return { kind: "refused", step: "tls", code: 0 };
  if (code === "ENOAUTH" || code === "EAUTH") return { kind: "refused", step: "login", code: 0 };
  throw failure(server, {
    phase: phaseOf(line),
    code: code === "ETIMEDOUT" ? "timeout" : "reset",
    what: "broke off",
    cause: error,
  });
}

interface Complaint extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

function stepOf(code: string, command: string): MailStep {
  if (code === "ETLS") return "tls";
  if (code === "EAUTH") return "login";
  if (code === "EENVELOPE") return command === "RCPT TO" ? "recipient" : "sender";
  return code === "EMESSAGE" ? "message" : "greeting";
}

const failure = (
  { host, port }: Pick<MailServer, "host" | "port">,
  how: Pick<OutboundFailure, "phase" | "code"> & {
    readonly what: string;
    readonly cause?: unknown;
  },
): OutboundFailure =>
  new OutboundFailure(
    {
      phase: how.phase,
      code: how.code,
      message: `The connection to the mail server ${host}:${port} ${how.what}.`,
    },
    { cause: how.cause },
  );
