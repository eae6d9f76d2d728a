import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundle } from "./bundle.ts";
import { openRunServices } from "./run-services.ts";
import { createRunDirectory } from "./run-directory.ts";
import { startThrowAway } from "./throw-away-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests of a run ask for what all of them share. */
    readonly runServices: string;
  }
}

/** What the whole run shares is made when the first test asks for it. Runs without such a test pay nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await createRunDirectory();
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
  process.env["TMPDIR"] = directory.path;
  const server = once(() => startThrowAway(directory.path));
  const crashInstance = once(() =>
    bundle(
      join(import.meta.dirname, "..", "crash", "instance-process.ts"),
      join(directory.path, "crash"),
    ),
  );
  const services = await openRunServices(join(directory.path, "services.sock"), {
    postgres: async () => (await server.get()).connection,
    "crash instance": () => crashInstance.get(),
  });
  project.provide("runServices", services.path);
  return async () => {
    services.close();
    await server.made?.then((running) => running.stop()).catch(() => undefined);
    if (outside === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outside;
    await directory.remove();
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
