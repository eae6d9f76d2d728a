import type { WireContext, WiredChannel } from "../kit/wiring.ts";
import { createWecom } from "./create.ts";
import type { WecomSection } from "./section.ts";
import { wecomChannel, type WecomBot, type WecomSettings } from "./settings.ts";
import { wecomBots } from "./configured-bots.ts";
import { type WecomKey, wecomKey } from "./crypto.ts";

const betweenChoresMs = 600_000;

export function wireWecom(on: WireContext<WecomSection>): WiredChannel<WecomSection> {
  const wecom = createWecom({
    ...on,
    ...on.storage,
    settings: wecomSettings(on.section),
    split: on.splitBytes,
  });
  const ending = new AbortController();
  const logFailure = (error: unknown): void =>
    on.log.error(
      { error, channel: wecomChannel },
      "a background job failed; it runs again at the next start or hour",
    );
  const forgetOld = async (): Promise<void> => {
    while (on.doesChores && !ending.signal.aborted) {
      await on.storage.forgetOld().catch(logFailure);
      await on.clock.wait(betweenChoresMs, ending.signal);
    }
  };
  let chores: Promise<unknown> = Promise.resolve();
  return {
    channel: wecom.channel,
    webhooks: () => wecom.webhooks,
    start: () => {
      chores = Promise.all([
        wecom.start().catch(logFailure),
        // A bot's deliveries go out over its connection, so a process that delivers holds it.
        on.isWorker ? wecom.connect().catch(logFailure) : undefined,
        forgetOld(),
      ]);
    },
    renew: async (section) => {
      if (section.enabled) await wecom.renew(wecomSettings(section));
    },
    close: async () => {
      ending.abort();
      await wecom.disconnect();
      await chores;
    },
  };
}

/** The section as the channel takes it. */
export function wecomSettings(wecom: WecomSection): WecomSettings {
  const { group_shared_history_enabled: isShared } = wecom;
  return {
    bots: wecomBots(wecom).map(botOf),
    busyPolicy: wecom.busy_policy,
    streams: wecom.streams,
    sharedGroups: isShared ? wecom.group_shared_history_chat_ids : [],
    allowedUsers: wecom.allowed_users,
    allowedGroups: wecom.allowed_groups,
    admins: wecom.admin_users,
    maxFileBytes: wecom.max_file_size_mb * 1024 ** 2,
    ticketsPerScope: wecom.response_url_cache_per_scope,
    turnTimeoutMs: wecom.lock_timeout_secs * 1000,
    historyMessages: wecom.history_max_turns,
    replayWindowMs: wecom.replay_window_secs * 1000,
    fallbackUrl: wecom.fallback_robot_webhook_url,
    fallbackPrivateText: wecom.fallback_robot_private_text,
    pushUrls: wecom.push_urls.map(({ bot: of, scope, url }) => ({ bot: of, scope, url })),
    welcome: wecom.welcome_text,
    welcomeButtons: wecom.welcome_buttons,
    thoughts: wecom.thoughts,
    stopButton: wecom.stop_button,
    apiBaseUrl: wecom.api_base_url,
    socketUrl: wecom.ws_url,
    allowedHosts: wecom.allowed_hosts,
  };
}

function botOf({ pairs, ...bot }: ReturnType<typeof wecomBots>[number]): WecomBot {
  return {
    ...bot,
    keys: pairs
      .map(({ token, encodingAesKey }) => wecomKey(token, encodingAesKey))
      .filter((key): key is WecomKey => key !== undefined),
  };
}
