/** PostgreSQL's protocol, as far as a session in the same process needs it. */
export interface Told {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly columns: readonly { readonly name: string; readonly type: number }[];
  readonly command: string;
  readonly error: ServerError | undefined;
}

/** With the fields of the driver's own error: code, constraint, detail. */
class ServerError extends Error {
  override readonly name = "ServerError";
}

const errorFields: Readonly<Record<string, string>> = {
  C: "code",
  D: "detail",
  H: "hint",
  n: "constraint",
  t: "table",
  W: "where",
};

const zero = Buffer.alloc(1);

function message(type: string, ...body: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(
    body.reduce((sum, part) => sum + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...body]);
}

const text = (words: string): Buffer => Buffer.concat([Buffer.from(words, "utf8"), zero]);

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};

const sync = message("S");
const run = Buffer.concat([message("E", zero, Buffer.alloc(4)), sync]);

export const askSimply = (words: string): Buffer => message("Q", text(words));

export const askToPrepare = (name: string, words: string): Buffer =>
  Buffer.concat([
    message("P", text(name), text(words), int16(0)),
    message("D", Buffer.from("S"), text(name)),
    sync,
  ]);

export function askToRun(name: string, values: readonly (string | Uint8Array | null)[]): Buffer {
  const formats = values.map((value) => int16(value instanceof Uint8Array ? 1 : 0));
  const parameters = values.flatMap((value) => {
    const length = Buffer.alloc(4);
    if (value === null) {
      length.writeInt32BE(-1);
      return [length];
    }
    const bytes = typeof value === "string" ? Buffer.from(value, "utf8") : Buffer.from(value);
    length.writeInt32BE(bytes.length);
    return [length, bytes];
  });
  const bind = message(
    "B",
    zero,
    text(name),
    int16(values.length),
    ...formats,
    int16(values.length),
    ...parameters,
    int16(0),
  );
  return Buffer.concat([bind, run]);
}

export function readAnswer(given: Uint8Array): Told {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const rows: (string | null)[][] = [];
  let columns: Told["columns"] = [];
  let command = "";
  let error: ServerError | undefined;
  for (let at = 0; at < bytes.length;) {
    const type = String.fromCharCode(bytes[at] as number);
    const end = at + 1 + bytes.readInt32BE(at + 1);
    const body = bytes.subarray(at + 5, end);
    if (type === "D") rows.push(readRow(body));
    else if (type === "T") columns = readColumns(body);
    else if (type === "C")
      command = body.toString("latin1", 0, body.length - 1).split(" ")[0] ?? "";
    else if (type === "E") error ??= readError(body);
    at = end;
  }
  return { rows, columns, command, error };
}

function readRow(body: Buffer): (string | null)[] {
  const row: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    row.push(length < 0 ? null : body.toString("utf8", at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

function readColumns(body: Buffer): { name: string; type: number }[] {
  const columns: { name: string; type: number }[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const end = body.indexOf(0, at);
    columns.push({ name: body.toString("utf8", at, end), type: body.readInt32BE(end + 7) });
    at = end + 19;
  }
  return columns;
}

function readError(body: Buffer): ServerError {
  const fields = new Map(
    body
      .toString("utf8")
      .split("\0")
      .filter((field) => field !== "")
      .map((field) => [field.slice(0, 1), field.slice(1)] as const),
  );
  const error = new ServerError(fields.get("M") ?? "the server failed");
  for (const [letter, name] of Object.entries(errorFields))
    if (fields.has(letter)) Object.assign(error, { [name]: fields.get(letter) });
  return error;
}
