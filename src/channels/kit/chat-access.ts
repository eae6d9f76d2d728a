import { z } from "zod";

/** Who may write to a bot, and in which groups it answers. */
export const chatAccessSettings = (of: {
  /** What people and groups have as ids there. */
  readonly userId: RegExp;
  readonly groupId: RegExp;
}) => {
  const group = z
    .string()
    .refine((text) => text === "*" || of.groupId.test(text), "must be a group's id, or *");
  return {
    access: z
      .enum(["paired", "list", "open"])
      .default("paired")
      .describe(
        "Who gets an answer, in addition to known people: senders of a pairing code (`paired`), also the people of `allowed_users` (`list`), or everyone who writes (`open`).",
      ),
    allowed_users: z
      .array(z.string().refine((text) => of.userId.test(text), "must be a user's id"))
      .default([])
      .describe(
        "Ids of people who get an account when they first write. Only used with `access: list`.",
      ),
    allowed_groups: z
      .array(group)
      .default(["*"])
      .describe("Groups in which the bot answers when it is mentioned. `*` stands for all."),
    shared_groups: z
      .array(group)
      .default([])
      .describe("Groups whose members share one conversation. `*` stands for all."),
  };
};

interface AccessSection {
  readonly enabled: boolean;
  readonly access: ChatAccess["access"];
  readonly allowed_users: readonly string[];
}

export interface ChatAccess {
  /** Who gets an account by writing: no one, the listed people, or everyone. */
  readonly access: "paired" | "list" | "open";
  readonly allowedUsers: readonly string[];
  /** Groups in which the bot answers. `*` stands for every one. */
  readonly allowedGroups: readonly string[];
  /** Groups whose people share one conversation. */
  readonly sharedGroups: readonly string[];
}

export const readChatAccess = (
  section: AccessSection & {
    readonly allowed_groups: readonly string[];
    readonly shared_groups: readonly string[];
  },
): ChatAccess => ({
  access: section.access,
  allowedUsers: section.allowed_users,
  allowedGroups: section.allowed_groups,
  sharedGroups: section.shared_groups,
});

/** The sentences of all requirements that are not met. */
export const unmet = (
  demands: readonly (readonly [isMet: boolean, sentence: string])[],
): string[] => demands.filter(([isMet]) => !isMet).map(([, sentence]) => sentence);

export const chatAccessProblems = (name: string, section: AccessSection): readonly string[] =>
  unmet([
    [
      section.access !== "list" || section.allowed_users.length > 0,
      `\`channels.${name}.access\` is list but \`allowed_users\` is empty: nobody could write.`,
    ],
    [
      section.access === "list" || section.allowed_users.length === 0,
      `\`channels.${name}.allowed_users\` is used with \`access: list\` only.`,
    ],
  ]);

/** May an unknown person become a new account? */
export const mayBegin = ({ access, allowedUsers }: ChatAccess, userId: string): boolean =>
  access === "open" || (access === "list" && allowedUsers.includes(userId));
