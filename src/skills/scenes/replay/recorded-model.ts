import { type Model, ModelFailure, type ModelRequest } from "../../../domain/ports/model.ts";
import type { RecordedAnswer } from "./read-records.ts";

/** Thrown when no recorded answer matches a request. */
export class AnswerMissing extends Error {
  override readonly name = "AnswerMissing";
}

/** A model that replays recorded answers only. */
export function createRecordedModel(
  answers: readonly RecordedAnswer[],
  onUse: (answer: RecordedAnswer, request: ModelRequest) => void,
): Model {
  const left = [...answers];
  const takeNext = (request: ModelRequest): RecordedAnswer => {
    const found = findAnswer(left, request);
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
  const completeText = async (request: ModelRequest) => {
    const { id, output } = takeNext(request);
    const said = JSON.parse(output ?? "{}") as { readonly text?: string };
    return { text: said.text ?? "", callId: id };
  };
  return {
    describe: { kind: "scripted", name: "recorded" },
    complete: completeText,
    async stream(request, onChunk) {
      const answer = await completeText(request);
      onChunk({ kind: "text", text: answer.text });
      return answer;
    },
    object: async (request, parse) => parse(JSON.parse(takeNext(request).output ?? "null")),
  };
}

/**
 * A retried turn recorded its calls twice: an identical prompt identifies the right one, otherwise
 * the first in order is used.
 */
function findAnswer(
  left: readonly RecordedAnswer[],
  { purpose, viewer = "", messages }: ModelRequest,
): RecordedAnswer | undefined {
  const same = left.filter((each) => each.purpose === purpose && each.viewer === viewer);
  const words = JSON.stringify(messages.map(({ role, content }) => ({ role, content })));
  return same.findLast((each) => JSON.stringify(each.messages) === words) ?? same[0];
}

export const isSamePrompt = (answer: RecordedAnswer, { messages }: ModelRequest): boolean =>
  JSON.stringify(answer.messages) ===
  JSON.stringify(messages.map(({ role, content }) => ({ role, content })));
