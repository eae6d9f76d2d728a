import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { patience, runs } from "../support/runs.ts";
import { useSceneLab } from "../support/scene-lab.ts";
import { listCanaries, SharedOracle } from "../support/shared-oracle.ts";
import {
  answerByEcho,
  joinShared,
  lookShared,
  type Player,
  sayShared,
  toSharedPath,
  type SharedStart,
  startShared,
} from "../support/shared-players.ts";

const asked: ModelRequest[] = [];
const lab = useSceneLab([], {
  otherwise: (request) => {
    asked.push(request);
    return answerByEcho(request);
  },
});

const characters = ["ann", "bob", "cid"];

interface Cast {
  readonly player: Player;
  entity: string;
  isIn: boolean;
}

interface Playing {
  readonly story: SharedStart;
  readonly oracle: SharedOracle;
  readonly people: Cast[];
  readonly failures: string[];
  /** Words of files that people imported, by person. */
  readonly imported: Map<string, Set<string>>;
}

const acts = {
  join,
  "join as a character": joinAsCharacter,
  "come and go": comeAndGo,
  leave,
  "move a character": moveCharacter,
  "hand over": handOver,
  say: (on, who) => speak(on, who, []),
  whisper: (on, who, pick) => speak(on, who, listOthers(on, who).slice(pick % 3, (pick % 3) + 1)),
  "whisper to two": (on, who) => speak(on, who, listOthers(on, who).slice(0, 2)),
  "say and whisper": sayAndWhisper,
  think,
  "say and think": sayAndThink,
  "audit meanwhile": auditMeanwhile,
  regenerate,
  rewind,
  "go on": goOn,
  import: importFile,
} satisfies Record<string, Act>;

type Act = (on: Playing, who: Cast, pick: number) => Promise<void>;
type Step = readonly [act: keyof typeof acts, who: number, pick: number];

const names = Object.keys(acts) as (keyof typeof acts)[];
const spoken = names.filter((name) => /say|whisper|think/.test(name));

/** Every act once, in an order in which each has something to act on. */
const allActs: Step[] = [
  ["say", 0, 0],
  ["join", 0, 0],
  ["join as a character", 0, 0],
  ["whisper", 1, 1],
  ["say and whisper", 0, 1],
  ["say and think", 0, 0],
  ["regenerate", 0, 0],
  ["come and go", 1, 0],
  ["say", 2, 0],
  ["think", 2, 0],
  ["audit meanwhile", 0, 1],
  ["leave", 1, 0],
  ["rewind", 0, 2],
  ["move a character", 0, 1],
  ["whisper to two", 0, 0],
  ["import", 0, 0],
  ["go on", 0, 0],
  ["hand over", 0, 1],
  ["say", 1, 0],
];

it(
  "nobody has a word that their persona or character did not witness, and nobody loses one that they did",
  async () => {
    const step = fc.tuple(
      fc.oneof(fc.constantFrom(...names), fc.constantFrom(...spoken)),
      fc.nat(5),
      fc.nat(5),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        expect(await playRandomly(steps)).toEqual([]);
      }),
      {
        numRuns: runs(2, Number(process.env["MEANWHILE_SEEDS"] ?? 200)),
        examples: [[allActs]],
        endOnFailure: process.env["MEANWHILE_SHRINK"] === undefined,
      },
    );
  },
  patience * 4,
);

async function playRandomly(steps: readonly Step[]): Promise<string[]> {
  const story = await startShared(lab(), ["Ann", "Bob", "Cid"]);
  const on: Playing = {
    story,
    oracle: new SharedOracle(),
    people: [{ player: story.ada, entity: story.adaId, isIn: true }],
    failures: [],
    imported: new Map(),
  };
  on.oracle.takeSeat(story.ada.id, story.adaId);
  for (const id of characters) on.oracle.present.add(id);
  for (const [act, who, pick] of steps) {
    const inside = on.people.filter(({ isIn }) => isIn);
    const one = inside[who % inside.length];
    if (one !== undefined) await acts[act](on, one, pick);
    // Feelings sometimes come while the story goes on already.
    if (pick % 2 === 0) await lab().settle();
    checkPrompts(on, `${act} ${who} ${pick}`);
  }
  await lab().settle();
  checkPrompts(on, "the end");
  await checkPeople(on);
  await checkMemories(on);
  return [...on.failures, ...(await lab().rebuilt())];
}

