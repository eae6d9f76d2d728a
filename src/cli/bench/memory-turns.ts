import { skillProjections } from "../../main/projections.ts";
import { createScriptedModel } from "../../model/scripted.ts";
import { chatSkill } from "../../skills/chat/skill.ts";
import { openTalkMemory } from "../../skills/memory/talk-memory.ts";
import type { Store } from "../../store/open-store.ts";
import { type LoopFigures, measureLoop, openTalk, startCounting } from "./turns.ts";

const people = 16;
const names = ["Mia", "Jonas", "Aiko", "Priya", "Tomás", "Lena"];
const things = ["peanuts", "sailing", "old maps", "night trains", "chess", "olives"];
const places = ["Lisbon", "Kyoto", "Bergen", "Graz"];

/** Something that a person says about their life; no two of a few hundred are the same. */
const sayNth = (nth: number): string => {
  const of = (list: readonly string[], by: number): string =>
    list[Math.floor(nth / by) % list.length] ?? "";
  return `My friend ${of(names, 1)} likes ${of(things, 6)} and was in ${of(places, 36)} on day ${nth}`;
};

/** A model that answers at once, so that what is measured is ours. */
const answerAtOnce = () =>
  createScriptedModel([], () => ({ kind: "text", text: "I see. How was that?" }));

async function withTalk<T>(
  store: Store,
  isOn: boolean,
  run: (talk: Awaited<ReturnType<typeof openTalk>>) => Promise<T>,
): Promise<T> {
  const memory = isOn ? openTalkMemory() : undefined;
  const talk = await openTalk(store, {
    model: answerAtOnce(),
    projections: skillProjections,
    skills: [chatSkill({ historyMessages: 30, memory })],
  });
  try {
    return await run(talk);
  } finally {
    await talk.close();
  }
}

export interface MemoryFigures {
  readonly said: number;
  readonly off: LoopFigures;
  readonly on: LoopFigures;
}

/**
 * The same talk without and with memory, in turns, by people who have said as much before. Of each,
 * the run that cost least: what disturbs the machine only adds.
 */
export async function measureMemoryTurns(
  store: Store,
  { said, turns }: { readonly said: number; readonly turns: number },
): Promise<MemoryFigures> {
  await startCounting(store.connection);
  await withTalk(store, true, async ({ send }) => {
    const talkOf = async (peer: string): Promise<void> => {
      for (let nth = 0; nth < said; nth += 1) await send(peer, sayNth(nth));
    };
    await Promise.all(Array.from({ length: people }, (_, nth) => talkOf(`loop-${nth}`)));
  });
  const runs: { isOn: boolean; figures: LoopFigures }[] = [];
  for (const isOn of [false, true, true, false, false, true]) {
    const figures = await withTalk(store, isOn, async ({ send }) => {
      let nth = 0;
      const ask = (peer: string): Promise<number> =>
        send(peer, `What did ${names[(nth += 1) % names.length]} like, and where was that?`);
      for (let warm = 0; warm < 2 * people; warm += 1) await ask(`loop-${warm % people}`);
      return measureLoop(store.connection, { send: ask, conversations: people, turns });
    });
    runs.push({ isOn, figures });
  }
  const cheapest = (isOn: boolean): LoopFigures => {
    const [first, ...rest] = runs.filter((run) => run.isOn === isOn).map(({ figures }) => figures);
    if (first === undefined) throw new Error("nothing was measured");
    return rest.reduce((best, each) => (costOf(each) < costOf(best) ? each : best), first);
  };
  return { said, off: cheapest(false), on: cheapest(true) };
}

export const costOf = ({ nodeMs, databaseMs }: LoopFigures): number => nodeMs + databaseMs;
