/** A text in both languages, kept side by side so that neither is forgotten. */
export interface Both {
  readonly en: string;
  readonly zh: string;
}
