import { iso } from "../../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../../domain/events/catalogue.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { StagedCommand } from "../../domain/skill.ts";
import type { Maker } from "../reminders/commands/new-row.ts";

export function fact(
  by: Maker,
  stream: string,
  of: EventBody & { readonly accountId?: string },
): EventDraft {
  return {
    stream,
    at: iso(by.now),
    accountId: by.accountId,
    turnId: by.turnId ?? undefined,
    ...of,
  };
}

export const stageFriendship = (
  operation: string,
  payload: JsonObject,
  facts: { readonly events: readonly EventDraft[]; readonly expects?: Record<string, number> },
): StagedCommand => ({ domain: "friendship", operation, payload, preview: payload, ...facts });

export const linkStream = (accountId: string): string => `friend-link:${accountId}`;

/** One person's settings about others. */
export const views = (by: Maker): string => `friends:${by.accountId}`;
