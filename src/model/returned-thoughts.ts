import type { MetadataExtractor } from "@ai-sdk/openai-compatible";
import type { ProviderMetadata } from "ai";

const [key, field] = ["thoughts", "mustReturn"];

/**
 * DeepSeek and GLM refuse the result of a tool without the `reasoning_content` that came with the
 * call. Servers that name it otherwise may refuse such a field. So it goes back where it came.
 */
export const watchThoughts: MetadataExtractor = {
  extractMetadata: () => Promise.resolve(undefined),
  createStreamExtractor: () => {
    let mustReturn = false;
    return {
      processChunk: (chunk) => {
        mustReturn ||= hasThoughts(chunk);
      },
      buildMetadata: () => (mustReturn ? { [key]: { [field]: true } } : undefined),
    };
  },
};

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly reasoning_content?: unknown } }[];
}

const hasThoughts = (chunk: unknown): boolean =>
  typeof (chunk as Chunk | null)?.choices?.[0]?.delta?.reasoning_content === "string";

export const mustReturnThoughts = (metadata: ProviderMetadata | undefined): boolean =>
  metadata?.[key]?.[field] === true;
