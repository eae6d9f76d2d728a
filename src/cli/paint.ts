import type { Output, Terminal } from "./command.ts";

type Colour = "red" | "green" | "yellow" | "dim" | "bold";

const codes: Readonly<Record<Colour, number>> = { red: 31, green: 32, yellow: 33, dim: 2, bold: 1 };

/** Colours for people at a terminal: not for files and pipes, nor with NO_COLOR (no-color.org) or TERM=dumb. */
const isColoured = ({ env }: Pick<Terminal, "env">, out: Output): boolean =>
  out.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";

export const paint = (
  terminal: Pick<Terminal, "env">,
  out: Output,
): ((text: string, colour: Colour) => string) =>
  isColoured(terminal, out)
    ? (text, colour) => `\u001B[${codes[colour]}m${text}\u001B[0m`
    : (text) => text;
