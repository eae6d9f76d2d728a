import type { OutsideCalendarEvent } from "../../../src/domain/events/outside-calendar.ts";
import type { Earlier } from "./earlier.ts";

const account = "00000000-0000-7000-8000-000000000025";
const id = "00000000-0000-7000-8000-0000000000c2";
const envelope = {
  stream: `outside_calendar:${id}`,
  at: "2026-11-18T00:30:00.000Z",
  accountId: account,
};

export const outsideCalendarEvents: Earlier<OutsideCalendarEvent["kind"]> = {
  outside_calendar_followed: {
    ...envelope,
    id: 970,
    streamVersion: 1,
    kind: "outside_calendar_followed",
    payload: {
      id,
      account_id: account,
      name: "Work",
      host: "calendar.example.org",
      by_operator: false,
    },
  },
  outside_calendar_left: {
    ...envelope,
    id: 971,
    streamVersion: 2,
    kind: "outside_calendar_left",
    payload: { id, account_id: account },
  },
};
