import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { type App, defaultPageDir, startApp } from "../../src/main.ts";
import { freshDatabase } from "../support/postgres.ts";
import { type ChatBody, type ModelServer, startModelServer } from "../vendors/model-server.ts";
import { say as scripted, type Script } from "../vendors/model-script.ts";

const operatorToken = "an-operator-token-for-this-test";
const apiKey = "sk-never-to-be-seen-4711";

type Fields = Readonly<Record<string, unknown>>;
interface Reply {
  readonly status: number;
  readonly text: string;
  readonly json: Fields;
}

async function call(
  app: Pick<App, "url">,
  way: string,
  { body, token = operatorToken }: { body?: object; token?: string } = {},
): Promise<Reply> {
  const [method = "GET", path = ""] = way.split(" ");
  const answer = await fetch(`${app.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: (text === "" ? {} : JSON.parse(text)) as Fields };
}

/** Asks in a conversation of its own, and waits for the answer. */
async function ask(app: Pick<App, "url">, text: string): Promise<string> {
  const { id } = (await call(app, "POST /api/conversations", { body: {} })).json;
  await call(app, `POST /api/conversations/${String(id)}/messages`, {
    body: { text, client_id: "c1" },
  });
  const replies = async (): Promise<string[]> => {
    const { json } = await call(app, `GET /api/conversations/${String(id)}/messages`);
    const messages = json["messages"] as { direction: string; text: string }[];
    return messages.filter(({ direction }) => direction === "outbound").map((each) => each.text);
  };
  await expect.poll(replies, { timeout: 20_000 }).toHaveLength(1);
  return (await replies())[0] ?? "";
}

/** A server of another kind, until the test is over. */
async function listen(answer: RequestListener): Promise<string> {
  const own = createServer(answer);
  await new Promise<void>((done) => own.listen(0, "127.0.0.1", done));
  onTestFinished(() => void own.close());
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}

const named =
  (who: string) =>
  (body: ChatBody): Script =>
    body.model === "missing"
      ? { kind: "status", status: 404 }
      : body.model === "spent"
        ? { kind: "status", status: 429 }
        : scripted(`${who} answers as ${body.model}`);

let database: Awaited<ReturnType<typeof freshDatabase>>;
let server: ModelServer;
let other: ModelServer;
const lines: string[] = [];
const directories: string[] = [];

async function start(env: Readonly<Record<string, string>> = {}): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-model-"));
  directories.push(dataDir);
  const { host, port, user, database: name } = database.connection;
  const config = loadConfig({
    env: {
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      MEANWHILE_PORT: "0",
      MEANWHILE_DATA: dataDir,
      MEANWHILE_OPERATOR_TOKEN: operatorToken,
      MEANWHILE_SECRET_KEY: "7".repeat(64),
      MEANWHILE_LOG__LEVEL: "debug",
      MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
      MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000",
      ...env,
    },
    cwd: dataDir,
    readFile: () => undefined,
  });
  const logStream = { write: (line: string) => lines.push(line) };
  return startApp({ config, logStream, command: "test", pageDir: defaultPageDir });
}

beforeAll(async () => {
  database = await freshDatabase();
  server = await startModelServer({
    apiKey,
    behaviour: named("page"),
    listed: ["m1", "m2"],
    embed: ({ input }) => Promise.resolve(input.map(() => [1, 0])),
  });
  other = await startModelServer({ behaviour: named("settings"), listed: ["file-model"] });
});
afterAll(async () => {
  await server.close();
  await other.close();
  await database.drop();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

const connection = (more: Fields = {}): object => ({
  base_url: server.baseUrl,
  api_key: apiKey,
  model: "m1",
  ...more,
});
const hello = "tell me something about the sea";

describe("a model that is connected in the page", () => {
  let app: App;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await call(app, "DELETE /api/model");
  });

  it("a saved model answers the next message without a restart, and a removed one answers no more", async () => {
    expect((await call(app, "GET /api/model")).json).toEqual({
      in_use: "none",
      saved: null,
      configured: null,
    });
    const saved = await call(app, "POST /api/model", { body: connection() });
    expect(saved.json).toMatchObject({ in_use: "page", saved: { model: "m1", has_key: true } });
    expect(await ask(app, hello)).toContain("page answers as m1");
    expect((await call(app, "GET /readyz")).json).toMatchObject({ checks: { model: "ok" } });
    expect((await call(app, "GET /api/doctor")).text).toContain("connected in the page");
    expect((await call(app, "DELETE /api/model")).json).toMatchObject({ in_use: "none" });
    expect(await ask(app, hello)).not.toContain("answers as");
  });

  it("S23: a saved key of a model is in no answer, no log line, no audit entry, no export, and sealed in the database", async () => {
    const saved = await call(app, "POST /api/model", { body: connection() });
    const wrong = await call(app, "POST /api/model", { body: connection({ model: "" }) });
    expect(wrong.status).toBe(400);
    await call(app, "POST /api/model/check", { body: connection() });
    await ask(app, hello);
    const exported = await call(app, "POST /api/account/export", { body: {} });
    const copy = await fetch(`${app.url}${String(exported.json["url"])}`, {
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    expect(copy.status).toBe(200);
    const texts = [
      saved.text,
      wrong.text,
      (await call(app, "GET /api/model")).text,
      (await call(app, "GET /api/audit?limit=100")).text,
      await copy.text(),
      JSON.stringify(await app.store.db.rows("select * from sealed_secret")),
      lines.join("\n"),
    ];
    expect(texts.filter((text) => text.includes(apiKey))).toEqual([]);
    expect(texts[3]).toContain("model_connected");
  });

  it("a saved key stays when only the model changes, and goes to no other server", async () => {
    await call(app, "POST /api/model", { body: connection() });
    const { api_key: _key, ...kept } = connection({ model: "m2" }) as { api_key: string };
    await call(app, "POST /api/model", { body: kept });
    expect(await ask(app, hello)).toContain("page answers as m2");
    const heard: (string | undefined)[] = [];
    const base_url = await listen((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    const elsewhere = { ...kept, base_url };
    await call(app, "POST /api/model/check", { body: elsewhere });
    expect(heard).toEqual([undefined, undefined]);
    const moved = await call(app, "POST /api/model", { body: elsewhere });
    expect(moved.json).toMatchObject({ saved: { has_key: false } });
  });

  it("stories are played by their own model, may choose among the offered ones, and each call is recorded with its price", async () => {
    const more = {
      stories: "m2",
      choices: ["m3", "m3"],
      currency: "CNY",
      prices: [
        { model: "m1", input: 2, output: 8 },
        { model: "m2", input: 0, output: 0.5 },
      ],
    };
    const saved = await call(app, "POST /api/model", { body: connection(more) });
    expect(saved.json["saved"]).toMatchObject({ ...more, choices: ["m3"] });
    expect(await ask(app, hello)).toContain("page answers as m1");
    const costs = (): Promise<unknown[]> =>
      app.store.db.rows(
        "select model, cost_micros = 2 * input_tokens + 8 * output_tokens as fits, currency from model_call where purpose = 'chat' and currency is not null",
      );
    await expect.poll(costs).toEqual([{ model: "m1", fits: true, currency: "CNY" }]);
    const { json: activity } = await call(app, "GET /api/activity");
    expect((activity["turns"] as Fields[])[0]).toMatchObject({ currency: "CNY" });
    await call(app, "POST /api/bots", { body: { id: "mira", name: "Mira" } });
    const story = { id: "tale", host_bot_id: "mira", initial_time: "2026-04-26T20:00:00Z" };
    await call(app, "POST /api/chats", { body: story });
    expect((await call(app, "GET /api/chats/tale/settings")).json).toMatchObject({
      models: ["m3"],
    });
  });

  it("a refused change leaves the saved model as it was", async () => {
    await call(app, "POST /api/model", { body: connection() });
    const refused = [
      { base_url: "ftp://files.example" },
      { base_url: "not an address" },
      { base_url: "https://user:secret@models.example/v1" },
      { base_url: "https://models.example/v1?key=secret" },
      { base_url: "http://169.254.169.254/v1" },
      { api_key: "two words" },
      { prices: [{ model: "m1", input: -1, output: 0 }] },
      { currency: "dollars" },
    ];
    for (const field of refused)
      expect(await call(app, "POST /api/model", { body: connection(field) })).toMatchObject({
        status: 400,
        json: { error: { code: "invalid_request" } },
      });
    expect(await ask(app, hello)).toContain("page answers as m1");
  });

  it("an account that is not the operator neither sees, tests, changes nor removes the model", async () => {
    const account = (await call(app, "POST /api/accounts", { body: { display_name: "Ann" } })).json;
    const { json } = await call(app, "POST /api/tokens", {
      body: { account_id: (account["account"] as Fields | undefined)?.["id"] ?? account["id"] },
    });
    const token = String(json["token"]);
    const ways = [
      call(app, "GET /api/model", { token }),
      call(app, "POST /api/model", { token, body: connection() }),
      call(app, "POST /api/model/check", { token, body: connection() }),
      call(app, "DELETE /api/model", { token }),
    ];
    expect((await Promise.all(ways)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await call(app, "GET /api/model")).json).toMatchObject({ in_use: "none" });
  });
});

interface Said {
  readonly id: string;
  readonly direction: string;
  readonly text: string;
  readonly versions: { readonly of: string | null; readonly hides: readonly string[] } | null;
}

describe("an answer that is asked for again", () => {
  let app: App;
  let count = 0;
  beforeAll(async () => {
    app = await start();
    await call(app, "POST /api/model", { body: connection() });
  });
  afterAll(async () => {
    await call(app, "DELETE /api/model");
    await app.close();
  });

  const readSaid = async (id: string): Promise<Said[]> =>
    (await call(app, `GET /api/conversations/${id}/messages`)).json["messages"] as Said[];
  const send = (id: string, body: Fields): Promise<Reply> =>
    call(app, `POST /api/conversations/${id}/messages`, {
      body: { text: "", client_id: `c${(count += 1)}`, ...body },
    });
  /** Sends, and waits until this many messages are there. */
  async function say(id: string, body: Fields, many: number): Promise<readonly Said[]> {
    expect((await send(id, body)).status).toBe(202);
    await expect.poll(async () => (await readSaid(id)).length, { timeout: 20_000 }).toBe(many);
    return readSaid(id);
  }
  const open = async (): Promise<string> =>
    String((await call(app, "POST /api/conversations", { body: {} })).json["id"]);
  const lastPrompt = (): string => JSON.stringify(server.requests.at(-1)?.body.messages);

  it("another version takes the place of the earlier one, and a person may go on from any of them", async () => {
    const id = await open();
    server.script(
      scripted("the first answer"),
      scripted("the second answer"),
      scripted("the third answer"),
    );
    const [q1, a1] = await say(id, { text: hello }, 2);
    const [, , q2, a2] = await say(id, { again: a1?.id }, 4);
    expect(q2).toMatchObject({ text: hello, versions: { of: q1?.id, hides: [q1?.id, a1?.id] } });
    expect(a2?.text).toBe("the second answer");
    expect(lastPrompt()).not.toContain("the first answer");
    expect(JSON.stringify(server.requests.at(-1)?.body.messages.at(-1))).toContain(hello);
    const all = await say(id, { text: "and the moon?", chosen: q1?.id }, 6);
    expect(all[4]).toMatchObject({ versions: { of: null, hides: [q2?.id, a2?.id] } });
    expect(lastPrompt()).toContain("the first answer");
    expect(lastPrompt()).not.toContain("the second answer");
    expect(await send(id, { again: a2?.id })).toMatchObject({ status: 400 });
  });

  it("the automatic title follows an edited first message, and goes back with the version that is chosen", async () => {
    const id = await open();
    const readTitle = async (): Promise<unknown> =>
      (await call(app, `GET /api/conversations/${id}`)).json["title"];
    const listTitles = async (q: string): Promise<readonly unknown[]> => {
      const { json } = await call(app, `GET /api/conversations?q=${q}`);
      return (json["conversations"] as Fields[]).map(({ title }) => title);
    };
    server.script(scripted("of oaks"), scripted("of elms"), scripted("of both"));
    const [q1, a1] = await say(id, { text: "tell me about oaks" }, 2);
    await say(id, { again: a1?.id, text: "tell me about elms" }, 4);
    expect(await readTitle()).toBe("tell me about elms");
    expect(await listTitles("elms")).toEqual(["tell me about elms"]);
    expect(await listTitles("oaks")).toEqual([]);
    await say(id, { text: "and of birches?", chosen: q1?.id }, 6);
    expect(await readTitle()).toBe("tell me about oaks");
    await call(app, `PATCH /api/conversations/${id}`, { body: { title: "Trees" } });
    expect(await readTitle()).toBe("Trees");
  });

  it("what did more than talk, or is not there, is not asked again, and nothing is stored", async () => {
    const id = await open();
    const [, made] = await say(id, { text: "remind me tomorrow at 3pm to call Ann" }, 2);
    expect((await send(id, { again: made?.id })).text).toContain("done twice");
    expect((await send(id, { again: "nothing" })).status).toBe(400);
    expect((await send(id, { text: "x", chosen: "nothing" })).status).toBe(400);
    expect((await send(id, { text: "x", continues: "nothing" })).status).toBe(400);
    expect(await readSaid(id)).toHaveLength(2);
  });

  it("a turn that was stopped is continued with what it had shown", async () => {
    const id = await open();
    server.script(scripted("Once upon a time", { ending: "hang" }));
    await send(id, { text: hello });
    const readRunning = async (): Promise<unknown> =>
      (await call(app, `GET /api/conversations/${id}/messages`)).json["running"];
    await expect.poll(readRunning, { timeout: 20_000 }).toMatchObject({ text: "Once upon a time" });
    const { turn_id: turn } = (await readRunning()) as { turn_id: string };
    await call(app, `POST /api/conversations/${id}/stop`, { body: {} });
    server.script(scripted("there was a sea."));
    await say(id, { text: "Continue.", continues: turn }, 3);
    expect(lastPrompt()).toContain("Once upon a time");
  });
});

describe("the test of a model's connection", () => {
  let app: App;
  beforeAll(async () => {
    app = await start();
    await call(app, "DELETE /api/model");
  });
  afterAll(() => app.close());

  const check = async (body: object): Promise<Fields> =>
    (await call(app, "POST /api/model/check", { body })).json;

  it("the test of a connection lists the server's models, and says that a chosen one answers", async () => {
    const { model: _model, ...listed } = connection() as { model: string };
    const good = { ok: true, problem: null, model: null, status: null, models: ["m1", "m2"] };
    expect(await check(listed)).toEqual(good);
    expect(await check(connection())).toEqual({ ...good, model: "m1" });
    expect((await call(app, "GET /api/model")).json).toMatchObject({ in_use: "none" });
  });

  it("the test of a connection names a refused key, an unknown model, a spent quota and a forbidden address", async () => {
    expect(await check(connection({ api_key: "wrong" }))).toMatchObject({ problem: "key_refused" });
    expect(await check(connection({ api_key: null }))).toMatchObject({ problem: "key_refused" });
    expect(await check(connection({ model: "missing" }))).toMatchObject({
      problem: "model_unknown",
      models: ["m1", "m2"],
    });
    expect(await check(connection({ model: "spent" }))).toMatchObject({ problem: "quota" });
    expect(await check(connection({ base_url: "http://169.254.169.254/v1" }))).toMatchObject({
      problem: "address_forbidden",
    });
  });

  it("the test of a connection asks the models for stories and embeddings too, and names the one that does not answer", async () => {
    const all = { stories: "m2", embeddings: "e1" };
    expect(await check(connection(all))).toMatchObject({ ok: true, model: "e1" });
    expect(await check(connection({ ...all, stories: "missing" }))).toMatchObject({
      problem: "model_unknown",
      model: "missing",
    });
    expect(server.embedded.at(-1)).toMatchObject({ model: "e1", input: ["ping"] });
  });

  it("the test of a connection tells a server of another kind from one that is not there", async () => {
    const base_url = await listen((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>It works!</h1>"),
    );
    expect(await check({ base_url })).toMatchObject({ problem: "not_compatible" });
    expect(await check({ base_url, model: "m1" })).toMatchObject({ problem: "not_compatible" });
    expect(await check({ base_url: "http://127.0.0.1:9" })).toMatchObject({
      problem: "unreachable",
      status: null,
    });
    const incomplete = server.baseUrl.replace("/v1", "");
    expect(await check(connection({ base_url: incomplete }))).toMatchObject({
      problem: "not_compatible",
    });
  });
});

describe("a model of the settings beside one of the page", () => {
  const settings = (): Record<string, string> => ({
    MEANWHILE_MODEL_BASE_URL: other.baseUrl,
    MEANWHILE_MODEL: "file-model",
    MEANWHILE_MODEL_API_KEY: other.apiKey,
  });

  it("a model of the page is used before that of the settings, survives a restart, and is replaced by it when removed", async () => {
    let app = await start(settings());
    onTestFinished(() => app.close());
    expect(await ask(app, hello)).toContain("settings answers as file-model");
    const saved = await call(app, "POST /api/model", { body: connection() });
    expect(saved.json).toMatchObject({
      in_use: "page",
      configured: { base_url: other.baseUrl, model: "file-model", has_key: true },
    });
    expect(saved.text).not.toContain(other.apiKey);
    await app.close();
    app = await start(settings());
    expect(await ask(app, hello)).toContain("page answers as m1");
    expect((await call(app, "DELETE /api/model")).json).toMatchObject({ in_use: "settings" });
    expect(await ask(app, hello)).toContain("settings answers as file-model");
  });

  it("a model that one process saves is used by another process of the same database", async () => {
    const gateway = await start({ MEANWHILE_ROLES: "gateway" });
    const worker = await start({ MEANWHILE_ROLES: "worker" });
    onTestFinished(async () => {
      await call(gateway, "DELETE /api/model");
      await worker.close();
      await gateway.close();
    });
    await call(gateway, "POST /api/model", { body: connection({ model: "m2" }) });
    // The worker hears of it by a wake-up, a moment later.
    const readChecks = async (): Promise<unknown> =>
      (await call(worker, "GET /readyz")).json["checks"];
    await expect.poll(readChecks, { timeout: 10_000 }).toMatchObject({ model: "ok" });
    expect(await ask(gateway, hello)).toContain("page answers as m2");
  });
});
