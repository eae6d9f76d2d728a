import { DBOS } from "@dbos-inc/dbos-sdk";
import {
  type Message,
  type StartEngine,
  effectValues,
  markSending,
  markSent,
  writeEffects,
} from "./turn.ts";

/**
 * A workflow for each message, with the message's id, on a queue with a partition for each
 * conversation. Steps are written down when they end; a repeated one changes nothing.
 */
export const startDbos: StartEngine = async ({ url, pool, concurrency, send }) => {
  const turn = DBOS.registerWorkflow(
    async (message: Message) => {
      await DBOS.runStep(() => pool.query(writeEffects(), effectValues(message)).then(() => null), {
        name: "effects",
      });
      await DBOS.runStep(() => pool.query(markSending, [message.id]).then(() => null), {
        name: "sending",
      });
      await DBOS.runStep(
        async () => {
          await send(message);
          await pool.query(markSent, [message.id]);
        },
        { name: "delivery" },
      );
    },
    { name: "turn" },
  );
  DBOS.setConfig({
    name: "compare",
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 20,
    logLevel: "error",
    enableOTLP: false,
    runAdminServer: false,
  });
  await DBOS.launch();
  await DBOS.registerQueue("turns", {
    partitionConcurrency: 1,
    workerConcurrency: concurrency,
    minPollingIntervalMs: 10,
  });
  return {
    async accept(message) {
      await DBOS.startWorkflow(turn, {
        workflowID: message.id,
        queueName: "turns",
        enqueueOptions: { queuePartitionKey: message.conversation },
      })(message);
    },
    close: () => DBOS.shutdown(),
  };
};
