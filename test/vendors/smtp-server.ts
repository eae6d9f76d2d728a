import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import type { LoopbackServers } from "../support/loopback-server.ts";

/** What the server does with the next conversation, instead of taking the message. */
export interface MailFate {
  /** A reply in place of the usual one, by command: `greeting`, `EHLO`, `AUTH`, `MAIL`, `RCPT`, `DATA`, `.`. */
  readonly replies?: Readonly<Record<string, string>>;
  /** Takes the message and cuts the line. */
  readonly cutAfterTaking?: boolean;
  /** Cuts the line at this command. */
  readonly cutAt?: string;
  /** Answers the message no sooner than this. */
  readonly until?: Promise<void>;
}

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it came, with its headers. */
  readonly raw: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

/** A mail server as strict as RFC 5321 lets it be. Its mails are the truth about what arrived. */
export interface SmtpServer {
  readonly port: number;
  readonly mails: readonly TakenMail[];
  /** How many messages were handed over, taken or not. */
  readonly handed: { count: number };
  readonly plan: MailFate[];
  /** For tests that let it be out of reach. */
  readonly away: { is: boolean };
  /** What a strict server would complain about. */
  readonly violations: readonly string[];
}

export interface SmtpOptions {
  readonly security?: "tls" | "starttls" | "none";
  readonly certificate?: { readonly key: string; readonly cert: string };
  readonly login?: { readonly user: string; readonly password: string };
}

interface Book {
  readonly options: SmtpOptions;
  readonly mails: TakenMail[];
  readonly handed: { count: number };
  readonly plan: MailFate[];
  readonly violations: string[];
}

export async function startSmtpServer(
  servers: LoopbackServers,
  options: SmtpOptions = {},
): Promise<SmtpServer> {
  const book: Book = { options, mails: [], handed: { count: 0 }, plan: [], violations: [] };
  const accept = (socket: Socket): void => new Conversation(book, socket).begin();
  const server: Server =
    options.security === "tls"
      ? createTlsServer({ ...options.certificate }, accept)
      : createServer(accept);
  server.on("tlsClientError", () => undefined);
  return { ...book, away: { is: false }, port: await servers.listen(server) };
}

type Command = (argument: string) => string | undefined;

class Conversation {
  readonly #book: Book;
  readonly #fate: MailFate;
  #socket: Socket;
  #rest = "";
  #isEncrypted: boolean;
  #isGreeted = false;
  #user: string | undefined;
  #from: string | undefined;
  #to: string[] = [];
  #body: string[] | undefined;

  constructor(book: Book, socket: Socket) {
    this.#book = book;
    this.#fate = book.plan.shift() ?? {};
    this.#socket = socket;
    this.#isEncrypted = book.options.security === "tls";
  }

  begin(): void {
    this.#listen();
    this.#say("greeting", "220 fake.example ESMTP");
  }

