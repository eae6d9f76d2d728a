import { plainChatApp } from "../../../domain/channel.ts";
import { type ChatEventDraft, isChatDraft } from "../state/events.ts";
import type { Model } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { AccountView, StagedCommand, TurnContext } from "../../../domain/skill.ts";
import type { RecordedBeat } from "../beat/play-context.ts";
import { createScenesSkill } from "../skill.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { RecordedWindow } from "./read-records.ts";

export interface ReplayedTurn {
  readonly turnId: string;
  readonly window: RecordedWindow;
  readonly state: ChatState;
  readonly model: Model;
  readonly read: Reads;
  readonly now: number;
  readonly account: AccountView;
  readonly signal: AbortSignal;
  newId(): string;
  /** What was decided by rules that may have changed since. */
  readonly recorded?: RecordedBeat | undefined;
}

/**
 * Runs one turn with the same code as originally, outside any lane, and returns its events instead
 * of recording them.
 */
export async function replayTurn(on: ReplayedTurn): Promise<ChatEventDraft[]> {
  const commands: StagedCommand[] = [];
  const context: TurnContext = {
    turnId: on.turnId,
    conversationId: on.window.conversationId,
    account: on.account,
    channel: plainChatApp,
    scope: on.window.scope,
    now: on.now,
    window: on.window.messages,
    model: on.model,
    tools: [],
    signal: on.signal,
    newId: () => on.newId(),
    read: on.read,
    history: () => Promise.resolve([]),
    show: () => undefined,
    stage: (command) => void commands.push(command),
  };
  await createScenesSkill({
    states: { load: () => Promise.resolve(on.state), peek: () => undefined },
    recorded: on.recorded,
  }).handle(context);
  return commands
    .flatMap(({ events }) => events)
    .filter(isChatDraft)
    .filter(({ chatId }) => chatId === on.state.id);
}
