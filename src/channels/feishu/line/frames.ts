/** Feishu's frames are protocol buffers of one message with nine fields; this is all of it. */
export interface Frame {
  readonly seqId: bigint;
  readonly logId: bigint;
  readonly service: number;
  /** 0 for pings and pongs, 1 for events. */
  readonly method: number;
  readonly headers: readonly (readonly [key: string, value: string])[];
  readonly payload: Uint8Array;
  /** Fields that are given back as they came. */
  readonly rest: readonly (readonly [field: number, bytes: Uint8Array])[];
}

export const frameKinds = { control: 0, data: 1 } as const;

export const headerOf = ({ headers }: Pick<Frame, "headers">, key: string): string | undefined =>
  headers.find(([name]) => name === key)?.[1];

export const pingFrame = (service: number): Uint8Array =>
  writeFrame({
    seqId: 0n,
    logId: 0n,
    service,
    method: frameKinds.control,
    headers: [["type", "ping"]],
    payload: new Uint8Array(),
    rest: [],
  });

const text = new TextEncoder();

export function writeFrame(frame: Frame): Uint8Array {
  return Buffer.concat([
    number(1, frame.seqId),
    number(2, frame.logId),
    number(3, BigInt(frame.service)),
    number(4, BigInt(frame.method)),
    ...frame.headers.map(([key, value]) =>
      bytes(5, Buffer.concat([bytes(1, text.encode(key)), bytes(2, text.encode(value))])),
    ),
    ...frame.rest.filter(([field]) => field < 8).map(([field, value]) => bytes(field, value)),
    ...(frame.payload.byteLength === 0 ? [] : [bytes(8, frame.payload)]),
    ...frame.rest.filter(([field]) => field > 8).map(([field, value]) => bytes(field, value)),
  ]);
}

function varint(value: bigint): Uint8Array {
  const out: number[] = [];
  let left = BigInt.asUintN(64, value);
  do {
    const low = Number(left & 0x7fn);
    left >>= 7n;
    out.push(left === 0n ? low : low | 0x80);
  } while (left !== 0n);
  return Uint8Array.from(out);
}

const number = (field: number, value: bigint): Uint8Array =>
  Buffer.concat([varint(BigInt(field << 3)), varint(value)]);

const bytes = (field: number, value: Uint8Array): Uint8Array =>
  Buffer.concat([varint(BigInt((field << 3) | 2)), varint(BigInt(value.byteLength)), value]);

type Value = bigint | Uint8Array;

/** Undefined for other bytes. */
export function readFrame(given: Uint8Array): Frame | undefined {
  const fields = readFields(given);
  if (fields === undefined) return undefined;
  const last = (field: number): Value | undefined =>
    fields.findLast(([each]) => each === field)?.[1];
  const numberIn = (field: number): bigint => {
    const value = last(field);
    return typeof value === "bigint" ? value : 0n;
  };
  const payload = last(8);
  return {
    seqId: numberIn(1),
    logId: numberIn(2),
    service: Number(BigInt.asIntN(32, numberIn(3))),
    method: Number(BigInt.asIntN(32, numberIn(4))),
    headers: fields.flatMap(([field, value]) =>
      field === 5 && value instanceof Uint8Array ? headerIn(value) : [],
    ),
    payload: payload instanceof Uint8Array ? payload : new Uint8Array(),
    rest: fields.flatMap(([field, value]) =>
      [6, 7, 9].includes(field) && value instanceof Uint8Array ? [[field, value] as const] : [],
    ),
  };
}

function headerIn(given: Uint8Array): readonly (readonly [string, string])[] {
  const fields = readFields(given) ?? [];
  const textIn = (field: number): string => {
    const value = fields.findLast(([each]) => each === field)?.[1];
    return value instanceof Uint8Array ? Buffer.from(value).toString() : "";
  };
  return [[textIn(1), textIn(2)]];
}

function readFields(given: Uint8Array): readonly (readonly [number, Value])[] | undefined {
  const fields: (readonly [number, Value])[] = [];
  let at = 0;
  const next = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = given[at];
      if (byte === undefined) return undefined;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    return undefined;
  };
  const skip = (count: number): Uint8Array | undefined => {
    if (at + count > given.byteLength) return undefined;
    at += count;
    return given.subarray(at - count, at);
  };
  while (at < given.byteLength) {
    const tag = next();
    if (tag === undefined) return undefined;
    const value = readValue(Number(tag & 7n), { next, skip });
    if (value === undefined) return undefined;
    fields.push([Number(tag >> 3n), value]);
  }
  return fields;
}

/** By its wire type: a number, bytes with their length before them, or four or eight bytes. */
function readValue(
  type: number,
  { next, skip }: { next(): bigint | undefined; skip(count: number): Uint8Array | undefined },
): Value | undefined {
  if (type === 0) return next();
  if (type === 1) return skip(8);
  if (type === 5) return skip(4);
  if (type !== 2) return undefined;
  const length = next();
  return length === undefined || length > 64n * 1024n * 1024n ? undefined : skip(Number(length));
}
