import type { InitiativeReason, InitiativeSort } from "../events/initiative.ts";

/** Whether the companion may write first. Off unless the person says otherwise. */
export interface InitiativeView {
  /** In the morning: today, what is still open, and plans with friends. */
  readonly brief: boolean;
  /** In the evening: what went off today and was not ticked off. */
  readonly follow_ups: boolean;
  /** After this many days without a word of the person's. Null: never. */
  readonly silence_days: number | null;
  readonly most_per_day: number;
}

export interface InitiativeMessage {
  readonly sort: InitiativeSort;
  readonly message_id: string;
  readonly at: string;
  readonly reason: InitiativeReason;
}

export interface InitiativeApi {
  read(accountId: string): Promise<InitiativeView>;
  set(accountId: string, wanted: Partial<InitiativeView>): Promise<InitiativeView>;
  /** What it wrote first, the latest first. */
  list(accountId: string): Promise<readonly InitiativeMessage[]>;
}
