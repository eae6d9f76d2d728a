import type { Log } from "../domain/ports/log.ts";
import type { WordFirst } from "../domain/ports/first-words.ts";
import type { Teller } from "../domain/ports/teller.ts";
import { engine } from "../domain/principal.ts";
import {
  decideFirstMessage,
  listSilent,
  silentDays,
  type SilentPerson,
} from "../skills/initiative/silence.ts";
import { openSoleWorker } from "../store/work/sole-worker.ts";
import { type DecisionsDeps, openDecisions } from "../turn/decisions.ts";

/** Pause between two rounds. After days of silence a few minutes do not matter. */
const roundMs = 300_000;
const messagesARound = 20;
/** A person whose message could not be worded is looked at again after this. */
const restMs = 3_600_000;

export interface SilenceParts extends DecisionsDeps {
  readonly word: WordFirst;
  readonly teller: Pick<Teller, "writeFirst">;
  readonly log: Log;
}

/**
 * Writes to people who have been silent for as long as they said, once for each silence. The words
 * are made before the transaction that records the message and its reason: a process that dies in
 * between makes them again, and nothing is sent twice.
 */
export function openSilenceRounds(on: SilenceParts): (signal: AbortSignal) => Promise<void> {
  const resting = new Map<string, number>();
  return async (signal) => {
    const now = on.clock.now();
    const silent = await on.db.transaction(engine, (sql) => listSilent(sql, { now }));
    const ready = silent.filter(({ accountId }) => (resting.get(accountId) ?? 0) <= now);
    for (const person of ready.slice(0, messagesARound)) {
      if (signal.aborted) return;
      await writeTo(on, person, signal).catch((error: unknown) => {
        resting.set(person.accountId, now + restMs);
        on.log.warn({ error }, "a message after a silence could not be written; it is tried later");
      });
    }
  };
}

async function writeTo(on: SilenceParts, person: SilentPerson, signal: AbortSignal): Promise<void> {
  const { accountId, conversationId, language, displayName, linkHosts, zone } = person;
  const now = on.clock.now();
  const account = { id: accountId, displayName, language, linkHosts, timezone: zone };
  const days = silentDays(person, now);
  const words = await openDecisions(on).read(accountId, (read) =>
    on.word({ account, conversationId, now, read, window: [], signal, days }),
  );
  await on.teller.writeFirst(accountId, (at) => decideFirstMessage(at, person, words));
}

/** One process does it for all. */
export function startSilenceRounds(on: SilenceParts & { readonly holder: string }): {
  close(): Promise<void>;
} {
  const round = openSilenceRounds(on);
  const sole = openSoleWorker(on);
  sole.hold("silence", async (signal) => {
    while (!signal.aborted) {
      await on.clock.wait(roundMs, signal);
      if (!signal.aborted) await round(signal);
    }
  });
  return { close: () => sole.close() };
}
