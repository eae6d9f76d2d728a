import type { Clock } from "../../src/domain/ports/clock.ts";
import type { PushLedger, SeenCallbacks } from "../../src/domain/ports/channel-storage.ts";

/** What WeCom's channel shares with other processes, for a test that has only one. */
export function wecomMarks(clock: Pick<Clock, "now">): {
  readonly seen: SeenCallbacks;
  readonly pushes: PushLedger;
} {
  const seen = new Set<string>();
  const rests = new Map<string, string>();
  const slots = new Map<string, number[]>();
  return {
    seen: {
      first: async (id) => !seen.has(id) && seen.add(id).size > 0,
      forget: async (id) => void seen.delete(id),
    },
    pushes: {
      async slot({ place, most, ms }) {
        const recent = (slots.get(place) ?? []).filter((moment) => moment > clock.now() - ms);
        if (recent.length >= most) return (recent[0] ?? 0) + ms - clock.now();
        slots.set(place, [...recent, clock.now()]);
        return 0;
      },
      restOf: async (part) => rests.get(part),
      keepRest: async (part, rest) =>
        void (rest === undefined ? rests.delete(part) : rests.set(part, rest)),
    },
  };
}
