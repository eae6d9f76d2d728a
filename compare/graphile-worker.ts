import { Pool } from "pg";
import { Logger, run } from "graphile-worker";
import {
  effectValues,
  markSending,
  markSent,
  type Message,
  type StartEngine,
  writeEffects,
} from "./turn.ts";

/**
 * A named queue for each conversation. A job's row goes with its end, so a table remembers which
 * messages were taken; message and job are one statement, and so are effects and the next job.
 */
export const startGraphileWorker: StartEngine = async ({ url, pool, concurrency, send }) => {
  const pgPool = new Pool({ connectionString: url, max: 20 });
  pgPool.on("error", () => undefined);
  const runner = await run({
    pgPool,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: 1_000,
      },
    },
    taskList: {
      turn: async (payload, { withPgClient }) => {
        const message = payload as Message;
        await withPgClient((client) =>
          client.query(
            writeEffects(
              "graphile_worker.add_job('delivery', $4::json, queue_name => 'out:' || $2::text)",
            ),
            [...effectValues(message), JSON.stringify(message)],
          ),
        );
      },
      delivery: async (payload) => {
        const message = payload as Message;
        await pool.query(markSending, [message.id]);
        await send(message);
        await pool.query(markSent, [message.id]);
      },
    },
  });
  return {
    async accept(message) {
      await pool.query(
        `with taken as (
           insert into message (id, conversation, text) values ($1, $2, $3) on conflict do nothing returning id)
         select graphile_worker.add_job('turn', $4::json, queue_name => 'in:' || $2::text) from taken`,
        [message.id, message.conversation, message.text, JSON.stringify(message)],
      );
    },
    async close() {
      await runner.stop();
      await pgPool.end();
    },
  };
};
