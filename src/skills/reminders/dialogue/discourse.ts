import { iso } from "../../../domain/ports/clock.ts";
import type { RequestContext } from "../../../language/request.ts";
import { hasFriendName } from "../../friends/dialogue/known-friends.ts";
import { isRunning } from "../commands/schedule.ts";
import { hasGoneOff, type ReminderRow } from "../rows.ts";
import type { Audience } from "../words/when-words.ts";
import type { HeardNews, UndoPoint } from "./state.ts";
import type { Work } from "./work.ts";

/** Reminders that their owner may change by talking. Shared ones belong to several people. */
const isOwn = ({ kind }: ReminderRow): boolean =>
  kind === "timed" || kind === "recurring" || kind === "no_trigger_time";
export const activeOf = (work: Work): ReminderRow[] =>
  work
    .rows()
    .filter(
      (row) =>
        isOwn(row) &&
        ((row.lifecycle === "active" && !hasGoneOff(row)) || isRunning(row, work.maker.now)),
    );

/** How long "move it to five" speaks of the last change. */
const remembered = 2 * 3_600_000;

/**
 * What the talk is about: what the message quotes, else what was shown last or changed last, which
 * "it" and a bare time speak of; and what was shown, for ordinals.
 */
export function discourseOf(work: Work, text: string): RequestContext {
  if (work.quotesOthers) return {};
  const quoted = findQuotedRows(work);
  if (new Set(quoted.map(({ content }) => content)).size > 1) return {};
  const listed = findListed(work);
  const topic = findTopic(work, quoted.at(-1)?.id);
  const shown = listed === undefined ? {} : { listed };
  if (topic === undefined) return shown;
  const shared = work.social().shared.find((each) => topic.id === `shared:${each.id}`);
  const row = shared === undefined ? work.row(topic.id) : undefined;
  const named =
    shared === undefined
      ? row && { target: row.content, targetId: row.id }
      : { target: shared.title, targetId: shared.id };
  if (named === undefined) return shown;
  const latest = {
    ...named,
    ...(topic.isNext ? { isNext: true as const } : {}),
    ...(topic.said === undefined ? {} : { said: topic.said }),
  };
  // A friend's name may mean anything shared with that friend.
  return shared !== undefined && hasFriendName(work, text)
    ? { latest, ...shown }
    : { latest, previous: latest, ...shown };
}

interface Topic {
  readonly id: string;
  /** Nothing was said since it was spoken of. */
  readonly isNext: boolean;
  /** The message that wrote it, and when that was. */
  readonly said?: NonNullable<RequestContext["previous"]>["said"];
}

function findTopic(work: Work, quoted: string | undefined): Topic | undefined {
  if (quoted !== undefined) return { id: quoted, isNext: true };
  const here = work.commands.flatMap(({ changes }) => changes.map(({ after }) => after.id));
  const written = here.at(-1);
  if (written !== undefined) return { id: written, isNext: true };
  const pending = work.pending();
  const [shown, second] = pending?.kind === "listed" ? pending.ids : [];
  if (shown !== undefined && second === undefined && work.state.question?.isNext === true)
    return { id: shown, isNext: true };
  const { undo, news } = work.state;
  const since = work.maker.now - remembered;
  if (news !== undefined && news.at > Math.max(since, undo?.at ?? since)) return findNamed(news);
  return undo !== undefined && undo.at > since ? findChanged(undo) : undefined;
}

/** Of several, "it" means none. */
function findNamed({ ids, isNext }: HeardNews): Topic | undefined {
  const [id, another] = ids;
  return id === undefined || another !== undefined ? undefined : { id, isNext };
}

function findChanged({ changes, isNext, said, at }: UndoPoint): Topic | undefined {
  const last = changes.at(-1);
  if (last === undefined) return undefined;
  return {
    id: last.id,
    isNext: isNext && changes.length === 1,
    ...(said === undefined ? {} : { said: { text: said, at: iso(at) } }),
  };
}

/** What the person has before them, as language names it. */
function findListed(work: Work): readonly string[] | undefined {
  const pending = work.pending();
  return pending?.kind === "listed"
    ? pending.ids.map((id) => work.row(id)?.shared_reminder_id ?? id)
    : undefined;
}

/** A list was shown: ordinals count in it, and one alone is what is spoken of. */
export function rememberList(work: Work, ids: readonly string[], to: Audience): void {
  if (ids.length === 0 || work.asking() !== undefined || isWaiting(work)) return;
  const { turnId } = work.maker;
  if (turnId === null) return;
  work.ask({ kind: "listed", ids: [...new Set(ids)], turnId, language: to.language }, "");
}

/** A question that was asked before is still to be answered. */
const isWaiting = (work: Work): boolean => {
  const kind = work.pending()?.kind;
  return kind !== undefined && kind !== "listed" && kind !== "flip" && kind !== "who";
};

/** What the quoted words name. Of "rent" and "pay rent" it is the longer one. */
function findQuotedRows(work: Work): ReminderRow[] {
  const named = activeOf(work).filter(({ content }) => work.quoted?.includes(content) === true);
  return named.filter(
    ({ content }) =>
      !named.some((other) => other.content !== content && other.content.includes(content)),
  );
}
