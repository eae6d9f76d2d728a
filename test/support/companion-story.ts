import type { StageFact } from "./memory-talk.ts";

/** A character that the person wrote themselves; `card` makes it one from a file. */
export const character = (id: string, name: string, card = false): StageFact => ({
  kind: "bot_authored",
  payload: {
    id,
    name,
    persona: `${name} repairs clocks.`,
    voice_samples: [`Tick tock, says ${name}.`],
    traits: ["dry"],
    backstory: "",
    initial_relationship_to_you: "an old friend",
    kickoff_prose: "...",
    ...(card ? { extensions: { card: { data: {} } } } : {}),
  },
});

interface MeanwhileScene {
  readonly chat: string;
  readonly scene: number;
  /** Who was there, and what each remembers of it. */
  readonly remembered: Readonly<Record<string, string>>;
  readonly isOver: boolean;
}

/** A story of the characters without the person. */
export function meanwhile({ chat, scene, remembered, isOver }: MeanwhileScene): StageFact[] {
  const [host = "", guest = null] = Object.keys(remembered);
  const at = "2026-04-26T20:00:00+00:00";
  const facts: Omit<StageFact, "chat">[] = [
    {
      kind: "chat_created",
      payload: {
        id: chat,
        host_bot_id: host,
        guest_bot_id: guest,
        initial_time: at,
        narrative_anchor: "",
        weather: "",
      },
    },
    {
      kind: "meanwhile_scene_started",
      payload: {
        chat_id: chat,
        scene_id: scene,
        host_bot_id: host,
        guest_bot_id: guest,
        participants: Object.keys(remembered),
        started_at: at,
      },
    },
    ...Object.entries(remembered).map(([owner, words]) => ({
      kind: "memory_written",
      payload: {
        chat_id: chat,
        id: `${chat}-${scene}-${owner}`,
        owner_id: owner,
        scene_id: scene,
        witnesses: Object.keys(remembered),
        text: words,
        pov_summary: words,
      },
    })),
    ...(isOver
      ? [
          {
            kind: "meanwhile_scene_closed",
            payload: { chat_id: chat, scene_id: scene, closed_at: at },
          },
          { kind: "scene_summarised", payload: { chat_id: chat, scene_id: scene } },
          {
            kind: "digest_written",
            payload: {
              chat_id: chat,
              id: `${chat}-${scene}-digest`,
              scene_id: scene,
              noticed: "They met.",
              directors_cut: "Everything that was said.",
            },
          },
        ]
      : []),
  ];
  return facts.map((fact) => ({ ...fact, chat }));
}
