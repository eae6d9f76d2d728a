import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** `npm test`: format, lint, types, unused code, then every test. `--long` adds the long runs. The last line counts. */
const root = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "meanwhile-test-"));
const rest = process.argv.slice(2).filter((argument) => argument !== "--long");
const isLong = process.argv.includes("--long");
const long = isLong ? { MEANWHILE_LONG: "1" } : {};

/** More failed files than this have a common cause, and no second run hides it. */
const fewFiles = 4;

const checks: readonly (readonly [what: string, command: string, ...args: string[]])[] = [
  ["format", "oxfmt", "--check"],
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["types", "tsc", "--noEmit"],
  ["types of the page", "tsc", "--noEmit", "-p", "console"],
  ["unused code", "knip"],
];

/** How a program ended. `how` says it in words. */
interface End {
  readonly isGreen: boolean;
  readonly how: string;
}

const tryRun = (command: string, args: readonly string[]): End =>
  tryProgram(join(root, "node_modules", ".bin", command), { command, args });

function tryProgram(
  program: string,
  { command, args }: { readonly command: string; readonly args: readonly string[] },
): End {
  const started = performance.now();
  const { status, signal, error } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...long },
  });
  process.stdout.write(
    `${command} ${status === 0 ? "passed" : "failed"} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  const ended = signal === null ? `ended with code ${status}` : `was ended by ${signal}`;
  const how = error === undefined ? ended : `could not run: ${error.message}`;
  return { isGreen: status === 0, how };
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

/** What is left to say when there are no results: everything that was to be tested has failed. */
const noReport: Report = {
  numPassedTests: 0,
  numFailedTests: 1,
  numPendingTests: 0,
  testResults: [],
};

/** `name`: every run has a report of its own, so that none is taken for another. */
function runTests(
  name: string,
  args: readonly string[],
): { readonly isGreen: boolean; readonly report: Report } {
  const file = join(scratch, `${name}.json`);
  const { isGreen, how } = tryRun("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...args,
  ]);
  if (existsSync(file))
    return { isGreen, report: JSON.parse(readFileSync(file, "utf8")) as Report };
  process.stdout.write(
    `vitest ${how} and left no report: its own words are above; without any, the system may have ended it for want of memory\n`,
  );
  return { isGreen: false, report: noReport };
}

const listFailedFiles = ({ testResults }: Report): string[] =>
  testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(root, name));

let broken = 0;
if (rest.length === 0)
  for (const [, command, ...args] of checks) broken += tryRun(command, args).isGreen ? 0 : 1;
// The adapters of the Chat SDK are installed for themselves: only the long run tests with them.
if (isLong) {
  const args = ["ci", "--prefix", join(root, "bridges", "chat-sdk")];
  broken += tryProgram("npm", { command: "npm ci of the bridge", args }).isGreen ? 0 : 1;
}
const { isGreen, report } = runTests("all", rest);
const failedFiles = listFailedFiles(report);

/**
 * A few files may fail because the machine was busy. They run once more, alone. What fails again has
 * failed; what passes is named, since a test that depends on load is a defect of its own.
 */
const again =
  !isGreen && rest.length === 0 && failedFiles.length > 0 && failedFiles.length <= fewFiles
    ? runTests("again", ["--maxWorkers=1", ...failedFiles])
    : undefined;
for (const file of again?.isGreen === true ? failedFiles : [])
  process.stdout.write(`unstable: ${file} failed at first and passed when run alone\n`);

const failed = again === undefined ? report.numFailedTests : again.report.numFailedTests;
const passed = report.numPassedTests + report.numFailedTests - failed;
rmSync(scratch, { recursive: true, force: true });
process.stdout.write(
  `tests: ${passed} passed, ${failed + broken} failed, ${report.numPendingTests} skipped\n`,
);
process.exit((again?.isGreen ?? isGreen) && broken === 0 && passed > 0 ? 0 : 1);
