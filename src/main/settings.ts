import type { ApiSettings } from "../api/http/ports.ts";
import type { Config } from "../config.ts";
import { isSetForProcess } from "../config/places.ts";
import { selectStandaloneHosts } from "../domain/listed-hosts.ts";
import type { Limits } from "../domain/quotas.ts";
import type { ModelConnection } from "../domain/views/model-connection.ts";
import type { PriceList } from "../domain/ports/model.ts";
import type { ModelSettings } from "../model/create.ts";
import type { SpeakerSettings } from "../model/speak.ts";
import type { TranscriberSettings } from "../model/transcribe.ts";
import type { SpineSettings } from "../spine/parts.ts";

/** The settings of each room, made from the operator's. */
export function spineSettings(config: Config, holder: string): SpineSettings {
  return {
    work: config.roles.includes("worker"),
    holder,
    defaultTimezone: config.default_timezone,
    perPersonPerMinute: config.limits.per_person_per_minute,
    turn: {
      leaseMs: config.turn.lease_seconds * 1000,
      timeoutMs: config.turn.timeout_seconds * 1000,
      concurrency: config.turn.concurrency,
      maxAttempts: config.turn.max_attempts,
    },
    outbox: {
      leaseMs: 30_000,
      concurrency: config.outbox.concurrency,
      holdMs: config.outbox.hold_seconds * 1000,
      retryMs: config.outbox.retry_seconds.map((seconds) => seconds * 1000),
      replyExpiresMs: config.outbox.reply_expires_minutes * 60_000,
    },
    sweepMs: 5_000,
  };
}

const megabyte = 1024 ** 2;

/** Limits of accounts and of the server. */
export function quotaLimits(config: Config): Limits {
  const { account, server } = config.limits;
  const { daily_token_cap: ownCap } = config.model;
  const { reminders, series, conversations, bots, stories } = account;
  return {
    account: {
      reminders,
      series,
      conversations,
      bots,
      stories,
      mediaBytes: account.media_mb * megabyte,
      storageBytes: account.storage_mb * megabyte,
      writtenBytesPerDay: account.written_mb_per_day * megabyte,
      messagesPerDay: account.messages_per_day,
      tokensPerDay: ownCap ?? account.tokens_per_day,
    },
    server: {
      mediaBytes: config.media.quota_mb * megabyte,
      storageBytes: server.storage_mb * megabyte,
      tokensPerDay: server.tokens_per_day,
      newAccountsPerDay: server.new_accounts_per_day,
    },
  };
}

export function modelSettings(config: Config) {
  const { model, memory } = config;
  const { account, server } = quotaLimits(config);
  return {
    baseUrl: model.base_url,
    apiKey: model.api_key,
    model: model.name,
    stories: model.stories,
    classifier: model.classifier,
    fallback: model.fallback,
    timeouts: {
      firstTokenMs: model.timeouts.first_token_seconds * 1000,
      idleMs: model.timeouts.idle_seconds * 1000,
      totalMs: model.timeouts.total_seconds * 1000,
    },
    retryBudgetMs: model.retry_budget_seconds * 1000,
    dailyTokenCap: account.tokensPerDay,
    serverTokenCap: server.tokensPerDay,
    maxToolCalls: model.max_tool_calls,
    maxToolRounds: model.max_tool_rounds,
    maxChars: model.max_output_chars,
    images: model.images,
    contextTokens: model.context_tokens,
    choices: model.choices,
    priceList: listPrices(config),
    embeddings: embeddingSettings({ model, memory }),
    embeddingsWaitMs: memory.embeddings_wait_ms,
  };
}

function listPrices({ model }: Pick<Config, "model">): PriceList | undefined {
  if (model.prices.length === 0) return undefined;
  const byModel = model.prices.map(
    ({ model: name, input, output }) => [name, { input, output }] as const,
  );
  return { currency: model.currency, prices: Object.fromEntries(byModel) };
}

/**
 * The settings with the connection that was saved in the page. Every model that the settings name is one
 * of their own server, so none of them is kept; only embeddings stay where they are until one is chosen.
 */
export function applyConnection(
  settings: ModelSettings & { readonly embeddingsWaitMs: number },
  connection: ModelConnection | undefined,
): ModelSettings {
  if (connection === undefined) return settings;
  const { embeddings, baseUrl, apiKey, ...chosen } = connection;
  return {
    ...settings,
    classifier: undefined,
    fallback: undefined,
    stories: undefined,
    choices: undefined,
    priceList: undefined,
    ...chosen,
    baseUrl,
    apiKey,
    embeddings:
      embeddings === undefined
        ? settings.embeddings
        : { model: embeddings, baseUrl, apiKey, waitMs: settings.embeddingsWaitMs },
  };
}

/** The embeddings model, unless it is off. */
function embeddingSettings({ model, memory }: Pick<Config, "model" | "memory">) {
  const {
    embeddings,
    embeddings_base_url: own,
    embeddings_api_key: key,
    embeddings_wait_ms: waitMs,
  } = memory;
  const baseUrl = own ?? model.base_url;
  if (embeddings === "off" || baseUrl === undefined) return undefined;
  // The provider's key is for the provider: another server gets its own, or none.
  return {
    model: embeddings,
    baseUrl,
    apiKey: own === undefined ? (key ?? model.api_key) : key,
    waitMs,
  };
}

/** Undefined where no server for speech is set. */
export function voiceSettings({ voice }: Pick<Config, "voice">): TranscriberSettings | undefined {
  const { base_url: baseUrl, api_key: apiKey, name: model, timeout_seconds: seconds } = voice;
  return baseUrl === undefined ? undefined : { baseUrl, apiKey, model, timeoutMs: seconds * 1000 };
}

/** Undefined where answers are not spoken. */
export function speechSettings({ voice }: Pick<Config, "voice">): SpeakerSettings | undefined {
  const { base_url: baseUrl, api_key: apiKey, speech_model: model, speech_voice } = voice;
  return baseUrl === undefined || model === undefined
    ? undefined
    : { baseUrl, apiKey, model, voice: speech_voice };
}

/** The model's own host is reachable even in a private network: the operator configured it. */
export function modelHosts(
  { model: { base_url: base, allowed_hosts: more }, memory: { embeddings_base_url: own } }: Config,
  connection?: ModelConnection,
): string[] {
  return [
    ...[base, own, connection?.baseUrl].flatMap((url) =>
      url === undefined ? [] : [new URL(url).origin],
    ),
    ...selectStandaloneHosts(more),
  ];
}

export function apiSettings(config: Config): ApiSettings {
  const { server, limits, roles } = config;
  // Any number of workers may share a file with a gateway on one machine, so each uses a free port unless it was given one.
  const isOwnPort = roles.includes("gateway") || isSetForProcess(config, "server.port");
  return {
    host: server.host,
    port: isOwnPort ? server.port : 0,
    allowedHosts: server.allowed_hosts,
    trustedProxies: server.trusted_proxies,
    bodyLimitBytes: server.body_limit_kb * 1024,
    requestTimeoutMs: server.request_timeout_seconds * 1000,
    limits: {
      perIpPerMinute: limits.per_ip_per_minute,
      perCredentialPerMinute: limits.per_account_per_minute,
      perAccountPerMinute: limits.per_account_per_minute,
      webhooksPerIpPerMinute: limits.per_ip_per_minute * 100,
      signInFailuresPer15Minutes: limits.login_attempts_per_15_minutes,
    },
  };
}
