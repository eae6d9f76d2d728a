import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createClient, MeanwhileError } from "../../client/client.ts";
import { writeClientTypes } from "../../scripts/client-types.ts";
import { startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

type Node = Readonly<Record<string, unknown>>;

interface Operation {
  readonly name: string;
  readonly of: Node;
}

let product: WechatProduct;
let document: Node;
let operations: Operation[];
const root = join(import.meta.dirname, "..", "..");
const isWriting = process.env["MEANWHILE_CLIENT"] === "write";

beforeAll(async () => {
  product = await startWechatProduct({
    env: {
      MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: "a-webhook-secret-of-the-test",
      // Routes that exist only where there is a provider are described, too. Nothing calls it here.
      MEANWHILE_SIGN_IN__ISSUER: "https://id.example.com",
      MEANWHILE_SIGN_IN__CLIENT_ID: "meanwhile",
    },
  });
  document = (await product.call("/openapi.json")).json as Node;
  operations = Object.entries(node(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(node(methods)).map(([method, of]) => ({
      name: `${method.toUpperCase()} ${path}`,
      of: node(of),
    })),
  );
});
afterAll(() => product.close());

const node = (value: unknown): Node =>
  typeof value === "object" && value !== null ? (value as Node) : {};
const isVendors = ({ of }: Operation): boolean => String(of["x-who"]).startsWith("The vendor");
/** Of a protocol with a description of its own. */
const isForeign = ({ name }: Operation): boolean =>
  name === "POST /mcp" || name === "GET /openapi.json";
const listWrong = (isWrong: (operation: Operation) => boolean): string[] =>
  operations.filter(isWrong).map(({ name }) => name);

/** Few entries by their nature or by a limit, or the state of one thing at one moment. A new list is paged. */
const wholeLists = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/api/account/passkeys",
  "/api/account/sessions",
  "/api/account/usage",
  "/api/accounts/{id}/identities",
  "/api/activity",
  "/api/backups",
  "/api/booking-page",
  "/api/bots/{id}",
  "/api/bots/{id}/assets",
  "/api/bots/{id}/greetings",
  "/api/calendar/passwords",
  "/api/calendars",
  "/api/channels",
  "/api/channels/apps",
  "/api/channels/mine",
  "/api/channels/settings",
  "/api/channels/setup",
  "/api/chats/{id}",
  "/api/chats/{id}/as-of",
  "/api/chats/{id}/audit",
  "/api/chats/{id}/branches",
  "/api/chats/{id}/compare",
  "/api/chats/{id}/context",
  "/api/chats/{id}/feelings",
  "/api/chats/{id}/gossip",
  "/api/chats/{id}/lives",
  "/api/chats/{id}/replay",
  "/api/chats/{id}/settings",
  "/api/chats/{id}/stage",
  "/api/chats/{id}/why",
  "/api/companion",
  "/api/conversations/{id}/cards",
  "/api/devices",
  "/api/doctor",
  "/api/friends/blocked",
  "/api/metrics",
  "/api/metrics/spending",
  "/api/operator/activity",
  "/api/operator/turns/{id}",
  "/api/own-tool-servers",
  "/api/reminders/calendar",
  "/api/reminders/missed",
  "/api/reminders/{id}",
  "/api/review",
  "/api/shared-reminders/{id}",
  "/api/shared-stories/{id}",
  "/api/smoke-reports",
  "/api/smoke-reports/{run}",
  "/api/stage",
  "/api/tool-servers",
  "/api/turns/{id}",
  "/api/usage",
  "/api/webhooks",
];

const jsonOf = (part: unknown): Node | undefined => {
  const json = node(node(part)["content"])["application/json"];
  return json === undefined ? undefined : node(json);
};
const goodAnswers = ({ of }: Operation): [string, Node][] =>
  Object.entries(node(of["responses"]))
    .filter(([status]) => status.startsWith("2") && status !== "204")
    .map(([status, answer]) => [status, node(answer)]);

/** A shape by its name. */
function toShape(schema: unknown): Node {
  const name = node(schema)["$ref"];
  if (typeof name !== "string") return node(schema);
  return toShape(node(node(document["components"])["schemas"])[name.split("/").at(-1) ?? ""]);
}

/** The schema with the shapes that it names, and those that they name. */
function withDefinitions(schema: Node): Node {
  const schemas = node(node(document["components"])["schemas"]);
  const needed = new Map<string, Node>();
  const collect = (part: Node): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (needed.has(name)) continue;
      needed.set(name, node(schemas[name]));
      collect(node(schemas[name]));
    }
  };
  collect(schema);
  const whole = JSON.stringify({ ...schema, $defs: Object.fromEntries(needed) });
  return JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")) as Node;
}

/** Compares a file that is made of the description; a changed one is written where that is asked for. */
async function expectFile(path: string, text: string): Promise<void> {
  if (isWriting) await writeFile(join(root, path), text);
  const kept = await readFile(join(root, path), "utf8").catch(() => "");
  expect(
    kept === text,
    `${path} is not what the routes say. MEANWHILE_CLIENT=write npm test -- test/api/description.test.ts makes it again.`,
  ).toBe(true);
}

