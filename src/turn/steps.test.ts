import { expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { createSteps } from "./steps.ts";

function table() {
  const clock = fakeClock();
  const stop = new AbortController();
  const pending = new Map<string, string>();
  const said: string[] = [];
  const steps = createSteps<string>({
    clock,
    signal: stop.signal,
    speak(who) {
      const words = pending.get(who) ?? "";
      pending.delete(who);
      if (words !== "") said.push(`${who}: ${words}`);
      return words !== "";
    },
  });
  const say = (who: string, words: string): void => {
    pending.set(who, (pending.get(who) ?? "") + words);
    steps.rouse(who);
  };
  return { clock, stop, said, steps, say };
}

it("a stream that was quiet gets its text at once, and a stream that goes on gets it once in a step", async () => {
  const { clock, said, say } = table();
  say("ada", "a");
  say("bob", "x");
  expect(said).toEqual(["ada: a", "bob: x"]);
  say("ada", "b");
  say("ada", "c");
  expect(said).toHaveLength(2);
  await clock.advance(200);
  expect(said.slice(2)).toEqual(["ada: bc"]);
});

it("the step timer rests while no stream has text, and shows the next text at once", async () => {
  const { clock, said, say } = table();
  say("ada", "a");
  await clock.advance(1_000);
  expect(clock.waiting).toBe(0);
  say("ada", "b");
  expect(said).toEqual(["ada: a", "ada: b"]);
});

it("a stream that is forgotten gets nothing more, and no stream gets anything after the stop", async () => {
  const { clock, said, say, steps, stop } = table();
  for (const who of ["ada", "bob"]) say(who, "1");
  for (const who of ["ada", "bob"]) say(who, "2");
  steps.forget("ada");
  await clock.advance(200);
  say("bob", "3");
  stop.abort();
  await steps.stopped();
  expect(said).toEqual(["ada: 1", "bob: 1", "bob: 2"]);
});
