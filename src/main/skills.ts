import type { Config } from "../config.ts";
import type { DeliveryOutlook } from "../domain/ports/delivery-outlook.ts";
import { freePageLink } from "../domain/free-page-link.ts";
import { friendLink } from "../domain/friend-link.ts";
import type { LinkCodes } from "../domain/ports/link-codes.ts";
import type { PeerCalls } from "../domain/ports/peers.ts";
import type { Model } from "../domain/ports/model.ts";
import type { Metrics } from "../domain/ports/log.ts";
import type { Reach } from "../domain/ports/reach.ts";
import type { WordFirst } from "../domain/ports/first-words.ts";
import type { Skill } from "../domain/skill.ts";
import { openFirstWords } from "../skills/chat/first-words.ts";
import { chatSkill } from "../skills/chat/skill.ts";
import type { ChatStates } from "../skills/scenes/state/chat-states.ts";
import type { SemanticSearch } from "../skills/scenes/recall/semantic-search.ts";
import { createScenesSkill } from "../skills/scenes/skill.ts";
import { openCompanions } from "../skills/companion/companions.ts";
import { createCompanionSkill } from "../skills/companion/skill.ts";
import { createStageCharacters } from "../skills/scenes/companion/stage-characters.ts";
import { createInitiativeSkill } from "../skills/initiative/skill.ts";
import { createMemorySkill } from "../skills/memory/skill.ts";
import { openTalkMemory } from "../skills/memory/talk-memory.ts";
import { createReviewSkill } from "../skills/review/skill.ts";
import { createStatusSkill } from "../skills/status/skill.ts";
import { createBookingsSkill } from "../skills/friends/bookings/skill.ts";
import { createElsewhereSkill } from "../skills/friends/elsewhere/skill.ts";
import { linksSkill } from "../skills/links/skill.ts";
import type { ToolsOptions } from "../skills/tools/offer.ts";
import { createToolsSkill } from "../skills/tools/skill.ts";
import { asksForReminders, createRemindersSkill } from "../skills/reminders/skill.ts";

/** The product's own links, such as an invitation, lead to itself. */
const listLinkHosts = ({ model, server: { public_url: url } }: Config): readonly string[] => [
  ...model.link_hosts,
  ...(url === undefined ? [] : [new URL(url).hostname]),
];

/** Words a message that the companion writes first, as the character that talks with the person. */
export const wireFirstWords = (on: {
  readonly config: Config;
  readonly model: Model;
  readonly states: ChatStates;
}): WordFirst =>
  openFirstWords({
    model: on.model,
    companions: openCompanions(createStageCharacters({ states: on.states })),
    memory: openTalkMemory(),
    linkHosts: listLinkHosts(on.config),
  });

/**
 * The product's skills in the order in which they are asked (`turn/ask-skills.ts`). The first that
 * answers has the turn; a skill can also hand a part of the window over to those below it.
 */
export function wireSkills(on: {
  config: Config;
  metrics: Metrics;
  outlook: DeliveryOutlook;
  states: ChatStates;
  codes: LinkCodes;
  /** Undefined where no other installation is known. */
  peers: PeerCalls | undefined;
  reach: Reach;
  /** The names of chat apps, in both languages. */
  appNames: readonly string[];
  semanticSearch: SemanticSearch | undefined;
  outside: ToolsOptions;
  /** Whether a mail server is set. */
  canMail: () => boolean;
}): readonly Skill[] {
  const { turn, reminders: settings } = on.config;
  const url = on.config.server.public_url;
  const linkHosts = listLinkHosts(on.config);
  const memory = openTalkMemory();
  const reminders = {
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
    linkOf: (code: string) => (url === undefined ? undefined : friendLink(url, code)),
    note: memory.noteStated,
  };
  const characters = createStageCharacters({ states: on.states });
  return [
    // First, so that neither a story nor a model comes between a person and the hosts they allow.
    linksSkill(),
    // Where a story is played, words belong to it. Only requests for reminders are handed over.
    createScenesSkill({
      states: on.states,
      asksForReminders: asksForReminders(reminders),
      semanticSearch: on.semanticSearch,
    }),
    // Who talks is a fact: no character words it.
    createCompanionSkill({ characters }),
    // What the person asks to be remembered or forgotten is theirs to decide: no model comes between.
    createMemorySkill({ asksForReminders: asksForReminders(reminders) }),
    // Whether it may write first is the person's to say, and one word ends it.
    createInitiativeSkill(),
    // A yes to a visitor's request is the person's own: it is read before anything that could mean another.
    createBookingsSkill({
      codes: on.codes,
      latePolicy: settings.default_late_policy,
      linkHosts,
      linkOf: (code) => (url === undefined ? undefined : freePageLink(url, code)),
      canMail: on.canMail,
    }),
    // Addresses of people elsewhere, before the friends here are looked through for them.
    ...(on.peers === undefined
      ? []
      : [
          createElsewhereSkill({
            calls: on.peers,
            codes: on.codes,
            latePolicy: settings.default_late_policy,
            linkHosts,
          }),
        ]),
    // Asked of the rows, and answered from them alone.
    createStatusSkill({ reach: on.reach, apps: on.appNames }),
    createReviewSkill(),
    // Rules before a model. Messages that no rule reads are handed over, with the commands as
    // tools.
    createRemindersSkill(reminders),
    // Tools of other programs, for the model that answers. Rules read the answer to a question about one.
    createToolsSkill(on.outside),
    // Answers everything else.
    chatSkill({
      historyMessages: turn.history_messages,
      historyTokens: turn.history_tokens,
      memory,
      companions: openCompanions(characters),
      linkHosts,
    }),
  ];
}
