import { describe, expect, it } from "vitest";
import { createAccess } from "../../src/accounts/access.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { FailpointName } from "../../src/domain/ports/failpoints.ts";
import type { SharedAudit, SharedView } from "../../src/domain/views/shared-stories.ts";
import { productProjector } from "../../src/main/projections.ts";
import { callServer, type Reply } from "../support/api.ts";
import { say } from "../vendors/model-script.ts";
import { type ChatBody, type ModelServer, startModelServer } from "../vendors/model-server.ts";
import { long, useWorlds } from "./use-worlds.ts";
import type { World } from "./world.ts";

/** Where a beat and the feelings after it pass. */
const points: readonly FailpointName[] = [
  "accept.committed",
  "turn.started",
  "turn.model_called",
  "turn.chunk_shown",
  "turn.before_commit",
  "turn.committing",
  "turn.committed",
  "timers.firing",
  "timers.fired",
];
const chosen: readonly FailpointName[] = ["turn.model_called", "turn.committed", "timers.fired"];

const cells = points
  .filter((point) => long || chosen.includes(point))
  // The second time, it is the turn of the feelings.
  .flatMap((point) =>
    (long && point.startsWith("turn.") ? [1, 2] : [1]).map((hit) => ({ point, hit })),
  );

describe(
  "a shared story whose process dies in a beat",
  { concurrent: true, timeout: 600_000 },
  () => {
    const inWorld = useWorlds();

    it.each(cells)(
      "every line is there once for those who heard it, and nobody answers twice: $point, time $hit",
      ({ point, hit }) =>
        inWorld(async (world) => {
          const model = await startModelServer({ behaviour: answer });
          try {
            await playThrough(world, model, `${point}:${hit}`);
          } finally {
            await model.close();
          }
        }),
    );
  },
);

/** One gesture for every request: the test counts lines, not words. */
const answer = (body: ChatBody) =>
  say(body.messages.some(({ content }) => content?.includes("JSON")) ? "{}" : "She nods.");

async function playThrough(world: World, model: ModelServer, failpoint: string): Promise<void> {
  const env = {
    MEANWHILE_MODEL_BASE_URL: model.baseUrl,
    MEANWHILE_MODEL_API_KEY: model.apiKey,
    MEANWHILE_MODEL: "m",
  };
  const first = await world.start({ env });
  const [ada, bea] = [await addPerson(world, "Ada"), await addPerson(world, "Bea")];
  const id = await startStory(world, [ada, bea]);
  await first.stop();

  const dying = await world.start({ env, failpoint });
  const asked = [
    { who: bea, line: { prose: "I put lantern01 down.", aloud: true } },
    { who: ada, line: { prose: "I say lantern02 to Ann.", whisper_to: ["ann"] } },
  ];
  for (const { who, line } of asked) await sayUntilSaid(world, { who, id, line, env });
  await world.until(async () => {
    if (!dying.alive) await ensureAlive(world, env);
    await world.sweep();
    return (await isDone(world, id)) && !dying.alive;
  });
  expect(dying.failpoint).toBe(failpoint.split(":")[0]);
  await checkStory(world, id, [ada, bea]);
}

interface Person {
  readonly token: string;
  call(path: string, json?: unknown, key?: string): Promise<Reply>;
}

async function addPerson(world: World, name: string): Promise<Person> {
  const access = createAccess({
    db: world.db,
    projector: productProjector(),
    clock: systemClock,
    chance: createSystemChance(() => systemClock.now()),
    operatorTokens: [],
  });
  const accountId = await access.createAccount({
    displayName: name,
    language: "en",
    timezone: "UTC",
  });
  const { secret: token } = await access.issueToken({
    kind: "account",
    accountId,
    label: null,
    scopes: ["*"],
    expiresAt: null,
  });
  return {
    token,
    call: (path, json, key) =>
      callServer(Number(new URL(world.instances.at(-1)?.url ?? "").port), path, {
        token,
        ...(json === undefined ? {} : { method: "POST", json }),
        ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
      }),
  };
}

async function startStory(world: World, [ada, bea]: readonly [Person, Person]): Promise<string> {
  for (const name of ["Ann", "Bob"]) await ada.call("/api/bots", { id: name.toLowerCase(), name });
  const made = await ada.call("/api/shared-stories", {
    title: "The lamp shop",
    bot_ids: ["ann", "bob"],
    name: "Ada",
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.json as { id: string };
  const { code } = (await ada.call(`/api/shared-stories/${id}/invitation`, {})).json as {
    code: string;
  };
  const joined = await bea.call("/api/shared-stories/join", { code, name: "Bea" });
  expect(joined.status, joined.text).toBe(200);
  await world.until(() => isDone(world, id));
  return id;
}

interface Saying {
  readonly who: Person;
  readonly id: string;
  readonly line: object;
  readonly env: Readonly<Record<string, string>>;
}

/** As the page does: with the same key until there is an answer. */
async function sayUntilSaid(world: World, { who, id, line, env }: Saying): Promise<void> {
  await world.until(async () => {
    await ensureAlive(world, env);
    const reply = await who
      .call(`/api/shared-stories/${id}/turns`, line, "one-line")
      // The connection broke: the line may be in or not.
      .catch(() => undefined);
    return reply?.status === 204;
  });
}

async function ensureAlive(world: World, env: Readonly<Record<string, string>>): Promise<void> {
  const newest = world.instances.at(-1);
  if (newest?.alive === true && newest.failpoint === undefined) return;
  await newest?.ended;
  await world.start({ env });
  await world.expireLeases();
}

async function isDone(world: World, id: string): Promise<boolean> {
  const [busy] = await world.db.rows<{ count: number }>(
    `select (select count(*) from conversation where latest_inbound_seq > last_closed_inbound_seq or running_turn_id is not null)
       + (select count(*) from timer where due_at <= now()) as count
     from story_rooms where chat_id = $1`,
    [id],
  );
  return busy?.count === 0;
}

async function checkStory(
  world: World,
  id: string,
  [ada, bea]: readonly [Person, Person],
): Promise<void> {
  const view = async (who: Person): Promise<string[]> => {
    const reply = await who.call(`/api/shared-stories/${id}`);
    expect(reply.status, reply.text).toBe(200);
    return (reply.json as SharedView).lines.map(({ text }) => text);
  };
  expect(await view(bea)).toEqual(["I put lantern01 down.", "She nods."]);
  expect(await view(ada)).toEqual([
    "I put lantern01 down.",
    "She nods.",
    "I say lantern02 to Ann.",
    "She nods.",
  ]);
  for (const who of [ada, bea]) {
    const { unwitnessed, missing, leaks } = (await who.call(`/api/shared-stories/${id}/audit`))
      .json as SharedAudit;
    expect([unwitnessed, missing, leaks]).toEqual([0, 0, 0]);
  }
  const felt = await world.db.rows<{ count: number }>(
    `select count(*) as count from event_log where chat_id = $1 and kind = 'edge_update'
     group by payload_json ->> 'source_id', payload_json ->> 'target_id', payload_json -> 'cites'`,
    [id],
  );
  expect(felt.length).toBeGreaterThan(0);
  expect(felt.every(({ count }) => count === 1)).toBe(true);
}
