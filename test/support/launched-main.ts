// Stands in for the command line in tests of the launcher. The types are here to be stripped.
const [word, detail]: string[] = process.argv.slice(2);

if (word === "exit") process.exit(Number(detail));
if (word === "die") process.kill(process.pid, "SIGKILL");
if (word === "echo") process.stdin.pipe(process.stdout);
if (word === "say") process.stdout.write(JSON.stringify({ version: process.version, args: process.argv.slice(2) }));
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
