import { wallTimeAt } from "../language/calendar/instants.ts";
import type { SmokeCase, Step } from "./case.ts";
import type { Run } from "./run-options.ts";
import { literals, type Person, readJson, type Stack } from "./stack.ts";
import { tooOften, readRecentNotices } from "./recent-notices.ts";

/** Why a case can't run on this stack with any people; `undefined` if it can. */
export function whyNotHere({ stack, clock }: Run, of: SmokeCase): string | undefined {
  const lacking =
    of.needs.map((need) => stack.lacks[need]).find((reason) => reason !== undefined) ??
    whyNotThese(stack, of);
  if (lacking !== undefined || stack.pin !== undefined) return lacking;
  const zone = stack.people?.[0]?.zone ?? of.zone;
  return whyNotNow(of, wallTimeAt(clock.now(), zone)) ?? whyNotWait(of, stack.longestWaitMinutes);
}

const whyNotThese = ({ people }: Stack, { ownPeople }: SmokeCase): string | undefined =>
  people === undefined ? undefined : ownPeople;

/**
 * Until then people who are still awake call the coming day tomorrow, and the product follows them.
 */
const morning = "05:00";

const hasDays = ({ steps }: SmokeCase): boolean =>
  /"(?:days|freeNear)":/.test(JSON.stringify(steps)) || steps.some(hasDay);

const hasDay = (step: Step): boolean =>
  "say" in step && /今天|今晚|明天|明早|明晚|后天|today|tonight|tomorrow/i.test(step.say);

/** Why a case makes no sense at this wall time. */
export function whyNotNow(of: SmokeCase, wall: string): string | undefined {
  const { clock } = of;
  const time = wall.slice(11, 16);
  if (typeof clock === "object" && "only" in clock)
    return `it needs a clock of its own: ${clock.only}`;
  if (time < morning && hasDays(of))
    return `it speaks of days, and before ${morning} “tomorrow” may mean the one that has begun; here it is ${time}`;
  if (clock === "any") return undefined;
  return time >= clock.from && time <= clock.until
    ? undefined
    : `it needs a clock between ${clock.from} and ${clock.until}, and here it is ${time}`;
}

function whyNotWait({ steps }: SmokeCase, longest: number): string | undefined {
  const minutes = Math.max(0, ...steps.map((step) => ("wait" in step ? step.wait.minutes : 0)));
  return minutes <= longest
    ? undefined
    : `it takes ${minutes} minutes of real time: --wait ${Math.ceil(minutes)} lets it`;
}

/**
 * Why existing data of real people prevents a case: a reminder of the same name, or a friend's
 * daily limit.
 */
export async function whyNotWith(
  run: Run,
  of: SmokeCase,
  people: readonly Person[],
): Promise<string | undefined> {
  const titles = [...(of.fixtures.reminders ?? []), ...(of.fixtures.shared ?? [])].map(
    ({ title }) => title,
  );
  const owners = literals(people.map(({ accountId }) => accountId));
  const [rows] = (await readJson(run.stack, [
    `select distinct content from reminder where owner_account_id in ${owners} and lifecycle = 'active'`,
  ])) as [{ content: string }[]];
  const taken = titles.find((title) =>
    rows.some(({ content }) => content.toLowerCase().includes(title.toLowerCase())),
  );
  if (taken !== undefined) return `one of them has “${taken}” already, so the words would fit two`;
  return people.length < 2
    ? undefined
    : tooOften(await readRecentNotices(run.stack, people), people);
}
