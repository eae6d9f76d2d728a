const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** What characters do between scenes. */
export const lives = {
  lives: {
    title: "Between scenes",
    on: "Their days go on",
    hint: "When time passes, routines decide who is where and who meets. No model is asked.",
    slot: (name: string, place: string) => `${name} · ${place}`,
    when: (days: readonly number[], from: string, to: string) =>
      `${days.length === 7 ? "every day" : days.map((day) => weekdays[day]?.slice(0, 3)).join(", ")}, ${from} to ${to}`,
    remove: "Remove",
    removeOf: (name: string) => `Remove from ${name}’s routine`,
    who: "Who",
    days: "When",
    workdays: "Monday to Friday",
    daily: "Every day",
    weekdays,
    from: "From",
    to: "To",
    place: "Where",
    doing: "Doing what",
    add: "Add to the routine",
    need: (name: string, need: string, place: string) => `${name} needs ${need} · ${place}`,
    every: (hours: number, minutes: number) => `every ${hours} h, for ${minutes} min`,
    removeNeed: (name: string, need: string) => `Remove ${name}’s need: ${need}`,
    whoNeeds: "Who needs something",
    needs: "What they need",
    findsAt: "Where they find it",
    everyHours: "Every … hours",
    forMinutes: "For … minutes",
    addNeed: "Add the need",
    meetings: "Who met",
    met: (names: readonly string[]) => names.join(", "),
    play: "Play it",
  },
};
