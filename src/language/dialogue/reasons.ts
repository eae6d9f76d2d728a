/**
 * Why a sentence became no write, one code each. They are counted, and the counts are the list of
 * what to teach the grammar next. Those in `notes` accompany a write.
 */
export const refusals = [
  // Not ours: nothing is asked for.
  "no_request",
  "complaint",
  "hypothetical",
  "quoted",
  "name",
  "third_person",
  "plan",
  "empty",
  // Ours, but something is missing.
  "no_time",
  "date_without_clock",
  "period_without_clock",
  "vague_time",
  "deadline_without_lead",
  "lead_without_event",
  "past_time",
  "ambiguous_interval",
  "ambiguous_hour",
  "ambiguous_day",
  "ambiguous_date_order",
  "incomplete_rule",
  "unbounded_interval",
  "interval_too_short",
  "too_many_items",
  "unread_time_word",
  "clock_left_over",
  "items_unclear",
  "condition",
  // An order that cannot be carried out as it is meant.
  "phone_call",
  // Perhaps a request, perhaps a mention of one.
  "unsure_wish",
  // When is known, and not what.
  "no_title",
  "unsure_company",
  "no_such_time",
  "far_future",
  // About what exists already.
  "target_not_found",
  "target_ambiguous",
  "nothing_fired",
  "no_change",
  // About friends.
  "friend_unknown",
  "friend_ambiguous",
  "friend_missing",
  "friend_busy",
] as const;

export const notes = [
  "guessed_half_of_day",
  "after_midnight",
  "workdays_not_covered",
  "months_without_day",
  "shortened_window",
] as const;

export type Refusal = (typeof refusals)[number];
export type Reason = Refusal | (typeof notes)[number];
