import { type GetPromptResult, type McpServer, requireScopes } from "@modelcontextprotocol/server";
import type { Language } from "../domain/language.ts";
import type { McpDeps, Program } from "./ports.ts";

/** Something that people ask for again and again, which a program may offer as a command. */
interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly words: Readonly<Record<Language, string>>;
}

const prompts: readonly Prompt[] = [
  {
    name: "my_day",
    title: "My day",
    description: "What is on today, what overlaps, and when there is time.",
    words: {
      en: "What is on today? Use whats_on. Tell me what comes when, what overlaps, and when I have time. Change nothing.",
      zh: "我今天有什么安排？请用 whats_on。告诉我什么时候有什么、哪些重叠、什么时候有空。不要改任何东西。",
    },
  },
  {
    name: "weekly_review",
    title: "Weekly review",
    description:
      "The coming seven days and open to-dos, with proposals that are asked about first.",
    words: {
      en: "Let us go through my coming seven days. Use whats_on for seven days and list_reminders for to-dos without a time. Tell me which days are full, what overlaps, and which to-dos could have a time. Propose changes one by one, and make each only after my yes.",
      zh: "我们来看看我接下来的七天。请用 whats_on 查七天，再用 list_reminders 查没有时间的待办。告诉我哪几天很满、哪些重叠、哪些待办可以定个时间。一条一条地提建议，我说好再改。",
    },
  },
];

export function registerPrompts(server: McpServer, on: McpDeps, program: Program): void {
  for (const { name, title, description, words } of prompts)
    server.registerPrompt(
      name,
      { title, description, scopeChallenge: requireScopes("reminders:read") },
      async (): Promise<GetPromptResult> => {
        const { language } = await on.readProfile(program.accountId);
        const text = words[language ?? "en"];
        return { description, messages: [{ role: "user", content: { type: "text", text } }] };
      },
    );
}
