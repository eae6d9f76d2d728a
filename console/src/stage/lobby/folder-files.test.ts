import { expect, test } from "vitest";
import { kindOf, readPersonas } from "./folder-files.ts";

test("files of a SillyTavern folder are sorted by their paths", () => {
  for (const [path, kind] of [
    ["default-user/characters/Orla.png", "card"],
    ["Orla.json", "card"],
    ["default-user/chats/Orla/2024-1-1@10h.jsonl", "chat"],
    ["default-user/group chats/fog.jsonl", "chat"],
    ["default-user/backups/chat_orla.jsonl", "background"],
    ["default-user/worlds/Harbour.json", "book"],
    ["default-user/settings.json", "settings"],
    ["default-user/User Avatars/me.png", "background"],
    ["default-user/OpenAI Settings/Default.json", "background"],
    ["default-user/notes.txt", "other"],
  ] as const)
    expect([path, kindOf(path)]).toEqual([path, kind]);
});

test("personas are read with their descriptions, and settings that are none have no personas", () => {
  const settings = {
    power_user: {
      personas: { "me.png": "Robin", "empty.png": " " },
      persona_descriptions: { "me.png": { description: "tall" } },
    },
  };
  expect(readPersonas(JSON.stringify(settings))).toEqual([{ name: "Robin", persona: "tall" }]);
  expect(readPersonas("not JSON")).toEqual([]);
});
