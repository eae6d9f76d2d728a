import { z } from "zod";

/** Who may write to a number that anyone can find out. */
export const accessSettings = {
  access: z
    .enum(["paired", "list", "open"])
    .default("paired")
    .describe(
      "Who gets an answer, in addition to known people: senders of a pairing code (`paired`), also the numbers of `allowed_numbers` (`list`), or everyone who writes (`open`).",
    ),
  allowed_numbers: z
    .array(
      z
        .string()
        .transform((text) => text.replaceAll(/[\s()+.-]/g, ""))
        .refine(
          (text) => /^\d{5,20}$/.test(text),
          "must be a phone number with its country code, such as +49 170 1234567",
        ),
    )
    .default([])
    .describe(
      "Phone numbers, with country code, that get an account when they first write. Only used with `access: list`.",
    ),
};

interface AccessSection {
  readonly enabled: boolean;
  readonly access: "paired" | "list" | "open";
  readonly allowed_numbers: readonly string[];
}

/** The sentences of all requirements that are not met. */
export const unmet = (
  demands: readonly (readonly [isMet: boolean, sentence: string])[],
): string[] => demands.filter(([isMet]) => !isMet).map(([, sentence]) => sentence);

export function accessProblems(name: string, section: AccessSection): readonly string[] {
  if (!section.enabled) return [];
  const isListed = section.allowed_numbers.length > 0;
  return unmet([
    [
      section.access !== "list" || isListed,
      `\`channels.${name}.access\` is list but \`allowed_numbers\` is empty: nobody could write.`,
    ],
    [
      section.access === "list" || !isListed,
      `\`channels.${name}.allowed_numbers\` is used with \`access: list\` only.`,
    ],
  ]);
}

export const readAccess = ({ access, allowed_numbers: allowedNumbers }: AccessSection) => ({
  access,
  allowedNumbers,
});

/**
 * Who gets an account by writing: no one, the listed numbers, or everyone. A pairing code always
 * works.
 */
export interface WhatsappAccess {
  readonly access: "paired" | "list" | "open";
  /** Digits with the country code, for `list`. */
  readonly allowedNumbers: readonly string[];
}

/**
 * May an unknown person with this number become a new account? A person who hides their number is
 * on no list.
 */
export const isAdmitted = (
  { access, allowedNumbers }: WhatsappAccess,
  phone: string | undefined,
): boolean =>
  access === "open" ||
  (access === "list" &&
    phone !== undefined &&
    allowedNumbers.includes(phone.replaceAll(/\D/g, "")));

/** The answer to an unknown person. */
export const introduction = {
  zh: "你好！这个号码只回复已配对的人。如果有人给了你配对码，请直接发到这里。",
  en: "Hello! This number only answers people who are paired with it. If you were given a pairing code, send it here.",
} as const;
