import { instantOf, wallTimeAt } from "../language/instants.ts";
import type { Moment, Weekday } from "./case.ts";

const dayMs = 86_400_000;
const weekdays: readonly Weekday[] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Wall time of a moment, as somebody in this zone means it who speaks now. */
export function wallOf(moment: Moment, now: number, zone: string): string {
  if ("inMinutes" in moment) return wallTimeAt(now + moment.inMinutes * 60_000, zone);
  return `${dayOf(moment, wallTimeAt(now, zone))}T${moment.at}:00`;
}

function dayOf(moment: Exclude<Moment, { inMinutes: number }>, nowWall: string): string {
  const today = nowWall.slice(0, 10);
  if ("days" in moment) return shifted(today, moment.days);
  if ("weekday" in moment) {
    const monday = shifted(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
    return shifted(monday, moment.weeks * 7 + weekdays.indexOf(moment.weekday));
  }
  const year = Number(today.slice(0, 4));
  const thisYear = `${year}-${moment.date}`;
  return `${thisYear}T${moment.at}:00` > nowWall ? thisYear : `${year + 1}-${moment.date}`;
}

const shifted = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export const momentAt = (moment: Moment, now: number, zone: string): number =>
  "inMinutes" in moment ? now + moment.inMinutes * 60_000 : instantOf(wallOf(moment, now, zone), zone);

/** For the plan that a person reads. */
export function momentWords(moment: Moment): string {
  if ("inMinutes" in moment) return `in ${moment.inMinutes} min`;
  if ("days" in moment) return `${moment.days === 0 ? "today" : moment.days === 1 ? "tomorrow" : `in ${moment.days} days`} ${moment.at}`;
  if ("weekday" in moment) return `${moment.weekday} ${moment.weeks === 0 ? "of this week" : `+${moment.weeks} wk`} ${moment.at}`;
  return `${moment.date} ${moment.at}`;
}
