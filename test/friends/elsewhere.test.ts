import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { type App, startApp } from "../../src/main.ts";
import { openPeerKey, signatureHeader } from "../../src/outbound/peers/envelope.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { findMorningZone } from "../support/morning-zone.ts";
import { createMigratedDatabase, type FreshDatabase } from "../support/postgres.ts";

/** Two installations on one machine, each behind a line that the test can cut and listen to. */
const operatorToken = "an-operator-token-for-tests-only-and-long";
const lines = loopbackServers();

interface Line {
  readonly url: string;
  /** Where it leads. Undefined: nothing answers. */
  to: string | undefined;
  /** Everything that was sent through it. */
  readonly heard: { readonly body: Buffer; readonly signature: string }[];
  /** Loses the answer to the next request, after it was taken. */
  losesNext: boolean;
}

async function openLine(): Promise<Line> {
  const line = {
    url: "",
    to: undefined as string | undefined,
    heard: [] as Line["heard"],
    losesNext: false,
  };
  const relay = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync(asked as AsyncIterable<Buffer>));
    if (line.to !== undefined) {
      line.heard.push({ body, signature: String(asked.headers[signatureHeader] ?? "") });
      const passed = await pass(new URL(asked.url ?? "/", line.to), asked, body);
      const isLost = line.losesNext;
      line.losesNext = false;
      if (!isLost) {
        answer.writeHead(passed.status, passed.headers).end(passed.bytes);
        return;
      }
    }
    answer.socket?.destroy();
  };
  const server = createServer((asked, answer) => void relay(asked, answer));
  line.url = `http://127.0.0.1:${await lines.listen(server)}`;
  return line;
}

