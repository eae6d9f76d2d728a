import { cpus, totalmem, tmpdir } from "node:os";
import { measureAppend, measureRebuild } from "./bench/log.ts";
import { showLife } from "./bench/life.ts";
import { ms, n, row, spread } from "./bench/table.ts";
import { measureLoops, measureTurns, statementCounting } from "./bench/turns.ts";
import { showPrograms } from "./bench/programs.ts";
import { showCalendars } from "./bench/calendars.ts";
import { measureReminders } from "./bench/reminders.ts";
import { costOf, measureMemoryTurns } from "./bench/memory-turns.ts";
import { showScenes } from "./bench/show-scenes.ts";
import { showRecall } from "./bench/recall.ts";
import { insertDelivered } from "./bench/delivered-rows.ts";
import { measureStarts } from "./bench/starts.ts";
import { measureWebhooks } from "./bench/webhooks.ts";
import { measureWecom } from "./bench/wecom.ts";
import { measureAccept } from "./bench/accept.ts";
import {
  childEnvironment,
  inFreshDirectory,
  onFreshStore,
  withStore,
} from "./bench/fresh-store.ts";
import { measureStreams } from "./bench/streams.ts";

export const benchParts = [
  "accept",
  "webhooks",
  "turns",
  "memory",
  "log",
  "streams",
  "wecom",
  "reminders",
  "mcp",
  "caldav",
  "scenes",
  "recall",
  "starts",
  "life",
] as const;
type Part = (typeof benchParts)[number];
/** Takes an hour, so it runs by its name only. */
const askedFor: ReadonlySet<Part> = new Set(["life"]);

export interface BenchOptions {
  /** One part instead of all. */
  readonly only?: Part | undefined;
  /** A tenth of the load where the load takes long to make. */
  readonly short: boolean;
  /** A file of talks with labelled questions, instead of the built-in ones. */
  readonly talks?: string | undefined;
}

/**
 * Measures the promises about speed, as ratios within one run: absolute numbers depend on the
 * machine.
 */
export async function bench(
  out: (line: string) => void,
  options: BenchOptions = { short: false },
): Promise<number> {
  out(
    `${cpus()[0]?.model ?? "?"} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, bundled PostgreSQL, fsync on`,
  );
  const parts: Readonly<Record<Part, () => Promise<boolean>>> = {
    accept: () => showAccept(out),
    webhooks: () => showWebhooks(out, options.short),
    turns: () => showTurns(out, options.short),
    memory: () => showMemoryTurns(out, options.short),
    log: () => showLog(out),
    streams: () => showStreams(out),
    wecom: () => showWecom(out, options.short),
    reminders: () => showReminders(out, options.short),
    caldav: () => showCalendars(out, onFreshStore, options.short ? 1_000 : 10_000),
    mcp: () => showPrograms(out, onFreshStore, options.short ? 200 : 900),
    scenes: () => showScenes(out, options.short),
    recall: async () => showRecall(out, options.talks),
    starts: () => showStarts(out, options.short),
    life: () => showLife(out, options.short),
  };
  let isRight = true;
  for (const part of benchParts)
    if (options.only === part || (options.only === undefined && !askedFor.has(part)))
      isRight = (await parts[part]()) && isRight;
  return isRight ? 0 : 1;
}

async function showAccept(out: (line: string) => void): Promise<boolean> {
  const accept = await onFreshStore(measureAccept);
  const against = (accept.ours.perSecond / accept.bare.perSecond).toFixed(2);
  out(
    row(
      "accept, webhooks/s",
      `${n(accept.ours.perSecond)} (bare INSERT server ${n(accept.bare.perSecond)})`,
      `ratio ${against}, aim 1`,
    ),
  );
  out(
    row("accept latency at 64 in flight, ms", spread(accept.ours), `bare ${spread(accept.bare)}`),
  );
  const cost = (accept.ours.perSecond / accept.again.perSecond).toFixed(2);
  out(
    row(
      "a duplicate against a first message",
      `${n(accept.again.perSecond)}/s`,
      `cost ${cost}, aim 0.3`,
    ),
  );
  return true;
}

async function showWebhooks(out: (line: string) => void, short: boolean): Promise<boolean> {
  const load = short
    ? { perSecond: 200, seconds: 6, burst: 500 }
    : { perSecond: 200, seconds: 60, burst: 5_000 };
  const got = await onFreshStore((store) =>
    measureWebhooks(store, childEnvironment(store, tmpdir()), load),
  );
  const { acks, gateway, first, again } = got;
  const name = `WhatsApp webhooks at ${load.perSecond}/s for ${load.seconds} s`;
  const describeLoad = (of: typeof acks): string => `${spread(of)} max ${ms(of.max)}`;
  out(
    row(
      `${name} at a gateway, ack, ms`,
      describeLoad(gateway),
      `aim p99 < 100; ${gateway.wrong} not taken`,
    ),
  );
  const beside = `${acks.wrong} not taken, ${n(got.answered)} replies sent beside them`;
  out(
    row(
      `${name} at a product in one process, ack, ms`,
      describeLoad(acks),
      `aim p99 < 100; ${beside}`,
    ),
  );
  const cost = (first.perSecond / again.perSecond).toFixed(2);
  out(
    row(
      "a repeated callback against a first one",
      `${n(again.perSecond)}/s against ${n(first.perSecond)}/s`,
      `cost ${cost}, aim 0.3`,
    ),
  );
  return gateway.wrong + acks.wrong + first.wrong + again.wrong === 0;
}

const loopAims: Readonly<Record<number, string>> = {
  1: ", aim p50 < 5, p99 < 20",
  16: ", aim 500/s, Node 1.5, PostgreSQL 2",
  64: ", aim 800/s",
};

