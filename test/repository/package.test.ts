import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stagePackage } from "../../packaging/pack.ts";

const checkout = join(import.meta.dirname, "..", "..");

describe("the package for npm", () => {
  let place = "";
  let staged = "";
  const read = (file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(staged, file), "utf8")) as Record<string, unknown>;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), "meanwhile-package-"));
    // As npm installs it: Node reads no TypeScript there.
    staged = join(place, "node_modules", "meanwhile");
    stagePackage(checkout, staged);
    symlinkSync(join(checkout, "node_modules"), join(staged, "node_modules"));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [join(staged, "bin", "meanwhile.js"), ...args], {
      cwd: place,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });

  it("the package for npm runs below node_modules, outside of any checkout", () => {
    expect(run("--version").trim()).toBe(read("package.json")["version"]);
    const asked = "remind me tomorrow at 3pm to call Ann";
    expect(run("interpret", asked, "--lang", "en")).toMatch(/call Ann/);
  });

  it("the package for npm has a command, no tests, no build tools and no link to a checkout", () => {
    const manifest = read("package.json");
    expect(manifest).toMatchObject({ name: "meanwhile", bin: { meanwhile: "bin/meanwhile.js" } });
    expect(JSON.stringify(manifest)).not.toMatch(/file:|devDependencies|"private"/);
    const files = readdirSync(join(staged, "src"), { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith(".ts"))).toEqual([]);
    expect(files.filter((name) => name.endsWith(".sql")).length).toBeGreaterThan(40);
  });

  it("the package for npm brings the locked version of everything that runs, and of nothing else", () => {
    const { packages } = read("npm-shrinkwrap.json") as {
      packages: Record<string, { dev?: boolean; link?: boolean; integrity?: string }>;
    };
    const names = Object.keys(packages).filter((name) => name !== "");
    expect(names).toContain("node_modules/pg");
    expect(names).not.toContain("node_modules/vite");
    expect(names.filter((name) => packages[name]?.integrity === undefined)).toEqual([]);
  });
});
