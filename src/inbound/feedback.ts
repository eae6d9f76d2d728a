import type { Json } from "../domain/json.ts";
import type { NewestOf } from "./reports.ts";
import type { Sql } from "../store/database/database.ts";

/**
 * A person's rating of an answer with their own words about it, and nothing of the answer itself.
 */
export interface Feedback {
  readonly at: string;
  readonly channel: string;
  readonly channelAccount: string;
  readonly subject: string;
  /** Null where no account is bound to them. */
  readonly accountId: string | null;
  readonly rating: "good" | "bad" | "taken_back";
  readonly reasons: readonly string[];
  readonly words: string;
}

const ratings: Readonly<Record<number, Feedback["rating"]>> = {
  1: "good",
  2: "bad",
  3: "taken_back",
};
const reasonNames: Readonly<Record<number, string>> = {
  1: "irrelevant",
  2: "incomplete",
  3: "wrong",
  4: "wrong_data",
};

/** As the vendor sent it, so each field may be anything. */
interface GivenFeedback {
  readonly type?: Json;
  readonly inaccurate_reason_list?: Json;
  readonly content?: Json;
}

/** Newest first, with all of the moment of the last one. */
export async function listFeedback(
  sql: Sql,
  { limit, before }: NewestOf,
): Promise<readonly Feedback[]> {
  const rows = await sql.rows<
    Omit<Feedback, "rating" | "reasons" | "words"> & { given: GivenFeedback }
  >(
    `select created_at as at, provider_type as channel, channel_account as "channelAccount", subject, account_id as "accountId",
       payload -> 'feedback_event' as given
     from inbound_note where payload #>> '{feedback_event,type}' = any($3) and ($2::timestamptz is null or created_at < $2)
     order by created_at desc fetch first $1 rows with ties`,
    [limit, before ?? null, Object.keys(ratings)],
  );
  return rows.flatMap(({ given, ...about }) => {
    const rating = ratings[Number(given.type)];
    if (rating === undefined) return [];
    const listed = Array.isArray(given.inaccurate_reason_list) ? given.inaccurate_reason_list : [];
    const reasons = listed.flatMap((one) => reasonNames[Number(one)] ?? []);
    return [
      {
        ...about,
        rating,
        reasons,
        words: typeof given.content === "string" ? given.content.slice(0, 500) : "",
      },
    ];
  });
}
