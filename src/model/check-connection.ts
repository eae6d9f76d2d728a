import { OutboundFailure } from "../domain/ports/http.ts";
import type { ModelCheck, ModelProblem } from "../domain/views/model-connection.ts";

export interface CheckedConnection {
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Undefined: only the list of models is asked for. */
  readonly model: string | undefined;
  /** What the model is for. */
  readonly use?: "chat" | "embeddings" | undefined;
}

/** Names that a page can still show as a list. */
const mostModels = 1_000;

/**
 * Asks a server for its models, and the chosen one for the beginning of an answer or for one
 * embedding. Only codes come back: a server's own words may repeat the key.
 */
export async function checkConnection(asked: CheckedConnection): Promise<ModelCheck> {
  const { fetch, model = null } = asked;
  const base = asked.baseUrl.replace(/\/+$/, "");
  const headers = {
    "content-type": "application/json",
    ...(asked.apiKey === undefined ? {} : { authorization: `Bearer ${asked.apiKey}` }),
  };
  try {
    const list = await fetch(`${base}/models`, { headers, redirect: "manual" });
    const models = idsIn(await list.text());
    const refused = refusalOf(list.status);
    if (refused !== undefined) return wrong(refused, { model, status: list.status, models: [] });
    const found = { model, status: list.status, models: models?.slice(0, mostModels) ?? [] };
    if (model === null)
      return list.ok && models !== undefined ? good(found) : wrong("not_compatible", found);
    const { path, body, problemIn } = question(model, asked.use ?? "chat");
    const answer = await fetch(`${base}${path}`, {
      method: "POST",
      headers,
      redirect: "manual",
      body: JSON.stringify(body),
    });
    const { status } = answer;
    const begins = await readBeginning(answer);
    const problem = answer.ok
      ? problemIn(begins)
      : (refusalOf(status) ?? unknownOr(status, { model, models }));
    return problem === undefined ? good(found) : wrong(problem, { ...found, status });
  } catch (error) {
    return wrong(outboundProblem(error), { model, status: null, models: [] });
  }
}

/** The smallest question that shows that a model does what it is for. */
const question = (model: string, use: "chat" | "embeddings") =>
  use === "chat"
    ? {
        path: "/chat/completions",
        body: { model, messages: [{ role: "user", content: "ping" }], stream: true },
        problemIn: streamProblem,
      }
    : {
        path: "/embeddings",
        body: { model, input: ["ping"], encoding_format: "float" },
        problemIn: embeddingProblem,
      };

type Found = Omit<ModelCheck, "ok" | "problem">;

const good = (found: Found): ModelCheck => ({ ...found, ok: true, problem: null, status: null });

const wrong = (problem: ModelProblem, found: Found): ModelCheck => ({
  ...found,
  ok: false,
  problem,
});

function refusalOf(status: number): ModelProblem | undefined {
  if (status === 401 || status === 403) return "key_refused";
  if (status === 402 || status === 429) return "quota";
  return status >= 500 ? "server_failing" : undefined;
}

/** A server that lists its models, or knows the path, refuses the name; any other is none of ours. */
function unknownOr(
  status: number,
  of: { readonly model: string; readonly models: readonly string[] | undefined },
): ModelProblem {
  const isListed = of.models?.includes(of.model) === true;
  if (status === 404)
    return of.models === undefined || isListed ? "not_compatible" : "model_unknown";
  return status === 400 && !isListed ? "model_unknown" : "not_compatible";
}

function outboundProblem(error: unknown): ModelProblem {
  if (!(error instanceof OutboundFailure)) throw error;
  if (error.code === "blocked") return "address_forbidden";
  return error.code === "too_large" || error.code === "redirect" ? "not_compatible" : "unreachable";
}

/** Not every server lists its models, and some list them in a form of their own. */
function idsIn(body: string): readonly string[] | undefined {
  const list: { data?: unknown } | undefined = tryParse(body);
  const data = list?.data;
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((entry: unknown) => {
    const id = (entry as { id?: unknown } | null)?.id;
    return typeof id === "string" && id !== "" && id.length <= 200 ? [id] : [];
  });
}

/** The first event of a stream that carries data, or a whole answer of a server that does not stream. */
async function readBeginning(answer: Response): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return "";
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += value ?? "";
    if (!done && text.length < 100_000 && !/^data:.*\n/m.test(text)) continue;
    await reader.cancel();
    return text;
  }
}

function streamProblem(begins: string): ModelProblem | undefined {
  const data = /^data:(.*)$/m.exec(begins)?.[1] ?? begins;
  const said: { choices?: unknown; error?: unknown } | undefined = tryParse(data);
  if (Array.isArray(said?.choices)) return undefined;
  return said?.error === undefined || said.error === null ? "not_compatible" : "server_failing";
}

/** Long embeddings are cut off before they can be parsed; their beginning is enough. */
const embeddingProblem = (begins: string): ModelProblem | undefined =>
  /"embedding"\s*:\s*\[\s*-?\d/.test(begins) ? undefined : "not_compatible";

function tryParse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