  #listen(): void {
    this.#socket.on("error", () => undefined);
    this.#socket.on("data", (bytes: Buffer) => this.#read(bytes.toString("latin1")));
  }

  #say(command: string, usual: string): void {
    if (this.#fate.cutAt === command) return void this.#socket.destroy();
    const text = this.#fate.replies?.[command] ?? usual;
    this.#socket.write(`${text}\r\n`);
    if (text.startsWith("421")) this.#socket.end();
  }

  #complain(what: string): void {
    this.#book.violations.push(what);
  }

  #read(text: string): void {
    this.#rest += text;
    for (let end = this.#rest.indexOf("\n"); end >= 0; end = this.#rest.indexOf("\n")) {
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + 1);
      if (!line.endsWith("\r")) this.#complain("a line ends without CR");
      this.#take(line.replace(/\r$/, ""));
    }
  }

  #take(line: string): void {
    if (line.length > 998) this.#complain("a line is longer than 998 characters");
    if (this.#body !== undefined) return this.#takeBody(this.#body, line);
    const [, verb = "", argument = ""] = /^(\w+)(?: (.*))?$/.exec(line) ?? [];
    const known = this.#commands[verb.toUpperCase()];
    if (known === undefined) this.#complain(`an unknown command: ${line}`);
    const usual = known === undefined ? "500 what?" : known(argument);
    if (usual !== undefined) this.#say(verb.toUpperCase(), usual);
  }

  readonly #commands: Readonly<Record<string, Command>> = {
    EHLO: (name) => {
      if (!/^[\w.-]+$|^\[[^\]]+\]$/.test(name)) this.#complain(`an odd name: ${name}`);
      this.#isGreeted = true;
      const { security, login } = this.#book.options;
      const offers = [
        ...(security === "starttls" && !this.#isEncrypted ? ["STARTTLS"] : []),
        ...(login !== undefined ? ["AUTH PLAIN LOGIN"] : []),
        "8BITMIME",
        "SIZE 1000000",
      ];
      return ["fake.example", ...offers]
        .map((offer, at) => `250${at === offers.length ? " " : "-"}${offer}`)
        .join("\r\n");
    },
    STARTTLS: () => {
      if (this.#book.options.security !== "starttls") return "502 not here";
      this.#say("STARTTLS", "220 go ahead");
      this.#socket.removeAllListeners("data");
      this.#socket = new TLSSocket(this.#socket, {
        isServer: true,
        ...this.#book.options.certificate,
      });
      this.#isEncrypted = true;
      this.#isGreeted = false;
      this.#listen();
      return undefined;
    },
    AUTH: (argument) => {
      const { login, security = "none" } = this.#book.options;
      if (security !== "none" && !this.#isEncrypted)
        this.#complain("a password without encryption");
      const [, given = ""] = /^PLAIN (\S+)$/.exec(argument) ?? [];
      const [, user, password] = Buffer.from(given, "base64").toString().split("\0");
      if (login === undefined || user !== login.user || password !== login.password)
        return "535 5.7.8 no";
      this.#user = user;
      return "235 2.7.0 welcome";
    },
    MAIL: (argument) => {
      if (!this.#isGreeted) this.#complain("MAIL before EHLO");
      const { login, security = "none" } = this.#book.options;
      if (security !== "none" && !this.#isEncrypted) this.#complain("mail without encryption");
      if (login !== undefined && this.#user === undefined) return "530 sign in first";
      const [, from] = /^FROM:<([^<>\s]+@[^<>\s]+)>/.exec(argument) ?? [];
      if (from === undefined) this.#complain(`an odd sender: ${argument}`);
      this.#from = from;
      return "250 ok";
    },
    RCPT: (argument) => {
      const [, to] = /^TO:<([^<>\s]+@[^<>\s]+)>/.exec(argument) ?? [];
      if (this.#from === undefined || to === undefined) this.#complain(`an odd recipient`);
      else if (this.#fate.replies?.["RCPT"] === undefined) this.#to.push(to);
      return "250 ok";
    },
    DATA: () => {
      if (this.#to.length === 0) this.#complain("DATA without a recipient");
      if (this.#fate.replies?.["DATA"] === undefined) this.#body = [];
      return "354 go on";
    },
    RSET: () => "250 ok",
    NOOP: () => "250 ok",
    QUIT: () => {
      this.#socket.end("221 bye\r\n");
      return undefined;
    },
  };

  #takeBody(body: string[], line: string): void {
    if (line !== ".") return void body.push(line.replace(/^\./, ""));
    this.#body = undefined;
    this.#book.handed.count += 1;
    void this.#close(body.join("\r\n"));
  }

  async #close(raw: string): Promise<void> {
    const [head = ""] = raw.split("\r\n\r\n");
    if (/[^\x20-\x7e\r\n\t]/.test(head)) this.#complain("a header that is not ASCII");
    for (const name of ["From", "To", "Subject", "Date", "Message-ID"])
      if ([...head.matchAll(new RegExp(`^${name}: \\S`, "gim"))].length !== 1)
        this.#complain(`${name} is missing, or there twice`);
    const { cutAfterTaking, until, replies } = this.#fate;
    await until;
    if (!/^[45]/.test(replies?.["."] ?? "")) this.#keep(raw);
    if (cutAfterTaking === true) this.#socket.destroy();
    else this.#say(".", "250 2.0.0 queued");
  }

  #keep(raw: string): void {
    this.#book.mails.push({
      from: this.#from ?? "",
      to: this.#to,
      raw,
      isEncrypted: this.#isEncrypted,
      user: this.#user,
    });
  }
}

/** The words of a mail, decoded. */
export function wordsOf({ raw }: TakenMail): { readonly subject: string; readonly text: string } {
  const at = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, at).replaceAll(/\r\n[ \t]/g, " ");
  const body = raw.slice(at + 4);
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1] ?? "";
  const encoding = field("Content-Transfer-Encoding").toLowerCase();
  const text =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString()
      : encoding === "quoted-printable"
        ? fromQuoted(body.replaceAll(/=\r\n/g, ""))
        : body;
  const subject = field("Subject")
    .replaceAll(/\?= +=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, words: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(words, "base64").toString()
        : fromQuoted(words.replaceAll("_", " ")),
    );
  return { subject, text: text.replace(/\r\n$/, "") };
}

/** The calendar part of a mail, with the header that says what it asks for. */
export function calendarOf({ raw }: TakenMail): { readonly type: string; readonly text: string } {
  const part = raw
    .split(/\r\n--[^\r\n]+/)
    .find((each) => /^\r\ncontent-type: text\/calendar/i.test(each));
  if (part === undefined) throw new Error("the mail has no calendar");
  const at = part.indexOf("\r\n\r\n");
  const head = part.slice(0, at).replaceAll(/\r\n[ \t]/g, " ");
  const [, type = ""] = /content-type: (.*)/i.exec(head) ?? [];
  const body = part.slice(at + 4);
  const text = /encoding: base64/i.test(head)
    ? Buffer.from(body, "base64").toString()
    : /encoding: quoted-printable/i.test(head)
      ? fromQuoted(body.replaceAll(/=\r\n/g, ""))
      : body;
  return { type, text };
}

const fromQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  ).toString();