const pass = (url: URL, asked: IncomingMessage, body: Buffer) =>
  new Promise<{ status: number; headers: IncomingMessage["headers"]; bytes: Buffer }>(
    (resolve, reject) => {
      const { host: _host, ...headers } = asked.headers;
      const sent = request(url, { method: asked.method, headers }, (answer) => {
        void Array.fromAsync(answer as AsyncIterable<Buffer>).then((chunks) =>
          resolve({
            status: answer.statusCode ?? 500,
            headers: answer.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    },
  );

interface Cell {
  readonly host: string;
  readonly line: Line;
  readonly database: FreshDatabase;
  readonly app: App;
  readonly dataDir: string;
}

const secretOf = (host: string): string => (host === "oak.example" ? "a" : "b").repeat(64);
const publicKeyOf = (secret: string): string =>
  openPeerKey(() =>
    openKeyring({ key: secret, file: "/nowhere", randomBytes: () => new Uint8Array() }),
  ).public;

async function startCell(
  host: string,
  line: Line,
  other: { host: string; line: Line },
): Promise<Cell> {
  const database = await createMigratedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-cell-"));
  const { host: socket, port, user, database: name } = database.connection;
  const env = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(socket)}:${port}/${name}`,
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_OPERATOR_TOKEN: operatorToken,
    MEANWHILE_SECRET_KEY: secretOf(host),
    MEANWHILE_DEFAULT_TIMEZONE: findMorningZone(),
    MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
    MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000",
    MEANWHILE_PEERS__HOST: host,
    MEANWHILE_PEERS__KNOWN: JSON.stringify([
      { host: other.host, url: other.line.url, key: publicKeyOf(secretOf(other.host)) },
    ]),
  };
  const app = await startApp({
    config: loadConfig({ env, cwd: dataDir }),
    logStream: { write: () => true },
    command: "test",
    pageDir: "/nowhere",
    warmsUp: false,
  });
  line.to = app.url;
  return { host, line, database, app, dataDir };
}

interface Person {
  /** Says something and returns the reply. */
  say(text: string): Promise<string>;
  /** Waits for a message that the companion sent by itself, with this in it. */
  hears(part: string): Promise<string>;
  call(method: string, path: string, json?: object): Promise<Record<string, unknown>>;
  readonly account: string;
  /** All that is stored of this person, as text. */
  export(): Promise<string>;
  erase(name: string): Promise<void>;
}

async function meet({ app }: Cell, name: string): Promise<Person> {
  const callAs =
    (token: string) =>
    async (method: string, path: string, json?: object): Promise<Record<string, unknown>> => {
      const answer = await fetch(app.url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    };
  const operator = callAs(operatorToken);
  const account = await operator("POST", "/api/accounts", { display_name: name, language: "en" });
  const { token } = await operator("POST", "/api/tokens", { account_id: account["id"] });
  const call = callAs(String(token));
  const conversation = String((await call("POST", "/api/conversations", {}))["id"]);
  const path = `/api/conversations/${conversation}/messages`;
  const read = async (): Promise<readonly string[]> =>
    ((await call("GET", path))["messages"] as { direction: string; text: string }[])
      .filter(({ direction }) => direction === "outbound")
      .map(({ text }) => text);
  let seen = 0;
  const next = (part: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const all = await read();
        const at = all.findIndex((text, index) => index >= seen && text.includes(part));
        if (at < 0) throw new Error(`"${part}" is not in: ${all.slice(seen).join(" | ")}`);
        seen = at + 1;
        return all[at] ?? "";
      },
      { timeout: 60_000, interval: 100 },
    );
  return {
    hears: next,
    call,
    account: String(account["id"]),
    async export() {
      const { url } = await call("POST", "/api/account/export", {});
      const copy = await fetch(app.url + String(url), {
        headers: { Authorization: `Bearer ${String(token)}` },
      });
      return copy.text();
    },
    async erase(as) {
      await operator("POST", `/api/accounts/${String(account["id"])}/disable`);
      await operator("POST", `/api/accounts/${String(account["id"])}/erase`, { name: as });
    },
    async say(text) {
      seen = (await read()).length;
      await call("POST", path, { text, client_id: crypto.randomUUID() });
      return next("");
    },
  };
}

let oak: Cell;
let elm: Cell;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  const [atOak, atElm] = [await openLine(), await openLine()];
  oak = await startCell("oak.example", atOak, { host: "elm.example", line: atElm });
  elm = await startCell("elm.example", atElm, { host: "oak.example", line: atOak });
  ann = await meet(oak, "Ann");
  bob = await meet(elm, "Bob");
}, 120_000);

afterAll(async () => {
  for (const { app, database, dataDir } of [oak, elm]) {
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
  await lines.close();
});

const entriesOf = async (person: Person): Promise<readonly string[]> =>
  ((await person.call("GET", "/api/reminders"))["reminders"] as { content: string }[]).map(
    ({ content }) => content,
  );

it("people of two installations become friends by an address, even if the first answer is lost on the way", async () => {
  const shown = await ann.say("my friend address");
  const [address = ""] = /[\w-]{22}@oak\.example/.exec(shown) ?? [];
  expect(await bob.say(`add friend ${"x".repeat(22)}@oak.example`)).toContain("not valid");
  expect(await bob.say(`add friend ${address.replace("oak", "ash")}`)).toContain(
    "does not know ash.example",
  );
  oak.line.losesNext = true;
  expect(await bob.say(`add friend ${address}`)).toContain("can't be reached");
  expect(await bob.say(`add friend ${address}`)).toContain("you and Ann@oak.example are friends");
  expect(await ann.hears("added you")).toContain("Bob@elm.example");
  expect(await ann.say("my friends on other servers")).toContain("Bob@elm.example");
  const rows = await oak.app.store.db.rows("select 1 from peer_friend");
  expect(rows).toHaveLength(1);
}, 120_000);

it("a friend elsewhere is shown when a person is busy, and nothing of what with", async () => {
  // By its date: after midnight, “tomorrow” is the day that has begun.
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await ann.say(`remind me of the secret surgery on ${day} at 10:00 for 2 hours`);
  const free = await bob.say(`when is Ann@oak.example free on ${day}?`);
  expect(free).toContain("00:00–10:00, 12:00–24:00");
  expect(oak.line.heard.length).toBeGreaterThan(0);
  expect(await bob.say("when is Eve@oak.example free tomorrow?")).toContain(
    "no friend Eve@oak.example",
  );
}, 120_000);

it("an invitation is asked about in the other's chat, waits while that installation is away, and its answer comes back once", async () => {
  const away = elm.line.to;
  elm.line.to = undefined;
  expect(
    await ann.say("schedule dinner with Bob@elm.example tomorrow at 7pm for 2 hours"),
  ).toContain("I'm asking Bob@elm.example");
  expect(await entriesOf(ann)).toContain("dinner (Bob@elm.example)");
  await vi.waitFor(
    async () => {
      const [row] = await oak.app.store.db.rows<{ failures: number }>(
        "select failures from peer_invitation",
      );
      expect(row?.failures).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
  elm.line.to = away;
  elm.line.losesNext = true;
  expect(await bob.hears("invites you")).toContain("“dinner”");
  expect(await bob.say("yes")).toContain("is in your calendar");
  expect(await entriesOf(bob)).toContain("dinner (Ann)");
  expect(await ann.hears("accepted")).toContain("Bob@elm.example accepted: “dinner”");
  expect(await entriesOf(bob)).toHaveLength(1);
}, 120_000);

it("a plan that is moved is asked about again, and one that is called off leaves the other's calendar", async () => {
  await ann.say("move dinner to tomorrow at 8pm");
  expect(await bob.hears("moved “dinner”")).toContain("20:00–22:00");
  expect(await bob.say("accept Ann@oak.example")).toContain("20:00–22:00");
  expect(await entriesOf(bob)).toEqual(["dinner (Ann)"]);
  await ann.hears("accepted");
  await ann.say("cancel dinner");
  expect(await bob.hears("called off")).toContain("“dinner”");
  expect(await entriesOf(bob)).toEqual([]);
}, 120_000);

it("a no comes back, and leaves the inviter's entry alone", async () => {
  await bob.say("schedule a run with Ann@oak.example tomorrow at 6pm");
  await ann.hears("invites you");
  expect(await ann.say("no")).toContain("hears that you can't make");
  expect(await bob.hears("can't make")).toContain("still in your calendar");
  expect(await entriesOf(bob)).toEqual(["a run (Ann@oak.example)"]);
}, 120_000);

const post = (body: Buffer | string, signature: string): Promise<Response> =>
  fetch(`${oak.app.url}/api/peers/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", [signatureHeader]: signature },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
const codeOf = async (answer: Response): Promise<unknown> => [
  answer.status,
  ((await answer.json()) as { error: { code: string } }).error.code,
];

it("a message that was listened to can't be used again, nor one that is changed, unsigned, old, for another server or of a stranger", async () => {
  const [heard] = oak.line.heard.filter(({ body }) => body.includes('"busy"'));
  if (heard === undefined) throw new Error("nothing was heard");
  expect(await codeOf(await post(heard.body, heard.signature))).toEqual([409, "peer_repeated"]);
  const changed = heard.body.toString().replace('"kind":"busy"', '"kind":"hello"');
  expect(await codeOf(await post(changed, heard.signature))).toEqual([401, "peer_not_trusted"]);
  expect(await codeOf(await post(heard.body, ""))).toEqual([401, "peer_not_trusted"]);
  const signed = (of: object, secret = secretOf("elm.example")) => {
    const body = JSON.stringify({
      v: 1,
      id: crypto.randomUUID(),
      from: "elm.example",
      to: "oak.example",
      at: new Date().toISOString(),
      message: { kind: "hello" },
      ...of,
    });
    const key = openPeerKey(() =>
      openKeyring({ key: secret, file: "/nowhere", randomBytes: () => new Uint8Array() }),
    );
    return post(body, key.sign(body));
  };
  expect((await signed({})).status).toBe(200);
  for (const wrong of [
    { to: "ash.example" },
    { from: "ash.example" },
    { at: new Date(Date.now() - 600_000).toISOString() },
  ])
    expect(await codeOf(await signed(wrong))).toEqual([401, "peer_not_trusted"]);
  expect(await codeOf(await signed({}, "c".repeat(64)))).toEqual([401, "peer_not_trusted"]);
  expect(await codeOf(await signed({ message: { kind: "busy" } }))).toEqual([
    400,
    "invalid_request",
  ]);
  const unknown = await signed({
    message: {
      kind: "busy",
      link: "x".repeat(22),
      from: "2026-11-18T00:00:00Z",
      to: "2030-11-19T00:00:00Z",
    },
  });
  expect(((await unknown.json()) as { answer: object }).answer).toEqual({
    refused: "link_unknown",
  });
});

it("a friendship that one side ends is over on the other, and shows nothing more", async () => {
  expect(await ann.say("remove friend Bob@elm.example")).toContain("no longer your friend");
  expect(await bob.hears("no longer connected")).toContain("Ann@oak.example");
  expect(await bob.say("when is Ann@oak.example free tomorrow?")).toContain("no friend");
}, 120_000);

it("an export has friends on other servers and plans with them; an erasure calls the plans off there, and leaves nothing here", async () => {
  const eve = await meet(oak, "Eve Walker");
  const [address = ""] = /[\w-]{22}@oak\.example/.exec(await eve.say("my friend address")) ?? [];
  await bob.say(`add friend ${address}`);
  await eve.hears("added you");
  await eve.say("schedule a private lunch with Bob@elm.example tomorrow at 1pm");
  await bob.hears("invites you");
  await bob.say("accept EveWalker@oak.example");
  await eve.hears("accepted");
  await bob.say("schedule chess with EveWalker@oak.example tomorrow at 4pm");
  await eve.hears("chess");
  await eve.say("yes");
  await bob.hears("accepted");
  const before = await entriesOf(bob);
  expect(before).toContain("a private lunch (Eve Walker)");

  const exported = await eve.export();
  for (const part of ['"table":"peer_friend"', '"table":"peer_invitation"', "a private lunch"])
    expect(exported).toContain(part);

  const away = elm.line.to;
  elm.line.to = undefined;
  await eve.erase("Eve Walker");
  const left = await oak.app.store.db.rows<{ text: string }>(
    `select t::text as text from peer_friend t where account_id = $1
     union all select t::text from peer_invitation t where account_id = $1
     union all select e::text from event_log e where account_id = $1 and kind like 'peer%'
     union all select f::text from peer_farewell f where f::text like '%lunch%' or f::text like '%Eve%' or f::text like '%' || $1 || '%'`,
    [eve.account],
  );
  expect(left).toEqual([]);
  elm.line.to = away;
  expect(await bob.hears("called off")).toContain("a private lunch");
  expect(await bob.hears("can't make")).toContain("chess");
  await bob.hears("no longer connected");
  expect(await entriesOf(bob)).not.toContain("a private lunch (Eve Walker)");
  await vi.waitFor(
    async () => expect(await oak.app.store.db.rows("select 1 from peer_farewell")).toEqual([]),
    { timeout: 60_000 },
  );
}, 120_000);
