import { createInterface, type Interface } from "node:readline";
import type { Terminal } from "../command.ts";
import type { Stage } from "./speaker.ts";

/** A terminal with a prompt. Incoming text is printed above a waiting prompt. */
export interface Screen extends Stage {
  start(on: {
    readonly onLine: (line: string) => void;
    readonly onInterrupt: () => void;
    readonly onEnd: () => void;
  }): void;
  /** An answer is on its way: no prompt until it is there. */
  busy(): void;
  idle(): void;
  close(): void;
}

const eraseLine = "\r\u001b[K";

export function createScreen(terminal: Pick<Terminal, "stdin" | "stdout">): Screen {
  let lines: Interface | undefined;
  let waiting = false;
  return {
    start(on) {
      const output = terminal.stdout as NodeJS.WritableStream;
      lines = createInterface({ input: terminal.stdin, output, terminal: true, prompt: "> " });
      lines.on("line", on.onLine).on("SIGINT", on.onInterrupt);
      lines.on("close", () => {
        // After the person has left there is no prompt to redraw.
        lines = undefined;
        on.onEnd();
      });
      this.idle();
    },
    busy() {
      waiting = false;
    },
    idle() {
      waiting = true;
      lines?.prompt();
    },
    before() {
      if (waiting) terminal.stdout.write(eraseLine);
    },
    after() {
      if (waiting) lines?.prompt(true);
    },
    close: () => lines?.close(),
  };
}
