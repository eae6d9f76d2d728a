import { expect, it } from "vitest";
import { interpret } from "../../src/language/interpret.ts";
import { kept, otherSenses } from "./other-senses.ts";

const read = (text: string) =>
  interpret({
    text,
    now: "2026-11-17T10:00:00",
    tz: "Asia/Shanghai",
    context: { friends: [], reminders: kept },
  });

it("a verb of moving, ending or completing in another sense writes nothing", () => {
  const written = otherSenses.flatMap((text) => {
    const { intent } = read(text);
    return ["none", "clarify", "list"].includes(intent) ? [] : [`${intent} ${text}`];
  });
  expect(otherSenses.length).toBe(60);
  expect(written).toEqual([]);
});
