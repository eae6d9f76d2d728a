/** Callbacks by what proves them. Each is good once, in whichever process it comes. */
export interface SeenCallbacks {
  /** Marks it. False when it was marked before. After `until` nobody would take it anyway. */
  first(id: string, until: number): Promise<boolean>;
  /** It could not be kept: the vendor may bring the very same again. */
  forget(id: string): Promise<void>;
}
