import { readFileSync } from "node:fs";

/** From the package, so that there is one place to change it. */
export function readVersion(): string {
  const manifest = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as { version: string };
  return manifest.version;
}
