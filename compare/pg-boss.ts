import { PgBoss } from "pg-boss";
import {
  effectValues,
  markSending,
  markSent,
  type Message,
  type StartEngine,
  writeEffects,
} from "./turn.ts";

/**
 * Two queues, in order for each conversation. Handlers write in the transaction that ends their job.
 * A repeated message has the id of a job that is kept for days, so it adds none.
 */
export const startPgBoss: StartEngine = async ({ url, pool, concurrency, send }) => {
  const boss = new PgBoss({ connectionString: url, max: 20, useListenNotify: true });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  for (const queue of ["turn", "delivery"])
    await boss.createQueue(queue, { policy: "key_strict_fifo", notify: true });
  const options = {
    localConcurrency: 4,
    batchSize: Math.ceil(concurrency / 4),
    pollingIntervalSeconds: 0.5,
  };
  await boss.work<Message, void, { transactional: true }>(
    "turn",
    { ...options, transactional: true },
    async (jobs, tx) => {
      for (const { data } of jobs) {
        await tx.executeSql(writeEffects(), effectValues(data));
        await boss.send("delivery", data, { singletonKey: data.conversation, db: tx });
      }
    },
  );
  await boss.work<Message>("delivery", options, async (jobs) => {
    for (const { data } of jobs) {
      await pool.query(markSending, [data.id]);
      await send(data);
      await pool.query(markSent, [data.id]);
    }
  });
  return {
    async accept(message) {
      await boss.send("turn", message, { id: message.id, singletonKey: message.conversation });
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
};
