import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A browser to start: its program, and the environment in which it finds its libraries and fonts. */
export interface Chromium {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Chromium inside the npm package, with the libraries and the font that come along, so that nothing of the
 * system is assumed. Where there is none for this machine, or `CHROMIUM` names another, that one.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env["CHROMIUM"];
  if (named !== undefined && named !== "") return { program: named, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return findBundledChromium();
  const installed = [
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const program = installed.find((path) => existsSync(path));
  if (program === undefined)
    throw new Error(
      "No browser found for the browser tests: set CHROMIUM to the path of a Chromium or Chrome.",
    );
  return { program, env: {} };
}

async function findBundledChromium(): Promise<Chromium> {
  const directory = await unpack();
  return {
    program: join(directory, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(directory, "al2023", "lib"),
      FONTCONFIG_FILE: join(directory, "fonts.conf"),
    },
  };
}

/** Unpacked once per version and user. A rename makes it appear whole, so two test files may start at the same time. */
async function unpack(): Promise<string> {
  const packageDirectory = dirname(
    dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))),
  );
  const manifest = JSON.parse(await readFile(join(packageDirectory, "package.json"), "utf8")) as {
    version: string;
  };
  const { uid } = userInfo();
  // A run's own temporary directory goes with it; the browser stays for the next.
  const directory = join(
    process.env["CHROMIUM_KEPT_IN"] ?? tmpdir(),
    `meanwhile-chromium-${manifest.version}-${uid}`,
  );
  if (existsSync(directory)) return assertOwner(uid, directory);

  const fresh = await mkdtemp(`${directory}-`);
  await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "unpack-chromium.ts"), join(packageDirectory, "bin")],
    {
      env: { TMPDIR: fresh },
    },
  );
  await writeFile(join(fresh, "fonts.conf"), fontSettings(directory));
  try {
    await rename(fresh, directory);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was faster: its copy is as good.
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

/** The temporary directory is open to all users; a program that another user left there is not run. */
async function assertOwner(uid: number, directory: string): Promise<string> {
  const found = await stat(directory);
  if (found.uid !== uid)
    throw new Error(`${directory} belongs to another user; remove it, or set CHROMIUM.`);
  return directory;
}

const fontSettings = (directory: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${directory}/fonts/fonts</dir>
  <cachedir>${directory}/fonts-cache</cachedir>
</fontconfig>
`;
