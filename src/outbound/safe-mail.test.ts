import { afterEach, beforeEach, expect, it } from "vitest";
import { selfSigned } from "../../test/support/certificate.ts";
import { loopbackServers } from "../../test/support/loopback-server.ts";
import { type SmtpOptions, startSmtpServer, wordsOf } from "../../test/vendors/smtp-server.ts";
import { systemClock } from "../cli/system.ts";
import type { MailServer } from "../domain/ports/mail.ts";
import { safeMail } from "./safe-mail.ts";

const servers = loopbackServers();
afterEach(() => servers.close());

const login = { user: "ada@example.org", password: "s3cret" };
const message = {
  id: "key-1@example.org",
  from: "bot@example.org",
  to: "ada@example.net",
  subject: "⏰ 提醒",
  text: "看医生\n.\n..two dots",
  at: new Date("2026-01-05T09:00:00Z"),
};

const { key, cert } = selfSigned("mail.test");
let mail: ReturnType<typeof safeMail>;
beforeEach(() => {
  mail = safeMail({
    clock: systemClock,
    trust: [cert],
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  });
});

async function start(options: SmtpOptions = {}, more: Partial<MailServer> = {}) {
  const security = options.security ?? "none";
  const fake = await startSmtpServer(servers, { ...options, certificate: { key, cert } });
  const server: MailServer = {
    host: "mail.test",
    port: fake.port,
    security,
    login: options.login,
    timeoutMs: 5_000,
    allowedHosts: [`${security === "none" ? "http" : "https"}://mail.test:${fake.port}`],
    ...more,
  };
  return { fake, server };
}

it.each(["tls", "starttls", "none"] as const)(
  "a mail goes out by %s with its login, and arrives word by word",
  async (security) => {
    const { fake, server } = await start({ security, login });
    expect(await mail.send(server, message)).toEqual({ kind: "taken" });
    expect(fake.mails).toMatchObject([
      {
        from: message.from,
        to: [message.to],
        isEncrypted: security !== "none",
        user: login.user,
      },
    ]);
    const [taken] = fake.mails;
    expect(taken && wordsOf(taken)).toEqual({
      subject: message.subject,
      text: message.text.replaceAll("\n", "\r\n"),
    });
    expect(taken?.raw).toMatch(/^Message-ID: <key-1@example\.org>\r$/im);
    expect(fake.violations).toEqual([]);
  },
);

it("a check signs in and hands nothing over", async () => {
  const { fake, server } = await start({ security: "starttls", login });
  expect(await mail.check(server)).toEqual({ kind: "taken" });
  const wrong = { ...server, login: { user: "ada@example.org", password: "other" } };
  expect(await mail.check(wrong)).toEqual({ kind: "refused", step: "login", code: 535 });
  expect([fake.handed.count, fake.violations]).toEqual([0, []]);
});

it.each([
  ["greeting", "554 no", { step: "greeting", code: 554 }],
  ["MAIL", "550 no", { step: "sender", code: 550 }],
  ["RCPT", "550 5.1.1 nobody", { step: "recipient", code: 550 }],
  ["RCPT", "450 later", { step: "recipient", code: 450 }],
  [".", "552 too much", { step: "message", code: 552 }],
  [".", "421 closing", { code: 421 }],
])("a mail server that answers %s with %s is believed", async (command, reply, refused) => {
  const { fake, server } = await start();
  fake.plan.push({ replies: { [command]: reply } });
  expect(await mail.send(server, message)).toMatchObject({ kind: "refused", ...refused });
  expect(fake.mails).toEqual([]);
});

it("a mail whose answer is lost may have arrived, and one that was cut off before has not", async () => {
  const { fake, server } = await start();
  fake.plan.push({ cutAfterTaking: true }, { cutAt: "RCPT" }, { cutAt: "greeting" });
  await expect(mail.send(server, message)).rejects.toMatchObject({ phase: "after", code: "reset" });
  await expect(mail.send(server, message)).rejects.toMatchObject({ phase: "before" });
  await expect(mail.send(server, message)).rejects.toMatchObject({ phase: "before" });
  expect(fake.mails).toHaveLength(1);
});

it("a mail that is given up while the server thinks may have arrived", async () => {
  const { fake, server } = await start();
  const answered = Promise.withResolvers<void>();
  fake.plan.push({ until: answered.promise });
  const giveUp = new AbortController();
  const sending = mail.send({ ...server, signal: giveUp.signal }, message);
  while (fake.handed.count === 0) await new Promise((resolve) => setImmediate(resolve));
  giveUp.abort();
  await expect(sending).rejects.toMatchObject({ phase: "after", code: "aborted" });
  answered.resolve();
});

it("no mail goes to an address that is not allowed, to another name's certificate, or without encryption", async () => {
  const { fake, server } = await start({ security: "tls", login });
  for (const allowedHosts of [[], ["mail.test"], [`mail.test:${fake.port}`]])
    await expect(mail.send({ ...server, allowedHosts }, message)).rejects.toMatchObject({
      phase: "before",
      code: "blocked",
    });
  const other = {
    ...server,
    host: "other.test",
    allowedHosts: [`https://other.test:${fake.port}`],
  };
  expect(await mail.send(other, message)).toEqual({ kind: "refused", step: "tls", code: 0 });
  const bare = await start({ security: "none" });
  const asked = {
    ...bare.server,
    security: "starttls" as const,
    allowedHosts: [`https://mail.test:${bare.fake.port}`],
  };
  expect(await mail.send(asked, message)).toMatchObject({ kind: "refused", step: "tls" });
  expect([...fake.mails, ...bare.fake.mails]).toEqual([]);
});
