import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHolder } from "../../src/store/bundled/data-lock.ts";
import { processesNaming } from "../support/processes.ts";
import { pickSome } from "../support/runs.ts";
import { type PostOffice, startPostOffice } from "../vendors/post-office.ts";
import { violations } from "./checker.ts";
import { asOwner } from "./crash-database.ts";
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
    await asOwner(await connection(), async (sql) => {
      while (!(await isIdle(sql))) await new Promise((resolve) => setImmediate(resolve));
    });
  };

  it("the product with its own database recovers by itself from every kill -9, continues its work at once, and leaves no process behind", async () => {
    const places = ["accept.committed", "turn.chunk_shown", "turn.committing", "outbox.answered"];
    const kills = long ? Array.from({ length: 10 }, () => places).flat() : pickSome(places, 2);
    for (const [nth, place] of kills.entries()) {
      const doomed = await start(`${place}:1`);
      await say(doomed, `k${nth}`);
      await doomed.ended;
      expect(doomed.failpoint).toBe(place);
    }
    const last = await start();
    for (const entry of client.filter(({ answer }) => answer === undefined))
      client.push(await call(last, entry));
    await idle();
    const stored = await readStored(await connection());
    expect(await last.stop()).toMatchObject({ code: 0 });
    expect(violations(await historyOf(stored, { channels, client, post, instances }))).toEqual([]);
    expect(await processesNaming(dataDir)).toEqual([]);
  });

  it("the product with its own database starts at the first try after any kill: of the process alone, and of all that it started", async () => {
    const kinds = ["process", "all"] as const;
    const kills = long ? Array.from({ length: 20 }, () => kinds).flat() : kinds;
    for (const [nth, kind] of kills.entries()) {
      // It throws when the product does not get ready.
      const doomed = await start();
      await say(doomed, `any${nth}`);
      const database = (await processesNaming(dataDir)).filter((pid) => pid !== doomed.pid);
      if (kind !== "process")
        for (const pid of database)
          try {
            process.kill(pid, "SIGKILL");
          } catch {
            // It ended with the one before.
          }
      await doomed.kill();
    }
    const last = await start();
    await idle();
    expect(await last.stop()).toMatchObject({ code: 0 });
  });

  it("a second start on the same directory says who holds it, and nothing is touched", async () => {
    const first = await start();
    await say(first, "a1");
    await expect(start()).rejects.toThrow(`process ${first.pid}`);
    await idle();
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(post.ledger.map(({ letter }) => letter.text)).toEqual(["re a1"]);
  });
});
