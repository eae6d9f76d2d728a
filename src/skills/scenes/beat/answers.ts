import { z } from "zod";
import type { ModelAnswer } from "../../../domain/ports/model.ts";

const sentences = z
  .array(z.union([z.string(), z.object({ fact: z.string() }).transform(({ fact }) => fact)]))
  .catch([]);
const delta = z.coerce.number().catch(0);

const parsedTurn = z.object({
  segments: z
    .array(
      z.object({
        kind: z.string().min(1).max(40),
        text: z.string(),
        to: z.union([z.string().transform((one) => [one]), z.array(z.string())]).nullish(),
      }),
    )
    .min(1),
});

const stateUpdate = z.object({
  affinity_delta: delta,
  trust_delta: delta,
  knowledge_facts: sentences,
});

const stateUpdates = z.object({
  people: z.array(stateUpdate.extend({ name: z.string() })),
});

const summary = z.object({
  summary: z.string().min(1),
  knowledge_facts: sentences.default([]),
  relationship_summary: z.string().catch("").default(""),
  people: z
    .array(
      z.object({
        name: z.string(),
        relationship_summary: z.string().catch("").default(""),
        knowledge_facts: sentences.default([]),
      }),
    )
    .catch([])
    .default([]),
});

const threads = z.object({
  threads: z.array(
    z.object({
      title: z.string().min(1).max(200),
      summary: z.string().catch("").default(""),
      status: z.enum(["open", "resolved"]).catch("open").default("open"),
    }),
  ),
});

export type ParsedTurn = z.output<typeof parsedTurn>;
export type StateUpdate = z.output<typeof stateUpdate>;
export type Summary = z.output<typeof summary>;
export type Threads = z.output<typeof threads>;

/** Schemas of the model's answers. Excess fields are dropped; missing ones are an error. */
export const readParsedTurn = (value: unknown): ParsedTurn => parsedTurn.parse(value);
export const readStateUpdate = (value: unknown): StateUpdate => stateUpdate.parse(value);
export const readStateUpdates = (value: unknown): z.output<typeof stateUpdates> =>
  stateUpdates.parse(value);
export const readSummary = (value: unknown): Summary => summary.parse(value);
export const readThreads = (value: unknown): Threads => threads.parse(value);

export const trimAnswer = ({ text }: ModelAnswer): string => text.trim();
