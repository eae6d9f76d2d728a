import { describe, expect, it } from "vitest";
import { callServer, type CallOptions, type Reply } from "../support/api.ts";
import { type EventStream, openStream } from "../support/event-stream.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type ChatBody, startModelServer } from "../vendors/model-server.ts";
import { errorBody, say, type Script } from "../vendors/model-script.ts";
import { wechatConnector } from "../vendors/wechat-connector.ts";
import type { CrashInstance } from "./instance.ts";
import { long, useWorlds } from "./use-worlds.ts";
import type { World } from "./world.ts";

/** Each is a word that stands nowhere else, so that wherever it is found, it leaked. */
const secrets = {
  operator: "canary-operator-token-4f1d7c9a",
  database: "canary-database-password-81be",
  webhook: "canary-webhook-secret-5d0c",
  connector: "canary-connector-token-c77a",
  model: "canary-model-key-e19b",
  context: "canary-context-token-90aa",
};
const people = ["ada", "bob"] as const;
type Person = (typeof people)[number];
const word = (who: Person, nth: number | string): string => `canaryword${who}${nth}`;
const rounds = long ? 50 : 4;

interface Known {
  readonly id: string;
  readonly token: string;
  readonly conversation: string;
  readonly stream: EventStream;
}

/** All that came out of the process, by where it came out. */
interface Heard {
  readonly errors: string[];
  readonly metrics: string;
  readonly log: string;
  readonly streams: Readonly<Record<Person, string>>;
  readonly letters: Readonly<Record<Person, string>>;
  readonly prompts: readonly string[];
}

describe("a whole day with bad luck", { timeout: 180_000 }, () => {
  const inWorld = useWorlds(1);

  it("a whole day with bad luck leaves no secret and no words of a person in the log, the metrics, error bodies, streams or messages of others", () =>
    inWorld(async (world) => {
      const servers = loopbackServers();
      const connector = await wechatConnector(servers);
      const model = await startModelServer({ apiKey: secrets.model, behaviour });
      try {
        const server = await world.start({
          env: environment(world, { connector: connector.url, model: model.baseUrl }),
        });
        connector.plan.push({
          status: 500,
          body: { error: `bearer ${secrets.connector} is busy` },
        });
        const heard = await live(world, server, {
          ledger: connector.ledger,
          requests: model.requests,
        });
        expect(heard.errors.length).toBeGreaterThan(rounds * 10);
        expect(heard.log.split("\n").length).toBeGreaterThan(rounds * 5);
        expect(leaks(heard)).toEqual([]);
        // The words are where they belong, or the search would prove nothing.
        for (const who of people) {
          expect(heard.streams[who]).toContain(word(who, "web0"));
          expect(heard.letters[who]).toContain(word(who, "chat"));
        }
      } finally {
        await model.close();
        await servers.close();
      }
    }));
});

/** A model that answers with what was said, and a provider that now and then says too much about itself. */
function behaviour(body: ChatBody): Script {
  const said = body.messages.findLast(({ role }) => role === "user")?.content ?? "";
  if (said.includes("refuse"))
    return {
      kind: "status",
      status: 400,
      body: errorBody(`the key ${secrets.model} may not ask "${said}"`),
    };
  return say(`You said: ${said}`);
}

