/**
 * A fact by its kind and its fields. Kinds and fields are what databases hold: none is ever renamed,
 * and a field that came later is optional. Several kinds may share their fields.
 */
export type Event<Kind extends string, Payload extends object> = Kind extends string
  ? { readonly kind: Kind; readonly payload: Readonly<Payload> }
  : never;

/** The place and time of an event. The caller supplies its ids and its time. */
export interface Envelope {
  readonly stream: string;
  readonly at: string;
  readonly accountId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly chatId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly causationId?: string | undefined;
  /** A second event with the same key is refused: how a retried command stays one command. */
  readonly idempotencyKey?: string | undefined;
}

/** Fields that the log adds. */
export interface Position {
  /** Place in the log. Rises in commit order within a stream. */
  readonly id: number;
  readonly streamVersion: number;
}
