import { type Fields, fieldsOf, jsonIn, numberOf, textOf } from "../../kit/json-fields.ts";

export const op = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  resume: 6,
  reconnect: 7,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

export interface Frame {
  readonly op: number;
  readonly data: unknown;
  /** Of a dispatch. */
  readonly seq: number | undefined;
  readonly name: string | undefined;
}

export function readFrame(text: string): Frame | undefined {
  const fields = fieldsOf(jsonIn(text));
  const code = numberOf(fields?.["op"]);
  if (fields === undefined || code === undefined) return undefined;
  const seq = numberOf(fields["s"]);
  return {
    op: code,
    data: fields["d"],
    seq: seq !== undefined && Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined,
    name: textOf(fields["t"]),
  };
}

/**
 * Messages and reactions in servers and in private. Their texts come without the privileged intent wherever the
 * bot is meant: in private, where it is mentioned, and where a message of its own is answered.
 */
export const intents = (1 << 9) | (1 << 10) | (1 << 12) | (1 << 13);

/** Close codes after which the same settings would be refused again. */
export const refusals: Readonly<Record<number, string>> = {
  4004: "token_refused",
  4010: "gateway_refused",
  4011: "sharding_required",
  4012: "gateway_refused",
  4013: "gateway_refused",
  4014: "intents_refused",
};

/** Close codes that end the session: the next connection begins a new one. */
export const sessionEnds: readonly number[] = [4007, 4009];

/** A session that can be resumed, by whichever process. */
export interface SessionMark {
  readonly id: string;
  readonly url: string;
  readonly seq: number;
}

export function readSessionMark(text: string | undefined): SessionMark | undefined {
  const fields: Fields | undefined = text === undefined ? undefined : fieldsOf(jsonIn(text));
  const [id, url, seq] = [
    textOf(fields?.["id"]),
    textOf(fields?.["url"]),
    numberOf(fields?.["seq"]),
  ];
  return id === undefined || url === undefined || seq === undefined ? undefined : { id, url, seq };
}
