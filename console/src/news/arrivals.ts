import { type Conversation } from "../api/contract.ts";

/** What was known of the conversations when the page looked last. */
export interface Known {
  /**
   * The last message of each, by its place in the log. Undefined before the first look: what is
   * found then is not new.
   */
  readonly last: ReadonlyMap<string, number> | undefined;
  readonly unread: ReadonlySet<string>;
  /** The latest unread message, to be announced. */
  readonly latest: Conversation | undefined;
}

export const nothingKnown: Known = { last: undefined, unread: new Set(), latest: undefined };

/**
 * Words to the person count as read in the conversation that is open. Stories are followed on the
 * stage and do not count as news.
 */
export function look(
  known: Known,
  conversations: readonly Conversation[],
  open: string | undefined,
): Known {
  const { last } = known;
  // The list ends somewhere: an old conversation that comes into it is not new, an unknown one is.
  const newest = Math.max(0, ...(last?.values() ?? []));
  const isNew = ({
    id,
    last_event_id: at,
    last_direction: by,
    story_id: story,
  }: Conversation): boolean =>
    last !== undefined &&
    by === "outbound" &&
    story === null &&
    id !== open &&
    at !== null &&
    at > (last.get(id) ?? newest);
  const arrived = conversations.filter(isNew);
  const there = new Set(conversations.map(({ id }) => id));
  const unread = [...known.unread, ...arrived.map(({ id }) => id)].filter(
    (id) => id !== open && there.has(id),
  );
  const latest = arrived[0] ?? known.latest;
  return {
    last: new Map([
      ...(last ?? []),
      ...conversations.map(({ id, last_event_id: at }) => [id, at ?? 0] as const),
    ]),
    unread: new Set(unread),
    latest: latest !== undefined && unread.includes(latest.id) ? latest : undefined,
  };
}
