import { readTurnId } from "../state/fold-turns.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, RecordedEvent } from "../../../domain/events/catalogue.ts";
import { type ChatEventDraft, readCites, type RecordedChatEvent } from "../state/events.ts";
import { slices } from "../../../domain/slices.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { assertNotRunning, type LaneDecision } from "../api/decide-in-chat.ts";
import { withdrawBrought } from "../brought/withdraw-brought.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { versionKind } from "../state/path.ts";
import { chatStream } from "../state/chat-state.ts";
import { type Past, readPast } from "../time/history.ts";
import { setFeelingsTimer } from "../beat/later-feelings.ts";
import { isReply, readRootId, readVersion } from "./inactive-versions.ts";
import { assertReplaceable, listDerived, findReply, readVersions } from "./replaceable.ts";

export interface ChosenVersion {
  readonly turn_id: string;
  readonly version: number;
  readonly versions: number;
}

/** Makes another version of a reply active, with everything derived from it. */
export async function chooseVersion(
  at: LaneDecision,
  of: { readonly turnId: string; readonly version: number },
): Promise<PreparedDecision<ChosenVersion>> {
  assertNotRunning(at);
  const past = await readPast(at.read, at.chatId);
  const state = await slices.run(foldChat({ id: at.chatId, accountId: at.accountId }, past.path));
  const line = findReply({ path: past.path, state }, of.turnId);
  const versions = readVersions(line);
  const chosen =
    of.version === readVersion(line)
      ? readTurnId(line)
      : versions.find(({ version }) => version === of.version)?.id;
  if (chosen === undefined) throw new Refusal("not_found", { field: "version", value: of.version });
  const result = { turn_id: chosen, version: of.version, versions: Math.max(1, versions.length) };
  if (chosen === readTurnId(line)) return { events: [], result };
  assertReplaceable({ path: past.path, state }, line);
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: past.branch },
    now: at.now,
  };
  const fact = draftVersionChosen(moment, past, { line, to: chosen });
  const elsewhere = await withdrawBrought(at, {
    chatId: at.chatId,
    events: appendDrafts(past, [fact]),
  });
  return {
    events: [
      fact,
      ...elsewhere.events,
      ...(isUnfelt(past.events, chosen) ? [setFeelingsTimer(moment, chosen)] : []),
    ],
    expects: { ...elsewhere.expects, [chatStream(at.chatId)]: past.version },
    result,
  };
}

/** A reply that was replaced before its feelings were known. Imported replies never had any. */
const isUnfelt = (events: readonly RecordedChatEvent[], lineId: string): boolean =>
  events.some(
    (event) => isReply(event) && readTurnId(event) === lineId && event.turnId !== undefined,
  ) && !events.some((event) => event.kind === "edge_update" && readCites(event).includes(lineId));

export function draftVersionChosen(
  moment: FactContext,
  { path, branch }: Pick<Past, "path" | "branch">,
  of: { readonly line: RecordedEvent<"assistant_turn">; readonly to: string },
): EventDraft<typeof versionKind> {
  const hides = listDerived(path, of.line).map(({ id }) => id);
  return draftStoryEvent(moment, versionKind, {
    branch_id: branch,
    line_id: readRootId(of.line),
    from: readTurnId(of.line),
    to: of.to,
    hides,
  });
}

/** The log including events that are about to be recorded. */
export const appendDrafts = (
  { events, version }: Past,
  drafts: readonly ChatEventDraft[],
): RecordedChatEvent[] => [
  ...events,
  ...drafts.map((draft, nth) => ({
    ...draft,
    id: (events.at(-1)?.id ?? 0) + 1 + nth,
    streamVersion: version + 1 + nth,
  })),
];
