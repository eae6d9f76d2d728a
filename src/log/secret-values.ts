/** Finds known secret values wherever they turn up and however they were encoded on the way. */
export interface SecretValues {
  add(secret: string): void;
  redact(text: string): string;
}

export const redacted = "[redacted]";

/**
 * Anything shorter is part of ordinary words; redacting it would ruin the log and protect nothing.
 */
const shortestSecret = 4;
/** An encoded piece shorter than this turns up by chance. */
const shortestEncoded = 6;

export function createSecretValues(secrets: readonly string[]): SecretValues {
  const known = new Map<string, RegExp>();
  let patterns: readonly RegExp[] = [];
  const learn = (secret: string): void => {
    if (secret.length >= shortestSecret && !known.has(secret)) known.set(secret, patternOf(secret));
  };
  const add = (secret: string): void => {
    learn(secret);
    learn(secret.trim());
    // Longest first: a secret that contains another must not leave its tail behind.
    patterns = [...known].toSorted(([a], [b]) => b.length - a.length).map(([, pattern]) => pattern);
  };
  for (const secret of secrets) add(secret);
  return {
    add,
    redact: (text) => patterns.reduce((left, pattern) => left.replace(pattern, redacted), text),
  };
}

function patternOf(secret: string): RegExp {
  const written = Array.from(secret, charForms).join("");
  return new RegExp([written, ...base64Forms(secret), ...hexForm(secret)].join("|"), "g");
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const hexDigits = (hex: string): string =>
  hex.replace(/[a-f]/gi, (digit) => `[${digit.toLowerCase()}${digit.toUpperCase()}]`);
const hexByte = (byte: number): string => hexDigits(byte.toString(16).padStart(2, "0"));
/** Percent-encoded, once or several times over. */
const percent = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => `%(?:25){0,3}${hexByte(byte)}`).join("");

const jsonLetters: Readonly<Record<string, string>> = {
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\b": "b",
  "\f": "f",
};

/** One character as it is, percent-encoded, or escaped as in JSON, also JSON inside JSON. */
function charForms(char: string): string {
  const forms = [percent(Buffer.from(char)), unicodeEscape(char)];
  if (char === "\\") forms.push("\\\\{1,8}");
  else if (char === '"' || char === "/" || char === "'") forms.push(`\\\\{0,8}${literal(char)}`);
  else forms.push(literal(char));
  if (char === " ") forms.push("\\+");
  const letter = jsonLetters[char];
  if (letter !== undefined) forms.push(`\\\\{1,8}${letter}`);
  return `(?:${forms.join("|")})`;
}

function unicodeEscape(char: string): string {
  return char
    .split("")
    .map((unit) => `\\\\{1,8}u${hexDigits(unit.charCodeAt(0).toString(16).padStart(4, "0"))}`)
    .join("");
}

/**
 * A secret inside base64 looks different for each of three alignments, as in `Basic base64(user:secret)`.
 * The characters at either end that also hold bits of a neighbour are left out.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(Math.ceil((offset * 8) / 6), whole);
    return core.length < shortestEncoded ? [] : [core.replace(/[+/]/g, base64Sign)];
  });
}

const base64Sign = (sign: string): string =>
  sign === "+" ? "(?:[+\\- ]|%(?:25){0,3}2[Bb])" : "(?:\\\\{0,8}\\/|_|%(?:25){0,3}2[Ff])";

function hexForm(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return bytes.length < shortestEncoded ? [] : [Array.from(bytes, hexByte).join("")];
}
