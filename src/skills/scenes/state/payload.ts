import type { Json, Payload } from "../../../domain/events.ts";
import type { PlanDetails, Segment } from "./chat-state.ts";

/** Tolerant readers of payloads: imported events may lack fields that the product writes. */
export const text = (payload: Payload, name: string): string => {
  const value = payload[name];
  return typeof value === "string" ? value : "";
};

export const optionalText = (payload: Payload, name: string): string | null => {
  const value = payload[name];
  return typeof value === "string" && value !== "" ? value : null;
};

export const number = (payload: Payload, name: string): number | null => {
  const value = payload[name];
  return typeof value === "number" ? value : null;
};

export const list = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

export const texts = (value: Json | undefined): string[] =>
  list(value).filter((item): item is string => typeof item === "string");

export const object = (value: Json | undefined): Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Payload) : {};

export function segmentsIn(payload: Payload): Segment[] {
  return list(payload["segments"]).map((item) => {
    const segment = object(item);
    const to = texts(segment["to"]);
    return {
      kind: text(segment, "kind"),
      text: text(segment, "text"),
      ...(to.length === 0 ? {} : { to }),
    };
  });
}

/** A fact is a string, or an object with a `fact` field. */
export const factsIn = (value: Json | undefined): string[] =>
  list(value)
    .map((item) => (typeof item === "string" ? item : text(object(item), "fact")))
    .filter((fact) => fact.trim() !== "");

export function planIn(payload: Payload): PlanDetails {
  const details = object(payload["details"]);
  const tell = object(details["tell"]);
  const conversationId = text(tell, "conversation_id");
  return {
    beats: number(details, "beats") ?? 1,
    stopIf: texts(details["stop_if"]),
    budgetTokens: number(details, "budget_tokens"),
    everySeconds: number(details, "every_seconds") ?? 60,
    participants: texts(details["participants"]),
    containerId: number(details, "container_id"),
    tell:
      conversationId === ""
        ? null
        : { conversationId, language: tell["language"] === "zh" ? "zh" : "en" },
  };
}
