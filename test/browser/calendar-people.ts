import { type Page } from "playwright-core";
import { findMorningZone } from "../support/morning-zone.ts";
import { openSession, useBrowser } from "./signed-in.ts";

export interface CalendarPerson {
  readonly call: <T>(path: string, body?: object) => Promise<T>;
  readonly token: string;
}

/** People and their calendars in a browser, where it is morning now. */
export function useCalendarPages() {
  const timezoneId = findMorningZone();
  const { open, server } = useBrowser(() =>
    Promise.resolve({ MEANWHILE_DEFAULT_TIMEZONE: timezoneId }),
  );
  const newPerson = async (language?: "en" | "zh"): Promise<CalendarPerson> => {
    const token = await server().newAccount(language);
    return {
      token,
      call: async (path, body) => {
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const init =
          body === undefined
            ? { headers }
            : { method: "POST", headers, body: JSON.stringify(body) };
        return (await (await fetch(server().url + path, init)).json()) as never;
      },
    };
  };
  /** The calendar of a person, at a place such as `week/2097-06-03`. */
  const calendarOf = async (person: CalendarPerson, part = "", options = {}): Promise<Page> => {
    const { url } = server();
    const storageState = await openSession(url, person.token);
    const { page } = await open(`${url}/#/calendar/${part}`, {
      timezoneId,
      ...options,
      storageState,
    });
    await page.getByRole("textbox", { name: /New reminder|新建提醒/ }).waitFor();
    return page;
  };
  return { newPerson, calendarOf };
}
