import { iso } from "../../domain/clock.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Json } from "../../domain/events.ts";
import type { ModelTool } from "../../domain/model.ts";
import type { TurnContext } from "../../domain/skill.ts";
import { cleanText } from "../../domain/text.ts";
import { zoneName } from "../../domain/zone.ts";

/** What a person may settle about themselves by saying so. The account is the turn's; no argument can name another. */
export function settingsTools(turn: TurnContext): ModelTool[] {
  return [
    tool(turn, {
      name: "set_display_name",
      description: "Remember what the person wants to be called. Use only when they say so themselves.",
      field: "display_name",
      describe: "the name, as they wrote it",
      check: (value) => {
        const name = cleanText(value, 60).trim();
        if (name === "") throw new Refusal("invalid_request", "A name needs at least one character.");
        return name;
      },
    }),
    tool(turn, {
      name: "set_timezone",
      description: "Set the person's time zone. Use only when they say where they are or which zone they want.",
      field: "default_timezone",
      note: "Reminders that they have stay in the zone they were meant in. Tell the person so.",
      describe: "an IANA zone such as Asia/Shanghai",
      check: (value) => {
        const zone = zoneName(value);
        if (zone === undefined) throw new Refusal("invalid_request", "That is not an IANA time zone.");
        return zone;
      },
    }),
    tool(turn, {
      name: "set_language",
      description: "Set the language for fixed messages. Use only when the person asks for it.",
      field: "language",
      describe: "zh or en",
      check: (value) => {
        if (value !== "zh" && value !== "en") throw new Refusal("invalid_request", "The language is zh or en.");
        return value;
      },
    }),
  ];
}

interface SettingTool {
  readonly name: string;
  readonly description: string;
  readonly field: "display_name" | "default_timezone" | "language";
  readonly describe: string;
  /** What the person must hear besides. */
  readonly note?: string;
  check(value: string): string;
}

function tool(turn: TurnContext, setting: SettingTool): ModelTool {
  return {
    name: setting.name,
    description: setting.description,
    parameters: {
      type: "object",
      properties: { value: { type: "string", description: setting.describe } },
      required: ["value"],
      additionalProperties: false,
    },
    async run(args): Promise<Json> {
      const given = typeof args === "object" && args !== null ? (args as { value?: unknown }).value : undefined;
      if (typeof given !== "string") throw new Refusal("invalid_request", "`value` must be a text.");
      const value = setting.check(given);
      turn.stage({
        domain: "settings",
        operation: setting.name,
        payload: { [setting.field]: value },
        preview: { [setting.field]: value },
        events: [
          {
            stream: `account:${turn.account.id}`,
            kind: "account_updated",
            at: iso(turn.now),
            accountId: turn.account.id,
            turnId: turn.turnId,
            payload: { id: turn.account.id, [setting.field]: value },
          },
        ],
      });
      return { done_when_this_reply_is_sent: true, [setting.field]: value, ...(setting.note === undefined ? {} : { note: setting.note }) };
    },
  };
}
