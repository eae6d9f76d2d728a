/** The words that a test follows through a story. */
export const listCanaries = (text: string): Set<string> => new Set(text.match(/canary\d+x/g) ?? []);

/** A line as the test knows it was said. */
interface HeardLine {
  id: string;
  readonly kind: "user" | "assistant";
  /** What was said, and who could hear it: a line may be whispered in part. */
  parts: { words: Set<string>; readonly ears: ReadonlySet<string> }[];
  /** Who was in the scene when it was said. */
  readonly present: ReadonlySet<string>;
  /** How many lines had been said before it, those that were taken back included. */
  readonly place: number;
  /** A line and the replies to it share one. */
  readonly beat: number;
}

interface KnownSeat {
  readonly entity: string;
  until: number;
}

/**
 * Who is where and who heard what in a story of several people, by what the test did. It shares no
 * code with what it checks.
 */
export class SharedOracle {
  readonly lines: HeardLine[] = [];
  readonly present = new Set<string>();
  readonly seats = new Map<string, KnownSeat[]>();
  /** All that anyone ever heard, whether it was taken back or not. */
  readonly #everHeard = new Map<string, Set<string>>();
  #said = 0;
  #beats = 0;
  #words = 0;

  nextWord(): string {
    this.#words += 1;
    return `canary${this.#words}x`;
  }

  isSeated(entity: string): boolean {
    return [...this.seats.values()].flat().some((s) => s.entity === entity && s.until === Infinity);
  }

  takeSeat(person: string, entity: string): void {
    this.seats.set(person, [...(this.seats.get(person) ?? []), { entity, until: Infinity }]);
    this.present.add(entity);
  }

  leaveSeat(person: string, isCharacter: boolean): void {
    for (const seat of this.seats.get(person) ?? []) {
      if (seat.until !== Infinity) continue;
      seat.until = this.#said;
      if (!isCharacter) this.present.delete(seat.entity);
    }
  }

  startBeat(): void {
    this.#beats += 1;
  }

  hear(line: Pick<HeardLine, "id" | "kind" | "parts">): void {
    const [place, beat] = [this.#said, this.#beats];
    this.lines.push({ ...line, present: new Set(this.present), place, beat });
    this.#said += 1;
    this.#remember(line.parts);
  }

  /** Another version of a line, for the same ears. */
  replace(old: string, now: { id: string; words: Set<string> }): void {
    const line = this.lines.find(({ id }) => id === old);
    const ears = line?.parts[0]?.ears;
    if (line === undefined || ears === undefined) throw new Error(`${old} was never said`);
    line.id = now.id;
    line.parts = [{ words: now.words, ears }];
    this.#remember(line.parts);
  }

  /**
   * A line stays with the replies to it. People stay where they are; characters are where they were,
   * and no one who left comes back.
   */
  rewind(id: string, characters: readonly string[]): void {
    const named = this.lines.find((line) => line.id === id);
    const then = named?.present ?? new Set();
    this.lines.splice(this.lines.findLastIndex(({ beat }) => beat === named?.beat) + 1);
    for (const character of characters)
      if (this.isSeated(character)) continue;
      else if (then.has(character)) this.present.add(character);
      else this.present.delete(character);
  }

  /** Words that a character or persona heard in lines that count. */
  knownTo(entity: string, kinds: readonly string[] = ["user", "assistant"]): Set<string> {
    const parts = this.lines.filter(({ kind }) => kinds.includes(kind)).flatMap((l) => l.parts);
    return new Set(parts.filter(({ ears }) => ears.has(entity)).flatMap(({ words }) => [...words]));
  }

  everKnownTo(entity: string): ReadonlySet<string> {
    return this.#everHeard.get(entity) ?? new Set();
  }

  /** The lines that a person must have, with the words of each. */
  listFor(person: string): { id: string; words: Set<string> }[] {
    const seats = this.seats.get(person) ?? [];
    return this.lines.flatMap(({ id, parts, place }) => {
      const heard = parts.filter(({ ears }) =>
        seats.some(({ entity, until }) => ears.has(entity) && place < until),
      );
      return heard.length === 0
        ? []
        : [{ id, words: new Set(heard.flatMap(({ words }) => [...words])) }];
    });
  }

  #remember(parts: HeardLine["parts"]): void {
    for (const { words, ears } of parts)
      for (const entity of ears) {
        const known = this.#everHeard.get(entity) ?? new Set();
        for (const word of words) known.add(word);
        this.#everHeard.set(entity, known);
      }
  }
}
