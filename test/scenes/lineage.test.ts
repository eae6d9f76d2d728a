import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { buildSpeakerSections } from "../../src/skills/scenes/beat/prompt.ts";
import { createPromptContext } from "../../src/skills/scenes/beat/play-context.ts";
import { you, type Scene } from "../../src/skills/scenes/state/chat-state.ts";
import { unpromptedWords } from "../../src/skills/scenes/state/witness.ts";
import type { Line } from "../support/scene-lab.ts";
import { auditPlay } from "../support/story-echo.ts";
import { openStoryPlay, type StoryPlay } from "../support/story-play.ts";

const open = (scene_id: number, participants: readonly string[]): Line => ({
  kind: "scene_opened",
  payload: { chat_id: "story", scene_id, participants: [...participants] },
});
const close = (scene_id: number): Line => ({
  kind: "scene_closed",
  payload: { chat_id: "story", scene_id },
});
const begin: Line[] = [
  {
    kind: "chat_created",
    payload: {
      id: "story",
      host_bot_id: "ann",
      guest_bot_id: "cid",
      initial_time: "2026-04-26T20:00:00Z",
    },
  },
  open(1, [you, "ann", "cid"]),
];

interface Answers {
  narrative?: string;
  /** What a character sums up, by what their prompt holds. */
  sumUp?(prompt: string): string;
}

const readPrompt = ({ messages }: ModelRequest): string =>
  messages.map(({ content }) => content).join("\n");

/** A model that says in other words what it read, as real ones do. */
function openParaphrased(answers: Answers): StoryPlay {
  return openStoryPlay("story", ["ann", "cid"], (request) => {
    if (request.purpose === "parse_turn") {
      const prose = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
      return { segments: [{ kind: "dialogue", text: prose }] };
    }
    if (request.purpose === "narrative") return answers.narrative ?? "Mm.";
    if (request.purpose === "state_update") return { people: [] };
    if (request.purpose === "threads") return { threads: [] };
    const names = request.sections?.find(({ name }) => name === "people")?.lines ?? [];
    const seen = answers.sumUp?.(readPrompt(request)) ?? "";
    return {
      summary: seen || "Nothing much.",
      people: names.map((name) => ({ name, relationship_summary: seen })),
    };
  });
}

/** Everything that a character would be shown now. */
function readMind(play: StoryPlay, viewer: string): string {
  const on = play.playing();
  const scene = [...on.state.scenes.values()].at(-1) as Scene;
  return buildSpeakerSections(createPromptContext(on, scene, viewer), unpromptedWords, on.recall)
    .flatMap(({ lines }) => lines)
    .join("\n");
}

/** Two scenes: a secret in the first, and a summary of the second that still speaks of it. */
async function playTwoScenes(): Promise<StoryPlay> {
  const play = openParaphrased({
    sumUp: (prompt) => (/ring|jewelry/.test(prompt) ? "Thinks of the jewelry." : "Had tea."),
  });
  await play.take(...begin);
  await play.beat(1, { text: "I hid the ring in the oven." });
  await play.take(close(1));
  await play.sumUp(1);
  await play.take(open(2, [you, "ann", "cid"]));
  await play.beat(2, { text: "More tea?" });
  await play.take(close(2));
  await play.sumUp(2);
  await play.take(open(3, [you, "ann", "cid"]));
  expect(readMind(play, "cid")).toContain("jewelry");
  return play;
}

describe("lineage by citations", () => {
  it("a summary that rests on a summary of an edited line is made again, whatever words it used", async () => {
    const play = await playTwoScenes();
    await play.edit(play.state().turns[0]?.id ?? "", "I hid the book in the shed.");
    expect(readMind(play, "ann")).not.toContain("jewelry");
    expect(readMind(play, "cid")).not.toContain("jewelry");
    expect(readMind(play, "ann")).toContain("Had tea.");
    expect(await auditPlay(play, "story")).toEqual([]);
  });

  it("a character who was absent after all loses the summaries that rest on what was said, and others keep theirs", async () => {
    const play = await playTwoScenes();
    const [line, reply] = play.state().turns;
    await play.presence({
      turnId: line?.id ?? "",
      toTurnId: reply?.speaker === "cid" ? undefined : reply?.id,
      entityId: "cid",
      present: false,
    });
    expect(readMind(play, "cid")).not.toContain("jewelry");
    expect(readMind(play, "ann")).toContain("jewelry");
    expect(await auditPlay(play, "story")).toEqual([]);
  });

  it("a second edit reaches what was made again after the first", async () => {
    const play = await playTwoScenes();
    const first = play.state().turns[0]?.id ?? "";
    await play.edit(first, "I hid the earring in the shed.");
    expect(readMind(play, "ann")).toContain("jewelry");
    await play.edit(first, "I hid the book in the shed.");
    expect(readMind(play, "ann")).not.toContain("jewelry");
  });

  it.each([
    ["I hid it in the oven.", "Not the oven, surely.", "I hid it in the shed."],
    ["我把它藏在烤箱里。", "烤箱？", "我把它藏在花园里。"],
  ])(
    "a reply that repeats one short word of an edited line is spoken again: %s",
    async (secret, reply, edited) => {
      const answers: Answers = { narrative: reply };
      const play = openParaphrased(answers);
      await play.take(...begin);
      await play.beat(1, { text: secret, eventIds: [9_001] });
      await play.beat(1, { text: "Well?", eventIds: [9_002] });
      answers.narrative = "Hm.";
      await play.edit(play.state().turns[0]?.id ?? "", edited);
      expect(play.state().turns.map(({ text }) => text)).not.toContain(reply);
    },
  );

  it("a line keeps its words when its speaker never heard the edited line and hit on the same word alone", async () => {
    const answers: Answers = {};
    const play = openParaphrased(answers);
    await play.take(...begin);
    await play.take({
      kind: "presence_changed",
      payload: { chat_id: "story", scene_id: 1, entity_id: "cid", change: "leave" },
    });
    await play.beat(1, { text: "The heliotrope is poisoned." });
    const secret = play.state().turns[0]?.id ?? "";
    await play.take(open(2, ["cid", you]));
    answers.narrative = "I grew heliotrope once.";
    await play.beat(2, { text: "What do you plant?" });
    await play.edit(secret, "The soup is poisoned.");
    expect(play.state().turns.at(-1)?.text).toBe("I grew heliotrope once.");
  });

  it("feelings and summaries name every event that their prompt was made from", async () => {
    const play = await playTwoScenes();
    const later = play.log.findLast(({ kind }) => kind === "relationship_summarised");
    const before = play.log.find(
      ({ kind, payload }) =>
        kind === "relationship_summarised" &&
        later?.kind === "relationship_summarised" &&
        payload.source_id === later.payload.source_id &&
        payload.target_id === later.payload.target_id,
    );
    expect(later?.payload).toMatchObject({
      source_event_ids: expect.arrayContaining([before?.id]) as number[],
    });
  });
});
