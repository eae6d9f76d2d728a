import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asAccount } from "../../src/domain/principal.ts";
import { runs } from "../support/runs.ts";
import { eventually, startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";
import { fingerprint, type Foreign, foreignTo, kinds } from "./foreign.ts";
import { type Document, type Operation, operationsOf } from "./routes.ts";
import { namingTries, nounOf, triesOf, type Try, tryWith } from "./tries.ts";
import { canary, fillLife, newPerson, type Someone, victimEnv } from "./victim.ts";

let world: WechatProduct;
let ada: Someone;
let bob: Someone;
let operations: Operation[];
let foreign: Foreign;

beforeAll(async () => {
  world = await startWechatProduct({ env: victimEnv });
  [ada, bob] = [await newPerson(world, `Ada ${canary}`), await newPerson(world, `Bob ${canary}`)];
  await fillLife(world, ada, bob);
  await eventually(world, isQuiet);
  foreign = await foreignTo(world.app.store.db, ada.id);
  operations = operationsOf((await world.call("/openapi.json")).json as Document);
}, 60_000);
afterAll(() => world.close());

async function isQuiet(): Promise<boolean> {
  const [left] = await world.app.store.db.rows<{ count: number }>(
    `select (select count(*) from conversation where latest_inbound_seq > last_closed_inbound_seq or running_turn_id is not null)
       + (select count(*) from delivery_attempt where status in ('pending', 'sending'))
       + (select count(*) from timer where kind = 'notification' and last_error is null) as count`,
  );
  return left?.count === 0;
}

const isPersonal = ({ who }: Operation): boolean => who.startsWith("An account");
const isOperators = ({ who }: Operation): boolean => who.startsWith("The operator");
const hasPathParams = ({ path }: Operation): boolean => path.includes("{");

type Answer = { readonly status: number; readonly text: string };
const send = (
  who: Someone,
  { operation: { method }, path, json }: Try,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  world.call(path, { method, token: who.token, headers, ...(json === undefined ? {} : { json }) });

/** Several at a time: there are thousands. */
async function each<T>(jobs: readonly T[], work: (job: T) => Promise<void>): Promise<void> {
  const waiting = jobs.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const job of waiting) await work(job);
    }),
  );
}

/** Ids of a kind that does not belong there: a twelfth of the kinds for each route, by turns; the long run tries all. */
const otherKinds = (nth: number): string[] => takeTurn([...foreign.byKind.keys()], nth, 12);

/** Every so many of a list, from another place on for each route. */
const takeTurn = <T>(list: readonly T[], nth: number, every: number): T[] =>
  list.filter((_, at) => (at + nth) % runs(every, 1) === 0);

/** The word stands in all that Ada has and in nothing that anyone else ever sent. */
const isShown = ({ text }: Answer): boolean => text.includes(canary);

describe("every route, with everything of another account", () => {
  it("every route has something to be tried with: a parameter that nothing is known for is reported here", async () => {
    // The first parameter says whose it is; those behind it are parts of that.
    const unknown = operations.flatMap(({ path, params }) => {
      const [first] = params.filter(({ in: place }) => place === "path");
      return first === undefined || nounOf(path, first.name) in kinds
        ? []
        : [`${path} {${first.name}}`];
    });
    expect(unknown, "Give the word before the parameter a line in `kinds`.").toEqual([]);
    expect(foreign.missing, "A life without these proves nothing about them.").toEqual([]);
    // Its owner gets the file by the very address that strangers try.
    const file = operations.find(({ path }) => path.endsWith("/files/{nth}")) as Operation;
    expect(
      (await Promise.all(triesOf(file, foreign).map((one) => send(ada, one)))).some(isShown),
    ).toBe(true);
    expect([
      operations.filter(isPersonal).length > 70,
      operations.filter(isOperators).length > 15,
    ]).toEqual([true, true]);
  });

  it(
    "every route answers for another account's things as if they were not there, shows nothing of them and changes none of them",
    { timeout: 600_000 },
    async () => {
      const before = await fingerprint(world.app.store.db, [ada.id, bob.id]);
      const tries = operations
        .filter(({ who }) => !who.startsWith("The vendor"))
        .flatMap((operation, nth) =>
          triesOf(operation, foreign, { others: otherKinds(nth), most: runs(1, 3) }),
        );
      // An account that makes things may call them as it likes; the account that looks has nothing of its own.
      const [maker, eve] = [await newPerson(world, "Mallory"), await newPerson(world, "Eve")];
      const wrong: string[] = [];
      await each(tries, async (one) => {
        const answer = await send(hasPathParams(one.operation) ? eve : maker, one);
        const isBad =
          isShown(answer) ||
          answer.status >= 500 ||
          (answer.status < 300 && (hasPathParams(one.operation) || isOperators(one.operation)));
        if (isBad)
          wrong.push(
            `${one.operation.method} ${one.path} ${answer.status} ${answer.text.slice(0, 100)}`,
          );
      });
      expect(wrong).toEqual([]);
      expect(tries.length).toBeGreaterThan(runs(600, 1_500));
      expect(await fingerprint(world.app.store.db, [ada.id, bob.id])).toEqual(before);
    },
  );

  it(
    "every route answers for another account's things as for what does not exist, word for word",
    { timeout: 600_000 },
    async () => {
      const eve = await newPerson(world, "Eve");
      const wrong: string[] = [];
      await each(operations.filter(isPersonal).filter(hasPathParams), async (operation) => {
        const [first] = operation.params;
        const noun = nounOf(operation.path, first?.name ?? "");
        const [id = ""] = foreign.byKind.get(noun) ?? [];
        // A server of tools has a short name instead of an id.
        const absent =
          first?.type === "integer"
            ? "987654321"
            : first?.name === "name"
              ? "absent"
              : "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00";
        const [theirs, nobodys] = [
          await send(eve, tryWith(operation, id, foreign)),
          await send(eve, tryWith(operation, absent, foreign)),
        ];
        // A request that is not valid is refused before anyone looks.
        if (
          id !== "" &&
          theirs.status + nobodys.status !== 800 &&
          (theirs.status !== nobodys.status || theirs.text !== nobodys.text)
        )
          wrong.push(
            `${operation.method} ${operation.path}: ${theirs.status} ${theirs.text} and ${nobodys.status} ${nobodys.text}`,
          );
      });
      expect(wrong).toEqual([]);
    },
  );

  it("no route lets a caller act by naming another account", { timeout: 600_000 }, async () => {
    const eve = await newPerson(world, "Eve");
    const before = await fingerprint(world.app.store.db, [ada.id, bob.id]);
    const wrong: string[] = [];
    await each(
      operations
        .filter(isPersonal)
        .flatMap((operation, nth) => takeTurn(namingTries(operation, ada.id), nth, 3)),
      async (one) => {
        const answer = await send(eve, one);
        // What does not take an account in its query or body does not look at one: then it is the stranger's own, or nothing.
        const isFine = answer.status === 403 || (!isShown(answer) && answer.status < 500);
        if (!isFine)
          wrong.push(
            `${one.operation.method} ${one.path} ${answer.status} ${answer.text.slice(0, 100)}`,
          );
      },
    );
    const names = ["X-Account-Id", "X-Owner-Account-Id", "X-User", "X-Forwarded-User"];
    const reads = operations.filter(isPersonal).filter(({ method }) => method === "GET");
    await each([...reads.entries()], async ([nth, operation]) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, "x");
      for (const name of takeTurn(names, nth, 4))
        if (isShown(await send(eve, { operation, path, json: undefined }, { [name]: ada.id })))
          wrong.push(`${name} ${operation.path}`);
    });
    expect(wrong).toEqual([]);
    expect(await fingerprint(world.app.store.db, [ada.id, bob.id])).toEqual(before);
  });
});

