import { type Finding, note } from "../../domain/finding.ts";

/** What the operator should know of a bot that answers everyone. */
export const openAccess = (
  name: string,
  { access }: { readonly access: "paired" | "list" | "open" },
): readonly Finding[] =>
  access === "open"
    ? [
        note(
          `${name} access`,
          {
            en: "Anyone who writes to this bot gets an account and can use the model.",
            zh: "任何人给这个机器人发消息都会得到账号，并使用语言模型。",
          },
          {
            en: `Set channels.${name}.access to paired or list.`,
            zh: `请把 channels.${name}.access 设为 paired 或 list。`,
          },
        ),
      ]
    : [];
