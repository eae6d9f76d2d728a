import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownUser } from "./home.ts";
import { choosePrograms, findSystemPrograms } from "./system.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "meanwhile-programs-"));
});
afterEach(() => rm(directory, { recursive: true }));

const platform = `${process.platform}-${process.arch}`;

async function distribution(...majors: string[]) {
  for (const major of majors) {
    await mkdir(join(directory, "lib", major, "bin"), { recursive: true });
    await writeFile(join(directory, "lib", major, "bin", "initdb"), "");
  }
  return findSystemPrograms([{ directory: join(directory, "lib"), name: /^(\d+)$/ }]);
}

async function cluster(made?: string): Promise<string> {
  const path = join(directory, "postgres");
  if (made === undefined) return path;
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "PG_VERSION"), `${made}\n`);
  return path;
}

describe("PostgreSQL's programs", () => {
  it("the distribution's PostgreSQL programs are found newest first, from version 17 on", async () => {
    expect((await distribution("16", "17", "18", "common")).map(({ version }) => version)).toEqual([
      "18",
      "17",
    ]);
    expect(
      await findSystemPrograms([{ directory: join(directory, "nowhere"), name: /^(\d+)$/ }]),
    ).toEqual([]);
  });

  it("a new database uses npm's PostgreSQL programs unless the setting asks for the distribution's", async () => {
    const system = await distribution("17");
    const at = { platform, cluster: await cluster(), system };
    expect(await choosePrograms({ ...at, programs: "auto" })).toMatchObject({ source: "bundled" });
    expect(await choosePrograms({ ...at, programs: "system" })).toMatchObject({
      source: "system",
      version: "17",
    });
    expect(await choosePrograms({ ...at, programs: "auto", platform: "plan9-mips" })).toMatchObject(
      { source: "system" },
    );
    await expect(choosePrograms({ ...at, programs: "system", system: [] })).rejects.toThrow(
      "no PostgreSQL 17 or newer was found",
    );
  });

  it("a database is always opened by programs of the major version that created it", async () => {
    const system = await distribution("17", "19");
    const by17 = { platform, cluster: await cluster("17"), system };
    for (const programs of ["auto", "system"] as const)
      expect(await choosePrograms({ ...by17, programs })).toMatchObject({
        source: "system",
        version: "17",
      });
    const by18 = { ...by17, cluster: await cluster("18") };
    for (const programs of ["auto", "system", "bundled"] as const)
      expect(await choosePrograms({ ...by18, programs })).toMatchObject({ source: "bundled" });
    await expect(
      choosePrograms({ ...by17, cluster: await cluster("15"), programs: "auto" }),
    ).rejects.toThrow("created by PostgreSQL 15");
  });
});

it("the database runs as user `meanwhile` if the machine has one", async () => {
  const file = join(directory, "passwd");
  await writeFile(
    file,
    "root:x:0:0::/root:/bin/sh\nmeanwhile:x:991:990::/var/lib/meanwhile:/usr/sbin/nologin\n",
  );
  expect(await ownUser(file)).toEqual({ uid: 991, gid: 990 });
  await writeFile(file, "root:x:0:0::/root:/bin/sh\nmeanwhile2:x:5:5:::\n");
  expect(await ownUser(file)).toBeUndefined();
});
