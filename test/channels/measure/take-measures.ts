import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startChild } from "../../../src/cli/bench/child.ts";
import {
  childEnvironment,
  inFreshDirectory,
  withStore,
} from "../../../src/cli/bench/fresh-store.ts";
import { percentiles } from "../../../src/cli/bench/percentiles.ts";
import { systemClock } from "../../../src/cli/system.ts";
import type { ChatStage } from "../../support/chat-stage.ts";
import { streamingStages } from "../../support/chat-stages.ts";

/**
 * `npm run measure:chats`: how soon people in each kind of chat app see the first words of an answer, while many answers are
 * written at once, twenty tokens a second each (docs/benchmarks/messages.md). `--only Slack` takes one, `--people 50` fewer.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    people: { type: "string", default: "200" },
    seconds: { type: "string", default: "20" },
  },
});
const people = Number(values.people);
const seconds = Number(values.seconds);
const lookMs = 10;

interface Figures {
  readonly firsts: readonly number[];
  readonly core: number;
  readonly answered: number;
}

/** Until everyone has read first words, and then until every answer is there. */
async function watch(stage: ChatStage, ask: () => Promise<{ core: number }>): Promise<Figures> {
  const firsts = new Map<string, number>();
  for (let nth = 1; nth <= people; nth += 1)
    void systemClock.wait((nth * 1_000) / people).then(() => stage.says(`${seconds} ${nth}`, nth));
  const last = systemClock.now() + (seconds * 2 + 60) * 1_000;
  await ask();
  let answered = 0;
  while (answered < people && systemClock.now() < last) {
    const now = systemClock.now();
    const seen = stage.seen();
    for (const text of seen) {
      const [, nth, moment] = /^\d+ (\d+) @(\d{13})/.exec(text) ?? [];
      if (nth !== undefined && !firsts.has(nth)) firsts.set(nth, now - Number(moment));
    }
    answered = seen.filter((text) => text === "done").length;
    await systemClock.wait(lookMs);
  }
  return { firsts: [...firsts.values()], answered, ...(await ask()) };
}

async function measure(stage: ChatStage): Promise<string> {
  return inFreshDirectory((dataDir) =>
    withStore(dataDir, async (store) => {
      const env = { ...childEnvironment(store, dataDir), ...stage.env };
      const product = startChild("server.ts", { args: ["stream"], env });
      try {
        const { url } = await product.line<{ url: string }>();
        await stage.reach?.(url, people);
        while (!stage.isLive()) await systemClock.wait(lookMs);
        const { firsts, answered, core } = await watch(stage, () => product.ask());
        const { p50, p99 } = percentiles(firsts);
        const wrong = new Set(stage.violations).size;
        return `${firsts.length} saw first words: p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, longest ${Math.max(...firsts)} ms | ${answered} answers, ${Math.round(core * 100)} % of a core, ${wrong} complaints of the vendor`;
      } finally {
        await product.end();
      }
    }),
  );
}

process.stdout.write(
  `Load average ${loadavg()[0]?.toFixed(1)}, ${people} people\n\n| channel | first words | |\n|---|---|---|\n`,
);
for (const open of streamingStages) {
  const stage = await open();
  try {
    if (values.only === undefined || values.only === stage.name)
      process.stdout.write(`| ${stage.name} | ${await measure(stage)} |\n`);
  } finally {
    await stage.close();
  }
}
process.exit(0);
