import { finish } from "../../src/domain/slices.ts";
import type { RecordedChatEvent } from "../../src/skills/scenes/state/events.ts";
import { you, type ChatState } from "../../src/skills/scenes/state/chat-state.ts";
import { foldChat } from "../../src/skills/scenes/state/fold.ts";
import { computePaths, findActivePath } from "../../src/skills/scenes/state/path.ts";
import { draftStory } from "../../src/skills/scenes/story-file/draft-story.ts";
import { readStory } from "../../src/skills/scenes/story-file/read-story.ts";
import { writeStory } from "../../src/skills/scenes/story-file/write-story.ts";

/** The story's lines as they stand in a file. */
export function writeLines(log: readonly RecordedChatEvent[]): string[] {
  const { active, body } = finish(writeStory(finish(computePaths(log))));
  const head = JSON.stringify({ meanwhile_story: 1, title: "", active });
  return [head, ...body.map(({ line }) => JSON.stringify(line))];
}

/** The log of another installation that took the file in. */
export function takeIn(lines: readonly string[], bots: readonly string[]): RecordedChatEvent[] {
  let ids = 0;
  const parsed = readStory(new TextEncoder().encode(lines.join("\n")));
  const drafts = draftStory(parsed, {
    chatId: "copy",
    accountId: "eve",
    now: 0,
    characters: new Map(bots.map((id) => [id, id])),
    newId: () => `copied-${++ids}`,
  });
  return [...drafts].map((draft, nth) => ({
    ...draft,
    id: 5_000 + nth * 3,
    streamVersion: nth + 1,
  }));
}

export const foldActive = (log: readonly RecordedChatEvent[]): ChatState =>
  finish(foldChat({ id: "any", accountId: "any" }, finish(findActivePath(log))));

/** Who has witnessed, remembers, feels and knows what: without ids. */
export function describeMinds(state: ChatState, bots: readonly string[]) {
  return [you, ...bots].map((id) => ({
    id,
    heard: (state.turnsOf.get(id) ?? []).map(({ speaker, text, status }) => [
      speaker,
      text,
      status,
    ]),
    remembers: (state.memoriesOf.get(id) ?? []).map(({ text, povSummary, witnesses, sceneId }) => [
      text,
      povSummary,
      [...witnesses],
      sceneId,
    ]),
    met: [...(state.met.get(id) ?? [])],
    feels: [...state.edges.values()]
      .filter(({ source }) => source === id)
      .map(({ target, affinity, trust, facts, relationshipSummary }) => [
        target,
        affinity,
        trust,
        facts.map(({ fact }) => fact),
        relationshipSummary,
      ]),
    where: [...state.scenes.values()].filter(({ present }) => present.has(id)).map((one) => one.id),
  }));
}
