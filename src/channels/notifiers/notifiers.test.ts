import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fakePorts } from "../../../test/support/channel-ports.ts";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { bodyOf, loopbackServers } from "../../../test/support/loopback-server.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import { partTo } from "../../../test/support/telegram-bench.ts";
import { type SmtpServer, startSmtpServer, wordsOf } from "../../../test/vendors/smtp-server.ts";
import { systemClock } from "../../cli/system.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { safeMail } from "../../outbound/safe-mail.ts";
import { createNotifiers, linkRoutes } from "./create.ts";
import { notifiers } from "./descriptor.ts";
import { notifiersProblems, type NotifiersSection, notifiersSection } from "./section.ts";

const account = "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00";
const servers = loopbackServers();
let http: ReturnType<typeof safeHttp>;
let url: string;
let calls: { path: string; key: unknown; auth: unknown; body: unknown }[];
let answer: { status: number; body: string };
let smtp: SmtpServer;
const login = { user: "bot@example.org", password: "s3cret" };
const mail = safeMail({ clock: systemClock });
beforeEach(async () => {
  smtp = await startSmtpServer(servers, { login });
  http = safeHttp({ clock: systemClock });
  calls = [];
  answer = { status: 200, body: '{"id":7}' };
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const { "x-gotify-key": key, authorization: auth } = request.headers;
      calls.push({ path: request.url ?? "", key, auth, body: text === "" ? "" : JSON.parse(text) });
      response.writeHead(answer.status, { "retry-after": "9" }).end(answer.body);
    });
  });
  url = `http://127.0.0.1:${await servers.listen(server)}`;
});
afterEach(async () => {
  await http.close();
  await servers.close();
});

const read = (more: object = {}): NotifiersSection =>
  notifiersSection.parse({
    enabled: true,
    allowed_hosts: ["127.0.0.1"],
    smtp: {
      host: "127.0.0.1",
      port: smtp.port,
      security: "none",
      ...login,
      from: "bot@example.org",
    },
    routes: [
      { name: "email", account, kind: "email", to: "ada@example.net", ...more },
      { name: "ntfy", account, kind: "ntfy", url: `${url}/my-topic`, token: "tk", ...more },
      { name: "bark", account, kind: "bark", url: `${url}/my-key/`, ...more },
      { name: "gotify", account, kind: "gotify", url, token: "app-token", ...more },
    ],
  });
const send = (name: string, more: object = {}, text = "⏰ 08:00 see the doctor") =>
  createNotifiers({ section: read(more), http, mail, clock: fakeClock() }).send(
    partTo(`account:${account}`, { channelAccount: name, text, source: "reminder" }),
    new AbortController().signal,
  );

it("a notification is posted as ntfy, Bark and Gotify want it, and hides what it is about", async () => {
  const body = "You have a reminder. Open Meanwhile to read it.";
  for (const name of ["ntfy", "bark", "gotify"])
    expect(await send(name)).toMatchObject({ kind: "sent" });
  expect(calls).toEqual([
    {
      path: "/",
      key: undefined,
      auth: "Bearer tk",
      body: { topic: "my-topic", title: "Meanwhile", message: body, tags: ["alarm_clock"] },
    },
    {
      path: "/push",
      key: undefined,
      auth: undefined,
      body: { device_key: "my-key", title: "Meanwhile", body, group: "Meanwhile" },
    },
    {
      path: "/message",
      key: "app-token",
      auth: undefined,
      body: { title: "Meanwhile", message: body, priority: 5 },
    },
  ]);
});

it("a notification says what it is about only where that is allowed, and hides it in the person's language", async () => {
  await send("gotify", { shows_content: true });
  await send("gotify", {}, "⏰ 08:00 看医生");
  expect(calls.map(({ body }) => (body as { message: string }).message)).toEqual([
    "⏰ 08:00 see the doctor",
    "你有一个提醒，打开 Meanwhile 查看。",
  ]);
});

it.each([
  [200, "{}", { kind: "sent" }],
  [
    200,
    '{"code":400,"message":"failed to get device token"}',
    { kind: "refused", code: "http_400" },
  ],
  [401, "", { kind: "refused", code: "token_refused" }],
  [404, "", { kind: "refused", code: "http_404" }],
  [429, "", { kind: "not_sent", code: "busy", retryAfterMs: 9_000 }],
  [500, "", { kind: "unknown", code: "http_500" }],
])(
  "a notification that is answered with %i %s has its true verdict",
  async (status, body, verdict) => {
    answer = { status, body };
    expect(await send("bark")).toEqual(verdict);
  },
);