function environment(
  world: World,
  urls: { connector: string; model: string },
): Record<string, string> {
  const { user, host = "", port, database } = world.connection;
  return {
    DATABASE_URL: `postgres://${user}:${secrets.database}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    MEANWHILE_LOG__LEVEL: "debug",
    MEANWHILE_OPERATOR_TOKEN: secrets.operator,
    MEANWHILE_MODEL_BASE_URL: urls.model,
    MEANWHILE_MODEL_API_KEY: secrets.model,
    MEANWHILE_MODEL: "m",
    MEANWHILE_CHANNELS__WECHAT__ENABLED: "true",
    MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: secrets.webhook,
    MEANWHILE_CHANNELS__WECHAT__CONNECTOR_SEND_URL: urls.connector,
    MEANWHILE_CHANNELS__WECHAT__CONNECTOR_TOKEN: secrets.connector,
    MEANWHILE_CHANNELS__WECHAT__ALLOWED_HOSTS: "127.0.0.1",
    MEANWHILE_LIMITS__LOGIN_ATTEMPTS_PER_15_MINUTES: "10000",
    MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
    MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000",
  };
}

interface Outside {
  readonly ledger: readonly { readonly wxid: string; readonly text: string }[];
  readonly requests: readonly { readonly body: ChatBody }[];
}

async function live(world: World, server: CrashInstance, outside: Outside): Promise<Heard> {
  const errors: string[] = [];
  const call = async (path: string, how: CallOptions = {}): Promise<Reply> => {
    const reply = await callServer(Number(new URL(server.url).port), path, how);
    if (reply.status >= 400)
      errors.push(`${reply.status} ${JSON.stringify(reply.headers)} ${reply.text}`);
    return reply;
  };
  const known = { ada: await join(server, call, "ada"), bob: await join(server, call, "bob") };
  for (let nth = 0; nth < rounds; nth += 1) {
    for (const who of people) {
      await talk(call, { who, nth }, known[who]);
      await misuse(call, { who, nth }, known[who]);
    }
  }
  await world.calm();
  for (const who of people)
    await known[who].stream.until((events) =>
      JSON.stringify(events).includes(word(who, `web${rounds - 1}`)),
    );
  const { text: metrics } = await call("/metrics", { token: secrets.operator });
  for (const who of people) known[who].stream.close();
  await server.stop();
  const tokens = [known.ada.token, known.bob.token];
  Object.assign(issued, { ada: tokens[0], bob: tokens[1] });
  return {
    errors,
    metrics,
    log: server.errors.join("\n"),
    streams: {
      ada: JSON.stringify(known.ada.stream.events),
      bob: JSON.stringify(known.bob.stream.events),
    },
    letters: { ada: lettersTo("ada", outside), bob: lettersTo("bob", outside) },
    prompts: outside.requests.map(({ body }) => JSON.stringify(body.messages)),
  };
}

/** Tokens that the product made in this run. */
const issued: Record<string, string> = {};

const lettersTo = (who: Person, { ledger }: Outside): string =>
  ledger
    .filter(({ wxid }) => wxid === who)
    .map(({ text }) => text)
    .join("\n");

type Call = (path: string, how?: CallOptions) => Promise<Reply>;

async function join(server: CrashInstance, call: Call, who: Person): Promise<Known> {
  const operator = { method: "POST", token: secrets.operator } as const;
  const { id } = (await call("/api/accounts", { ...operator, json: { display_name: who } }))
    .json as { id: string };
  const { token } = (
    await call("/api/tokens", { ...operator, json: { account_id: id, label: who } })
  ).json as { token: string };
  const identity = { channel: "wechat_personal", channel_account: "connector", subject: who };
  expect(
    (await call(`/api/accounts/${id}/identities`, { ...operator, json: identity })).status,
  ).toBe(201);
  const opened = await call("/api/conversations", { method: "POST", json: {}, token });
  const conversation = (opened.json as { id: string }).id;
  const path = `/api/conversations/${conversation}/stream`;
  const port = Number(new URL(server.url).port);
  return {
    id,
    token,
    conversation,
    stream: await openStream({ port, path, headers: { authorization: `Bearer ${token}` } }),
  };
}

interface Moment {
  readonly who: Person;
  readonly nth: number;
}

async function talk(
  call: Call,
  { who, nth }: Moment,
  { id, token, conversation }: Known,
): Promise<void> {
  const refused = nth % 2 === 1 ? "refuse " : "";
  const text = `${refused}${word(who, `web${nth}`)}`;
  await call(`/api/conversations/${conversation}/messages`, {
    method: "POST",
    json: { text, client_id: `c${nth}` },
    token,
  });
  const posted = {
    wxid: who,
    account_id: id,
    message_id: `${who}-${nth}`,
    text: word(who, `chat${nth}`),
    context_token: secrets.context,
  };
  const headers = { "X-Webhook-Secret": secrets.webhook };
  expect(
    (await call("/webhooks/wechat/personal", { method: "POST", json: posted, headers })).status,
  ).toBe(202);
}

/** Everything at a wrong place: secrets in addresses, queries, bodies and headers, words in what is not a message. */
async function misuse(
  call: Call,
  { who, nth }: Moment,
  { token, conversation }: Known,
): Promise<void> {
  const text = word(who, `bad${nth}`);
  const messages = `/api/conversations/${conversation}/messages`;
  const json = { "Content-Type": "application/json" };
  await call(`/api/${secrets.webhook}/${text}?token=${token}&key=${secrets.operator}`);
  await call(`/webhooks/wechat/personal?secret=${secrets.webhook}`, {
    method: "POST",
    json: { wxid: who, text },
  });
  await call("/webhooks/wechat/personal", {
    method: "POST",
    json: { text },
    headers: { "X-Webhook-Secret": `${secrets.webhook}x` },
  });
  await call("/webhooks/wechat/personal", {
    method: "POST",
    body: `{"text":"${text}`,
    headers: { "X-Webhook-Secret": secrets.webhook },
  });
  await call("/webhooks/wechat/personal", {
    method: "POST",
    json: {
      wxid: `stranger-${nth}`,
      account_id: "nobody",
      message_id: "1",
      text,
      context_token: secrets.context,
    },
    headers: { "X-Webhook-Secret": secrets.webhook },
  });
  await call(messages, { method: "POST", body: `{"text":"${text}`, token, headers: json });
  await call(messages, {
    method: "POST",
    json: { text: [text], client_id: secrets.operator },
    token,
  });
  await call(messages, {
    method: "POST",
    json: { text: `${text}${"x".repeat(300_000)}`, client_id: "big" },
    token,
  });
  await call(messages, { method: "POST", json: { text }, token: `${token}x` });
  await call(`/api/conversations/${text}`, { token });
  await call("/api/session", {
    method: "POST",
    json: { code: token, token: secrets.operator, text },
  });
  await call("/metrics", { token });
  await call(messages, {
    method: "PATCH",
    json: { text },
    token,
    headers: { "User-Agent": `${secrets.operator} ${text}` },
  });
}

