import type { Spec } from "../tool-spec.ts";
import { settingOf, settingTools } from "./settings.ts";
import { settleWrite } from "./settle.ts";
import type { SettingField } from "./write.ts";

const told: Readonly<Record<SettingField, readonly [description: string, value: string]>> = {
  display_name: [
    "Remember what the person wants to be called. Use only when they say so themselves.",
    "the name, as they wrote it",
  ],
  default_timezone: [
    "Set the person's time zone. Use only when they say where they are or which zone they want.",
    "an IANA zone such as Asia/Shanghai",
  ],
  language: [
    "Set the language for fixed messages. Use only when the person asks for it.",
    "zh or en",
  ],
};

/**
 * Settings that a person may change in words. The account is the turn's; no argument can name
 * another.
 */
export const settingSpecs: readonly Spec[] = (Object.keys(told) as SettingField[]).map((field) => ({
  name: settingTools[field],
  description: told[field][0],
  needs: { value: told[field][1] },
  isPrivate: true,
  run: (session, { value = "" }) => settleWrite(session, { write: settingOf(field, value) }),
}));
