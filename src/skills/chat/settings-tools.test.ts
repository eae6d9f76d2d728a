import { expect, it } from "vitest";
import type { StagedCommand, TurnContext } from "../../domain/skill.ts";
import { settingsTools } from "./settings-tools.ts";

function run(name: string, value: string) {
  const staged: StagedCommand[] = [];
  const turn = { account: { id: "ada" }, now: 0, turnId: "t", stage: (command: StagedCommand) => void staged.push(command) };
  const tool = settingsTools(turn as unknown as TurnContext).find((each) => each.name === name);
  return { staged, answer: tool?.run({ value }, { signal: AbortSignal.timeout(1_000) } as never) };
}

it("a new time zone is for what comes, and the model is told to say that existing reminders keep theirs", async () => {
  const { staged, answer } = run("set_timezone", "asia/tokyo");
  expect(await answer).toMatchObject({ default_timezone: "Asia/Tokyo", note: expect.stringContaining("stay in the zone") });
  expect(staged.map(({ events }) => events.map(({ kind, payload }) => [kind, payload]))).toEqual([
    [["account_updated", { id: "ada", default_timezone: "Asia/Tokyo" }]],
  ]);
  expect(await run("set_language", "zh").answer).not.toHaveProperty("note");
});

it("what is no zone is refused and changes nothing", async () => {
  const { staged, answer } = run("set_timezone", "+08:00");
  await expect(answer).rejects.toMatchObject({ code: "invalid_request" });
  expect(staged).toEqual([]);
});
