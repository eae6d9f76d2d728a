import { expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { DatabaseUnavailable } from "../store/database/database.ts";
import { createRecovery } from "./recovery.ts";
import type { ClaimedDelivery } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

it("a success stays one when the database goes away while others would be woken, and they are looked for at the next one", async () => {
  const warnings: string[] = [];
  let looks = 0;
  const transaction = async (): Promise<never> => {
    looks += 1;
    throw new DatabaseUnavailable("the database does not answer");
  };
  const log = {
    ...silentLog,
    warn: (_: unknown, sentence: string) => void warnings.push(sentence),
  };
  const recovery = createRecovery({
    clock: fakeClock(),
    log,
    db: { transaction },
  } as unknown as OutboxDeps);
  const row = {
    provider_type: "post",
    channel_account: "one",
    claimedAt: 0,
  } as unknown as ClaimedDelivery;
  await recovery.succeeded(row);
  await recovery.succeeded(row);
  expect([looks, warnings.length]).toEqual([2, 2]);
});
