import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import { buildPage } from "../src/cli/build-page.ts";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
  readonly [field: string]: unknown;
}

/** Puts `meanwhile` into node_modules/.bin of a checkout. The package has a `bin` of its own. */
const checkoutCommand = "meanwhile-command";
const aside = [
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "meanwhile.example.yaml",
  "meanwhile.schema.json",
];

/**
 * Writes the package for npm into a directory: the sources as JavaScript, since Node reads no
 * TypeScript below node_modules, and the locked versions of what it depends on. The built page is added.
 */
export function stagePackage(root: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  for (const file of aside) copy(join(root, file), join(to, file));
  for (const file of listFiles(join(root, "src")).filter((path) => !path.endsWith(".test.ts")))
    stageSource(file, join(to, relative(root, file)));
  stageSource(join(root, "bin", "meanwhile.js"), join(to, "bin", "meanwhile.js"));
  for (const file of listFiles(join(root, "docs")).filter((path) => path.endsWith(".md")))
    copy(file, join(to, relative(root, file)));
  for (const file of listFiles(join(root, "packaging")).filter((path) => !path.endsWith(".ts")))
    copy(file, join(to, relative(root, file)));
  const manifest = readJson(join(root, "package.json")) as Manifest;
  writeJson(join(to, "package.json"), createManifest(manifest));
  const locked = readJson(join(root, "package-lock.json")) as Lockfile;
  writeJson(join(to, "npm-shrinkwrap.json"), createShrinkwrap(locked, manifest));
}

/** Types become spaces, so lines and columns in errors stay those of the sources. */
function stageSource(from: string, to: string): void {
  if (!/\.[jt]s$/.test(from)) return copy(from, to);
  const text = readFileSync(from, "utf8");
  const plain = from.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  mkdirSync(dirname(to), { recursive: true });
  // Names of modules and of scripts that are started as processes.
  const named = plain.replaceAll(/"([^"\n]*)\.ts"/g, '"$1.js"');
  writeFileSync(to.replace(/\.ts$/, ".js"), named, {
    mode: from.includes("/bin/") ? 0o755 : 0o644,
  });
}

function createManifest(manifest: Manifest): object {
  const { devDependencies, overrides, scripts, private: isPrivate, ...kept } = manifest;
  void [devDependencies, overrides, scripts, isPrivate];
  const { [checkoutCommand]: command, ...dependencies } = manifest.dependencies;
  void command;
  return { ...kept, bin: { meanwhile: "bin/meanwhile.js" }, dependencies };
}

function createShrinkwrap(locked: Lockfile, manifest: Manifest): object {
  const packages = Object.entries(locked.packages).filter(
    ([path, { dev, link }]) => path.startsWith("node_modules/") && dev !== true && link !== true,
  );
  return {
    ...locked,
    packages: { "": createManifest(manifest), ...Object.fromEntries(packages) },
  };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const writeJson = (file: string, value: object): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, "..");
  const to = join(root, "dist", "package");
  const page = await buildPage({ root });
  stagePackage(root, to);
  cpSync(page.directory, join(to, "dist", "console"), { recursive: true });
  execFileSync("npm", ["pack", "--pack-destination", dirname(to), "--loglevel=warn"], {
    cwd: to,
    stdio: "inherit",
  });
}
