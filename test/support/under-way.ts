import { stat } from "node:fs/promises";
import type { Channel } from "../../src/domain/channel.ts";
import type { OutboundHttp } from "../../src/domain/ports/http.ts";
import type { Skill } from "../../src/domain/skill.ts";
import type { Database } from "../../src/store/database/database.ts";

/** What the code under test has begun and not ended yet. Fake time waits for it: on a busy machine it would outrun the work. */
export interface UnderWay {
  /** Its statements and transactions. They wait for nothing but the database. */
  database(db: Database): Database;
  /** What it sends. A send that waits for time, or for the test, holds nothing up. */
  channel(channel: Channel): void;
  /** Its calls of vendors, like sends. */
  http(http: OutboundHttp): OutboundHttp;
  /** Its turns, like sends. */
  skill(skill: Skill): Skill;
  /** Resolves when nothing goes on any more until time does, or the test. */
  settled(): Promise<void>;
}

/** So many turns of the event loop may lie between two statements, or between a frame on a socket and its answer. */
const calmTurns = 5;
/** What comes together is written together: writers wait up to five milliseconds for each other, by a timer that is older. */
const gatheringMs = 6;
/**
 * In a round, everything under way takes a step: in the event loop and in the threads for files and names. A call that
 * has not ended after so many of them waits for something that no step brings.
 */
const mostRounds = 100;

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const awaitGathering = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, gatheringMs));
const round = (): Promise<unknown> => Promise.all([turnOfTheLoop(), stat("/")]);

export function createUnderWay(): UnderWay {
  const statements = new Set<Promise<unknown>>();
  const calls = new Set<Promise<unknown>>();
  let hasDatabase = false;
  let hasWritten = false;

  const begin = <T>(
    work: Promise<T>,
    among: Set<Promise<unknown>>,
    writes: boolean,
  ): Promise<T> => {
    const done = work.finally(() => {
      among.delete(done);
      hasWritten ||= writes && hasDatabase;
    });
    among.add(done);
    return done;
  };
  const ask = <T>(statement: Promise<T>): Promise<T> => begin(statement, statements, false);
  const write = <T>(transaction: Promise<T>): Promise<T> => begin(transaction, statements, true);
  // The outcome of a call is written next.
  const call = <T>(calling: Promise<T>): Promise<T> => begin(calling, calls, true);
  const calm = async (): Promise<void> => {
    for (let turns = 0; turns < calmTurns; turns += 1) {
      await turnOfTheLoop();
      if (statements.size === 0) continue;
      await Promise.allSettled(statements);
      turns = -1;
    }
  };

  return {
    database(db) {
      hasDatabase = true;
      return {
        ...db,
        rows: (text, params) => ask(db.rows(text, params)),
        ask: (as, text, params) => ask(db.ask(as, text, params)),
        transaction: (as, work) => write(db.transaction(as, work)),
        transactionOfAccounts: (work) => write(db.transactionOfAccounts(work)),
      };
    },
    channel(channel) {
      const send = channel.send.bind(channel);
      Object.assign(channel, {
        send: (...given: Parameters<Channel["send"]>) => call(send(...given)),
      });
    },
    http: (http) => ({ request: (asked) => call(http.request(asked)) }),
    skill: (skill) => ({ ...skill, handle: (turn) => call(skill.handle(turn)) }),
    async settled() {
      for (let rounds = 0; ; rounds += 1) {
        await calm();
        if (hasWritten) {
          hasWritten = false;
          await awaitGathering();
          rounds = 0;
        } else if (calls.size === 0) return;
        else if (rounds < mostRounds) await round();
        else calls.clear();
      }
    },
  };
}
