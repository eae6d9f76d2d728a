import { type Message } from "../api/contract.ts";

/** The last answer with its other versions. */
export interface Versions {
  /** What belongs to each version, oldest first: the person's message and its answers. */
  readonly each: readonly { readonly said: string; readonly ids: readonly string[] }[];
  /** Which of them is shown. */
  readonly shown: number;
}

export interface Arranged {
  /** Messages that do not count any more: another version of them is shown. */
  readonly hidden: ReadonlySet<string>;
  readonly versions: Versions | undefined;
}

/**
 * Which messages are shown. Each message says which others no longer count because of it; for the
 * last answer a person may look at another version before going on.
 */
export function arrange(messages: readonly Message[], chosen: string | undefined): Arranged {
  const hidden = new Set<string>();
  for (const { versions } of messages) {
    for (const id of versions?.hides ?? []) hidden.add(id);
    for (const id of versions?.shows ?? []) hidden.delete(id);
  }
  const each = listVersions(messages);
  if (each.length < 2) return { hidden, versions: undefined };
  const wanted = each.findIndex(({ said }) => said === chosen);
  const shown = wanted === -1 ? each.length - 1 : wanted;
  for (const [nth, { ids }] of each.entries())
    for (const id of ids) {
      if (nth === shown) hidden.delete(id);
      else hidden.add(id);
    }
  return { hidden, versions: { each, shown } };
}

/** Of the last message alone: one that was followed by another is decided. */
function listVersions(messages: readonly Message[]): Versions["each"] {
  const said = messages.filter(
    ({ direction, end }) => direction === "inbound" && end !== "rejected",
  );
  const root = said.at(-1)?.versions?.of ?? null;
  if (root === null) return [];
  const again = said.slice(said.findLastIndex(({ versions }) => versions?.of !== root) + 1);
  const first = again[0]?.versions?.hides ?? [];
  return [
    { said: root, ids: first },
    ...again.map(({ id }) => ({ said: id, ids: [id, ...answersTo(messages, id)] })),
  ];
}

/** What turns said after a message, up to the person's next one. */
function answersTo(messages: readonly Message[], id: string): readonly string[] {
  const rest = messages.slice(messages.findIndex((message) => message.id === id) + 1);
  const next = rest.findIndex(({ direction }) => direction === "inbound");
  return rest
    .slice(0, next === -1 ? rest.length : next)
    .flatMap((message) => (message.turn_id === null ? [] : [message.id]));
}
