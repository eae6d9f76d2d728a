import { estimateTokens } from "../../../domain/tokens.ts";
import type { PromptContext } from "./prompt-context.ts";
import { answerTokens, findSpeech } from "./speech.ts";

/** Where nothing is known of the model: what small ones take, too. */
const usualTokens = 8_192;
/** However long the cards are, so much of the story is shown. */
const leastTokens = 1_500;
const shareOfHistory = 0.65;
/** Instructions, headings and the marks between lines. */
const formTokens = 400;

/** How a prompt is divided: what the fixed parts and the answer leave is for history and memories. */
export function splitTokens(
  { state, cast, sources, modelTokens = usualTokens }: PromptContext,
  fixed: readonly { readonly lines: readonly string[] }[],
): { readonly history: number; readonly memories: number } {
  const speech = findSpeech(state, cast, sources.viewer);
  const whole = Math.min(modelTokens, speech.context_tokens ?? modelTokens);
  const answer = speech.max_tokens ?? answerTokens[speech.length ?? "medium"];
  const taken = fixed.reduce((sum, { lines }) => sum + estimateTokens(lines.join("\n")), 0);
  const left = Math.max(leastTokens, whole - answer - formTokens - taken);
  const history = Math.floor(left * shareOfHistory);
  return { history, memories: left - history };
}
