import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type {
  Amended,
  AmendmentView,
  EditAsk,
  PresenceCorrection,
} from "../../../domain/views/story-amend.ts";
import { takenBack } from "../brought/take-back.ts";
import { readChatState } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { callTurn, lockLane } from "../api/internal-turns.ts";
import { castFor } from "../beat/playing.ts";
import { chatStream } from "../state/chat-state.ts";
import { withdrawn } from "../time/withdraw.ts";
import { assertQuiet, type At, type Done, type Past, pastOf } from "../time/travel.ts";
import {
  type Amendment,
  amendmentPayload,
  type DirectChange,
  isNothingToRedo,
  type Told,
} from "./amendment.ts";
import { presenceAmendment } from "./correct-presence.ts";
import { derivativesOf } from "./derivatives.ts";
import { editChange, withEchoes } from "./edit-turn.ts";
import { forgetWords } from "./forget.ts";
import { amendmentView } from "./view.ts";

interface InChat {
  readonly accountId: string;
  readonly chatId: string;
}

interface Decided {
  readonly past: Past;
  readonly told: Told;
  readonly amendment: Amendment;
  readonly change?: DirectChange;
}

/** What an edit would change. */
export async function editPreview(read: Reads, of: InChat, asked: EditAsk): Promise<AmendmentView> {
  const { told, amendment } = await decideEdit(read, of, asked);
  return amendmentView(told, amendment, { preview: true });
}

export async function presencePreview(
  read: Reads,
  of: InChat,
  asked: PresenceCorrection,
): Promise<AmendmentView> {
  const { told, amendment } = await decidePresence(read, of, { ...asked, newId: () => "new" });
  return amendmentView(told, amendment, {
    preview: true,
    only: asked.present ? undefined : asked.entityId,
  });
}

/** An edited line reaches everything that was made of it, and what held its first words forgets them. */
export async function editTurns(at: At, asked: EditAsk): Promise<Done<Amended>> {
  await assertQuiet(at);
  const decided = await decideEdit(at.read, at, asked);
  const view = amendmentView(decided.told, decided.amendment, { preview: false });
  const forgets = await forgetWords(at, decided.past, {
    ...decided,
    change: decided.change as DirectChange,
  });
  return written(at, decided, { kind: "turn_edited", view, also: forgets });
}

/** Whoever was there after all, or was not, knows accordingly from now on. */
export async function correctPresence(at: At, asked: PresenceCorrection): Promise<Done<Amended>> {
  await assertQuiet(at);
  const decided = await decidePresence(at.read, at, { ...asked, newId: () => at.newId() });
  const view = amendmentView(decided.told, decided.amendment, {
    preview: false,
    only: asked.present ? undefined : asked.entityId,
  });
  return written(at, decided, { kind: "presence_corrected", view, also: [] });
}

async function decideEdit(read: Reads, of: InChat, { edits, echoes }: EditAsk): Promise<Decided> {
  const { past, told } = await toldBy(read, of, []);
  const asked = editChange(told, edits);
  const change = echoes === "keep" ? asked : withEchoes(told, asked);
  return { past, told, change, amendment: derivativesOf(told, change) };
}

async function decidePresence(
  read: Reads,
  of: InChat,
  asked: PresenceCorrection & { newId(): string },
): Promise<Decided> {
  const { past, told } = await toldBy(read, of, [asked.entityId]);
  return { past, told, amendment: presenceAmendment(told, asked) };
}

async function toldBy(
  read: Reads,
  of: InChat,
  also: readonly string[],
): Promise<{ past: Past; told: Told }> {
  const past = await pastOf(read, of.chatId);
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  return {
    past,
    told: {
      chatId: of.chatId,
      accountId: of.accountId,
      path: past.path,
      cast: await castFor(read, state, also),
    },
  };
}

interface Writing {
  readonly kind: "turn_edited" | "presence_corrected";
  readonly view: AmendmentView;
  readonly also: readonly EventDraft[];
}

/** What is added comes first: the fact that follows it puts everything where it belongs. */
async function written(
  at: At,
  { past, amendment }: Decided,
  { kind, view, also }: Writing,
): Promise<Done<Amended>> {
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: past.branch },
    now: at.now,
  };
  const lane = await lockLane(at.read, at.chatId);
  const of = {
    lane,
    chatId: at.chatId,
    accountId: at.accountId,
    now: at.now,
    newId: () => at.newId(),
  };
  const facts = [
    ...amendment.adds.map((add) => chatFact(moment, add.kind, add.payload)),
    chatFact(moment, kind, {
      branch_id: past.branch,
      turn_ids: view.turns,
      ...amendmentPayload(amendment),
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
  const elsewhere = await takenBack(at, { chatId: at.chatId, events: after });
  // Versions of replies that can't be chosen any more leave their words nowhere.
  const versions = await withdrawn(at, { chatId: at.chatId, events: after, before: past.events });
  const called = isNothingToRedo(amendment.redo)
    ? undefined
    : callTurn(of, { op: "redo", redo: amendment.redo });
  return {
    events: [...facts, ...also, ...versions, ...elsewhere.events, ...(called?.drafts ?? [])],
    expects: { ...elsewhere.expects, [chatStream(at.chatId)]: past.version },
    result: {
      view,
      called:
        called === undefined
          ? undefined
          : { conversationId: called.conversationId, messageId: called.messageId },
    },
  };
}
