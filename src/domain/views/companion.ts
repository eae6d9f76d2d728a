export interface CharacterView {
  readonly id: string;
  readonly name: string;
  readonly has_picture: boolean;
  readonly updated_at: string;
}

/** Who talks with a person, and whom they may choose. */
export interface CompanionView {
  /** Null: the plain assistant. */
  readonly companion: CharacterView | null;
  readonly characters: readonly CharacterView[];
}

export interface CompanionApi {
  read(accountId: string): Promise<CompanionView>;
  choose(accountId: string, botId: string | null): Promise<CompanionView>;
}
