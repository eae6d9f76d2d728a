import { z } from "@hono/zod-openapi";

const text = z.string();
const texts = z.array(text);
const number = z.number().int();
const anything = z.record(z.string(), z.unknown());
const keyed = z.array(z.looseObject({ key: text }));

const difference = z
  .object({ what: text, key: text, a: anything.nullable(), b: anything.nullable() })
  .openapi("StoryDifference");
export const differences = z.array(difference);
/** Only with `preview`. */
const preview = { preview: z.literal(true).optional(), differences: differences.optional() };

export const rewound = z
  .looseObject({ to_event_id: number, branch_id: text, forgotten: number, ...preview })
  .openapi("Rewound");
export const branched = z
  .looseObject({
    branch_id: text.optional(),
    parent_branch_id: text.optional(),
    from_event_id: number.optional(),
    left_out: number.optional(),
    ...preview,
  })
  .openapi("Branched");
export const switched = z.object({ branch_id: text, ...preview }).openapi("Switched");
export const branches = z
  .object({
    branches: z.array(
      z.object({ branch_id: text, active: z.boolean(), events: number, last_event_id: number }),
    ),
  })
  .openapi("Branches");
export const broughtBack = z.object({ branch_id: text, brought_back: number });
export const compared = z.object({ differences });

export const stateThen = z
  .looseObject({
    last_event_id: number,
    branch_id: text,
    chat: z.object({ clock: text, anchor: text, weather: text }),
    scenes: keyed,
    edges: keyed,
    memories: keyed,
    turns: keyed,
    activities: keyed,
    threads: keyed,
    digests: keyed,
  })
  .openapi("StoryState");

export const storyAnswer = z
  .union([
    z.object({ understood: z.literal(false), problem: text }),
    z.object({
      understood: z.literal(true),
      viewer: text,
      about: text,
      topic: z.enum(["feel", "know", "remember", "present"]),
      as_of: z.object({ story_time: text, event_id: number }),
      answer: text,
      edge: z
        .object({ affinity: z.number(), trust: z.number(), relationship_summary: text })
        .nullable(),
      facts: texts,
      memories: z.array(z.object({ text, story_time: text })),
      present: texts,
    }),
  ])
  .openapi("StoryAnswer");

export const promptView = z
  .object({
    viewer: text,
    scene_id: number,
    sections: z.array(
      z.object({
        name: text,
        lines: texts,
        source_event_ids: z.array(number),
        unseen: number.optional(),
      }),
    ),
    messages: z.array(z.object({ role: text, content: text })),
  })
  .openapi("PromptView");

const origin = z
  .looseObject({
    kind: z.enum(["edge_fact", "memory", "turn"]),
    event_id: number,
    text,
    of: text,
    witnesses: texts.optional(),
    scene_id: number.nullish(),
    story_time: text.optional(),
    brought_from: text.optional(),
    hearsay: z.boolean().optional(),
    from: z.array(z.unknown()).openapi({
      type: "array",
      items: { $ref: "#/components/schemas/Origin" },
      description: "Where it was learned from, in the same form.",
    }),
  })
  .openapi("Origin");

export const origins = z
  .object({
    origins: z.array(origin),
    unseen: number,
  })
  .openapi("Origins");

export const gossip = z
  .object({
    knows: z.array(
      z.object({
        entity_id: text,
        since: text,
        day: number,
        from: text.nullable(),
        hops: number,
        event_id: number,
      }),
    ),
    tellings: z.array(
      z.object({
        event_id: number,
        from: text.nullable(),
        to: texts,
        news_to: texts,
        scene_id: number.nullable(),
        story_time: text,
        text,
      }),
    ),
    days: z.array(z.object({ day: number, knew: number, learnt: number })),
    share: z.number(),
    learnt_per_day: z.number(),
    unseen: number,
  })
  .openapi("Gossip");

const leaks = z.array(
  z.object({
    kind: text,
    chatId: text,
    viewer: text,
    eventId: number,
    words: texts,
    path: texts,
  }),
);
export const storyAudit = z
  .looseObject({
    chats: number,
    calls: number,
    contexts: number,
    lines: number,
    leaks,
    suspicions: leaks,
  })
  .openapi("StoryAudit");

export const broughtMemories = z.object({ brought: number });

const plan = {
  beats: number,
  stop_if: texts,
  budget_tokens: number.nullable(),
  every_seconds: number,
  participants: texts,
  container_id: number.nullable(),
};
export const planSet = z
  .looseObject({
    id: text,
    scene_id: number.nullable(),
    starts_at: text.nullable(),
    details: z.looseObject(plan),
  })
  .openapi("PlanSet");
export const planStopped = z.object({ id: text, scene_id: number.nullable() });

/** A scene that begins now, perhaps with a plan, or the plan of one that begins later. */
export const meanwhileStarted = z
  .union([
    z.looseObject({
      scene_id: number,
      host_bot_id: text,
      participants: texts.optional(),
      plan_id: text.optional(),
    }),
    planSet,
  ])
  .openapi("MeanwhileStarted");

export const importedCard = z
  .looseObject({
    id: text,
    name: text,
    namesakes: z.array(z.object({ id: text, label: text })).openapi({
      description: "All characters that share the name, with this one; empty if there are none.",
    }),
  })
  .openapi("ImportedCard");
export const importedChat = z.looseObject({ chat_id: text }).openapi("ImportedChat");
export const importedPart = z.looseObject({ id: text }).openapi("ImportedPart");

export const greetings = z.object({
  greetings: z.array(z.object({ index: number, text, group_only: z.boolean() })),
});
