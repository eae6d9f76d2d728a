import { type Call, printError } from "./command.ts";
import { paint } from "./paint.ts";

const everyMs = 250;
const eraseLine = "\r\u001B[K";

/**
 * One line that says what is done and for how long, written over itself until the work ends. Only at a terminal:
 * a script reads results.
 */
export async function withProgress<T>(
  { terminal }: Pick<Call, "terminal">,
  first: string,
  work: (say: (text: string) => void) => Promise<T>,
): Promise<T> {
  const { stderr } = terminal;
  if (stderr.isTTY !== true || terminal.env["TERM"] === "dumb") return work(() => undefined);
  const began = performance.now();
  const colour = paint(terminal, stderr);
  let text = first;
  const show = (): void => {
    const seconds = Math.floor((performance.now() - began) / 1_000);
    stderr.write(`${eraseLine}${colour(seconds === 0 ? text : `${text} ${seconds} s`, "dim")}`);
  };
  show();
  const timer = setInterval(show, everyMs);
  try {
    return await work((next) => (text = next));
  } finally {
    clearInterval(timer);
    stderr.write(eraseLine);
  }
}

/** The last line of a check: what came out, in words and in colour. */
export const printVerdict = (call: Pick<Call, "terminal">, isGood: boolean, line: string): void =>
  printError(call, paint(call.terminal, call.terminal.stderr)(line, isGood ? "green" : "red"));
