import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { postgresPackages } from "./binaries.ts";
import { assertAsReleased, digestOf, readManifest, verifyPackage } from "./digest.ts";

it("the installed programs match the digests recorded at the release", async () => {
  const platform = `${process.platform}-${process.arch}`;
  const name = postgresPackages[platform] ?? "";
  expect(["as_released", "not_installed"]).toContain(await verifyPackage(`node-${platform}`));
  expect(await verifyPackage(name, { thorough: true })).toBe("as_released");
  expect(await verifyPackage(name)).toBe("as_released");
  expect(await verifyPackage("no-such-package")).toBe("not_installed");
  expect(await verifyPackage("zod")).toBe("unknown_package");
});

it("a package's digest changes with any changed, added or missing program, and ignores links created at first start", async () => {
  const root = await mkdtemp(join(tmpdir(), "meanwhile-digest-"));
  try {
    await mkdir(join(root, "native", "bin"), { recursive: true });
    await mkdir(join(root, "native", "lib"), { recursive: true });
    await writeFile(join(root, "native", "bin", "postgres"), "one");
    const first = await digestOf(root);
    await symlink("postgres", join(root, "native", "bin", "link"));
    expect(await digestOf(root)).toBe(first);
    await writeFile(join(root, "native", "lib", "more.so"), "");
    const more = await digestOf(root);
    await writeFile(join(root, "native", "bin", "postgres"), "two");
    expect(new Set([first, more, await digestOf(root)]).size).toBe(3);
  } finally {
    await rm(root, { recursive: true });
  }
});

it("S43: a start with programs other than the released ones is refused, whether changed or of another version", async () => {
  const top = await mkdtemp(join(tmpdir(), "meanwhile-digest-"));
  const [[name, { version }] = ["", { version: "" }]] = Object.entries(await readManifest());
  const root = join(top, "node_modules", name);
  const install = (as: string): Promise<void> =>
    writeFile(join(root, "package.json"), JSON.stringify({ name, version: as }));
  try {
    await mkdir(join(root, "native", "bin"), { recursive: true });
    await writeFile(join(root, "native", "bin", "postgres"), "something else");
    await install(version);
    expect(await verifyPackage(name, { root })).toBe("changed");
    await expect(assertAsReleased(name, { root })).rejects.toThrow("npm ci");
    await install("0.0.1");
    expect(await verifyPackage(name, { root })).toBe("unknown_package");
    await expect(assertAsReleased(name, { root })).rejects.toThrow("npm ci");
  } finally {
    await rm(top, { recursive: true });
  }
});

it("every recorded program package names an origin and a digest", async () => {
  for (const known of Object.values(await readManifest())) {
    expect(known.origin).toMatch(/github\.com/);
    expect(known.digest).toMatch(/^[0-9a-f]{64}$/);
  }
});
