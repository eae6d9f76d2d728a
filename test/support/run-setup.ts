import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundle } from "./bundle.ts";
import { openDesk } from "./run-desk.ts";
import { takeRunPlace } from "./run-place.ts";
import { startThrowAway } from "./throw-away-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests of a run ask for what all of them share. */
    readonly runDesk: string;
  }
}

/** What the whole run shares is made when the first test asks for it. Runs without such a test pay nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await takeRunPlace();
  // Many tests start the product as a process: it is compiled once for all of them.
  process.env["NODE_COMPILE_CACHE"] ??= join(
    import.meta.dirname,
    "..",
    "..",
    "node_modules",
    ".cache",
    "meanwhile",
  );
  // The processes that run the tests inherit both.
  const outside = process.env["TMPDIR"];
  process.env["CHROMIUM_KEPT_IN"] ??= tmpdir();
  process.env["TMPDIR"] = place.path;
  const server = once(() => startThrowAway(place.path));
  const crashInstance = once(() =>
    bundle(
      join(import.meta.dirname, "..", "crash", "instance-process.ts"),
      join(place.path, "crash"),
    ),
  );
  const desk = await openDesk(join(place.path, "desk.sock"), {
    postgres: async () => (await server.get()).connection,
    "crash instance": () => crashInstance.get(),
  });
  project.provide("runDesk", desk.path);
  return async () => {
    desk.close();
    await server.made?.then((running) => running.stop()).catch(() => undefined);
    if (outside === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outside;
    await place.remove();
  };
}

/** Made for the first who asks, and kept for all. */
function once<T>(make: () => Promise<T>): {
  readonly made: Promise<T> | undefined;
  get(): Promise<T>;
} {
  const kept = { made: undefined as Promise<T> | undefined, get: () => (kept.made ??= make()) };
  return kept;
}
