import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** An npm package that contains programs: its origin and the digest of its programs. */
export interface BinaryPackage {
  readonly version: string;
  /** Who builds it, and from which sources. */
  readonly origin: string;
  /** Digest of the path and SHA-256 of every program and library in it. */
  readonly digest: string;
}

const manifestFile = fileURLToPath(new URL("programs.json", import.meta.url));

export const readManifest = async (): Promise<Readonly<Record<string, BinaryPackage>>> =>
  JSON.parse(await readFile(manifestFile, "utf8")) as Record<string, BinaryPackage>;

/**
 * The programs and libraries of an unpacked package, sorted. Links are not followed: they are
 * created at first start.
 */
async function programFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ["bin", "native/bin", "native/lib"]) {
    const entries = await readdir(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    found.push(
      ...entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
  }
  return found.toSorted();
}

export async function digestOf(root: string): Promise<string> {
  const lines: string[] = [];
  for (const file of await programFiles(root))
    lines.push(`${relative(root, file)}\0${await hashFile(file)}\n`);
  return createHash("sha256").update(lines.toSorted().join("")).digest("hex");
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576 }))
    hash.update(piece as Uint8Array);
  return hash.digest("hex");
}

export type Verdict = "as_released" | "changed" | "unknown_package" | "not_installed";

export interface VerifyOptions {
  /** Hash every byte, ignoring the cached fingerprint. */
  readonly thorough?: boolean | undefined;
  /** Where the package is, if not where Node finds it. */
  readonly root?: string | undefined;
}

/**
 * Compares an installed package with the digests recorded at the release. Once verified, sizes and
 * times of its files are enough.
 */
export async function verifyPackage(
  name: string,
  { thorough = false, root = locatePackage(name) }: VerifyOptions = {},
): Promise<Verdict> {
  if (root === undefined) return "not_installed";
  const known = (await readManifest())[name];
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  if (known === undefined || known.version !== version) return "unknown_package";
  const stamp = { digest: known.digest, files: await fingerprint(root) };
  const memory = join(
    root.slice(0, root.lastIndexOf("node_modules")),
    "node_modules",
    ".cache",
    "meanwhile",
    `${name.replace("/", "-")}.json`,
  );
  if (!thorough && (await readFile(memory, "utf8").catch(() => "")) === JSON.stringify(stamp))
    return "as_released";
  if ((await digestOf(root)) !== known.digest) return "changed";
  await remember(memory, JSON.stringify(stamp));
  return "as_released";
}

/** Programs other than the released ones must not read people's data. */
export async function assertAsReleased(name: string, options: VerifyOptions = {}): Promise<void> {
  if ((await verifyPackage(name, options)) === "as_released") return;
  throw new Error(
    `The programs in the package ${name} are not the ones that this version was released with. Run npm ci to install them again, or set DATABASE_URL.`,
  );
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await programFiles(root)) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** If nothing can be written, the next start verifies again. */
async function remember(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.${process.pid}`, text);
    await rename(`${file}.${process.pid}`, file);
  } catch {
    return;
  }
}

/** Located by folder: some packages export nothing that could be resolved. */
function locatePackage(name: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders
    .map((folder) => join(folder, name))
    .find((root) => existsSync(join(root, "package.json")));
}
