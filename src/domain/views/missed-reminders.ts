/** A time of a reminder that did not reach the person when it should have. */
export interface MissedReminder {
  readonly reminder_id: string;
  readonly content: string;
  readonly due_at: string;
  readonly timezone: string;
  /** `undelivered`: not seen. `on_its_way`: being sent. `came_late`: seen in the last day, late. */
  readonly state: "undelivered" | "on_its_way" | "came_late";
  readonly channel: string | null;
  readonly conversation_id: string | null;
  readonly reason: string | null;
  readonly reached_at: string | null;
  /** Of its reminder. */
  readonly version: number;
}
