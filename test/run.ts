import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `npm test`: format, lint, types, unused code, then every test. `--long` adds the long runs. The last line counts. */
const root = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "meanwhile-test-"));
const report = join(scratch, "report.json");
const rest = process.argv.slice(2).filter((argument) => argument !== "--long");
const long = process.argv.includes("--long") ? { MEANWHILE_LONG: "1" } : {};

const checks: readonly (readonly [what: string, command: string, ...args: string[]])[] = [
  ["format", "oxfmt", "--check"],
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["types", "tsc", "--noEmit"],
  ["types of the page", "tsc", "--noEmit", "-p", "console"],
  ["unused code", "knip"],
];

function run(command: string, args: readonly string[]): boolean {
  const started = performance.now();
  const bin = join(root, "node_modules", ".bin", command);
  const { status } = spawnSync(bin, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...long },
  });
  process.stdout.write(
    `${command} ${status === 0 ? "passed" : "failed"} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  return status === 0;
}

function count(): { passed: number; failed: number; skipped: number } {
  const result = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  return {
    passed: result["numPassedTests"] ?? 0,
    failed: result["numFailedTests"] ?? 0,
    skipped: result["numPendingTests"] ?? 0,
  };
}

let broken = 0;
if (rest.length === 0)
  for (const [, command, ...args] of checks) broken += run(command, args) ? 0 : 1;
const green = run("vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...rest,
]);
const { passed, failed, skipped } = count();
rmSync(scratch, { recursive: true, force: true });
process.stdout.write(`tests: ${passed} passed, ${failed + broken} failed, ${skipped} skipped\n`);
process.exit(green && broken === 0 && passed > 0 ? 0 : 1);
