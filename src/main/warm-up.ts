import { iso } from "../domain/ports/clock.ts";
import { interpret } from "../language/interpret.ts";

/**
 * The first sentence that a process reads compiles every pattern, which blocks other requests for a
 * quarter of a second. It is read before the server listens, while the bundled database starts.
 */
export function readFirstSentences(now: number): void {
  const reminder = { id: "1", title: "call Ann", start: null, rrule: null, durationMinutes: null };
  const context = { reminders: [reminder], friends: ["Ann", "小安"] };
  for (const text of [
    "cancel lunch with Ann tomorrow at 5pm",
    "remind me every Monday at 9 to call Ann",
    "每周一九点提醒我给小安打电话",
    "取消明天下午三点的会",
  ])
    interpret({ text, now: iso(now), tz: "UTC", context });
}
