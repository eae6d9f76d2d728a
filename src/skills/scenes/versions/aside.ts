import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { placeOf } from "../state/story-position.ts";
import { list, number, object, text, texts } from "../state/payload.ts";

/** Versions of replies that do not count now, by the ids of their lines: each with all that came of it, as it reads. */
export type Aside = ReadonlyMap<string, readonly RecordedEvent[]>;

export const lineId = ({ id, payload }: RecordedEvent): string =>
  text(payload, "id") || `event-${id}`;

/** The first version, by which all versions of a reply are known as the same. */
export const rootOf = (line: RecordedEvent): string =>
  text(line.payload, "version_of") || lineId(line);

export const versionOf = ({ payload }: RecordedEvent): number => number(payload, "version") ?? 1;

/** In a story that came with its versions, those that do not count go aside at once, each with what was remembered of it. */
function cameAside(
  path: readonly RecordedEvent[],
  aside: Aside,
  ids: ReadonlySet<string>,
): ReturnType<typeof versionChosen> {
  const lineOf = (event: RecordedEvent): string =>
    (event.kind === "assistant_turn" ? [lineId(event)] : texts(event.payload["cites"])).find((id) =>
      ids.has(id),
    ) ?? "";
  const { "": after = [], ...apart } = Object.fromEntries(Map.groupBy(path, lineOf));
  const left = new Map([...aside, ...Object.entries(apart)]);
  return { path: withVersions(after, left), aside: left };
}

/** Another version takes the place of the one that counts. That one stays as it was, and can be chosen again. */
export function versionChosen(
  path: readonly RecordedEvent[],
  aside: Aside = new Map(),
  payload: Payload,
): { readonly path: RecordedEvent[]; readonly aside: Aside } {
  if (payload["sets_aside"] !== undefined)
    return cameAside(path, aside, new Set(texts(payload["sets_aside"])));
  const hides = new Set(list(payload["hides"]));
  const [from, to] = [text(payload, "from"), text(payload, "to")];
  const after = path.filter(({ id }) => !hides.has(id));
  for (const event of aside.get(to) ?? [])
    after.splice(after.findLastIndex((before) => placeOf(before) <= placeOf(event)) + 1, 0, event);
  const left = new Map(
    [...aside, [from, path.filter(({ id }) => hides.has(id))] as const].filter(([id]) => id !== to),
  );
  return { path: withVersions(after, left), aside: left };
}

export const asideUpTo = (aside: Aside = new Map(), last: number): Aside =>
  new Map([...aside].filter(([, made]) => made.every((event) => placeOf(event) <= last)));

/** A version that answered words which nobody says any more, or was heard by others, is none to choose. */
export function asideAfter(
  aside: Aside = new Map(),
  { kind, payload }: { readonly kind: string; readonly payload: Payload },
): Aside {
  if (aside.size === 0 || kind === "derivatives_redone") return aside;
  const first = Math.min(
    ...list(payload["amends"]).map((amend) => number(object(amend), "event_id") ?? Infinity),
  );
  return new Map([...aside].filter(([, made]) => made.every((event) => placeOf(event) < first)));
}

/** Each reply says by itself which versions there are of it. */
export function withVersions(path: readonly RecordedEvent[], aside: Aside): RecordedEvent[] {
  const others = Map.groupBy(
    [...aside.values()].flat().filter(({ kind }) => kind === "assistant_turn"),
    rootOf,
  );
  return path.map((event) => {
    if (event.kind !== "assistant_turn") return event;
    const known = others.get(rootOf(event)) ?? [];
    if (known.length === 0 && event.payload["versions"] === undefined) return event;
    const all = [event, ...known].toSorted((one, other) => versionOf(one) - versionOf(other));
    const versions = all.map((one) => ({
      id: lineId(one),
      version: versionOf(one),
      text: text(one.payload, "text"),
    }));
    return {
      ...event,
      payload: { ...event.payload, versions: known.length === 0 ? [] : versions },
    };
  });
}
