import { isTurnEvent } from "../state/fold-turns.ts";
import type { EventDraft, PayloadOf } from "../../../domain/events/catalogue.ts";
import { slices } from "../../../domain/slices.ts";
import { type Paths, computePaths } from "../state/path.ts";
import { type LineEvent, readText } from "../state/events.ts";
import { draftWithdrawal } from "../time/withdraw-messages.ts";
import type { Past } from "../time/history.ts";
import { amendInactive } from "../versions/inactive-versions.ts";
import { type Amendment, type DirectChange, type StoryBranch } from "./amendment.ts";
import { listLostWords } from "./stale-words.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";

/**
 * Removes the original wording of edited lines from all tables: messages and deliveries get the new
 * wording, and prompts that contain the old one are deleted. Branches on which the line was not
 * edited keep theirs. Words in the archive can't be searched: calls there count as holding the old
 * wording if they began after it was said.
 */
export async function forgetWords(
  at: ChatDecision,
  past: Past,
  of: { readonly story: StoryBranch; readonly change: DirectChange; readonly amendment: Amendment },
): Promise<EventDraft[]> {
  const paths = await slices.run(computePaths(past.events));
  const dropped = listDroppedVersions(paths, past.branch, of.amendment);
  const amends = [
    ...of.change.amends,
    ...dropped.map(({ id }) => ({ event_id: id, set: { text: "" } })),
  ];
  const changed = new Set(amends.map(({ event_id }) => event_id));
  const edited = [...past.path, ...dropped].filter(isTurnEvent).filter(({ id }) => changed.has(id));
  const kept = listKeptTurns(paths, past.branch, edited);
  const own = edited.flatMap(({ turnId }) =>
    turnId === undefined || kept.has(turnId) ? [] : [turnId],
  );
  const words = edited.map(readText);
  const lost = await slices.run(listLostWords(of.story, of.change));
  const patterns = [...words, ...lost].flatMap(toLikePatterns);
  const ids = [
    ...edited.flatMap((event) => [event.id, ...readMessageIds(event)]),
    ...of.amendment.withdraws,
    ...of.amendment.amends.map(({ event_id }) => event_id),
  ];
  const calls = await at.read.rows<{ id: string; turn_id: string | null; answer: boolean }>(
    `select id, turn_id, coalesce(turn_id = any($2) or output ilike any($4), false) as answer from model_call
     where chat_id = $1 and (turn_id = any($2) or source_event_ids && $3::bigint[] or prompt::text ilike any($4) or output ilike any($4)
       or (archive_name is not null and started_at > $5::timestamptz - interval '1 day'))`,
    [at.chatId, own, ids, patterns, edited.map((event) => event.at).toSorted()[0] ?? "-infinity"],
  );
  const forgotten = calls.filter(({ turn_id }) => turn_id === null || !kept.has(turn_id));
  return [
    draftWithdrawal(at, {
      chat_id: at.chatId,
      turn_ids: [],
      message_ids: [],
      delivery_ids: [],
      call_ids: forgotten.map(({ id }) => id),
      answer_ids: forgotten.filter(({ answer }) => answer).map(({ id }) => id),
      ...(await rewordMessages(at, { edited, kept, amends })),
    }),
  ];
}

/** Versions of replies that can no longer be chosen after the edit. */
function listDroppedVersions(paths: Paths, branch: string, amendment: Amendment): LineEvent[] {
  const inactive = paths.inactive.get(branch);
  const left = amendInactive(inactive, { kind: "turn_edited", payload: amendment });
  return [...(inactive ?? [])]
    .filter(([id]) => !left.has(id))
    .flatMap(([, made]) => made.filter(isTurnEvent));
}

const readMessageIds = (event: LineEvent): readonly number[] =>
  (event.kind === "user_turn" ? event.payload.message_event_ids : undefined) ?? [];

/**
 * Matches the words in plain text and in JSON. Short words match everywhere, so they are skipped.
 */
const toLikePatterns = (words: string): string[] =>
  words.length < 4
    ? []
    : [words, JSON.stringify(words).slice(1, -1)].map(
        (each) => `%${each.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      );

/** Turns that count on a branch where one of these lines is unchanged. */
function listKeptTurns(paths: Paths, branch: string, edited: readonly LineEvent[]): Set<string> {
  const others = [...paths.byBranch].filter(([name]) => name !== branch).map(([, path]) => path);
  const words = new Map(edited.map((event) => [event.id, readText(event)]));
  const keeping = others.filter((path) =>
    path.some((event) => words.get(event.id) === readText(event)),
  );
  return new Set(keeping.flatMap((path) => path.flatMap(({ turnId }) => turnId ?? [])));
}

type Rewordings = Pick<PayloadOf<"messages_withdrawn">, "reworded" | "reworded_deliveries">;
type NewWords = Required<Rewordings>["reworded"][number];

interface RewordInput {
  readonly edited: readonly LineEvent[];
  readonly kept: ReadonlySet<string>;
  readonly amends: DirectChange["amends"];
}

/** Messages behind a line get the line's new wording. */
async function rewordMessages(
  at: ChatDecision,
  { edited, kept, amends }: RewordInput,
): Promise<Required<Rewordings>> {
  const [messages, deliveries]: [NewWords[], NewWords[]] = [[], []];
  for (const event of edited) {
    if (event.turnId !== undefined && kept.has(event.turnId)) continue;
    const [was, is] = [
      readText(event),
      amends.find(({ event_id }) => event_id === event.id)?.set.text ?? "",
    ];
    const typed = await at.read.rows<{ id: string; text: string }>(
      "select id, text from message where event_id = any($1) order by event_id",
      [readMessageIds(event)],
    );
    messages.push(
      ...typed.map((row, nth) => ({
        id: row.id,
        text: replaceWords(row.text, { was, is }) ?? (nth === 0 ? is : ""),
      })),
    );
    if (event.kind !== "assistant_turn" || event.turnId === undefined) continue;
    const sent = await at.read.rows<{ id: string; text: string; what: string }>(
      `select id, text, 'message' as what from message where turn_id = $1 and direction = 'outbound' and text <> ''
       union all select id, text, 'delivery' from delivery_attempt where turn_id = $1 and text <> ''`,
      [event.turnId],
    );
    for (const row of sent) {
      const now =
        replaceWords(row.text, { was, is }) ?? (was.includes(row.text.trim()) ? "" : row.text);
      if (now !== row.text)
        (row.what === "message" ? messages : deliveries).push({ id: row.id, text: now });
    }
  }
  return { reworded: messages, reworded_deliveries: deliveries };
}

/** A name or a command may surround the words. */
const replaceWords = (row: string, { was, is }: { was: string; is: string }): string | undefined =>
  row.includes(was) ? row.replaceAll(was, () => is) : undefined;
