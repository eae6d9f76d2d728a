import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../domain/json.ts";
import { readPreset } from "./preset-read.ts";
import { writePreset } from "./preset-write.ts";

const forChat = {
  temperature: 0.9,
  top_p: 0.95,
  top_k: 0,
  min_p: 0.05,
  frequency_penalty: 0.2,
  presence_penalty: 0,
  repetition_penalty: 1,
  seed: -1,
  openai_max_tokens: 400,
  openai_max_context: 16_000,
  openai_model: "some-model",
  reverse_proxy: "https://proxy.example/v1",
  proxy_password: "canary-password",
  assistant_prefill: "Sure:",
  extensions: { regex_scripts: [{ id: "a" }] },
  prompts: [
    { identifier: "main", role: "system", content: "Write {{char}}'s next reply to {{user}}." },
    { identifier: "nsfw", role: "system", content: "Keep it light. {{random::a::b}}" },
    { identifier: "enhanceDefinitions", role: "system", content: "Add lore." },
    { identifier: "chatHistory", marker: true },
    { identifier: "jailbreak", role: "system", content: "Stay in character." },
    {
      identifier: "late",
      role: "system",
      content: "It rains.",
      injection_position: 1,
      injection_depth: 2,
    },
    { identifier: "voice", role: "assistant", content: "I agree." },
  ],
  prompt_order: [
    { character_id: 100_000, order: [{ identifier: "main", enabled: true }] },
    {
      character_id: 100_001,
      order: [
        { identifier: "main", enabled: true },
        { identifier: "enhanceDefinitions", enabled: false },
        { identifier: "nsfw", enabled: true },
        { identifier: "chatHistory", enabled: true },
        { identifier: "jailbreak", enabled: true },
        { identifier: "late", enabled: true },
        { identifier: "voice", enabled: true },
      ],
    },
  ],
};

describe("presets", () => {
  it("a preset for chat models becomes sampling, templates and a note; what is left out is listed without its value", () => {
    const read = readPreset(forChat, "story");
    expect(read.settings).toEqual({
      temperature: 0.9,
      top_p: 0.95,
      frequency_penalty: 0.2,
      presence_penalty: 0,
      max_tokens: 400,
      context_tokens: 16_000,
      system_template:
        "Write {{char}}'s next reply to {{user}}.\n\nKeep it light. {{random::a::b}}",
      closing_template: "Stay in character.",
      note: "It rains.",
      note_depth: 2,
    });
    expect(read.left_out).toEqual([
      { field: "min_p", reason: "not_supported" },
      { field: "openai_model", reason: "model" },
      { field: "reverse_proxy", reason: "connection" },
      { field: "proxy_password", reason: "connection" },
      { field: "assistant_prefill", reason: "not_supported" },
      { field: "extensions", reason: "scripts" },
      { field: "voice", reason: "not_supported" },
      { field: "{{random}}", reason: "macro" },
    ]);
    expect(JSON.stringify(read)).not.toContain("canary-password");
  });

  it("a preset for one character has sampling and the note; the templates are the story's", () => {
    const { settings, left_out } = readPreset(forChat, "character");
    expect(settings).toMatchObject({ temperature: 0.9, note: "It rains." });
    expect(settings).not.toHaveProperty("system_template");
    expect(left_out).toContainEqual({ field: "system_template", reason: "story_only" });
  });

  it("presets for text models, system prompts and master exports are read", () => {
    expect(readPreset({ temp: 0.7, rep_pen: 1.1, genamt: 250 }, "story")).toMatchObject({
      settings: { temperature: 0.7, max_tokens: 250 },
      left_out: [{ field: "rep_pen", reason: "not_supported" }],
    });
    expect(
      readPreset({ name: "Plain", content: "Play {{char}}.", post_history: "Short." }, "story"),
    ).toMatchObject({
      name: "Plain",
      settings: { system_template: "Play {{char}}.", closing_template: "Short." },
    });
    expect(
      readPreset(
        {
          instruct: { input_sequence: "### " },
          sysprompt: { content: "Hi." },
          preset: { temp: 1 },
        },
        "story",
      ),
    ).toMatchObject({
      settings: { system_template: "Hi.", temperature: 1 },
      left_out: [{ field: "instruct", reason: "text_format" }],
    });
  });

  it("a value out of range is left out and costs no other", () => {
    expect(readPreset({ temperature: 9, top_p: 0.5 }, "story")).toMatchObject({
      settings: { top_p: 0.5 },
      left_out: [{ field: "temperature", reason: "out_of_range" }],
    });
  });

  it.each([[[]], ["text"], [null], [{ hello: "world" }]])(
    "what is not a preset is refused: %j",
    (file) => {
      expect(() => readPreset(file, "story")).toThrow(
        expect.objectContaining({ code: "invalid_file", fact: { reason: "not_a_preset" } }),
      );
    },
  );

  it("settings come back from an exported preset without loss, and another program finds its fields", () => {
    const settings = {
      temperature: 0.8,
      length: "long" as const,
      style: "dry",
      stop: ["###"],
      system_template: "Play {{char}}.",
      closing_template: "Stay brief.",
      note: "Night.",
      note_depth: 3,
      card_prompts: true,
    };
    const file = JSON.parse(JSON.stringify(writePreset("Mine", settings))) as JsonObject;
    expect(readPreset(file, "story")).toEqual({ name: "Mine", settings, left_out: [] });
    // As a program reads it that knows nothing of our own part.
    const { extensions: _own, ...plain } = file;
    expect(readPreset(plain, "story").settings).toMatchObject({
      temperature: 0.8,
      system_template: "Play {{char}}.\n\nStyle: dry",
      closing_template: "Stay brief.",
      note: "Night.",
      note_depth: 3,
    });
  });
});
