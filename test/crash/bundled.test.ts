import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHolder } from "../../src/store/bundled/data-lock.ts";
import { processesNaming } from "../support/processes.ts";
import { pickSome } from "../support/runs.ts";
import { type PostOffice, startPostOffice } from "../vendors/post-office.ts";
import { violations } from "./checker.ts";
import { ownersConnection } from "../../src/store/database/owner.ts";
import { type ClientEntry, historyOf, readStored } from "./history.ts";
import { type CrashInstance, startCrashInstance } from "./instance.ts";
import { long } from "./use-worlds.ts";
import { call, channels, isIdle } from "./world.ts";

describe("the product with its own database", { timeout: 600_000 }, () => {
  let dataDir: string;
  let post: PostOffice;
  const instances: CrashInstance[] = [];
  const client: ClientEntry[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "meanwhile-bundled-"));
    post = await startPostOffice({ dedupes: ["parcel"] });
    instances.length = 0;
    client.length = 0;
  });
  afterEach(async () => {
    for (const instance of instances) if (instance.alive) await instance.kill();
    // A database whose product was killed ends by itself; its files are ours to remove only then.
    while ((await processesNaming(dataDir)).length > 0)
      await new Promise((resolve) => setImmediate(resolve));
    await post.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (failpoint?: string): Promise<CrashInstance> => {
    const env = {
      MEANWHILE_DATA: dataDir,
      MEANWHILE_PORT: "0",
      MEANWHILE_LOG__LEVEL: "warn",
      // Nothing that a dead process held may wait for this.
      MEANWHILE_TURN__LEASE_SECONDS: "3600",
      MEANWHILE_OUTBOX__RETRY_SECONDS: "1,1,1,1,1,1,1,1",
      MEANWHILE_OUTBOX__HOLD_SECONDS: "3600",
      ...(failpoint === undefined ? {} : { MEANWHILE_FAILPOINT: failpoint }),
    };
    const instance = await startCrashInstance({
      env,
      dataDir,
      vendorUrl: post.url,
      channels,
      notReady: [],
      sendTimeoutMs: 60_000,
    });
    instances.push(instance);
    return instance;
  };
  const say = async (to: CrashInstance, token: string): Promise<ClientEntry> => {
    const entry = await call(to, {
      id: token,
      channel: "parcel",
      from: "ada",
      text: `${token} #stage`,
    });
    client.push(entry);
    return entry;
  };
  const connection = async () => {
    const holder = await readHolder(dataDir);
    if (holder?.database === undefined) throw new Error("no process holds the data directory");
    return holder.database;
  };
  const idle = async (): Promise<void> => {
    await ownersConnection(await connection(), async (sql) => {
      while (!(await isIdle(sql))) await new Promise((resolve) => setImmediate(resolve));
    });
  };

  const killAll = async (instance: CrashInstance): Promise<void> => {
    for (const pid of await processesNaming(dataDir))
      if (pid !== instance.pid)
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It ended with the one before.
        }
    await instance.kill();
  };

  it("the product with its own database recovers by itself from every kill -9, of the process alone and of all that it started, continues its work at once, and leaves no process behind", async () => {
    const places = ["accept.committed", "turn.chunk_shown", "turn.committing", "outbox.answered"];
    const kills = long
      ? Array.from({ length: 10 }, () => [...places, "the process", "all"]).flat()
      : [...pickSome(places, 2), "all"];
    for (const [nth, place] of kills.entries()) {
      const isPlace = places.includes(place);
      // It throws when the product does not get ready at the first try.
      const doomed = await start(isPlace ? `${place}:1` : undefined);
      await say(doomed, `k${nth}`);
      if (place === "all") await killAll(doomed);
      else if (!isPlace) await doomed.kill();
      await doomed.ended;
      expect(doomed.failpoint).toBe(isPlace ? place : undefined);
    }
    const last = await start();
    for (const entry of client.filter(({ answer }) => answer === undefined))
      client.push(await call(last, entry));
    await idle();
    const stored = await readStored(await connection());
    // A second start on the same directory says who holds it, and touches nothing.
    await expect(start()).rejects.toThrow(`process ${last.pid}`);
    expect(await last.stop()).toMatchObject({ code: 0 });
    expect(violations(await historyOf(stored, { channels, client, post, instances }))).toEqual([]);
    expect(await processesNaming(dataDir)).toEqual([]);
  });
});