/** Who may see what: no reader a secret; a person's words that person, and the model that is asked about them alone. */
function leaks(heard: Heard): string[] {
  const { streams, letters } = heard;
  const everywhere: Readonly<Record<string, string>> = {
    log: heard.log,
    metrics: heard.metrics,
    errors: heard.errors.join("\n"),
    prompts: heard.prompts.join("\n"),
    "ada's stream": streams.ada,
    "bob's stream": streams.bob,
    "letters to ada": letters.ada,
    "letters to bob": letters.bob,
  };
  const found = Object.entries({
    ...secrets,
    "token of ada": issued["ada"] ?? "?",
    "token of bob": issued["bob"] ?? "?",
  }).flatMap(([name, secret]) =>
    Object.entries(everywhere)
      .filter(([, text]) => text.includes(secret))
      .map(([where, text]) => `${name} in ${where}: ${around(text, secret)}`),
  );
  const words = people.flatMap((who) => {
    const other = who === "ada" ? "bob" : "ada";
    const closed = {
      log: heard.log,
      metrics: heard.metrics,
      errors: everywhere["errors"] ?? "",
      stream: streams[other],
      letters: letters[other],
    };
    return Object.entries(closed)
      .filter(([, text]) => text.includes(word(who, "")))
      .map(([where, text]) => `words of ${who} in ${where}: ${around(text, word(who, ""))}`);
  });
  const mixed = heard.prompts
    .filter((prompt) => people.every((who) => prompt.includes(word(who, ""))))
    .map(() => "one prompt has both people's words");
  return [...found, ...words, ...mixed];
}

const around = (text: string, what: string): string =>
  text.slice(Math.max(0, text.indexOf(what) - 120), text.indexOf(what) + what.length + 60);
