/** What the cases of several groups forbid, and people and plans that they share. */

/** Forbids changes that affect friends, and notices to others. */
export const noShared = [
  "shared_create",
  "shared_change",
  "shared_cancel",
  "friend_change",
  "tell_others",
] as const;

/** Nothing of one's own. */
export const noOwn = [
  "reminder_create",
  "reminder_change",
  "reminder_end",
  "friend_change",
] as const;
export const onlyNewShared = [...noOwn, "shared_change", "shared_cancel"] as const;
export const onlyMovedShared = [...noOwn, "shared_create", "shared_cancel"] as const;

export const zhang = { who: "friend", name: "张三" } as const;
export const oliver = { who: "friend", name: "Oliver" } as const;
export const dinner = {
  name: "dinner",
  title: "吃火锅",
  with: ["friend"],
  at: { days: 1, at: "18:00" },
  minutes: 60,
} as const;
export const busy = {
  name: "busy",
  of: "friend",
  title: "体检复查",
  at: { days: 1, at: "18:00" },
  minutes: 60,
} as const;
