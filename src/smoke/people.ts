import type { FriendFixture, SmokeCase, Who } from "./case.ts";
import { CaseFailure, type Run } from "./run-options.ts";
import { sayAndWait } from "./say.ts";
import type { Person } from "./stack.ts";
import { readRecentNotices } from "./recent-notices.ts";

/** The people of a case: those that the stack was given, or new ones that are paired for it. */
export async function castOf(run: Run, of: SmokeCase): Promise<readonly Person[]> {
  const friends = of.fixtures.friends ?? [];
  const { people } = run.stack;
  if (people !== undefined)
    return among(
      run,
      people,
      friends.map(({ who }) => who),
    );
  const cast = [await newPerson(run, of, { who: "me", name: "Ming" })];
  for (const friend of friends) cast.push(await newPerson(run, of, friend));
  // A person who never wrote can't be written to: the channel needs a token from their message.
  const [first] = of.steps;
  const isFirstSpeaker = (who: Who): boolean =>
    first !== undefined && "say" in first && (first.by ?? "me") === who;
  for (const person of cast.filter(({ who }) => !isFirstSpeaker(who)))
    await sayAndWait(run, person, {
      eventId: `${run.id}-${of.id}-${person.who}-hello`,
      text: "你好",
    });
  return cast;
}

/** Where one friend is enough, the one with fewer recent notices is chosen. */
async function among(
  run: Run,
  people: readonly Person[],
  wanted: readonly Who[],
): Promise<readonly Person[]> {
  const cast = people.filter(({ who }) => who === "me" || wanted.includes(who));
  const [me, only, another] = people;
  if (me === undefined || only === undefined || another === undefined || wanted.join() !== "friend")
    return cast;
  const told = await readRecentNotices(run.stack, people);
  const count = ({ accountId }: Person): number =>
    told.find(({ by, to }) => by === me.accountId && to === accountId)?.count ?? 0;
  return count(another) < count(only) ? [me, { ...another, who: "friend" }] : cast;
}

async function newPerson(
  run: Run,
  of: SmokeCase,
  { who, name, zone = of.zone }: FriendFixture,
): Promise<Person> {
  const made = (await post(run, "/api/accounts", {
    display_name: name,
    default_timezone: zone,
  })) as { id: string };
  const wxid = `${syntheticPrefix}${run.id}_${of.id}_${who}`;
  await post(run, `/api/accounts/${made.id}/identities`, {
    channel: "wechat_personal",
    subject: wxid,
  });
  return { who, accountId: made.id, wxid, name, zone };
}

/** No real person has such an id. */
export const syntheticPrefix = "wxid_smoke_";

export async function post(run: Run, path: string, body: unknown): Promise<unknown> {
  const answer = await run.stack.api("POST", path, body);
  if (answer.status >= 300)
    throw new CaseFailure(`POST ${path} answered ${answer.status} ${JSON.stringify(answer.json)}`);
  return answer.json;
}
