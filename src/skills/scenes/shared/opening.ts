import { fillPlaceholders } from "../formats/macros.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { toWitnessFlags } from "../state/present.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";

interface OpeningInput {
  readonly bots: readonly { id: string; name: string; kickoff_prose: string }[];
  readonly entity: string;
  readonly name: string;
  newId(): string;
}

/** The first character's greeting, and what the others remember of it. */
export function draftOpening(on: FactContext, of: OpeningInput): ChatEventDraft[] {
  const [host, guest] = of.bots;
  const greeting = host?.kickoff_prose.trim() ?? "";
  if (host === undefined || greeting === "") return [];
  const text = fillPlaceholders(greeting, { char: host.name, user: of.name });
  const witnesses = [of.entity, ...of.bots.map(({ id }) => id)];
  const id = of.newId();
  const scene = { host: host.id, guest: guest?.id ?? null };
  return [
    draftStoryEvent(on, "assistant_turn", {
      id,
      scene_id: 1,
      speaker_id: host.id,
      text,
      present: witnesses,
      witnesses,
    }),
    ...of.bots.map((bot) =>
      draftStoryEvent(on, "memory_written", {
        id: of.newId(),
        scene_id: 1,
        owner_id: bot.id,
        ...toWitnessFlags(scene, witnesses),
        witnesses,
        text: `${host.name}: ${text}`,
        pov_summary: `${host.name}: ${text}`,
        cites: [id],
      }),
    ),
  ];
}
