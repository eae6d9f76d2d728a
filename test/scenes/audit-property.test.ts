import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { RecordedChatEvent } from "../../src/skills/scenes/state/events.ts";
import { draftStoryEvent } from "../../src/skills/scenes/state/story-events.ts";
import { you } from "../../src/skills/scenes/state/chat-state.ts";
import { auditInMemory } from "../support/audited-story.ts";
import { patience, runs } from "../support/runs.ts";
import type { Line } from "../support/scene-lab.ts";
import { openStoryPlay, type StoryPlay } from "../support/story-play.ts";
import type { RecordedCall } from "../../src/skills/scenes/audit/story-structure.ts";
import type { Leak } from "../../src/skills/scenes/audit/derived-leaks.ts";

const bots = ["ann", "bob", "cy"];
const begin: Line[] = [
  {
    kind: "chat_created",
    payload: {
      id: "story",
      host_bot_id: "ann",
      guest_bot_id: "bob",
      initial_time: "2026-04-26T20:00:00Z",
    },
  },
  {
    kind: "scene_opened",
    payload: { chat_id: "story", scene_id: 1, participants: [you, ...bots] },
  },
];

interface Told {
  readonly log: RecordedChatEvent[];
  readonly calls: RecordedCall[];
}

const canaries = (text: string): string => [...new Set(text.match(/canary\d+/g) ?? [])].join(" ");

/** Repeats its whole prompt. */
const openPlay = (): StoryPlay =>
  openStoryPlay("story", bots, (request) => {
    const heard = canaries(request.messages.map(({ content }) => content).join("\n"));
    if (request.purpose === "parse_turn") {
      const prose = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
      return { segments: [{ kind: "dialogue", text: prose }] };
    }
    const people = request.sections?.find(({ name }) => name === "people")?.lines ?? [];
    if (request.purpose === "state_update" && people.length > 0)
      return { people: people.map((name) => ({ name, knowledge_facts: [`knows ${heard}`] })) };
    if (request.purpose === "state_update")
      return { affinity_delta: 1, trust_delta: 0, knowledge_facts: [`knows ${heard}`] };
    return `I heard ${heard}`;
  });

type Step = { readonly do: "say" | "move" | "rewind"; readonly pick: number };

async function act(
  play: StoryPlay,
  one: Step,
  { told, nth }: { told: Told; nth: number },
): Promise<void> {
  const state = play.state();
  const scene = state.scenes.get(1);
  const able = bots.filter((id) => scene?.present.has(id) === true);
  const moment = { chat: state, now: 0 };
  const at = told.log[1 + (one.pick % Math.max(1, told.log.length - 1))]?.id ?? 2;
  if (one.do === "move") {
    const entity_id = bots[one.pick % bots.length] as string;
    const change = able.includes(entity_id) ? "leave" : "enter";
    await play.take({
      kind: "presence_changed",
      payload: { chat_id: "story", scene_id: 1, entity_id, change },
    });
  } else if (one.do === "rewind")
    play.append(
      draftStoryEvent(moment, "chat_rewound", {
        branch_id: state.branchId,
        to_event_id: Math.max(2, at),
      }),
    );
  else if (able.length > 0) {
    const whisperTo = one.pick % 3 === 0 ? [able[one.pick % able.length] as string] : [];
    await play.beat(1, { text: `listen to canary${nth} now please`, whisperTo });
  }
}

async function playSteps(steps: readonly Step[]): Promise<Told> {
  const play = openPlay();
  const told: Told = { log: [], calls: [] };
  await play.take(...begin);
  told.log.push(...play.log);
  for (const [nth, one] of steps.entries()) {
    const [asked, position] = [play.requests.length, play.log.length];
    await act(play, one, { told, nth });
    const turnId = `turn-${nth}`;
    told.log.push(...play.log.slice(position).map((event) => ({ ...event, turnId })));
    for (const [at, request] of play.requests.slice(asked).entries())
      told.calls.push({
        id: `${nth}.${at}`,
        purpose: request.purpose,
        viewer: request.viewer ?? "",
        turnId,
        messages: request.messages,
        sourceEventIds: request.sourceEventIds.filter((id) => id > 0),
        position,
        typed: new Map([[-1, `listen to canary${nth} now please`]]),
        answered: [],
      });
  }
  return told;
}

const audit = async ({ log, calls }: Told): Promise<Leak[]> => {
  const { leaks, suspicions } = await auditInMemory({ chatId: "story", events: log, calls });
  return [...leaks, ...suspicions];
};
const step = fc.record({
  do: fc.constantFrom("say", "say", "say", "move", "rewind"),
  pick: fc.nat({ max: 99 }),
}) as fc.Arbitrary<Step>;

it(
  "the audit finds nothing, even if characters come, go, whisper and are rewound; with the filter gone on one path it does",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const told = await playSteps(steps);
        expect(await audit(told)).toEqual([]);
      }),
      { numRuns: runs(15, 500) },
    );
    // Only Ann witnesses it; then her prompt is attributed to another character.
    const told = await playSteps([
      { do: "say", pick: 0 },
      { do: "say", pick: 1 },
    ]);
    const hers = told.calls.find(
      ({ viewer, purpose }) => viewer === "ann" && purpose === "state_update",
    ) as RecordedCall;
    const leaks = await audit({
      log: told.log,
      calls: [{ ...hers, viewer: "cy", sourceEventIds: [] }],
    });
    expect(leaks.length).toBeGreaterThan(0);
  },
  patience,
);
