import { readTurnId } from "../state/fold-turns.ts";
import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { readPosition } from "../state/story-position.ts";
import { list, number, object, text, texts } from "../state/payload.ts";

/** Inactive versions of replies by line id, each with everything derived from it. */
export type InactiveVersions = ReadonlyMap<string, readonly RecordedEvent[]>;

/** The id of the first version, which identifies all versions of a reply. */
export const readRootId = (line: RecordedEvent): string =>
  text(line.payload, "version_of") || readTurnId(line);

export const readVersion = ({ payload }: RecordedEvent): number => number(payload, "version") ?? 1;

/** Inactive versions of an imported story, each with its memories. */
function setImportedAside(
  path: readonly RecordedEvent[],
  inactive: InactiveVersions,
  ids: ReadonlySet<string>,
): ReturnType<typeof applyVersion> {
  const findLine = (event: RecordedEvent): string =>
    (event.kind === "assistant_turn" ? [readTurnId(event)] : texts(event.payload["cites"])).find(
      (id) => ids.has(id),
    ) ?? "";
  const { "": after = [], ...apart } = Object.fromEntries(Map.groupBy(path, findLine));
  const left = new Map([...inactive, ...Object.entries(apart)]);
  return { path: withVersions(after, left), inactive: left };
}

/** Makes another version active. The previous one is kept and can be chosen again. */
export function applyVersion(
  path: readonly RecordedEvent[],
  inactive: InactiveVersions = new Map(),
  payload: Payload,
): { readonly path: RecordedEvent[]; readonly inactive: InactiveVersions } {
  if (payload["sets_aside"] !== undefined)
    return setImportedAside(path, inactive, new Set(texts(payload["sets_aside"])));
  const hides = new Set(list(payload["hides"]));
  const [from, to] = [text(payload, "from"), text(payload, "to")];
  const after = path.filter(({ id }) => !hides.has(id));
  for (const event of inactive.get(to) ?? [])
    after.splice(
      after.findLastIndex((before) => readPosition(before) <= readPosition(event)) + 1,
      0,
      event,
    );
  const left = new Map(
    [...inactive, [from, path.filter(({ id }) => hides.has(id))] as const].filter(
      ([id]) => id !== to,
    ),
  );
  return { path: withVersions(after, left), inactive: left };
}

export const cutInactive = (
  inactive: InactiveVersions = new Map(),
  last: number,
): InactiveVersions =>
  new Map([...inactive].filter(([, made]) => made.every((event) => readPosition(event) <= last)));

/** Versions that answered an amended line, or had other witnesses, can no longer be chosen. */
export function amendInactive(
  inactive: InactiveVersions = new Map(),
  { kind, payload }: { readonly kind: string; readonly payload: Payload },
): InactiveVersions {
  if (inactive.size === 0 || kind === "derivatives_redone") return inactive;
  const first = Math.min(
    ...list(payload["amends"]).map((amend) => number(object(amend), "event_id") ?? Infinity),
  );
  return new Map(
    [...inactive].filter(([, made]) => made.every((event) => readPosition(event) < first)),
  );
}

/** Adds to each reply the list of its versions. */
export function withVersions(
  path: readonly RecordedEvent[],
  inactive: InactiveVersions,
): RecordedEvent[] {
  const others = Map.groupBy(
    [...inactive.values()].flat().filter(({ kind }) => kind === "assistant_turn"),
    readRootId,
  );
  return path.map((event) => {
    if (event.kind !== "assistant_turn") return event;
    const known = others.get(readRootId(event)) ?? [];
    if (known.length === 0 && event.payload["versions"] === undefined) return event;
    const all = [event, ...known].toSorted((one, other) => readVersion(one) - readVersion(other));
    const versions = all.map((one) => ({
      id: readTurnId(one),
      version: readVersion(one),
      text: text(one.payload, "text"),
    }));
    return {
      ...event,
      payload: { ...event.payload, versions: known.length === 0 ? [] : versions },
    };
  });
}
