import { readFileSync } from "node:fs";

export interface TalkTurn {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  /** ISO time. */
  readonly at: string;
}

export interface TalkQuestion {
  readonly kind: string;
  readonly text: string;
  /** Turns that answer it; none where it was never said. */
  readonly evidence: readonly string[];
}

export interface LongTalk {
  readonly turns: readonly TalkTurn[];
  readonly questions: readonly TalkQuestion[];
}

interface Script {
  readonly name: string;
  readonly after: string | undefined;
  readonly lines: readonly { readonly by: "a" | "b"; readonly ways: readonly string[] }[];
  readonly questions: readonly { kind: string; text: string; evidence: readonly string[] }[];
}

interface Scripts {
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** Of the first person, and of the second. */
  readonly names: readonly (readonly string[])[];
  readonly fillers: readonly Script[];
  readonly episodes: readonly Script[];
  readonly unsaid: readonly string[];
}

const [turnsPerTalk, questionsPerTalk] = [300, 60];
const start = Date.UTC(2025, 0, 6, 18);
const [dayMs, minuteMs] = [86_400_000, 60_000];

/**
 * Five talks of 300 lines over months, four in English and one in Chinese, with sixty questions
 * each: every question names the lines that answer it. The same each time.
 */
export function generateLongTalks(): readonly LongTalk[] {
  const [english, chinese] = ["english", "chinese"].map((name) =>
    parseScripts(readFileSync(new URL(`${name}.txt`, import.meta.url), "utf8")),
  ) as [Scripts, Scripts];
  return [english, english, english, english, chinese].map((scripts, nth) =>
    generateTalk(scripts, nth),
  );
}

/** A small generator of numbers that look random and are the same in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return (state >>> 7) % sides;
  };
}

interface Planned {
  readonly script: Script;
  /** Who tells it: the first of the names or the second. */
  readonly teller: 0 | 1;
  readonly slots: ReadonlyMap<string, string>;
}

function generateTalk(scripts: Scripts, nth: number): LongTalk {
  const roll = createDice(nth * 7 + 3);
  const names = scripts.names.map((each) => each[nth % each.length] ?? "");
  const turns: TalkTurn[] = [];
  const questions: TalkQuestion[] = [];
  const places = new Map<string, string>();
  let at = start + nth * 11 * dayMs;
  const play = ({ script, teller, slots }: Planned): void => {
    const fill = (text: string): string =>
      text.replaceAll(/\{(\w+)\}/g, (_, slot: string) =>
        slot === "A"
          ? (names[teller] ?? "")
          : slot === "B"
            ? (names[1 - teller] ?? "")
            : (slots.get(slot) ?? slot),
      );
    for (const [line, { by, ways }] of script.lines.entries()) {
      at += (1 + roll(4)) * minuteMs;
      const id = `t${turns.length + 1}`;
      places.set(`${teller} ${script.name}:${line + 1}`, id);
      turns.push({
        id,
        speaker: names[by === "a" ? teller : 1 - teller] ?? "",
        text: fill(ways[roll(ways.length)] ?? ""),
        at: new Date(at).toISOString(),
      });
    }
    for (const { kind, text, evidence } of script.questions)
      questions.push({
        kind,
        text: fill(text),
        evidence: evidence.flatMap(
          (each) =>
            places.get(`${teller} ${each.includes(":") ? each : `${script.name}:${each}`}`) ?? [],
        ),
      });
  };
  const planned = planEpisodes(scripts, roll);
  const fillerShare =
    turnsPerTalk - planned.reduce((sum, { script }) => sum + script.lines.length, 0);
  const fillers = Math.max(0, Math.round(fillerShare / 2));
  for (const [index, episode] of planned.entries()) {
    // A few days later, another evening.
    if (index % 2 === 0) at = nextEvening(at, 2 + roll(9));
    const due =
      Math.round((fillers * (index + 1)) / planned.length) -
      Math.round((fillers * index) / planned.length);
    for (let count = 0; count < due; count += 1) {
      const script = scripts.fillers[roll(scripts.fillers.length)];
      if (script !== undefined) play({ script, teller: roll(2) as 0 | 1, slots: new Map() });
    }
    play(episode);
  }
  const unsaid = scripts.unsaid.map((text) => ({
    kind: "unsaid",
    text: text.replaceAll("{A}", names[0] ?? "").replaceAll("{B}", names[1] ?? ""),
    evidence: [],
  }));
  return {
    turns,
    questions: [...pickEvenly(questions, questionsPerTalk - unsaid.length), ...unsaid],
  };
}

const nextEvening = (at: number, days: number): number =>
  Math.floor(at / dayMs) * dayMs + days * dayMs + 18 * 3_600_000;

const pickEvenly = <T>(all: readonly T[], most: number): T[] =>
  all.filter(
    (_, at) =>
      all.length <= most ||
      Math.floor((at * most) / all.length) !== Math.floor(((at + 1) * most) / all.length),
  );

/** Both people live through most of the episodes, each in their own way; sequels come later. */
function planEpisodes({ episodes, slots }: Scripts, roll: (sides: number) => number): Planned[] {
  const values = new Map<string, readonly string[]>(
    [...slots].map(([slot, all]) => {
      const from = roll(all.length);
      return [slot, all.map((_, at) => all[(from + at) % all.length] ?? "")];
    }),
  );
  const tellers = [0, 1] as const;
  const both = episodes.flatMap((script) =>
    tellers.map((teller) => ({
      script,
      teller,
      slots: new Map(
        [...values].flatMap(([slot, all]) => [
          [slot, all[teller] ?? ""] as const,
          [`${slot}2`, all[(teller + 2) % all.length] ?? ""] as const,
        ]),
      ),
      order: (script.after === undefined ? 0 : 1_000) + roll(1_000),
    })),
  );
  return both.sort((a, b) => a.order - b.order);
}

function parseScripts(text: string): Scripts {
  const slots = new Map<string, readonly string[]>();
  const scripts: Script[] = [];
  const unsaid: string[] = [];
  let names: readonly (readonly string[])[] = [];
  for (const block of text.split("\n\n").flatMap((part) => part.split(/\n(?=filler$)/m))) {
    const [head = "", ...rest] = block.trim().split("\n");
    if (/^(?:filler|episode)\b/.test(head)) {
      scripts.push(parseScript(head, rest));
      continue;
    }
    for (const line of [head, ...rest]) {
      const [, key = "", value = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
      if (key === "names") names = value.split(" / ").map((each) => each.split(" "));
      else if (key === "unsaid") unsaid.push(value);
      else if (key !== "") slots.set(key, value.split(value.includes("|") ? "|" : " "));
    }
  }
  return {
    slots,
    names,
    unsaid,
    fillers: scripts.filter(({ name }) => name === ""),
    episodes: scripts.filter(({ name }) => name !== ""),
  };
}

function parseScript(head: string, rest: readonly string[]): Script {
  const after = rest.find((line) => line.startsWith("after: "))?.slice(7);
  return {
    name: head.split(" ")[1] ?? "",
    after,
    lines: rest.flatMap((line) => {
      const [, by, words] = /^([ab]): (.*)$/.exec(line) ?? [];
      return words === undefined ? [] : [{ by: by as "a" | "b", ways: words.split(" | ") }];
    }),
    questions: rest.flatMap((line) => {
      const [, kind = "", text = "", evidence] = /^\? (\w+): (.*) -> (.*)$/.exec(line) ?? [];
      return evidence === undefined ? [] : [{ kind, text, evidence: evidence.split(", ") }];
    }),
  };
}