async function showTurns(out: (line: string) => void, short: boolean): Promise<boolean> {
  const turns = await onFreshStore(measureTurns);
  out(row("turn, accept to channel, alone, ms", spread(turns.alone), "aim p50 < 5, p99 < 20"));
  out(row("turn, accept to channel, 100/s, ms", spread(turns.at100PerSecond), ""));
  const loops = await onFreshStore(
    (store) => measureLoops(store, short ? 500 : 3_000),
    statementCounting,
  );
  for (const loop of loops) {
    const name = `turns, ${loop.conversations} conversations, each waits for its reply`;
    const aim = loopAims[loop.conversations] ?? "";
    out(row(`${name}, turns/s`, n(loop.perSecond), `${spread(loop)} ms${aim}`));
    out(
      row(
        "one of them costs, ms of CPU",
        `Node ${loop.nodeMs.toFixed(2)}, PostgreSQL ${loop.databaseMs.toFixed(2)}`,
        `${loop.statements.toFixed(1)} statements (aim 12), ${loop.commits.toFixed(1)} commits`,
      ),
    );
  }
  return true;
}

async function showMemoryTurns(out: (line: string) => void, short: boolean): Promise<boolean> {
  const load = short ? { said: 30, turns: 200 } : { said: 300, turns: 1_000 };
  const { said, off, on } = await onFreshStore(
    (store) => measureMemoryTurns(store, load),
    statementCounting,
  );
  for (const [what, figures] of [["without", off] as const, ["with", on] as const])
    out(
      row(
        `a turn ${what} memory, ${said} things said before, ms of CPU`,
        `Node ${figures.nodeMs.toFixed(1)}, PostgreSQL ${figures.databaseMs.toFixed(1)}`,
        `${figures.statements.toFixed(1)} statements, p50 ${ms(figures.p50)} ms`,
      ),
    );
  out(
    row("a turn with memory against one without", (costOf(on) / costOf(off)).toFixed(2), "aim 1.1"),
  );
  return true;
}

async function showLog(out: (line: string) => void): Promise<boolean> {
  const { appended, again } = await onFreshStore(async (store) => ({
    appended: await measureAppend(store, 200_000),
    again: await measureRebuild(store),
  }));
  out(row("append + project, events/s", n(appended), "aim 30,000"));
  out(
    row(
      "rebuild, events/s",
      `${n(again.perSecond)} (${again.events} events)`,
      `${again.same ? "tables identical" : "TABLES DIFFER"}, aim 60,000`,
    ),
  );
  return again.same;
}

async function showStreams(out: (line: string) => void): Promise<boolean> {
  const sse = await onFreshStore(measureStreams);
  const core = `${(sse.core * 100).toFixed(0)} % of a core`;
  out(
    row(
      "1,000 streams × 20 tokens/s",
      core,
      `${n(sse.perSecond)} tokens/s arrived, ${sse.rssMb.toFixed(0)} MB`,
    ),
  );
  return true;
}

async function showWecom(out: (line: string) => void, short: boolean): Promise<boolean> {
  const load = { people: 200, seconds: short ? 10 : 30 };
  const got = await onFreshStore((store) => measureWecom(childEnvironment(store, tmpdir()), load));
  const name = `${load.people} WeCom streams at once, each asked for once a second`;
  const ends = `${n(got.ended)} ended, ${got.wrong} not answered, ${(got.core * 100).toFixed(0)} % of a core`;
  out(
    row(
      `${name}, a refresh, ms`,
      `${spread(got.refresh)} max ${ms(got.refresh.max)}`,
      `aim p99 < 500; ${n(got.news)} of ${n(got.asked)} with news; ${ends}`,
    ),
  );
  out(row(`${name}, the first answer, ms`, spread(got.first), "aim p99 < 1,000"));
  return got.wrong === 0 && got.ended === load.people;
}

async function showReminders(out: (line: string) => void, short: boolean): Promise<boolean> {
  const load = short
    ? { people: 6_000, pending: 100_000, spread: { count: 200, seconds: 12 }, burst: 5_000 }
    : { people: 10_000, pending: 1_000_000, spread: { count: 1_000, seconds: 60 }, burst: 5_000 };
  const got = await onFreshStore((store) => measureReminders(store, load));
  const pending = `with ${n(load.pending)} pending`;
  out(
    row(
      `a reminder from its moment to the channel, ${pending}, ms`,
      spread(got.lateness),
      "aim p50 20, p99 250",
    ),
  );
  out(
    row(
      `${n(load.burst)} of one moment, all in the channel's hand, ${pending}, ms`,
      n(got.burstMs),
      "aim 2,000",
    ),
  );
  out(row("overdue ones after a start, ms", n(got.overdueMs), "aim 5,000"));
  const ratio = (got.create.after.p50 / got.create.before.p50).toFixed(2);
  out(
    row(
      "to set one, ms",
      `${spread(got.create.after)} ${pending}`,
      `with none ${spread(got.create.before)}: ratio ${ratio}`,
    ),
  );
  return true;
}

async function showStarts(out: (line: string) => void, short: boolean): Promise<boolean> {
  const count = short ? 100_000 : 1_000_000;
  const took = await inFreshDirectory(async (dataDir) => {
    await withStore(dataDir, (store) => insertDelivered(store, count));
    return measureStarts(dataDir);
  });
  for (const [ending, ms] of took)
    out(
      row(
        `a start with ${n(count)} deliveries behind it, ${ending} before, ms`,
        n(ms),
        "aim 5,000",
      ),
    );
  return true;
}
