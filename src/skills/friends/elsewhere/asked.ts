import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { PeerCalls } from "../../../domain/ports/peers.ts";
import type { SkillResult, TurnContext } from "../../../domain/skill.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import type { Decided } from "./decide.ts";
import type { PeerFriendRow } from "./rows.ts";

export interface ElsewhereOptions {
  readonly calls: PeerCalls;
  readonly codes: LinkCodes;
  readonly latePolicy: ReminderRow["late_policy"];
  readonly linkHosts: readonly string[];
}

/** One message about friends elsewhere, while it is answered. */
export interface Asked {
  readonly options: ElsewhereOptions;
  readonly turn: TurnContext;
  readonly to: Audience;
  readonly friends: readonly PeerFriendRow[];
  reply(text: string): SkillResult;
  stage(operation: string, decided: Decided): void;
}

export const makerOf = ({ options, turn }: Pick<Asked, "options" | "turn">): Maker => ({
  accountId: turn.account.id,
  conversationId: turn.conversationId,
  turnId: turn.turnId,
  source: "chat",
  latePolicy: options.latePolicy,
  now: turn.now,
  newId: () => turn.newId(),
});
