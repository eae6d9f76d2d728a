import { z } from "zod";
import type { JsonObject } from "../../domain/json.ts";
import type { Origin } from "../../domain/views/story-time.ts";
import { findStory, type FoundStory, sealed } from "../find-story.ts";
import { readDigests } from "../digests.ts";
import { defineTool, answerDone, keyField } from "../tool.ts";

const story = z.string().trim().min(1).max(200).describe("A story's id or title.");
const fact = z.string().trim().min(1).max(2_000).describe("A piece of news, in words.");
const reads = { readOnlyHint: true, openWorldHint: false } as const;

export const whoKnows = defineTool({
  name: "who_knows",
  title: "Who knows it in a story",
  description:
    "Which characters of a story know a piece of news, since when and from whom. What happened in scenes that the person has not seen stays hidden and is only counted.",
  scope: "chat:read",
  input: z.strictObject({ story, fact }),
  annotations: reads,
  async run({ on, args, program }) {
    const found = await findStory(on, program, args.story);
    const gossip = await on.scenes.time.traceGossip(program.accountId, {
      chatId: found.chat.id,
      fact: args.fact,
      spoilers: sealed,
    });
    const knows = gossip.knows.map((each) => ({
      name: found.nameOf(each.entity_id),
      since: each.since,
      day: each.day,
      from: found.nameOf(each.from),
      hops: each.hops,
    }));
    const lines = knows.map(
      ({ name, since, from }) => `${name}, since ${since}${from === null ? "" : `, from ${from}`}`,
    );
    return answerDone(lines.join("\n") || "No character is known to know it.", {
      knows,
      share: gossip.share,
      unseen: gossip.unseen,
    });
  },
});

export const why = defineTool({
  name: "why",
  title: "How a character knows it",
  description:
    "Where a piece of a character's knowledge comes from: the lines and memories behind it, back to who said it first. Unseen scenes stay hidden.",
  scope: "chat:read",
  input: z.strictObject({
    story,
    fact,
    character: z.string().trim().min(1).max(200).optional().describe("A name. Default: anyone."),
  }),
  annotations: reads,
  async run({ on, args, program }) {
    const found = await findStory(on, program, args.story);
    const { origins, unseen } = await on.scenes.time.explainFact(program.accountId, {
      chatId: found.chat.id,
      fact: args.fact,
      viewer: args.character === undefined ? undefined : found.idOf(args.character),
      spoilers: sealed,
    });
    const shown = origins.map((origin) => toData(found, origin, 0));
    const lines = origins.map((origin) => `${found.nameOf(origin.of)}: ${origin.text}`);
    return answerDone(lines.join("\n") || "No line of the story is known to say it.", {
      origins: shown,
      unseen,
    });
  },
});

/** Deeper retellings are left out: no reader follows them. */
const deepest = 6;

const toData = (found: FoundStory, origin: Origin, depth: number): JsonObject => ({
  kind: origin.kind,
  of: found.nameOf(origin.of),
  text: origin.text,
  story_time: origin.story_time ?? null,
  witnesses: (origin.witnesses ?? []).map((id) => found.nameOf(id)),
  from: depth >= deepest ? [] : origin.from.map((each) => toData(found, each, depth + 1)),
});

export const digest = defineTool({
  name: "digest",
  title: "What happened meanwhile",
  description:
    "What the person could have noticed of scenes without them. The full account stays sealed until the person opens it. Without a story: the person's stories.",
  scope: "chat:read",
  input: z.strictObject({
    story: story.optional(),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  annotations: reads,
  async run({ on, args, program }) {
    if (args.story === undefined) {
      const { chats } = await on.scenes.stage.readLobby(program.accountId);
      return answerDone(
        chats.map(({ id, title }) => `${title ?? id} [${id}]`).join("\n") ||
          "There are no stories.",
        {
          stories: chats.map(({ id, title, clock, has_digest: hasDigest }) => ({
            story: id,
            title,
            clock,
            has_digest: hasDigest,
          })),
        },
      );
    }
    const found = await findStory(on, program, args.story);
    const digests = await readDigests(on, program, { chatId: found.chat.id, limit: args.limit });
    return answerDone(
      digests.map(({ noticed }) => noticed).join("\n\n") || "Nothing was noticed.",
      {
        story: found.chat.id,
        digests,
      },
    );
  },
});

/** As many lines as one beat has at most. */
const mostLines = 30;

export const nextBeat = defineTool({
  name: "next_beat",
  title: "Play the next turn of a story",
  description:
    "Say or do something in a story as the person, in their words, and get what the characters answer. Only what the person's character can perceive comes back.",
  scope: "chat:write",
  keepsKey: true,
  input: z.strictObject({
    story,
    prose: z.string().trim().min(1).max(4_000).describe("What the person says and does."),
    ...keyField,
  }),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ on, args, program, signal, key }) {
    const { accountId } = program;
    const found = await findStory(on, program, args.story);
    const chatId = found.chat.id;
    const before = await on.scenes.stage.readStage(accountId, { chatId, turns: 1 });
    await on.play({ accountId, chatId, prose: args.prose, key, gone: signal });
    const after = await on.scenes.stage.readStage(accountId, {
      chatId,
      turns: mostLines,
      since: before.last_event_id,
    });
    const lines = after.turns
      .filter((line) => line.meanwhile_scene_id === null && line.event_id > before.last_event_id)
      .map((line) => ({
        speaker: line.kind === "user" ? "you" : found.nameOf(line.speaker_id),
        text: line.text,
        story_time: line.story_time,
      }));
    return answerDone(lines.map(({ speaker, text }) => `${speaker}: ${text}`).join("\n\n"), {
      story: chatId,
      lines,
    });
  },
});
