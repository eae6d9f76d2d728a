import { type Calendar } from "../calendar-context.tsx";
import { type ShareResult } from "../contract.ts";
import { withForecast } from "../forecast-words.ts";

interface Planned {
  readonly title: string;
  readonly names: string;
  readonly namesOf: (ids: readonly string[]) => string;
}

/**
 * The plan, the friends who cannot be reached yet, and whether the person's own reminder can be
 * delivered on time.
 */
export function describeShared(
  { unreachable, delivery }: ShareResult,
  { title, names, namesOf }: Planned,
  calendar: Calendar,
): string {
  const { share } = calendar.words;
  const told = unreachable.length === 0 ? share.notified : share.unreachable(namesOf(unreachable));
  return withForecast(`${share.created(title, names)} ${told}`, delivery, calendar);
}
