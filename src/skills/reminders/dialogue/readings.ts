import type { HandledMessage } from "./message.ts";

/**
 * What the rules made of the messages that a model reads after them. It is made of the person's own
 * words and of ours: titles that friends wrote stay out of it.
 */
export const describeReadings = (handled: readonly HandledMessage[]): string[] =>
  handled.flatMap(({ text, refused, interpretation }) =>
    refused === undefined
      ? []
      : [
          JSON.stringify({
            read_by_rules: {
              text,
              unsure_because: interpretation.reasons,
              they_would_ask: refused.question,
              ...(refused.items.length === 0 ? {} : { so_far: refused.items }),
            },
          }),
        ],
  );
