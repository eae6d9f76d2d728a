import type { ReadAnswer } from "../store/database/reader.ts";
import type { ChannelState, Need, Who } from "./case.ts";

/** One call to the connector, as the connector itself saw it. */
export interface Received {
  readonly wxid: string;
  /** Without dashes, as the connector knows accounts. */
  readonly account_id: string;
  readonly text: string;
  readonly context_token: string | null;
  readonly delivery_id: string;
  /** The connector answered that it took the message. */
  readonly taken: boolean;
}

/** A person on the stack: an account that is paired with an identity of the channel. */
export interface Person {
  readonly who: Who;
  readonly accountId: string;
  readonly wxid: string;
  readonly name: string;
  readonly zone: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** The instance that a run speaks to: by its webhook and its API, and it reads the rows as the reader. */
export interface Stack {
  /** For the report. */
  readonly name: string;
  /** Missing capabilities of this stack, with the reason for the report. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>;
  /** Delivers one message, as the connector would. */
  webhook(body: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  /** As the operator, or a service that may act for the people of the run. */
  api(method: "GET" | "POST", path: string, body?: unknown): Promise<HttpAnswer>;
  read(script: string): Promise<readonly ReadAnswer[]>;
  /** The version that the instance says it is. */
  readonly version: string;
  /** Sets the clock of the instance, where it is ours. */
  pin?(at: number): void;
  /**
   * What the channel does from now on with messages to this person; only where the channel is ours.
   */
  setChannel?(wxid: string, state: ChannelState): void;
  /** What the connector got since the run began, where that can be seen. */
  received?(): Promise<readonly Received[]>;
  /** People who were here before; without it a case makes its own. */
  readonly people?: readonly Person[];
  /** The runner is the only user: any change in other people's rows was made by the case. */
  readonly isAlone: boolean;
  /** Longest stretch of real time that a case may take here, where the clock is not ours. */
  readonly longestWaitMinutes: number;
  /** How long a turn may take. */
  readonly patienceMs: number;
  readonly lookAgainMs: number;
}

/** A value as SQL writes it. Ids come from the stack itself, yet they are quoted like anything else. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const literals = (texts: readonly string[]): string =>
  texts.length === 0 ? "(null)" : `(${texts.map(literal).join(", ")})`;

/** The rows of several statements, all read at one moment in one call: a run has many of them. */
export async function readJson(
  stack: Pick<Stack, "read">,
  statements: readonly string[],
): Promise<unknown[]> {
  const parts = statements.map(
    (statement) => `(select coalesce(json_agg(to_jsonb(found)), '[]') from (${statement}) found)`,
  );
  const [answer] = await stack.read(`select json_build_array(${parts.join(",\n")})`);
  return JSON.parse(answer?.rows[0]?.[0] ?? "[]") as unknown[];
}
