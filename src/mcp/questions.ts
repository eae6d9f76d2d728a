import { createHash } from "node:crypto";
import type { Json } from "../domain/json.ts";
import { Refusal } from "../domain/errors.ts";
import type { McpDeps, Program } from "./ports.ts";

/** A question of a tool, whose answer comes with a repetition of the call. */
export interface Question {
  readonly text: string;
  /** A yes or a no; otherwise words. */
  readonly wants: "words" | "consent";
  /** What the tool has to know when the answer comes. */
  readonly state: Json;
}

/** The answer to a question of this tool, with the state that belongs to it. */
export interface Answered {
  readonly state: Json;
  /** Undefined: the person declined to answer. */
  readonly answer: string | boolean | undefined;
}

interface Sealed {
  readonly tool: string;
  readonly hash: string;
  readonly until: number;
  readonly state: Json;
}

const lifeMs = 30 * 60_000;
const purposeOf = ({ accountId, tokenId }: Program): string => `mcp ${accountId} ${tokenId}`;

/** Arguments that belong to a repetition and not to the request. */
const beside = new Set(["answer", "state", "idempotency_key"]);

/** Of the request alone, so that an answer can't be moved to another one. */
export function hashOf(args: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(args)
    .filter(([name, value]) => !beside.has(name) && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(own)).digest("hex");
}

/**
 * State that the client keeps is encrypted, and bound to the account, the token, the tool, the
 * arguments and a time.
 */
export function sealQuestion(
  on: Pick<McpDeps, "seals" | "clock">,
  program: Program,
  of: { readonly tool: string; readonly hash: string; readonly state: Json },
): string {
  const sealed: Sealed = { ...of, until: on.clock.now() + lifeMs };
  return on.seals.seal(JSON.stringify(sealed), purposeOf(program));
}

export function openQuestion(
  on: Pick<McpDeps, "seals" | "clock">,
  program: Program,
  of: { readonly tool: string; readonly hash: string; readonly sealed: string },
): Json {
  const found = read(on, program, of.sealed);
  if (found?.tool !== of.tool || found.hash !== of.hash || found.until <= on.clock.now())
    throw new Refusal(
      "invalid_request",
      { field: "state" },
      "The state belongs to another question or is too old. Call the tool again without it.",
    );
  return found.state;
}

function read(on: Pick<McpDeps, "seals">, program: Program, sealed: string): Sealed | undefined {
  try {
    return JSON.parse(on.seals.open(sealed, purposeOf(program))) as Sealed;
  } catch {
    return undefined;
  }
}
