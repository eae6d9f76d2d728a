/** Words of the entry's form, the search and the settings of the calendar. */
export const moreEn = {
  newEntry: "New entry",
  find: {
    open: "Search",
    title: "Search the calendar",
    field: "Words of the title, the notes or the place",
    none: "Nothing found.",
    over: "over",
    untimed: "no time yet",
    results: "Results",
    gone: "This reminder does not exist any more.",
  },
  month: { title: "Month", earlier: "Earlier month", later: "Later month" },
  preferences: {
    open: "Calendar settings",
    weekStart: "Week begins on",
    hours: "Clock",
    choices: { 12: "12 hours (3 pm)", 24: "24 hours (15:00)" },
  },
  repeat: {
    never: "Does not repeat",
    frequencies: {
      DAILY: "Every day",
      WEEKLY: "Every week",
      MONTHLY: "Every month",
      YEARLY: "Every year",
    },
    units: { DAILY: "days", WEEKLY: "weeks", MONTHLY: "months", YEARLY: "years" },
    every: (unit: string) => `Every how many ${unit}`,
    on: "On",
    onDate: (date: number) => `day ${date} of the month`,
    onLast: "the last day of the month",
    onWeekday: (nth: number) =>
      nth >= 5
        ? "the last such weekday of the month"
        : `the ${["first", "second", "third", "fourth"][nth - 1] ?? ""} such weekday of the month`,
    ends: "Ends",
    endings: { never: "Never", on: "On a day", after: "After a number of times" },
    lastDay: "Last day",
    times: "Times",
  },
  details: {
    notes: "Notes",
    place: "Place",
    link: "Link",
    linkHint: "An address that begins with https:// or http://",
    color: "Colour",
    noColor: "By kind",
    colors: {
      tomato: "Red",
      orange: "Orange",
      gold: "Yellow",
      seagreen: "Green",
      teal: "Teal",
      royalblue: "Blue",
      mediumpurple: "Purple",
      palevioletred: "Pink",
    },
    alerts: "Alerts before it",
    noAlert: "None",
    addAlert: "Add another…",
    before: (minutes: number) =>
      minutes % 10_080 === 0
        ? `${minutes === 10_080 ? "1 week" : `${minutes / 10_080} weeks`} before`
        : minutes % 1_440 === 0
          ? `${minutes === 1_440 ? "1 day" : `${minutes / 1_440} days`} before`
          : minutes % 60 === 0
            ? `${minutes === 60 ? "1 hour" : `${minutes / 60} hours`} before`
            : `${minutes} min before`,
    removeAlert: (when: string) => `Remove the alert ${when}`,
  },
};
