import type { EventDraft } from "../../../domain/events.ts";
import type { Model } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { AccountView, StagedCommand, TurnContext } from "../../../domain/skill.ts";
import { scenesSkill } from "../skill.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { RecordedWindow } from "./recorded.ts";

export interface Again {
  readonly turnId: string;
  readonly window: RecordedWindow;
  readonly state: ChatState;
  readonly model: Model;
  readonly read: Reads;
  readonly now: number;
  readonly account: AccountView;
  readonly signal: AbortSignal;
  newId(): string;
}

/** One turn by the same steps as the first time, beside every lane: what it would write comes back, and nothing is written. */
export async function playAgain(on: Again): Promise<EventDraft[]> {
  const commands: StagedCommand[] = [];
  const context: TurnContext = {
    turnId: on.turnId,
    conversationId: on.window.conversationId,
    account: on.account,
    channel: "web",
    scope: on.window.scope,
    now: on.now,
    window: on.window.messages,
    model: on.model,
    signal: on.signal,
    newId: () => on.newId(),
    read: on.read,
    history: () => Promise.resolve([]),
    show: () => undefined,
    stage: (command) => void commands.push(command),
  };
  await scenesSkill({
    states: { load: () => Promise.resolve(on.state), last: () => undefined },
  }).run(context);
  return commands.flatMap(({ events }) => events).filter(({ chatId }) => chatId === on.state.id);
}
