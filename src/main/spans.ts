import type { Span } from "../domain/ports/spans.ts";

/** Where spans go until a collector is connected: nowhere. */
export interface Spans {
  add(span: Span): void;
  sendTo(add: (span: Span) => void): void;
}

export function openSpans(): Spans {
  let target: ((span: Span) => void) | undefined;
  return {
    add: (span) => target?.(span),
    sendTo: (add) => void (target = add),
  };
}
