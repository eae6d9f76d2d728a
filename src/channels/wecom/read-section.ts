import { wecomBots } from "./configured-bots.ts";
import { type WecomKey, wecomKey } from "./crypto.ts";
import type { WecomSection } from "./section.ts";
import type { WecomBot, WecomSettings } from "./settings.ts";

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
