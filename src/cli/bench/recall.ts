import { readFileSync } from "node:fs";
import { createRecallIndex } from "../../recall/recall-index.ts";
import { createRecall } from "../../skills/scenes/recall/recall.ts";
import { createEmptyChat, type Memory } from "../../skills/scenes/state/chat-state.ts";
import { openSources } from "../../skills/scenes/state/witness.ts";
import { readDatedTalks, readFamiliarTalks } from "./dated-talk/read.ts";
import { generateLongTalks, type LongTalk } from "./long-talk/generate.ts";
import { createPlainBm25 } from "./plain-bm25.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";
import { row, spread } from "./table.ts";

export interface RecallQuality {
  readonly questions: number;
  /** The share of the evidence among the first ten, in percent. */
  readonly ours: number;
  readonly plain: number;
  /** By kind of question. */
  readonly kinds: Readonly<Record<string, { readonly ours: number; readonly plain: number }>>;
  /** What a prompt of a story holds, of twelve places. */
  readonly stories: { readonly ours: number; readonly plain: number };
}

const first = 10;
const inAPrompt = 12;

/** Talks of one's own: `[{ turns: [{ id, speaker, text, at }], questions: [{ kind, text, evidence }] }]`. */
export const readTalks = (file: string | undefined): readonly LongTalk[] =>
  file === undefined
    ? generateLongTalks()
    : (JSON.parse(readFileSync(file, "utf8")) as readonly LongTalk[]);

/** How much of the evidence is found in long talks, beside plain BM25 over the same lines. */
export function measureRecallQuality(talks: readonly LongTalk[]): RecallQuality {
  const rows = talks.flatMap(measureTalk);
  const mean = (of: readonly number[]): number =>
    (100 * of.reduce((sum, each) => sum + each, 0)) / Math.max(1, of.length);
  const both = (some: typeof rows): { ours: number; plain: number } => ({
    ours: mean(some.map(({ ours }) => ours)),
    plain: mean(some.map(({ plain }) => plain)),
  });
  return {
    questions: rows.length,
    ...both(rows),
    kinds: Object.fromEntries(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => [kind, both(some)]),
    ),
    stories: {
      ours: mean(rows.map(({ inStory }) => inStory)),
      plain: mean(rows.map(({ plainInStory }) => plainInStory)),
    },
  };
}

/** Prints the rows of the table, and says whether recall found more than plain BM25. */
export function showRecall(out: (line: string) => void, file?: string): boolean {
  const { questions, ours, plain, kinds, stories } = measureRecallQuality(readTalks(file));
  const show = (name: string, of: { ours: number; plain: number }): void => {
    const beside = `plain BM25 ${of.plain.toFixed(1)}, ratio ${(of.ours / of.plain).toFixed(2)}`;
    out(row(name, of.ours.toFixed(1), beside));
  };
  show(`evidence among the first 10 lines, ${questions} questions, %`, { ours, plain });
  for (const [kind, of] of Object.entries(kinds)) show(`  ${kind}`, of);
  show("evidence in the prompt of a story, %", stories);
  if (file === undefined) {
    const dated = measureRecallQuality(readDatedTalks());
    show(`evidence, ${dated.questions} questions in other words than the lines, %`, dated);
    for (const [kind, of] of Object.entries(dated.kinds)) show(`  ${kind}`, of);
    for (const talk of readFamiliarTalks()) {
      const familiar = measureRecallQuality([talk]);
      show(`evidence, ${familiar.questions} questions in words of the lines, %`, familiar);
    }
  }
  out(
    row(
      "recall among 100,000 lines, ms, least of 3",
      spread(measureRecallTime(100_000)),
      "aim p99 < 5",
    ),
  );
  return ours > plain && stories.ours > stories.plain;
}

function measureTalk({ turns, questions }: LongTalk) {
  const index = createRecallIndex();
  for (const { text, speaker, at } of turns)
    index.add({ text, speakers: [speaker], at: Date.parse(at) || undefined, thread: "talk" });
  const plain = createPlainBm25(turns.map(({ text }) => text));
  const now = Date.parse(turns.at(-1)?.at ?? "") || undefined;
  const askStory = playStory(turns);
  const asked = questions.filter(({ evidence }) => evidence.length > 0);
  return asked.map(({ kind, text, evidence }) => {
    const share = (ids: readonly (string | undefined)[]): number =>
      evidence.filter((id) => ids.includes(id)).length / evidence.length;
    const toIds = (places: readonly number[]) => places.map((place) => turns[place]?.id);
    return {
      kind,
      ours: share(toIds(index.search({ text, now, most: first }).map(({ place }) => place))),
      plain: share(toIds(plain(text, first))),
      inStory: share(toIds(askStory(text))),
      plainInStory: share(toIds(plain(text, inAPrompt))),
    };
  });
}

/** The same lines as the memories of a character who heard them all. */
function playStory(turns: LongTalk["turns"]): (question: string) => number[] {
  const state = createEmptyChat("bench", "bench");
  state.clock = turns.at(-1)?.at ?? "";
  const memories = turns.map(({ speaker, text, at }, place): Memory => {
    const line = `${speaker}: ${text}`;
    return {
      id: `m${place}`,
      eventId: place,
      owner: "listener",
      sceneId: 1,
      witnesses: new Set(["listener"]),
      storyTime: at,
      cites: [],
      text: line,
      povSummary: line,
      sources: [place],
    };
  });
  state.memoriesOf.set("listener", memories);
  const cast = { bots: new Map(), you: undefined };
  const scene = { present: new Set(["listener"]), participants: ["listener"] } as never;
  const stage = { state, cast, scene, sources: openSources(state, cast, "listener") };
  const recall = createRecall();
  return (question) => recall(stage, question).flatMap(({ eventIds }) => [...eventIds]);
}

/**
 * The time of one search among many lines, which the talks say again and again. The least of a few:
 * processor time is counted in steps of several milliseconds on some machines, and others work on it.
 */
function measureRecallTime(count: number): Percentiles {
  const talks = generateLongTalks();
  const turns = talks.flatMap((talk) => talk.turns);
  const index = createRecallIndex();
  for (let at = 0; at < count; at += 1) {
    const { text = "", speaker = "" } = turns[at % turns.length] ?? {};
    index.add({
      text: `${text} ${at % 977}`,
      speakers: [speaker],
      at: Date.UTC(2020, 0, 1) + at * 600_000,
      thread: "talk",
    });
  }
  const questions = talks.flatMap((talk) => talk.questions);
  const now = Date.UTC(2020, 0, 1) + count * 600_000;
  const least = Array.from({ length: 500 }, () => Infinity);
  for (let round = 0; round < 3; round += 1)
    for (const at of least.keys()) {
      const from = performance.now();
      index.search({ text: questions[at % questions.length]?.text ?? "", now, most: first });
      least[at] = Math.min(least[at] ?? Infinity, performance.now() - from);
    }
  return percentiles(least);
}
