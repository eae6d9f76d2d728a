import { Refusal } from "../../../domain/errors.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { ReviewApi } from "../../../domain/views/review.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { collectReview } from "../collect.ts";

const dayMs = 86_400_000;
const longestDays = 366;

/** The same rows as in a chat, for programs. */
export function createReviewApi({ decisions }: { readonly decisions: Decisions }): ReviewApi {
  return {
    readDays: (accountId, days) =>
      decisions.read(accountId, async (read) => {
        const [first, last] = [days.from, days.to].map((day) => Date.parse(`${day}T00:00:00Z`));
        const length = ((last ?? NaN) - (first ?? NaN)) / dayMs;
        if (!(length >= 0 && length < longestDays))
          throw new Refusal("invalid_request", { field: "to" });
        const [account] = await read.rows<{ zone: string }>(
          "select default_timezone as zone from account where id = $1",
          [accountId],
        );
        if (account === undefined) throw new Refusal("not_found");
        const end = new Date((last ?? 0) + dayMs).toISOString().slice(0, 10);
        return collectReview(read, {
          accountId,
          from: instantOf(`${days.from}T00:00:00`, account.zone),
          to: instantOf(`${end}T00:00:00`, account.zone),
          zone: account.zone,
        });
      }),
  };
}
