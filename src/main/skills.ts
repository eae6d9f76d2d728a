import type { Config } from "../config.ts";
import type { DeliveryOutlook } from "../domain/ports/delivery-outlook.ts";
import { friendLink } from "../domain/friend-link.ts";
import type { LinkCodes } from "../domain/ports/link-codes.ts";
import type { Metrics } from "../domain/ports/log.ts";
import type { Skill } from "../domain/skill.ts";
import type { ToolSource } from "../domain/ports/tool-source.ts";
import { chatSkill } from "../skills/chat/skill.ts";
import type { ChatStates } from "../skills/scenes/state/chat-states.ts";
import type { Meaning } from "../skills/scenes/recall/meaning.ts";
import { scenesSkill } from "../skills/scenes/skill.ts";
import { linksSkill } from "../skills/links/skill.ts";
import { openReminders } from "../skills/reminders/skill.ts";

/** The product's skills in the order in which they are asked: rules first, and whatever is left is chat's, with the others' commands as tools. */
export function wireSkills(on: {
  config: Config;
  metrics: Metrics;
  outlook: DeliveryOutlook;
  states: ChatStates;
  codes: LinkCodes;
  meaning: Meaning | undefined;
}): readonly Skill[] {
  const { turn, reminders: settings } = on.config;
  const url = on.config.server.public_url;
  const historyMessagesIn = { wecom: on.config.channels.wecom.history_max_turns };
  // The product's own links, such as an invitation, lead to itself.
  const linkHosts = [
    ...on.config.model.link_hosts,
    ...(url === undefined ? [] : [new URL(url).hostname]),
  ];
  const chat = (tools: readonly ToolSource[]): Skill =>
    chatSkill({ historyMessages: turn.history_messages, historyMessagesIn, tools, linkHosts });
  const reminders = openReminders({
    settings: {
      overlap: settings.overlap,
      clarificationMinutes: settings.clarification_minutes,
      nightlyHour: settings.nightly_hour,
      latePolicy: settings.default_late_policy,
    },
    metrics: on.metrics,
    outlook: on.outlook,
    codes: on.codes,
    linkHosts,
    linkOf: (code) => (url === undefined ? undefined : friendLink(url, code)),
    rest: (tools) => chat([tools]),
  });
  return [
    linksSkill(),
    scenesSkill({ states: on.states, aside: reminders.skill, meaning: on.meaning }),
    reminders.skill,
    chat([reminders.tools]),
  ];
}
