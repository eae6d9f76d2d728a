import { type Finding, note } from "../../domain/finding.ts";

/** A number can be guessed, and every stranger who writes to it costs what a model costs. */
export const openAccess = (
  name: string,
  { access }: { readonly access: string },
): readonly Finding[] =>
  access === "open"
    ? [
        note(
          `${name} access`,
          {
            en: "Anyone who writes to this number gets an account and can use the model.",
            zh: "任何人给这个号码发消息都会得到账号，并使用语言模型。",
          },
          {
            en: `Set channels.${name}.access to paired or list.`,
            zh: `请把 channels.${name}.access 设为 paired 或 list。`,
          },
        ),
      ]
    : [];