describe("where a statement forgets to ask whose it is", () => {
  const tables = async (): Promise<string[]> =>
    (
      await world.app.store.db.rows<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
      )
    ).map(({ name }) => name);
  let eve: Someone;
  const asEve = (text: string): Promise<unknown[]> =>
    world.app.store.db
      .transaction(asAccount(eve.id), (sql) => sql.rows(text))
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === "42501") return [];
        throw error;
      });

  it("no table shows a stranger's rows, and none lets them be changed or deleted", async () => {
    eve = await newPerson(world, "Eve");
    const before = await fingerprint(world.app.store.db, [ada.id, bob.id]);
    const wrong: string[] = [];
    for (const table of await tables()) {
      const text = JSON.stringify(await asEve(`select * from ${table}`));
      const isSeen = text.includes(canary) || text.includes(ada.id) || text.includes(bob.id);
      if (isSeen) wrong.push(`select ${table}`);
    }
    for (const table of [
      "reminder",
      "message",
      "conversation",
      "turn",
      "account",
      "reminder_projection",
      "friend_link",
      "chats",
      "memories",
    ]) {
      await asEve(`update ${table} set updated_at = now()`).catch(() => []);
      await asEve(`delete from ${table}`).catch(() => []);
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(world.app.store.db, [ada.id, bob.id])).toEqual(before);
  });
});

/** A browser comes here from a stranger's page, which decides what it brings. */
const broughtBack = "/api/tool-sign-in/return";

describe("every route, with a field that it does not read", () => {
  const unknown = "no_such_field";
  /** Their bodies are files, or messages of a protocol of its own. */
  const files = [
    "/mcp",
    "/api/bots/import",
    "/api/chats/import",
    "/api/events/import",
    "/api/presets/read",
    "/api/bots/{id}/lorebook",
    "/api/bots/{id}/picture",
  ];
  const isVendors = ({ who, path }: Operation): boolean =>
    who.startsWith("The vendor") || path === broughtBack;

  /** As if it were meant: with an id for each parameter, and a body where one is taken. */
  const ask = ({ method, path }: Operation, place: "query" | "body") =>
    world.ask(
      `${path.replaceAll(/\{\w+\}/g, path.startsWith("/api/scenes/") ? "1" : "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00")}${place === "query" ? `?${unknown}=1` : ""}`,
      {
        method,
        ...(place === "body" ? { json: { [unknown]: 1 } } : {}),
      },
    );

  it.each(["query", "body"] as const)(
    "every route refuses a field that it does not read by its name, in the %s",
    async (place) => {
      const asked = operations.filter(
        (operation) =>
          !isVendors(operation) &&
          (place === "query" || (operation.method !== "GET" && !files.includes(operation.path))),
      );
      expect(asked.length).toBeGreaterThan(place === "query" ? 120 : 50);
      const taken: string[] = [];
      await each(asked, async (operation) => {
        const { status, text } = await ask(operation, place);
        const isRefused =
          status === 400 && text.includes(unknown) && text.includes("unknown field");
        if (!isRefused)
          taken.push(`${operation.method} ${operation.path}: ${status} ${text.slice(0, 80)}`);
      });
      expect(taken).toEqual([]);
    },
  );
});
