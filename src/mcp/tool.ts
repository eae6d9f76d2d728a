import { z } from "zod";
import { isCalendarDate } from "../domain/calendar-date.ts";
import { canonicalId } from "../domain/ids.ts";
import type { JsonObject } from "../domain/json.ts";
import type { TokenScope } from "../domain/token-scope.ts";
import type { RemindersApi } from "../domain/views/reminders.ts";
import type { McpDeps, Profile, Program } from "./ports.ts";
import type { Answered, Question } from "./questions.ts";

/** One thing that people do, offered to programs. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The scope that a token needs for it. */
  readonly scope: TokenScope;
  readonly input: z.ZodObject;
  readonly annotations: Annotations;
  /** It recognises a repeated key itself, and its answer is not kept. */
  readonly keepsKey?: true;
  run(call: ToolCall<Readonly<Record<string, unknown>>>): Promise<ToolResult>;
}

/** Hints for clients; what a tool may really do is decided by the token's scopes. */
interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** True where it reaches people. */
  readonly openWorldHint: boolean;
}

export interface ToolCall<A> {
  readonly on: McpDeps;
  readonly args: A;
  readonly program: Program;
  readonly profile: Profile;
  /** The reminders of this program, whose last change can be undone. */
  readonly reminders: RemindersApi;
  /** Answers so far, when the call repeats one that was asked about. */
  readonly answered: Answered | undefined;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly key: string | undefined;
}

export type ToolResult =
  | { readonly kind: "done"; readonly text: string; readonly data: JsonObject }
  | { readonly kind: "ask"; readonly question: Question };

/** Ties a tool's schema to its handler. */
export function defineTool<S extends z.ZodObject>(
  tool: Omit<Tool, "input" | "run"> & {
    readonly input: S;
    run(call: ToolCall<z.output<S>>): Promise<ToolResult>;
  },
): Tool {
  // The arguments were parsed by this schema.
  return { ...tool, run: (call) => tool.run(call as unknown as ToolCall<z.output<S>>) };
}

/** Fields of every tool that writes. */
export const keyField = {
  idempotency_key: z
    .string()
    .regex(/^[\u0021-\u007e]{1,150}$/)
    .optional()
    .describe("A key of your own for this request. Repeated with it, nothing is done twice."),
};

/** Fields of every tool that may ask back. */
export const answerFields = {
  answer: z
    .union([z.boolean(), z.string().max(1_000)])
    .optional()
    .describe("The person's answer, after the tool has asked. Never make one up."),
  state: z
    .string()
    .max(20_000)
    .optional()
    .describe("The state that came with the question. Belongs to `answer`."),
};

export const id = z.string().transform((text, context) => {
  const found = canonicalId(text);
  if (found !== undefined) return found;
  context.issues.push({ code: "custom", input: text, message: "not an id" });
  return z.NEVER;
});

export const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine(isCalendarDate, "not a date")
  .describe("A date of the person's own calendar, such as 2026-06-10.");

export const answerDone = (text: string, data: JsonObject): ToolResult => ({
  kind: "done",
  text,
  data,
});
