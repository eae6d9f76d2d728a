/** One thing of a stretch of days, and what it rests on. */
export interface ReviewLine {
  /**
   * `done`: ticked off. `plan`: took place with others or filled the day. `reminded`: went off and
   * was not ticked off. `said`: the person's own words.
   */
  readonly kind: "done" | "plan" | "reminded" | "said";
  readonly text: string;
  /** When it was done, took place, went off or was said: of several times the first. */
  readonly at: string;
  readonly times: number;
  /** Whole days have no hour. */
  readonly all_day: boolean;
  /** Who else took part, as the person calls them. */
  readonly with: readonly string[];
  /** Another person wrote its title. */
  readonly is_foreign: boolean;
  readonly source:
    | { readonly kind: "reminder"; readonly reminder_id: string }
    | { readonly kind: "message"; readonly conversation_id: string; readonly event_id: number };
}

export interface Review {
  readonly lines: readonly ReviewLine[];
  /** There was more than is listed. */
  readonly is_cut: boolean;
}

export interface ReviewApi {
  /** Dates by the person's own clock; both are part of it. */
  readDays(
    accountId: string,
    days: { readonly from: string; readonly to: string },
  ): Promise<Review>;
}
