import { type Model, ModelFailure, type ModelRequest } from "../../../domain/ports/model.ts";
import type { RecordedAnswer } from "./recorded.ts";

/** There is no answer on record for something that is asked. */
export class AnswerMissing extends Error {
  override readonly name = "AnswerMissing";
}

/** Answers as it was answered then, and nothing else: who is not on record is not asked. */
export function recordedModel(
  answers: readonly RecordedAnswer[],
  onUse: (answer: RecordedAnswer, request: ModelRequest) => void,
): Model {
  const left = [...answers];
  const next = (request: ModelRequest): RecordedAnswer => {
    const found = fitting(left, request);
    if (found === undefined) throw new AnswerMissing(request.purpose);
    left.splice(left.indexOf(found), 1);
    onUse(found, request);
    if (found.outcome === "ok" && found.output !== null) return found;
    if (found.outcome === "failed")
      throw new ModelFailure(
        (found.errorCode ?? "bad_output") as ModelFailure["code"],
        "as it failed then",
      );
    throw new AnswerMissing(request.purpose);
  };
  const spoken = async (request: ModelRequest) => {
    const { id, output } = next(request);
    const said = JSON.parse(output ?? "{}") as { readonly text?: string };
    return { text: said.text ?? "", callId: id };
  };
  return {
    describe: { kind: "scripted", name: "recorded" },
    complete: spoken,
    async stream(request, onChunk) {
      const answer = await spoken(request);
      onChunk({ kind: "text", text: answer.text });
      return answer;
    },
    object: async (request, parse) => parse(JSON.parse(next(request).output ?? "null")),
  };
}

/** A turn that was decided again asked twice: the same prompt tells which; else the order of the last round does. */
function fitting(
  left: readonly RecordedAnswer[],
  { purpose, viewer = "", messages }: ModelRequest,
): RecordedAnswer | undefined {
  const same = left.filter((each) => each.purpose === purpose && each.viewer === viewer);
  const words = JSON.stringify(messages.map(({ role, content }) => ({ role, content })));
  return same.findLast((each) => JSON.stringify(each.messages) === words) ?? same[0];
}

export const samePrompt = (answer: RecordedAnswer, { messages }: ModelRequest): boolean =>
  JSON.stringify(answer.messages) ===
  JSON.stringify(messages.map(({ role, content }) => ({ role, content })));