/** No prompt has a word that its character never heard, and none a word that was taken back. */
function checkPrompts({ story, oracle, failures, imported }: Playing, when: string): void {
  const foreign = new Set([...imported.values()].flatMap((words) => [...words]));
  for (const { purpose, viewer = "", messages, chatId } of asked.splice(0)) {
    if (purpose === "parse_turn" || chatId !== story.id) continue;
    const words = listCanaries(messages.map(({ content }) => content).join("\n"));
    const known = purpose === "narrative" ? oracle.knownTo(viewer) : oracle.everKnownTo(viewer);
    for (const word of words)
      if (!known.has(word) || foreign.has(word))
        failures.push(`${when}: ${purpose} of ${viewer} has ${word}`);
  }
}

/** Each person has exactly the lines that they witnessed, on the page, in the file and in every table. */
async function checkPeople({ story, oracle, people, failures, imported }: Playing): Promise<void> {
  for (const { player, entity } of people) {
    const { lines, scene } = await lookShared(player, story.id);
    const there = new Set(scene?.present ?? oracle.present);
    if (there.symmetricDifference(oracle.present).size > 0)
      failures.push(`${entity} sees ${[...there].join(" ")}, not ${[...oracle.present].join(" ")}`);
    const has = new Map(lines.map(({ id, text }) => [id, listCanaries(text)]));
    const due = new Map(oracle.listFor(player.id).map(({ id, words }) => [id, words]));
    for (const [id, words] of has)
      if (words.size > 0 && [...words].some((word) => due.get(id)?.has(word) !== true))
        failures.push(`${entity} leaked ${[...words].join(" ")}`);
    for (const [id, words] of due)
      if ([...words].some((word) => has.get(id)?.has(word) !== true))
        failures.push(`${entity} lost ${[...words].join(" ")}`);
    const { unwitnessed, missing, leaks } = await audit(player, story.id);
    if (unwitnessed + missing + leaks > 0)
      failures.push(`audit of ${entity}: ${unwitnessed} ${missing} ${leaks}`);
    const own = new Set([...has.values()].flatMap((words) => [...words]));
    const file = await player.get(toSharedPath(story.id, "/export"));
    if (listCanaries(file.text).symmetricDifference(own).size > 0)
      failures.push(`the export of ${entity} differs`);
    failures.push(
      ...(await findStrayRows(player, own.union(imported.get(player.id) ?? new Set()))),
    );
  }
}

