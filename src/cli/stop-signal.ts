import type { Terminal } from "./command.ts";

/** One press of Ctrl-C may reach us twice: from the terminal, and from npm, which hands it on. */
const samePressMs = 300;

/** The first signal asks for an orderly end. Another press ends the process at once. */
export function stopOnSignal(
  terminal: Pick<Terminal, "onSignal" | "exit">,
  now = () => performance.now(),
): { stop: AbortSignal; quit(): void } {
  const stop = new AbortController();
  let first: { readonly signal: string; readonly at: number } | undefined;
  const quit = terminal.onSignal((signal) => {
    if (first === undefined) {
      first = { signal, at: now() };
      stop.abort();
    } else if (signal !== first.signal || now() - first.at > samePressMs)
      terminal.exit(signal === "SIGINT" ? 130 : 143);
  });
  return { stop: stop.signal, quit };
}