it("an e-mail hides what it is about unless that is allowed, and has the same id at every attempt", async () => {
  const sent = await send("email");
  await send("email", { shows_content: true }, "⏰ 08:00 看医生");
  expect(smtp.mails.map(wordsOf)).toEqual([
    { subject: "Meanwhile", text: "You have a reminder. Open Meanwhile to read it." },
    { subject: "Meanwhile", text: "⏰ 08:00 看医生" },
  ]);
  const id = sent?.kind === "sent" ? sent.providerMessageId : undefined;
  expect(smtp.mails[0]?.raw).toContain(`<${id}>`);
  expect([smtp.mails[0]?.to, smtp.violations]).toEqual([["ada@example.net"], []]);
});

it("a message that is not a reminder is announced as a message", async () => {
  const section = read();
  await createNotifiers({ section, http, mail, clock: fakeClock() }).send(
    partTo(`account:${account}`, { channelAccount: "email", text: "a secret", source: "notice" }),
    new AbortController().signal,
  );
  expect(smtp.mails.map((each) => wordsOf(each).text)).toEqual([
    "You have a message. Open Meanwhile to read it.",
  ]);
});

it("the doctor says in words why a mail server takes nothing", async () => {
  const wrong = { ...read(), smtp: { ...read().smtp, password: "other" } };
  const findings = await notifiers.doctor.vendor?.({ section: wrong, http, mail } as never);
  expect(findings?.[0]).toMatchObject({ status: "fail" });
  expect(findings?.[0]?.says.en).toMatch(/refuses the user name or the password/);
});

it("a notifier that does not answer has sent nothing, and one that is not in the settings neither", async () => {
  await servers.close();
  expect(await send("ntfy")).toMatchObject({ kind: "not_sent" });
  expect(await send("nowhere")).toMatchObject({ code: "account_not_configured" });
});

it("a notifier of the settings is linked to its account, and one that is gone is not", async () => {
  const ports = fakePorts(fakeClock());
  await ports.directory.openWay({
    channel: "notifiers",
    channelAccount: "old",
    accountId: account,
  });
  await linkRoutes({ section: read(), ports, log: silentLog });
  expect(ports.accounts.map(({ channelAccount }) => channelAccount)).toEqual([
    "email",
    "ntfy",
    "bark",
    "gotify",
  ]);
});

it("the settings of notifiers are refused where a token, a topic or a name is missing", () => {
  const route = { name: "a", account, kind: "gotify", url: "https://gotify.example.org" };
  const problems = (routes: readonly object[]) =>
    notifiersProblems(notifiersSection.parse({ enabled: true, routes }));
  expect(problems([]).join()).toMatch(/no `routes`/);
  expect(problems([route]).join()).toMatch(/no `token` of the Gotify application for a/);
  expect(problems([{ ...route, url: undefined, kind: "ntfy" }]).join()).toMatch(/no `url` for a/);
  const email = { name: "a", account, kind: "email" };
  expect(problems([email]).join()).toMatch(/no `to` for a.*needs `host` and `from`/);
  const open = { host: "mail.example.org", from: "a@example.org", security: "none" };
  const asked = { enabled: true, routes: [{ ...email, to: "b@example.org" }], smtp: open };
  expect(notifiersProblems(notifiersSection.parse(asked)).join()).toMatch(/`security: none`/);
  const forged = { ...email, to: "b@example.org>\r\nBcc: c@example.org" };
  expect(() => problems([forged])).toThrow(/e-mail address/);
  expect(problems([{ ...route, kind: "ntfy" }]).join()).toMatch(/without its topic/);
  expect(
    problems([
      { ...route, token: "t" },
      { ...route, token: "t" },
    ]).join(),
  ).toMatch(/twice/);
});

it("the doctor asks each notifier's server and shows nothing to a person", async () => {
  const context = { section: read(), http, mail } as never;
  const findings = await notifiers.doctor.vendor?.(context);
  expect(findings?.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
  expect(smtp.handed.count).toBe(0);
  expect(calls.map(({ path }) => path)).toEqual(["/v1/health", "/ping", "/health"]);
});
