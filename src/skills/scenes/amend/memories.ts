import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { foldChat } from "../state/fold.ts";
import { text, texts } from "../state/payload.ts";
import { sources } from "../state/witness.ts";
import { type Amend, type DirectChange, type Told, withAmends } from "./amendment.ts";
import type { IsStale } from "./stale-words.ts";

interface Reworded {
  readonly amends: readonly Amend[];
  readonly withdraws: readonly number[];
}

/** Each turn's lines as one heard them. */
export type Hearing = (owner: string) => ReadonlyMap<string, readonly string[]>;

/** Memories in the words that are said now, as each owner heard them. What one did not hear after all, one does not remember. */
export function rewordMemories(told: Told, change: DirectChange, isStale: IsStale): Reworded {
  const [before, after] = [
    heardIn(told, told.path),
    heardIn(told, withAmends(told.path, change.amends)),
  ];
  const pairs = replaced(told, change);
  const amends: Amend[] = [];
  const withdraws: number[] = [];
  for (const event of told.path) {
    if (event.kind !== "memory_written") continue;
    const cites = texts(event.payload["cites"]);
    const owner = text(event.payload, "owner_id");
    const isTouched =
      cites.some((id) => change.turnIds.includes(id)) &&
      (change.only === undefined || owner === change.only);
    if (!isTouched && !isStale(saidIn(event.payload).join("\n"), { owner, event })) continue;
    const set = reworded(event.payload, { before: before(owner), after: after(owner), pairs });
    if (text(set, "text") === "") withdraws.push(event.id);
    else
      amends.push({
        event_id: event.id,
        set: isStale(text(set, "pov_summary"), { owner, event })
          ? { ...set, pov_summary: text(set, "text") }
          : set,
      });
  }
  return { amends, withdraws };
}

const saidIn = (payload: Payload): [string, string] => [
  text(payload, "text"),
  text(payload, "pov_summary"),
];

export function heardIn(
  { chatId, accountId, cast }: Told,
  path: readonly RecordedEvent[],
): Hearing {
  const state = foldChat({ id: chatId, accountId }, path);
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (owner) => {
    const heard =
      known.get(owner) ??
      new Map(
        sources(state, cast, owner)
          .recent(Infinity)
          .map(({ turn, known: { lines } }) => [turn.id, lines]),
      );
    known.set(owner, heard);
    return heard;
  };
}

/** Words that were said, with those that are said in their place. */
function replaced({ path }: Told, { amends }: DirectChange): [was: string, is: string][] {
  const byId = new Map(path.map((event) => [event.id, event]));
  return amends.flatMap(({ event_id, set }): [string, string][] => {
    const was = text(byId.get(event_id)?.payload ?? {}, "text");
    return was === "" || typeof set["text"] !== "string" ? [] : [[was, set["text"]]];
  });
}

interface Wording {
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
  readonly pairs: readonly [was: string, is: string][];
}

/** A memory that was made of what was heard is made so again; of one from elsewhere the words alone are exchanged. */
function reworded(payload: Payload, { before, after, pairs }: Wording): Payload {
  const cites = texts(payload["cites"]);
  const lines = (of: ReadonlyMap<string, readonly string[]>): string =>
    cites.flatMap((id) => of.get(id) ?? []).join("\n");
  const [said, seen] = saidIn(payload);
  const isOurs = said === lines(before) || !pairs.some(([was]) => said.includes(was));
  const now = isOurs ? lines(after) : exchanged(said, pairs);
  const heard = cites.filter((id) => after.has(id));
  return {
    text: now,
    pov_summary: seen === said || seen === "" ? now : exchanged(seen, pairs),
    cites: heard,
  };
}

const exchanged = (words: string, by: readonly [was: string, is: string][]): string =>
  by.reduce((now, [was, is]) => now.replaceAll(was, () => is), words);
