import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type {
  AmendmentOutcome,
  AmendmentView,
  EditRequest,
  PresenceCorrection,
} from "../../../domain/views/story-amend.ts";
import { withdrawBrought } from "../brought/withdraw-brought.ts";
import { readChatState } from "../state/chat-states.ts";
import { draftStoryEvent, placeInChat } from "../state/story-events.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { assertNotRunning, type LaneDecision } from "../api/decide-in-chat.ts";
import { enqueueTurn } from "../api/internal-turns.ts";
import { loadCastOf } from "../beat/play-context.ts";
import { chatStream } from "../state/chat-state.ts";
import { openSpoilerCover, type SpoilerCover } from "../state/spoilers.ts";
import { withdrawMessages } from "../time/withdraw-messages.ts";
import { type Past, readPast } from "../time/history.ts";
import {
  type Amendment,
  type DirectChange,
  isNothingToRedo,
  type StoryBranch,
} from "./amendment.ts";
import { amendPresence } from "./correct-presence.ts";
import { amendDerivatives } from "./derivatives.ts";
import { draftEdit, addEchoes } from "./edit-turn.ts";
import { forgetWords } from "./forget.ts";
import { buildAmendmentView } from "./amendment-view.ts";

interface InChat {
  readonly accountId: string;
  readonly chatId: string;
}

interface Shown {
  /** Without what was said in sealed scenes, and what was derived from it. */
  readonly hidesSealed?: boolean | undefined;
}

const openCover = async (
  read: Reads,
  story: StoryBranch,
  { hidesSealed }: Shown,
): Promise<SpoilerCover | undefined> =>
  hidesSealed === true ? openSpoilerCover(read, story, story.path) : undefined;

interface AmendmentDecision {
  readonly past: Past;
  readonly story: StoryBranch;
  readonly amendment: Amendment;
  readonly change?: DirectChange;
}

export async function previewEdit(
  read: Reads,
  of: InChat,
  asked: EditRequest & Shown,
): Promise<AmendmentView> {
  const { story, amendment } = await decideEdit(read, of, asked);
  const cover = await openCover(read, story, asked);
  return slices.run(buildAmendmentView(story, amendment, { preview: true, cover }));
}

export async function previewPresence(
  read: Reads,
  of: InChat,
  asked: PresenceCorrection & Shown,
): Promise<AmendmentView> {
  const { story, amendment } = await decidePresence(read, of, { ...asked, newId: () => "new" });
  const only = asked.present ? undefined : asked.entityId;
  const cover = await openCover(read, story, asked);
  return slices.run(buildAmendmentView(story, amendment, { preview: true, only, cover }));
}

/**
 * Edits lines, updates everything derived from them, and removes the original wording from all
 * tables.
 */
export async function editTurns(
  at: LaneDecision,
  asked: EditRequest & Shown,
): Promise<PreparedDecision<AmendmentOutcome>> {
  assertNotRunning(at);
  const decided = await decideEdit(at.read, at, asked);
  const cover = await openCover(at.read, decided.story, asked);
  const view = await slices.run(
    buildAmendmentView(decided.story, decided.amendment, { preview: false, cover }),
  );
  const forgets = await forgetWords(at, decided.past, {
    ...decided,
    change: decided.change as DirectChange,
  });
  return recordAmendment(at, decided, { kind: "turn_edited", view, also: forgets });
}

/** Corrects who was present and updates what they know. */
export async function correctPresence(
  at: LaneDecision,
  asked: PresenceCorrection & Shown,
): Promise<PreparedDecision<AmendmentOutcome>> {
  assertNotRunning(at);
  const decided = await decidePresence(at.read, at, { ...asked, newId: () => at.newId() });
  const only = asked.present ? undefined : asked.entityId;
  const cover = await openCover(at.read, decided.story, asked);
  const view = await slices.run(
    buildAmendmentView(decided.story, decided.amendment, { preview: false, only, cover }),
  );
  return recordAmendment(at, decided, { kind: "presence_corrected", view, also: [] });
}

async function decideEdit(
  read: Reads,
  of: InChat,
  { edits, echoes }: EditRequest,
): Promise<AmendmentDecision> {
  const { past, story } = await loadBranch(read, of, []);
  const asked = draftEdit(story, edits);
  const change = echoes === "keep" ? asked : await slices.run(addEchoes(story, asked));
  return { past, story, change, amendment: await slices.run(amendDerivatives(story, change)) };
}

async function decidePresence(
  read: Reads,
  of: InChat,
  asked: PresenceCorrection & { newId(): string },
): Promise<AmendmentDecision> {
  const { past, story } = await loadBranch(read, of, [asked.entityId]);
  return { past, story, amendment: await slices.run(amendPresence(story, asked)) };
}

async function loadBranch(
  read: Reads,
  of: InChat,
  also: readonly string[],
): Promise<{ past: Past; story: StoryBranch }> {
  const past = await readPast(read, of.chatId);
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found");
  return {
    past,
    story: {
      chatId: of.chatId,
      accountId: of.accountId,
      path: past.path,
      cast: await loadCastOf(read, state, also),
    },
  };
}

interface AmendmentEvent {
  readonly kind: "turn_edited" | "presence_corrected";
  readonly view: AmendmentView;
  readonly also: readonly EventDraft[];
}

/** Added events come first, so that the amending event refolds the path with them in place. */
async function recordAmendment(
  at: LaneDecision,
  { past, amendment }: AmendmentDecision,
  { kind, view, also }: AmendmentEvent,
): Promise<PreparedDecision<AmendmentOutcome>> {
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: past.branch },
    now: at.now,
  };
  const facts = [
    ...amendment.adds.map((add) => placeInChat(moment, add)),
    draftStoryEvent(moment, kind, {
      branch_id: past.branch,
      turn_ids: view.turns,
      amends: amendment.amends,
      withdraws: amendment.withdraws,
    }),
  ];
  const last = past.events.at(-1)?.id ?? 0;
  const after = [
    ...past.events,
    ...facts.map((fact, nth) => ({
      ...fact,
      id: last + 1 + nth,
      streamVersion: past.version + 1 + nth,
    })),
  ];
  const elsewhere = await withdrawBrought(at, { chatId: at.chatId, events: after });
  // Versions that can no longer be chosen are removed from all tables.
  const versions = await withdrawMessages(at, {
    chatId: at.chatId,
    events: after,
    before: past.events,
  });
  const enqueued = isNothingToRedo(amendment.redo)
    ? undefined
    : enqueueTurn(at, { op: "redo", redo: amendment.redo });
  return {
    events: [...facts, ...also, ...versions, ...elsewhere.events, ...(enqueued?.drafts ?? [])],
    expects: { ...elsewhere.expects, [chatStream(at.chatId)]: past.version },
    result: {
      view,
      enqueued:
        enqueued === undefined
          ? undefined
          : { conversationId: enqueued.conversationId, messageId: enqueued.messageId },
    },
  };
}
