/**
 * One step of what became of a message, for a collector of traces. It carries kinds and states, never
 * words or the ids of people.
 */
export interface Span {
  readonly step: "accept" | "turn" | "model" | "deliver";
  /** What the step belongs to. All steps of a message and of the turn that answers it are one trace. */
  readonly of:
    | { readonly messageId: string }
    | { readonly turnId: string }
    | { readonly deliveryId: string; readonly turnId: string | null };
  /** Tells steps of the same turn apart, such as two calls of a model. */
  readonly nth?: string | number | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The kind of failure, if it failed. */
  readonly failure?: string | undefined;
}
