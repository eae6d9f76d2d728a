import { instantOf, wallTimeAt } from "../language/calendar/instants.ts";
import type { Moment, Weekday } from "./case.ts";

const dayMs = 86_400_000;
const weekdays: readonly Weekday[] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Wall time of a moment, as a person in this zone means it when speaking now. */
export function wallOf(moment: Moment, now: number, zone: string): string {
  if ("inMinutes" in moment) return wallTimeAt(now + moment.inMinutes * 60_000, zone);
  if ("next" in moment || "nearest" in moment) return nextWall(moment, wallTimeAt(now, zone));
  return `${dayOf(moment, wallTimeAt(now, zone))}T${moment.at}:00`;
}

/** The first day on which it lies ahead; a year has every weekday and every day of a month. */
function nextWall(
  moment: Extract<Moment, { next: string } | { nearest: string }>,
  nowWall: string,
): string {
  const today = nowWall.slice(0, 10);
  for (let days = 0; days <= 366; days += 1) {
    const day = shiftDay(today, days);
    const found = clocksOf(moment)
      .map((clock) => `${day}T${clock}:00`)
      .find((wall) => wall > nowWall);
    if (found !== undefined && isMeant(moment, day)) return found;
  }
  throw new Error(`there is no ${momentWords(moment)}`);
}

const two = (figure: number): string => String(figure).padStart(2, "0");

/** Morning before evening. */
function clocksOf(
  moment: Extract<Moment, { next: string } | { nearest: string }>,
): readonly string[] {
  if ("next" in moment) return [moment.next];
  const [hour = 0, minute = 0] = moment.nearest.split(":").map(Number);
  return [`${two(hour % 12)}:${two(minute)}`, `${two((hour % 12) + 12)}:${two(minute)}`];
}

function isMeant(
  moment: Extract<Moment, { next: string } | { nearest: string }>,
  day: string,
): boolean {
  if (!("next" in moment)) return true;
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
  return (
    (moment.on === undefined || (weekday !== undefined && moment.on.includes(weekday))) &&
    (moment.monthday === undefined || Number(day.slice(8)) === moment.monthday)
  );
}

function dayOf(moment: Extract<Moment, { at: string }>, nowWall: string): string {
  const today = nowWall.slice(0, 10);
  if ("days" in moment) return shiftDay(today, moment.days);
  if ("weekday" in moment) {
    const monday = shiftDay(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
    return shiftDay(monday, moment.weeks * 7 + weekdays.indexOf(moment.weekday));
  }
  const year = Number(today.slice(0, 4));
  const thisYear = `${year}-${moment.date}`;
  return `${thisYear}T${moment.at}:00` > nowWall ? thisYear : `${year + 1}-${moment.date}`;
}

const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export const momentAt = (moment: Moment, now: number, zone: string): number =>
  "inMinutes" in moment
    ? now + moment.inMinutes * 60_000
    : instantOf(wallOf(moment, now, zone), zone);

/** For the plan that a person reads. */
export function momentWords(moment: Moment): string {
  if ("inMinutes" in moment) return `in ${moment.inMinutes} min`;
  if ("nearest" in moment) return `the nearest ${moment.nearest}`;
  if ("next" in moment) {
    const on = [
      ...(moment.on ?? []),
      ...(moment.monthday === undefined ? [] : [`day ${moment.monthday}`]),
    ].join(",");
    return `the next ${moment.next}${on === "" ? "" : ` on ${on}`}`;
  }
  if ("days" in moment)
    return `${moment.days === 0 ? "today" : moment.days === 1 ? "tomorrow" : `in ${moment.days} days`} ${moment.at}`;
  if ("weekday" in moment)
    return `${moment.weekday} ${moment.weeks === 0 ? "of this week" : `+${moment.weeks} wk`} ${moment.at}`;
  return `${moment.date} ${moment.at}`;
}
