import type { HandledMessage } from "./message.ts";

/**
 * The rules' readings of the messages that a model reads next. They contain the person's own words
 * and ours; titles that friends wrote are left out.
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
