import { chmod, mkdir, readdir, readlink, realpath, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openBundledBench, remember, remembers, uid } from "../../../test/support/bundled-bench.ts";
import { copyBinaries, findBinaries, linkLibraries } from "./binaries.ts";
import { prepareHome } from "./home.ts";
import { runProgram } from "./process.ts";
import { giveTree } from "./data-directory.ts";

const bench = await openBundledBench();

afterEach(() => bench.stopAll());
afterAll(() => bench.remove());

it("the socket gets a short path when the data directory's path is long, and it is removed afterwards", async () => {
  const parent = await bench.directory();
  await chmod(parent, 0o755);
  const long = join(parent, "x".repeat(90));
  const database = await bench.start(long);
  const { host } = database.connection;
  expect(host.length).toBeLessThan(80);
  expect((await stat(host)).mode & 0o777).toBe(0o700);
  await remember(database);
  await database.stop();
  await expect(stat(host)).rejects.toThrow(/ENOENT/);
  // As after a kill: the directory exists already.
  await mkdir(host, { mode: 0o700 });
  expect(await remembers(await bench.start(long))).toBe(true);
});

describe.skipIf(uid !== 0)("running as root (only root can change users)", () => {
  it("a database started by root runs as the user `nobody`, who owns the cluster and cannot change the data directory", async () => {
    const dataDir = await bench.seeded();
    const database = await bench.start(dataDir);
    expect((await stat(`/proc/${database.pid}`)).uid).toBe(65534);
    expect(await stat(join(dataDir, "postgres"))).toMatchObject({ uid: 65534, gid: 65534 });
    const own = await stat(dataDir);
    expect([own.uid, own.gid, own.mode & 0o777]).toEqual([0, 65534, 0o710]);
    expect(database.note).toBeUndefined();
  });

  it("a data directory in a closed home points to a database elsewhere, and a note says so", async () => {
    const home = await bench.directory();
    const dataDir = join(home, "data");
    const database = await bench.start(dataDir);
    const cluster = await readlink(join(dataDir, "postgres"));
    expect(cluster.startsWith(home)).toBe(false);
    expect(database.note).toContain(
      `the database is stored in ${cluster} (${dataDir}/postgres points there)`,
    );
    await remember(database);
    await database.stop();
    await chmod(home, 0o755);
    const opened = await bench.start(dataDir);
    expect(await remembers(opened)).toBe(true);
    await opened.stop();
    await rm(dirname(cluster), { recursive: true });
    await expect(bench.start(dataDir)).rejects.toThrow(
      `${dataDir}/postgres points to ${dirname(cluster)}, which is missing.`,
    );
  });

  it("programs in a closed home are copied once to a place where the database's user can run them", async () => {
    const closed = await bench.directory();
    const open = await bench.directory();
    await chmod(open, 0o755);
    const { native, version, source } = await findBinaries(`${process.platform}-${process.arch}`);
    const mine = { native: join(closed, "package", "native"), version, source };
    await copyBinaries(native, join(closed, "package"));
    // Like a checkout under /root: only its owner may enter.
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    const dataDir = join(open, "data");
    const options = { dataDir, uid, binaries: mine, systemDir: join(open, "system") };
    const home = await prepareHome(options);
    expect(home.native).toBe(join(dataDir, `native-${version}`, "native"));
    expect(home.note).toContain(`PostgreSQL's programs were copied to ${home.native}`);
    expect(home.runAs).toEqual({ uid: 65534, gid: 65534 });
    expect(await runProgram(home, { name: "postgres", args: ["--version"] })).toMatch(
      /^postgres \(PostgreSQL\) 18/,
    );
    // The original cannot be run by that user, or the copy would be pointless.
    await expect(
      runProgram({ ...home, native: mine.native }, { name: "postgres", args: ["--version"] }),
    ).rejects.toThrow();
    const before = (await stat(join(home.native, "bin", "postgres"))).ino;
    expect((await prepareHome(options)).native).toBe(home.native);
    expect((await stat(join(home.native, "bin", "postgres"))).ino).toBe(before);
  });

  it("a database left by an earlier directory of the same path is neither taken over nor removed", async () => {
    const systemDir = await bench.directory();
    const dataDir = join(await bench.directory(), "data");
    await (await bench.start(dataDir, systemDir)).stop();
    await rm(dataDir, { recursive: true });
    const later = await bench.start(dataDir, systemDir);
    expect(later.note).toContain("an earlier one of this path is still in");
    expect((await readdir(systemDir)).toSorted()[1]).toMatch(/^[0-9a-f]{16}-2$/);
  });

  it("a cluster stays with the user who created it", async () => {
    const dataDir = await bench.seeded();
    await giveTree(dataDir, { uid: 1, gid: 1 });
    const database = await bench.start(dataDir);
    expect((await stat(`/proc/${database.pid}`)).uid).toBe(1);
  });
});

describe("PostgreSQL's programs", () => {
  it("the error on a platform without bundled PostgreSQL programs asks for DATABASE_URL", async () => {
    await expect(findBinaries("plan9-mips")).rejects.toThrow(
      "There is no bundled PostgreSQL for plan9-mips here. Set DATABASE_URL to a PostgreSQL server of your own.",
    );
    await expect(findBinaries("win32-x64")).rejects.toThrow(
      /On Windows .* set DATABASE_URL to postgres:\/\/.* WSL/,
    );
  });

  it("links of the PostgreSQL programs are created by concurrent callers, and wrong links are corrected", async () => {
    const native = join(await bench.directory(), "native");
    await mkdir(join(native, "lib"), { recursive: true });
    await writeFile(join(native, "lib", "libpq.so.5.18"), "library");
    const links = ["libpq.so", "libpq.so.5"].map((name) => ({
      source: "native/lib/libpq.so.5.18",
      target: `native/lib/${name}`,
    }));
    await writeFile(join(native, "pg-symlinks.json"), JSON.stringify(links));
    await Promise.all([linkLibraries(native), linkLibraries(native), linkLibraries(native)]);
    await linkLibraries(native);
    expect((await readdir(join(native, "lib"))).toSorted()).toEqual([
      "libpq.so",
      "libpq.so.5",
      "libpq.so.5.18",
    ]);
    expect((await readdir(native)).toSorted()).toEqual(["lib", "pg-symlinks.json"]);
    expect(await realpath(join(native, "lib", "libpq.so"))).toBe(
      await realpath(join(native, "lib", "libpq.so.5.18")),
    );
  });
});
