import { maxNoticesPerDay } from "../domain/friend-limits.ts";
import { literals, type Person, readJson, type Stack } from "./stack.ts";

/** More notices than any case sends to one person, set-up and clean-up included. */
const mostOfCase = 8;

interface NoticeCount {
  readonly by: string;
  readonly to: string;
  readonly count: number;
}

/** The notices these people have sent each other since yesterday. */
export async function readRecentNotices(
  stack: Pick<Stack, "read">,
  people: readonly Person[],
): Promise<readonly NoticeCount[]> {
  const ids = literals(people.map(({ accountId }) => accountId));
  const [rows] = (await readJson(stack, [
    `select actor_account_id as by, account_id as to, count(*)::integer as count from notification
     where actor_account_id in ${ids} and account_id in ${ids} and not (facts ? 'by_you') and created_at > now() - interval '1 day' group by 1, 2`,
  ])) as [NoticeCount[]];
  return rows;
}

/**
 * Why a case with these people would run into the product's own limit, which applies to every
 * person.
 */
export function tooOften(
  told: readonly NoticeCount[],
  people: readonly Person[],
): string | undefined {
  const over = told.find(({ count }) => count + mostOfCase > maxNoticesPerDay);
  const name = people.find(({ accountId }) => accountId === over?.to)?.name;
  return name === undefined
    ? undefined
    : `${name} has been told ${over?.count} things in a day, of ${maxNoticesPerDay} that are allowed`;
}
