import { type Page } from "playwright-core";
import { openSession, useBrowser } from "./signed-in.ts";

export interface CalendarPerson {
  readonly call: <T>(path: string, body?: object) => Promise<T>;
  readonly token: string;
}

/** People and their calendars in a browser. */
export function useCalendarPages(settings: Parameters<typeof useBrowser>[0]) {
  const { open, server } = useBrowser(settings);
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
    const { page } = await open(`${url}/#/calendar/${part}`, { ...options, storageState });
    await page.getByRole("textbox", { name: /New reminder|新建提醒/ }).waitFor();
    return page;
  };
  return { newPerson, calendarOf };
}
