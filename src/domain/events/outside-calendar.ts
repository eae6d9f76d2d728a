import type { Event } from "./event.ts";

export type OutsideCalendarEvent =
  | Event<
      "outside_calendar_followed",
      {
        id: string;
        account_id: string;
        name: string;
        /** All that is shown of its address, which is sealed. */
        host: string;
        /** An operator added it: it may be in a private network. */
        by_operator: boolean;
      }
    >
  | Event<"outside_calendar_left", { id: string; account_id: string }>;
