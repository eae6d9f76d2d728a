import {
  type CallToolResult,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { Refusal } from "../domain/errors.ts";
import { type McpDeps, mayUse, type Profile, type Program } from "./ports.ts";
import { type Answered, hashOf, openQuestion, type Question, sealQuestion } from "./questions.ts";
import { recordCall } from "./record-call.ts";
import type { Tool, ToolCall, ToolResult } from "./tool.ts";

type Args = Readonly<Record<string, unknown>>;
type Reply = CallToolResult | InputRequiredResult;

interface Asked {
  readonly on: McpDeps;
  readonly tool: Tool;
  readonly program: Program;
  readonly args: Args;
  readonly ctx: ServerContext;
  /** The client speaks the current protocol and can show a question to the person. */
  readonly canAsk: boolean;
}

interface Called extends Asked {
  readonly profile: Promise<Profile>;
}

/** An error is a result in the protocol's own form, which a model can read. */
export async function runTool(asked: Asked): Promise<Reply> {
  const { on, tool, program, args } = asked;
  // Read while the row of a call that writes is written.
  const called: Called = { ...asked, profile: on.readProfile(program.accountId) };
  called.profile.catch(() => undefined);
  try {
    const result = await recordCall(
      on,
      {
        program,
        tool: tool.name,
        args,
        isRead: tool.annotations.readOnlyHint,
        outcomeOf: ({ kind }) => (kind === "ask" ? "asked" : "done"),
      },
      () => carryOut(called),
    );
    return toReply(called, result);
  } catch (error) {
    return toFailure(called, error);
  }
}

async function carryOut(called: Called): Promise<ToolResult> {
  const { on, tool, program, args, ctx } = called;
  assertScope(program, tool);
  const hash = hashOf(args);
  const answered = readAnswer(called, hash);
  const key = args["idempotency_key"];
  const call: ToolCall<Args> = {
    on,
    args,
    program,
    profile: await called.profile,
    reminders: on.reminders.forProgram(`program:${program.tokenId}`),
    answered,
    now: on.clock.now(),
    signal: ctx.mcpReq.signal,
    key: typeof key === "string" ? key : undefined,
  };
  if (call.key === undefined || tool.keepsKey === true) return tool.run(call);
  const request = { accountId: program.accountId, key: call.key, tool: tool.name, hash };
  return on.once(request, async () => {
    const answer = await tool.run(call);
    return { answer, isFinal: answer.kind === "done" };
  });
}

/** The challenge before the call says the same; this one does not depend on the transport. */
function assertScope(program: Program, { scope }: Tool): void {
  if (!mayUse(program, scope)) throw new Refusal("forbidden", { scope });
}

const answerName = "answer";

/** The answer of a client that takes questions as results, or the fields of a client that does not. */
function readAnswer({ on, tool, program, args, ctx }: Called, hash: string): Answered | undefined {
  const raw = ctx.mcpReq.requestState<string>() ?? args["state"];
  if (typeof raw !== "string") return undefined;
  const state = openQuestion(on, program, { tool: tool.name, hash, sealed: raw });
  const given = inputResponse(ctx.mcpReq.inputResponses, answerName);
  const said = given.kind === "elicit" ? given.content?.[answerName] : args["answer"];
  const isDeclined = given.kind === "elicit" && given.action !== "accept";
  return {
    state,
    answer:
      !isDeclined && (typeof said === "string" || typeof said === "boolean") ? said : undefined,
  };
}

function toReply(called: Called, result: ToolResult): Reply {
  if (result.kind === "ask") return toQuestion(called, result.question);
  return {
    content: [{ type: "text", text: result.text }],
    structuredContent: { status: "done", ...result.data },
  };
}

function toQuestion(called: Called, { text, wants, state }: Question): Reply {
  const { on, tool, program, args, canAsk } = called;
  const sealed = sealQuestion(on, program, { tool: tool.name, hash: hashOf(args), state });
  if (canAsk)
    return inputRequired({
      inputRequests: {
        [answerName]: inputRequired.elicit({
          message: text,
          requestedSchema: {
            type: "object",
            properties: {
              [answerName]:
                wants === "consent"
                  ? { type: "boolean", title: "Yes" }
                  : { type: "string", title: "Answer" },
            },
            required: [answerName],
          },
        }),
      },
      requestState: sealed,
    });
  return {
    content: [
      { type: "text", text },
      {
        type: "text",
        text: `Nothing is done yet. Ask the person this question, then call ${tool.name} again with the same arguments, their \`answer\`${wants === "consent" ? " (true or false)" : ""} and this \`state\`.`,
      },
    ],
    structuredContent: { status: "question", question: text, wants, state: sealed },
  };
}

async function toFailure({ on, tool, profile }: Called, error: unknown): Promise<CallToolResult> {
  const language = await profile.then(
    (found) => found.language ?? "en",
    () => "en" as const,
  );
  const failure = on.explain(error, { language, tool: tool.name });
  const problem = error instanceof Refusal ? error.fact?.["problem"] : undefined;
  return {
    isError: true,
    content: [
      {
        type: "text",
        text: typeof problem === "string" ? `${failure.message} (${problem})` : failure.message,
      },
    ],
    structuredContent: { status: "refused", error: { ...failure } },
  };
}
