export const outsideCalendarProblems = [
  "address_forbidden",
  "unreachable",
  "password_refused",
  "too_slow",
  "too_large",
  "redirected",
  "not_a_calendar",
  "secret_missing",
] as const;
export type OutsideCalendarProblem = (typeof outsideCalendarProblems)[number];

/** A calendar elsewhere. Its address and password are never shown again. */
export interface OutsideCalendarView {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly created_at: string;
  /** When it was last looked at, and what went wrong then. */
  readonly looked_at: string | null;
  readonly problem: OutsideCalendarProblem | null;
  readonly entries: number;
  /** Entries that can't be shown, such as series with dates of no rule. */
  readonly skipped: number;
}

export interface AskedOutsideCalendar {
  readonly name: string;
  readonly url: string;
  /** With both it is a collection of a CalDAV server, otherwise an address of an .ics file. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

export interface CalendarFollower {
  readonly accountId: string;
  readonly isOperator: boolean;
}

export type FollowOutcome =
  | { readonly calendar: OutsideCalendarView; readonly problem: null }
  | { readonly calendar: null; readonly problem: OutsideCalendarProblem };

/** Calendars elsewhere that a person follows, read-only. */
export interface OutsideCalendarsApi {
  list(who: CalendarFollower): Promise<readonly OutsideCalendarView[]>;
  /** Looks at it first: what can't be read is not kept. */
  follow(who: CalendarFollower, asked: AskedOutsideCalendar): Promise<FollowOutcome>;
  /** Looks again now. */
  look(who: CalendarFollower, id: string): Promise<OutsideCalendarView>;
  leave(who: CalendarFollower, id: string): Promise<void>;
}
