import { jsonSchema, type JSONSchema7, type ModelMessage, type ToolSet } from "ai";
import { Refusal } from "../domain/errors.ts";
import type { Json } from "../domain/json.ts";
import type { Log } from "../domain/ports/log.ts";
import type { ModelTool } from "../domain/ports/model.ts";
import type { Called } from "./attempt.ts";
import { orAborted, type Scope } from "./scope.ts";

/** The tools as the SDK describes them to the provider. They carry no `execute`: the rounds run them. */
export function describeTools(tools: readonly ModelTool[]): ToolSet | undefined {
  if (tools.length === 0) return undefined;
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      { description, inputSchema: jsonSchema(parameters as JSONSchema7) },
    ]),
  );
}

export interface ToolRun {
  readonly tools: readonly ModelTool[];
  readonly calls: readonly Called[];
  /** What the model thought before them, where its provider wants it back. */
  readonly thoughts: string;
  /** How many calls may still run. */
  readonly left: number;
  readonly scope: Scope;
  readonly log: Log;
}

/**
 * Runs the calls one after another, up to the limit, and returns their results as messages for the model. Of the calls
 * over the limit only the first gets a message, so that many calls do not make many messages.
 */
export async function runTools(
  run: ToolRun,
): Promise<{ readonly messages: readonly ModelMessage[]; readonly ran: number }> {
  const within = run.calls.slice(0, run.left);
  const over = run.calls.length - within.length;
  const told: { readonly call: Called; readonly result: Json }[] = [];
  for (const call of within) {
    run.scope.check();
    told.push({ call, result: await runTool(call, run) });
  }
  run.scope.check();
  const first = run.calls[within.length];
  if (first !== undefined)
    told.push({
      call: first,
      result: { error: "too_many_calls", message: `${over} calls were not run. Answer now.` },
    });
  return { messages: report(told, run.thoughts), ran: within.length };
}

async function runTool({ name, args }: Called, { tools, scope, log }: ToolRun): Promise<Json> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return {
      error: "unknown_tool",
      message: "There is no such tool.",
      tools: tools.map((one) => one.name),
    };
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    return { error: "bad_arguments", message: "The arguments are not a JSON object." };
  }
  try {
    return await orAborted(tool.run(args, scope.signal), scope.signal);
  } catch (error) {
    scope.check();
    if (error instanceof Refusal) return { error: error.code, message: error.message };
    log.error(
      { tool: name, errorName: error instanceof Error ? error.name : typeof error },
      "a tool failed",
    );
    return { error: "tool_failed", message: "The tool failed. Do not say that it worked." };
  }
}

function report(
  told: readonly { readonly call: Called; readonly result: Json }[],
  thoughts: string,
): ModelMessage[] {
  const named = told.map(({ call, result }) => ({
    toolCallId: call.id,
    toolName: validName(call.name),
    input: call.args,
    mark: call.mark,
    result,
  }));
  return [
    {
      role: "assistant",
      content: [
        ...(thoughts === "" ? [] : [{ type: "reasoning", text: thoughts } as const]),
        ...named.map(
          ({ toolCallId, toolName, input, mark }) =>
            ({
              type: "tool-call",
              toolCallId,
              toolName,
              input,
              ...(mark && { providerOptions: mark }),
            }) as const,
        ),
      ],
    },
    {
      role: "tool",
      content: named.map(({ toolCallId, toolName, result }) => ({
        type: "tool-result",
        toolCallId,
        toolName,
        output: { type: "text", value: JSON.stringify(result) ?? "null" },
      })),
    },
  ];
}

/** An invented name goes back into the history, where providers accept only names that a tool could have. */
const validName = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
