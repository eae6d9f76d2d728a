import { closeLinks } from "../../../links/close-links.ts";
import { ownWords } from "../../../language/intents/own-words.ts";
import type { ReminderRow } from "../rows.ts";
import type { Work } from "./work.ts";

/**
 * Titles that another person wrote or may have written: reminders that a friend shares or has
 * renamed, and imported ones.
 */
function foreignTitles(work: Work): string[] {
  const { shared } = work.social();
  const others = shared.filter(
    ({ creatorId, version }) => creatorId !== work.maker.accountId || version > 1,
  );
  return [
    ...others.map(({ title }) => title),
    ...work
      .rows()
      .filter(isForeignRow)
      .map(({ content }) => content),
  ];
}

const isForeignRow = ({ source }: Pick<ReminderRow, "source">): boolean => source === "import";

/**
 * Whether a text that is shown or given to a model holds one of them. What the person typed
 * themselves just now is theirs.
 */
export function hasForeignTitle(work: Work, text: string, typed: readonly string[]): boolean {
  const own = ownWords(typed);
  return foreignTitles(work).some(
    (title) => title !== "" && text.includes(title) && !own.cover(title),
  );
}

/**
 * Replies with others' titles: links that the person neither wrote nor allowed can be read but not
 * followed.
 */
export function withClosedLinks(
  work: Work,
  text: string,
  of: { typed: readonly string[]; hosts: readonly string[] },
): string {
  const foreign = new Set(foreignTitles(work));
  const titles = [
    ...work.rows().map(({ content }) => content ?? ""),
    ...work.social().shared.map(({ title }) => title),
  ];
  return closeLinks(text, {
    own: [...of.typed, ...titles.filter((title) => !foreign.has(title))],
    hosts: of.hosts,
  });
}

/** Of a reminder that goes off alone, without a look at the others. */
export const mayBeForeign = (row: Pick<ReminderRow, "source" | "shared_reminder_id">): boolean =>
  isForeignRow(row) || row.shared_reminder_id !== null;
