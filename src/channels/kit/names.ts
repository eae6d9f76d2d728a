import type { Clock } from "../../domain/ports/clock.ts";
import { cleanText } from "../../domain/text.ts";

/** Names of people by their ids, where the vendor tells them. */
export interface Names {
  find(userId: string): Promise<string | undefined>;
}

const livesMs = 24 * 3_600_000;
/** A vendor that does not tell, or not to us, is not asked again for a while. */
const unknownLivesMs = 3_600_000;
const most = 10_000;

/** `ask` resolves with the name, and with undefined where there is none; it must be quick. */
export function createNames(
  clock: Pick<Clock, "now">,
  ask: (userId: string) => Promise<string | undefined>,
): Names {
  const known = new Map<string, { readonly name: string | undefined; readonly until: number }>();
  return {
    async find(userId) {
      const before = known.get(userId);
      if (before !== undefined && before.until > clock.now()) return before.name;
      const told = cleanText((await ask(userId)) ?? "", 200).trim();
      const name = told === "" ? undefined : told;
      if (known.size >= most) known.clear();
      const until = clock.now() + (name === undefined ? unknownLivesMs : livesMs);
      known.set(userId, { name, until });
      return name;
    },
  };
}