async function findStrayRows(player: Player, known: ReadonlySet<string>): Promise<string[]> {
  const stray: string[] = [];
  for (const table of ["event_log", "message", "shared_lines", "shared_stories", "model_call"]) {
    const rows = await lab().db.rows<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where account_id = $1`,
      [player.id],
    );
    const words = listCanaries(rows.map(({ row }) => row).join("\n"));
    stray.push(...[...words.difference(known)].map((word) => `${table} has ${word}`));
  }
  return stray;
}

/** Characters remember every typed word that they heard, and no other one. */
async function checkMemories({ story, oracle, failures }: Playing): Promise<void> {
  for (const owner of characters) {
    const rows = await lab().db.rows<{ text: string }>(
      "select text from memories where chat_id = $1 and owner_id = $2",
      [story.id, owner],
    );
    const has = listCanaries(rows.map(({ text }) => text).join("\n"));
    for (const word of oracle.knownTo(owner, ["user"]).difference(has))
      failures.push(`${owner} forgot ${word}`);
    for (const word of has.difference(oracle.knownTo(owner)))
      failures.push(`${owner} remembers ${word}`);
  }
}

async function audit(
  player: Player,
  id: string,
): Promise<Record<string, number> & { unwitnessed: number; missing: number; leaks: number }> {
  const reply = await player.get(toSharedPath(id, "/audit"));
  expect(reply.status, reply.text).toBe(200);
  return reply.json as Awaited<ReturnType<typeof audit>>;
}

const listOthers = ({ oracle }: Playing, { entity }: Cast): string[] =>
  [...oracle.present].filter((id) => id !== entity);

const findHost = async ({ people, story }: Playing): Promise<Cast | undefined> => {
  for (const one of people)
    if (one.isIn && (await lookShared(one.player, story.id)).story.is_host) return one;
  return undefined;
};

async function addPerson(on: Playing, as: object): Promise<void> {
  if (on.people.filter(({ isIn }) => isIn).length >= 5) return;
  const [player, entity] = await joinShared(lab(), on.story, { as });
  on.people.push({ player, entity, isIn: true });
  on.oracle.takeSeat(player.id, entity);
}

async function join(on: Playing): Promise<void> {
  return addPerson(on, { name: `Guest ${on.people.length}` });
}

async function joinAsCharacter(on: Playing, _who: Cast, pick: number): Promise<void> {
  const character = characters[pick % 2] as string;
  if (!on.oracle.isSeated(character)) await addPerson(on, { character_id: character });
}

async function comeAndGo({ story, oracle }: Playing, { player, entity }: Cast): Promise<void> {
  const change = oracle.present.has(entity) ? "leave" : "enter";
  const done = await player.post(toSharedPath(story.id, "/presence"), {
    entity_id: entity,
    change,
  });
  if (done.status !== 204) return;
  if (change === "leave") oracle.present.delete(entity);
  else oracle.present.add(entity);
}

async function moveCharacter(on: Playing, _who: Cast, pick: number): Promise<void> {
  const host = await findHost(on);
  const character = characters[pick % 3] as string;
  if (host !== undefined && !on.oracle.isSeated(character))
    await comeAndGo(on, { ...host, entity: character });
}

async function leave({ story, oracle, people }: Playing, who: Cast): Promise<void> {
  if (people.filter(({ isIn }) => isIn).length < 2) return;
  expect((await who.player.post(toSharedPath(story.id, "/leave"))).status).toBe(204);
  who.isIn = false;
  oracle.leaveSeat(who.player.id, characters.includes(who.entity));
}

async function handOver(on: Playing, who: Cast): Promise<void> {
  const host = await findHost(on);
  await host?.player.patch(toSharedPath(on.story.id), { host_id: who.entity });
}

async function speak(on: Playing, who: Cast, to: readonly string[]): Promise<void> {
  const word = on.oracle.nextWord();
  const ears = to.length > 0 ? new Set([who.entity, ...to]) : new Set(on.oracle.present);
  const how = to.length > 0 ? { whisper_to: to } : { aloud: true };
  const said = await sayShared(who.player, on.story.id, { prose: `I say ${word}.`, ...how });
  if (said.status === 204) await noteBeat(on, [{ words: new Set([word]), ears }]);
}

async function sayAndWhisper(on: Playing, who: Cast, pick: number): Promise<void> {
  const others = listOthers(on, who);
  const to = others[pick % Math.max(1, others.length)];
  const member = (await lookShared(who.player, on.story.id)).story;
  const name = [...member.members, ...member.cast].find(({ id }) => id === to)?.name;
  if (to === undefined || name === undefined) return;
  const [aloud, quiet] = [on.oracle.nextWord(), on.oracle.nextWord()];
  const prose = `I say ${aloud}. || ${name}: ${quiet}`;
  const said = await sayShared(who.player, on.story.id, { prose });
  if (said.status !== 204) return;
  await noteBeat(on, [
    { words: new Set([aloud]), ears: new Set(on.oracle.present) },
    { words: new Set([quiet]), ears: new Set([who.entity, to]) },
  ]);
}

/** The scene goes on before everyone, and no one else has the thought. */
async function think(on: Playing, who: Cast): Promise<void> {
  const word = on.oracle.nextWord();
  const prose = `I think to myself: ${word}.`;
  const said = await sayShared(who.player, on.story.id, { prose });
  const part = { words: new Set([word]), ears: new Set([who.entity]) };
  if (said.status === 204) await noteBeat(on, [part], on.oracle.present);
}

async function sayAndThink(on: Playing, who: Cast): Promise<void> {
  const [aloud, quiet] = [on.oracle.nextWord(), on.oracle.nextWord()];
  const prose = `I say ${aloud}. I wonder silently about ${quiet}.`;
  const said = await sayShared(who.player, on.story.id, { prose });
  if (said.status !== 204) return;
  await noteBeat(on, [
    { words: new Set([aloud]), ears: new Set(on.oracle.present) },
    { words: new Set([quiet]), ears: new Set([who.entity]) },
  ]);
}

/** The audits of all people while a line is played: what they find is never an alarm. */
async function auditMeanwhile(on: Playing, who: Cast): Promise<void> {
  const saying = speak(on, who, []);
  for (const { player, entity } of on.people) {
    const { unwitnessed, missing, leaks } = await audit(player, on.story.id);
    if (unwitnessed + missing + leaks > 0)
      on.failures.push(`audit of ${entity} while played: ${unwitnessed} ${missing} ${leaks}`);
  }
  await saying;
}

interface TurnRow {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
}

const readTurns = ({ story }: Playing): Promise<TurnRow[]> =>
  lab().db.rows<TurnRow>(
    "select id, kind, text from scene_turns where chat_id = $1 order by event_id, created_at",
    [story.id],
  );

/** The person's line, and replies for the same ears; to a line that is partly aloud, for all. */
async function noteBeat(
  on: Playing,
  parts: readonly { words: Set<string>; ears: ReadonlySet<string> }[],
  answeredTo: ReadonlySet<string> = parts[0]?.ears ?? on.oracle.present,
): Promise<void> {
  const known = new Set(on.oracle.lines.map(({ id }) => id));
  on.oracle.startBeat();
  for (const { id, kind, text } of (await readTurns(on)).filter((turn) => !known.has(turn.id)))
    if (kind === "user") on.oracle.hear({ id, kind, parts: [...parts] });
    else {
      const ears = new Set(answeredTo);
      on.oracle.hear({ id, kind: "assistant", parts: [{ words: listCanaries(text), ears }] });
    }
}

async function goOn(on: Playing): Promise<void> {
  const host = await findHost(on);
  const gone = await host?.player.post(toSharedPath(on.story.id, "/next"));
  if (gone?.status === 204) await noteBeat(on, []);
}

async function regenerate(on: Playing): Promise<void> {
  const host = await findHost(on);
  const done = await host?.player.post(toSharedPath(on.story.id, "/regenerate"));
  if (done?.status !== 204) return;
  const turns = await readTurns(on);
  const gone = on.oracle.lines.filter(({ id }) => !turns.some((turn) => turn.id === id));
  const made = turns.filter(({ id }) => !on.oracle.lines.some((line) => line.id === id));
  if (gone.length !== 1 || made.length !== 1)
    on.failures.push(`regenerate: ${gone.length} lines gone, ${made.length} new`);
  for (const { id, text } of made)
    on.oracle.replace(gone[0]?.id ?? "", { id, words: listCanaries(text) });
}

async function rewind(on: Playing, _who: Cast, pick: number): Promise<void> {
  const host = await findHost(on);
  if (host === undefined) return;
  const { lines } = await lookShared(host.player, on.story.id);
  const line = lines[Math.max(0, lines.length - 1 - (pick % 4))];
  const line_id = line?.id ?? "none";
  const done = await host.player.post(toSharedPath(on.story.id, "/rewind"), { line_id });
  if (done.status === 204) on.oracle.rewind(line_id, characters);
}

/** A chat of another program, with the same names in it. */
async function importFile(on: Playing, { player }: Cast): Promise<void> {
  const word = on.oracle.nextWord();
  const lines = [
    { user_name: "Me", character_name: "Ann", create_date: "2026-01-01" },
    { name: "Me", is_user: true, mes: `Elsewhere, ${word}.`, send_date: "2026-01-01" },
    { name: "Ann", is_user: false, mes: "Hm.", send_date: "2026-01-01" },
  ];
  const file = lines.map((line) => JSON.stringify(line)).join("\n");
  const taken = await player.upload("/api/chats/import", file);
  expect(taken.status, taken.text).toBe(201);
  on.imported.set(player.id, (on.imported.get(player.id) ?? new Set()).add(word));
}
