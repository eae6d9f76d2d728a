import { iso } from "../../domain/ports/clock.ts";
import type { EventDraft, Payload } from "../../domain/events.ts";
import type { StagedCommand } from "../../domain/skill.ts";
import type { Maker } from "../reminders/commands/new-row.ts";

export function fact(
  by: Maker,
  stream: string,
  of: { kind: string; payload: Payload; accountId?: string },
): EventDraft {
  return {
    stream,
    kind: of.kind,
    at: iso(by.now),
    accountId: of.accountId ?? by.accountId,
    turnId: by.turnId ?? undefined,
    payload: of.payload,
  };
}

export const stageFriendship = (
  operation: string,
  payload: Payload,
  facts: { readonly events: readonly EventDraft[]; readonly expects?: Record<string, number> },
): StagedCommand => ({ domain: "friendship", operation, payload, preview: payload, ...facts });

export const linkStream = (accountId: string): string => `friend-link:${accountId}`;

/** What one person thinks of others. */
export const views = (by: Maker): string => `friends:${by.accountId}`;
