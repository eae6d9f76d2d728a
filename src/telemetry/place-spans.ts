import type { Span } from "../domain/ports/spans.ts";
import { type PlacedSpan, spanIdOf, traceIdOf } from "./otlp.ts";

/** The message that a turn answers first. Turns without one are traces of their own. */
export type FirstMessages = (turnIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Which part of all traces is kept, from 0 to 1. The same answer in every process. */
export const isSampled = (traceId: string, ratio: number): boolean =>
  ratio >= 1 || Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32;

/**
 * A message, the turn that answers it and the deliveries of the answer are one trace, although they
 * may run in different processes: its id is the message's own.
 */
export async function placeSpans(
  spans: readonly Span[],
  firstMessages: FirstMessages,
): Promise<readonly PlacedSpan[]> {
  const turns = new Set(spans.flatMap(({ of }) => turnOf(of) ?? []));
  const messages = turns.size === 0 ? new Map<string, string>() : await firstMessages([...turns]);
  return spans.map((span) => place(span, messages));
}

const turnOf = (of: Span["of"]): string | undefined =>
  "turnId" in of ? (of.turnId ?? undefined) : undefined;

function place(span: Span, messages: ReadonlyMap<string, string>): PlacedSpan {
  const { of, step, nth = "" } = span;
  if ("messageId" in of)
    return {
      ...span,
      traceId: traceIdOf(of.messageId),
      spanId: spanIdOf(step, of.messageId),
      parentId: undefined,
    };
  const turnId = turnOf(of);
  const own = "deliveryId" in of ? of.deliveryId : of.turnId;
  const message = turnId === undefined ? undefined : messages.get(turnId);
  return {
    ...span,
    traceId: traceIdOf(message ?? turnId ?? own),
    spanId: spanIdOf(step, step === "turn" ? own : `${own} ${nth}`),
    parentId: parentOf(step, turnId, message),
  };
}

function parentOf(
  step: Span["step"],
  turnId: string | undefined,
  message: string | undefined,
): string | undefined {
  if (step !== "turn") return turnId === undefined ? undefined : spanIdOf("turn", turnId);
  return message === undefined ? undefined : spanIdOf("accept", message);
}
