// Stands in for the command line in tests of the launcher. The types are here to be stripped.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

const [word, detail]: string[] = process.argv.slice(2);

if (word === "exit") process.exit(Number(detail));
if (word === "die") process.kill(process.pid, "SIGKILL");
if (word === "echo") process.stdin.pipe(process.stdout);
if (word === "say")
  process.stdout.write(JSON.stringify({ version: process.version, args: process.argv.slice(2) }));
if (word === "code")
  process.stdout.write(JSON.stringify([...waysFromTextToCode(), await evalInWorker()]));
if (word === "wait") {
  const still: NodeJS.Timeout = setInterval(() => undefined, 1_000);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      clearInterval(still);
      process.stdout.write(`got ${signal}\n`, () => process.exit(0));
    });
  }
  process.stdout.write("waiting\n");
}

/** A worker has a context of its own. */
async function evalInWorker(): Promise<string> {
  const code = `import { parentPort } from "node:worker_threads";
    let result = "refused";
    try { result = "made " + typeof globalThis.eval("1"); } catch {}
    parentPort.postMessage(result);`;
  const [said] = (await once(
    new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`)),
    "message",
  )) as [string];
  return said;
}

/** Every way that the language has, with its result. */
function waysFromTextToCode(): string[] {
  const kinds = [
    () => undefined,
    async () => undefined,
    function* () {},
    async function* () {},
  ].map((kind) => kind.constructor as FunctionConstructor);
  const ways: (() => unknown)[] = [
    () => (Reflect.get(globalThis, "eval") as (text: string) => unknown)("1"),
    ...[Reflect.get(globalThis, "Function"), ...kinds].flatMap((make) => [
      () => make("return 1"),
      () => new make("return 1"),
    ]),
  ];
  return ways.map((way) => {
    try {
      return `made ${typeof way()}`;
    } catch (error) {
      return error instanceof EvalError ? "refused" : String(error);
    }
  });
}