describe("the description of the API", () => {
  it("every operation has a name of its own, a summary, a tag, and says who may call it", () => {
    const ids = operations.map(({ of }) => of["operationId"]);
    expect(new Set(ids).size).toBe(operations.length);
    expect(listWrong(({ of }) => !/^[a-z]+[A-Za-z0-9]*$/.test(String(of["operationId"])))).toEqual(
      [],
    );
    expect(
      listWrong(
        ({ of }) =>
          typeof of["summary"] !== "string" ||
          of["x-who"] === undefined ||
          !Array.isArray(of["tags"]) ||
          !Array.isArray(of["security"]),
      ),
    ).toEqual([]);
  });

  it("every answer has a shape, unless it is a file, a stream or a vendor's", () => {
    const isShapeless = (operation: Operation): boolean =>
      !isVendors(operation) &&
      !isForeign(operation) &&
      goodAnswers(operation).some(([, answer]) => answer["content"] === undefined);
    expect(listWrong(isShapeless)).toEqual([]);
  });

  it("an operation that takes a file says of which types, and how it goes into JSON", () => {
    const contents = (name: string): string[] => {
      const found = operations.find((operation) => operation.name === name);
      return Object.keys(node(node(node(found?.of)["requestBody"])["content"]));
    };
    expect(contents("POST /api/bots/import")).toEqual([
      "application/json",
      "image/png",
      "application/octet-stream",
    ]);
    for (const path of ["/api/chats/import", "/api/bots/{id}/lorebook", "/api/presets/read"])
      expect(contents(`POST ${path}`).length).toBeGreaterThan(1);
    expect(contents("POST /api/events/import")).toEqual(["application/x-ndjson"]);
  });

  it("every operation documents its errors in the one shape, with the codes that there are", () => {
    const isWrong = ({ of }: Operation): boolean =>
      Object.entries(node(of["responses"])).some(
        ([status, answer]) =>
          Number(status) >= 400 &&
          node(jsonOf(answer)?.["schema"])["$ref"] !== "#/components/schemas/Error" &&
          // Readiness answers 503 with its checks.
          String(of["operationId"]) !== "getRootReadyz",
      );
    expect(listWrong(isWrong)).toEqual([]);
    const signedIn = operations.filter(({ of }) => (of["security"] as unknown[]).length > 0);
    expect(signedIn.length).toBeGreaterThan(200);
    for (const { of, name } of signedIn)
      expect(Object.keys(node(of["responses"])), name).toEqual(
        expect.arrayContaining(["401", "403", "429", "503"]),
      );
    const error = node(node(node(document["components"])["schemas"])["Error"]);
    expect(JSON.stringify(error)).toContain("invalid_request");
  });

  it("every body and every answer has an example that fits its shape", () => {
    const shapes = new Map<string, z.ZodType>();
    const shapeOf = (schema: Node): z.ZodType => {
      const key = JSON.stringify(schema);
      const known = shapes.get(key) ?? z.fromJSONSchema(withDefinitions(schema));
      shapes.set(key, known);
      return known;
    };
    const wrong = operations.flatMap(({ name, of }) =>
      [of["requestBody"], ...Object.values(node(of["responses"]))].flatMap((part) => {
        const json = jsonOf(part);
        if (json === undefined) return [];
        const read = shapeOf(node(json["schema"])).safeParse(json["example"]);
        return read.success ? [] : [`${name}: ${read.error.message.slice(0, 200)}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("a part of a path is required, and no parameter is null", () => {
    const isWrong = ({ of }: Operation): boolean =>
      ((of["parameters"] ?? []) as Node[]).some(
        (each) =>
          (each["in"] === "path" && each["required"] !== true) ||
          Array.isArray(node(each["schema"])["type"]),
      );
    expect(listWrong(isWrong)).toEqual([]);
  });

  it("every list is read page by page, but for those with few entries and views of one thing", () => {
    const isPaged = ({ of }: Operation, fields: readonly string[]): boolean => {
      const names = ((of["parameters"] ?? []) as { name: string }[]).map((each) => each.name);
      return (
        names.some((each) => /^(?:before|after)$/.test(each)) &&
        names.some((each) => /^(?:limit|lines|turns)$/.test(each)) &&
        fields.some((each) => /^(?:next|has_earlier|has_later)$/.test(each))
      );
    };
    const unpaged = operations.filter((operation) => {
      if (!operation.name.startsWith("GET ") || isForeign(operation)) return false;
      const shapes = goodAnswers(operation).map(([, answer]) =>
        toShape(jsonOf(answer)?.["schema"]),
      );
      return shapes.some((shape) => {
        const fields = node(shape["properties"]);
        const hasList = Object.values(fields).some((each) => toShape(each)["type"] === "array");
        return hasList && !isPaged(operation, Object.keys(fields));
      });
    });
    expect(unpaged.map(({ name }) => name.replace("GET ", "")).toSorted()).toEqual(wholeLists);
  });

  it("a named shape is one shape and never null: a field says itself whether it may be null", async () => {
    const schemas = Object.entries(node(node(document["components"])["schemas"]));
    const isNull = (schema: unknown): boolean =>
      [node(schema)["type"]].flat().includes("null") ||
      [node(schema)["anyOf"], node(schema)["oneOf"]].some(
        (choices) => Array.isArray(choices) && choices.some(isNull),
      );
    expect(schemas.filter(([, schema]) => isNull(schema)).map(([name]) => name)).toEqual([]);
    const files = (await readdir(join(root, "src"), { recursive: true })).filter((name) =>
      name.endsWith(".ts"),
    );
    const texts = await Promise.all(files.map((name) => readFile(join(root, "src", name), "utf8")));
    const names = texts.flatMap((text) =>
      [...text.matchAll(/\.openapi\(\s*"(\w+)"/g)].map(([, name = ""]) => name),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("names and shapes of operations change only with the files that programs are built from", async () => {
    await expectFile("client/operations.ts", writeClientTypes(document));
  });
});

describe("the client that is made of the description", () => {
  const connect = () =>
    createClient({ url: product.app.url, token: product.env["MEANWHILE_OPERATOR_TOKEN"] ?? "" });

  it("the client makes, finds and finishes a reminder by its types", async () => {
    const client = connect();
    const { items } = await client.call("POST /api/reminders/batch", {
      body: {
        items: [{ operation: "create", content: "water the plants", kind: "no_trigger_time" }],
      },
    });
    const id = items[0]?.reminder_id ?? "";
    const found = await client.call("GET /api/reminders", { query: { keyword: "plants" } });
    expect(found.reminders.map((each) => each.id)).toEqual([id]);
    await client.call("POST /api/reminders/{id}/complete", { params: { id }, body: {} });
    const done = await client.call("GET /api/reminders/{id}", { params: { id } });
    expect(done.lifecycle).toBe("completed");
  });

  it("the client reads all reminders page by page, each once, those without a time at the end", async () => {
    const client = connect();
    const item = (nth: number) => ({
      operation: "create" as const,
      content: `page ${nth}`,
      kind: nth < 3 ? ("timed" as const) : ("no_trigger_time" as const),
      ...(nth < 3
        ? { trigger_time: `2099-01-0${3 - nth}T09:00:00`, captured_timezone: "UTC" }
        : {}),
    });
    const items = Array.from({ length: 5 }, (_, nth) => item(nth));
    await client.call("POST /api/reminders/batch", { body: { items } });
    const read = async (keyword: string | undefined): Promise<string[]> => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const query = { limit: 2, keyword, after };
        const page = await client.call("GET /api/reminders", { query });
        expect(page.reminders.length).toBeLessThanOrEqual(2);
        found.push(...page.reminders.map(({ content }) => content));
        after = page.next ?? undefined;
      } while (after !== undefined);
      return found;
    };
    const expected = ["page 2", "page 1", "page 0", "page 3", "page 4"];
    expect(await read(undefined)).toEqual(expected);
    expect(await read("page")).toEqual(expected);
    const elsewhere = { query: { after: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00" } };
    await expect(client.call("GET /api/reminders", elsewhere)).rejects.toMatchObject({
      code: "invalid_request",
      fact: { field: "after" },
    });
  });

  it("the client reads tokens page by page, each once, and a cursor of elsewhere is refused", async () => {
    const client = connect();
    const { accounts } = await client.call("GET /api/accounts", { query: { limit: 1 } });
    const account_id = accounts[0]?.id ?? "";
    for (const label of ["one", "two", "three"])
      await client.call("POST /api/tokens", { body: { account_id, label } });
    const labels: (string | null)[] = [];
    let after: string | undefined;
    do {
      const page = await client.call("GET /api/tokens", { query: { limit: 2, after } });
      expect(page.tokens.length).toBeLessThanOrEqual(2);
      labels.push(...page.tokens.map(({ label }) => label));
      after = page.next ?? undefined;
    } while (after !== undefined);
    const { tokens, next } = await client.call("GET /api/tokens");
    expect(labels).toEqual(tokens.map(({ label }) => label));
    expect(labels).toEqual(expect.arrayContaining(["one", "two", "three"]));
    expect(next).toBeNull();
    const elsewhere = { query: { after: account_id } };
    for (const list of ["tokens", "sessions", "friends", "bookings", "memory", "bots"] as const)
      await expect(client.call(`GET /api/${list}`, elsewhere), list).rejects.toMatchObject({
        code: "invalid_request",
        fact: { field: "after" },
      });
  });

  it("the client throws a refusal with its code and its fact, and keeps an id from leading elsewhere", async () => {
    const client = connect();
    const refused = await client
      .call("POST /api/webhooks", { body: { url: "nowhere", types: ["reminder.done"] } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MeanwhileError);
    expect(refused).toMatchObject({ status: 400, code: "invalid_request", fact: { field: "url" } });
    await expect(
      client.call("GET /api/reminders/{id}", { params: { id: "../accounts" } }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it("the client says that a server can't be reached", async () => {
    const client = createClient({ url: "http://127.0.0.1:1", token: "x" });
    await expect(client.call("GET /healthz")).rejects.toMatchObject({
      status: 0,
      code: "unreachable",
    });
  });
});
