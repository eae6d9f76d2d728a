// Generated from /openapi.json: MEANWHILE_CLIENT=write npm test -- test/api/description.test.ts
// The shapes of the API, and its operations by method and path.

export type WebhookReminder = {
  id: string;
  content: string;
  due_at: string | null;
};

export type Error = {
  error: {
    code: "invalid_json" | "invalid_request" | "invalid_id" | "invalid_file" | "body_too_deep" | "code_not_valid" | "identity_pairing_required" | "channel_identity_already_bound" | "invalid_provider_payload" | "unsupported_provider" | "account_required" | "confirmation_mismatch" | "friend_link_disabled" | "self_friendship_forbidden" | "unknown_person" | "unknown_place" | "unknown_command" | "not_present" | "clock_backwards" | "peer_not_trusted" | "unauthorized" | "page_key_required" | "webhook_unauthorized" | "forbidden" | "proof_required" | "calendar_entry_refused" | "only_the_host" | "not_in_story" | "muted" | "cross_site_refused" | "account_disabled" | "sign_on_refused" | "sign_on_no_account" | "not_found" | "friend_link_not_found" | "scene_not_found" | "invitation_not_found" | "method_not_allowed" | "request_timeout" | "turn_in_flight" | "story_paused" | "not_your_turn" | "name_taken" | "character_taken" | "character_in_use" | "already_in_story" | "booking_over" | "peer_repeated" | "story_full" | "too_many_stories" | "request_in_flight" | "key_reused" | "outcome_unknown" | "scene_over" | "in_another_scene" | "you_are_away" | "nobody_there" | "whisper_unclear" | "not_the_last_reply" | "version_conflict" | "already_recorded" | "not_resendable" | "account_busy" | "operator_account_kept" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "wrong_host" | "rate_limited" | "daily_limit" | "headers_too_large" | "internal" | "turn_failed" | "scene_not_summed_up" | "sign_on_unavailable" | "unavailable" | "quota_reached";
    message: string;
    fact?: Record<string, unknown> | undefined;
  };
};

export type SignedIn = (Session) & ({
  page_key: string;
});

export type Account = {
  id: string;
  display_name: string | null;
  language: "zh" | "en" | null;
  default_timezone: string;
  reminder_channels: Array<string>;
  morning: string;
  reminded_by: "both" | "chat" | "devices";
  link_hosts: Array<string>;
  is_welcomed: boolean;
  zone_source: "default" | "guessed" | "chosen";
};

export type Session = {
  account: Account;
  role: "operator" | "auditor" | "account";
  model: {
    kind: "offline" | "provider" | "scripted";
    name: string;
  };
};

export type OpenSession = {
  id: string;
  account_id: string;
  account_name: string | null;
  role: "operator" | "auditor" | "account";
  expires_at: string;
  created_at: string;
  last_used_at: string | null;
  opened_with: "account" | "link" | "operator_token" | "pairing" | "passkey" | "single_sign_on";
  token_label: string | null;
  is_this: boolean;
};

export type PasskeyToAdd = {
  challenge: string;
  rp_id: string;
  user_id: string;
  user_name: string;
  known: Array<string>;
};

export type Passkey = {
  id: string;
  name: string;
  host: string;
  created_at: string;
  last_used_at: string | null;
};

export type PasskeyChallenge = {
  challenge: string;
  rp_id: string;
};

export type PasskeyCode = {
  code: string;
};

export type SignInWays = {
  single_sign_on: {
    name: string;
  } | null;
  proxy: {
    name: string;
  } | null;
  passkeys: boolean;
};

export type SignOnLink = {
  name: string;
  is_linked: boolean;
};

export type SignOnJourney = {
  url: string;
};

export type OwnAccountChange = (AccountChange) & ({
  is_welcomed?: true | undefined;
  keep?: "hour" | "moment" | undefined;
  device_timezone?: string | undefined;
});

export type AccountChange = {
  display_name?: string | undefined;
  language?: "zh" | "en" | undefined;
  default_timezone?: string | undefined;
  reminder_channels?: Array<string> | undefined;
  morning?: string | undefined;
  reminded_by?: "both" | "chat" | "devices" | undefined;
  link_hosts?: Array<string> | undefined;
};

export type ZoneChange = {
  reminders: number;
  first: {
    content: string;
    at: string;
    at_there: string;
  } | null;
};

export type KnownAccount = (Account) & ({
  lifecycle: "active" | "disabled";
  origin: string;
  created_at: string;
  is_operator: boolean;
  channels: Array<string>;
  identities: Array<{
    channel: string;
    channel_account: string;
    subject: string;
  }>;
  last_seen_at: string | null;
});

export type AccountInvitation = {
  account_id: string;
  url: string;
  expires_at: string;
  reach: "machine" | "network" | "internet";
};

export type ExportLink = {
  url: string;
  expires_at: string;
};

export type ExportProof = {
  proof?: string | undefined;
};

export type Backups = {
  backups: Array<{
    name: string;
    at: string;
    bytes: number;
  }>;
  running_since: string | null;
  failed: string | null;
  nightly: boolean;
};

export type BackupLink = {
  url: string;
};

export type AuditEntry = {
  id: number;
  at: string;
  action: string;
  outcome: "done" | "refused";
  actor: string;
  actor_account_id: string | null;
  role: "operator" | "auditor" | "account" | null;
  account_id: string | null;
  subject: string | null;
  network: string | null;
  details: Record<string, unknown>;
  hash: string;
};

export type AuditChain = {
  ok: boolean;
  entries: number;
  last_hash: string;
  broken_at: number | null;
  problem: "changed" | "missing" | "put_in" | "cut_off" | "forged" | "unsealed" | "unknown_key" | null;
  sealed_from: number | null;
  anchors: number;
};

export type MetricWindow = {
  step_seconds: number;
  at: Array<string>;
  series: Array<{
    name: string;
    unit: "per_minute" | "count" | "bytes" | "seconds";
    values: Array<number | null>;
  }>;
  timings: Array<{
    name: string;
    p50: Array<number | null>;
    p95: Array<number | null>;
    p99: Array<number | null>;
  }>;
};

export type Spending = {
  days: Array<{
    day: string;
    calls: number;
    input_tokens: number;
    output_tokens: number;
    costs: Array<{
      currency: string | null;
      micros: number;
    }>;
  }>;
  accounts: Array<{
    account_id: string;
    display_name: string | null;
    calls: number;
    input_tokens: number;
    output_tokens: number;
    costs: Array<{
      currency: string | null;
      micros: number;
    }>;
  }>;
  more_accounts: number;
};

export type DoctorReport = {
  ok: boolean;
  at: string;
  checks: Array<{
    name: string;
    status: "ok" | "warn" | "fail";
    says: {
      en: string;
      zh: string;
    };
    fix: {
      en: string;
      zh: string;
    } | null;
  }>;
};

export type SmokeRun = {
  run: string;
  stack: string;
  started_at: string;
  ended_at: string;
  passed: number;
  failed: number;
  skipped: number;
};

export type SmokeReport = {
  run: string;
  stack: string;
  started_at: string;
  ended_at: string;
  passed: number;
  failed: number;
  skipped: number;
  cases: Array<{
    case: string;
    group: string;
    gist: string | null;
    status: "passed" | "failed" | "skipped";
    reason: string | null;
    took_ms: number;
    steps: Array<{
      said: string;
      replies: Array<string>;
      findings: Array<{
        what: string;
        expected: string;
        found: string;
      }>;
    }>;
  }>;
};

export type ModelConnection = {
  in_use: "page" | "settings" | "none";
  saved: {
    base_url: string;
    model: string;
    has_key: boolean;
    images: boolean;
    stories: string | null;
    embeddings: string | null;
    choices: Array<string>;
    currency: string;
    prices: Array<{
      model: string;
      input: number;
      output: number;
    }>;
  } | null;
  configured: {
    base_url: string;
    model: string;
    has_key: boolean;
  } | null;
};

export type ModelCheck = {
  ok: boolean;
  problem: "address_forbidden" | "unreachable" | "key_refused" | "model_unknown" | "quota" | "server_failing" | "not_compatible" | null;
  model: string | null;
  status: number | null;
  models: Array<string>;
};

export type PublicAddress = {
  address: string;
  in_use: "page" | "settings" | "none";
  saved: string | null;
  configured: string | null;
  reach: "machine" | "network" | "internet";
  lacks_proxy: boolean;
};

export type ChannelForm = {
  name: string;
  title: {
    en: string;
    zh: string;
  };
  is_on: boolean;
  switch: string;
  is_forgotten: boolean;
  problem: string | null;
  fields: Array<ChannelField>;
  values: Record<string, unknown>;
  origins: Record<string, "page" | "settings" | "default">;
  places: Record<string, string>;
};

export type ChannelField = {
  path: string;
  kind: "text" | "number" | "switch" | "choice" | "list" | "records";
  secret: boolean;
  choices: Array<string>;
  label: {
    en: string;
    zh: string;
  };
  hint: {
    en: string;
    zh: string;
  };
  main: boolean;
  fields: Array<ChannelField>;
};

export type ToolServers = {
  servers: Array<ToolServer>;
};

export type ToolServer = {
  name: string;
  url: string;
  header_names: Array<string>;
  everyone: boolean;
  state: "new" | "ready" | "changed" | "not_allowed" | "name_taken";
  found_hash: string;
  found_at: string;
  tools: Array<{
    name: string;
    description: string;
    parameters: Record<string, unknown>;
    readOnly: boolean;
    hash: string;
    use: "auto" | "ask" | "free" | "off" | null;
  }>;
  changes: Array<{
    name: string;
    change: "changed" | "missing" | "new";
    before: {
      description: string;
      parameters: Record<string, unknown>;
      readOnly: boolean;
    } | null;
    after: {
      description: string;
      parameters: Record<string, unknown>;
      readOnly: boolean;
    } | null;
  }>;
  unusable: Array<string>;
  sign_in: "none" | "needed" | "done";
  program: string | null;
};

export type ToolServerOutcome = {
  server: (ToolServer) & (Record<string, unknown> | null);
  problem: "address_forbidden" | "unreachable" | "key_refused" | "too_slow" | "too_large" | "redirected" | "not_compatible" | "sign_in_needed" | "sign_in_refused" | "sign_in_unsafe" | "client_needed" | null;
};

export type ToolSignInBeginning = {
  url: string | null;
  problem: "address_forbidden" | "unreachable" | "key_refused" | "too_slow" | "too_large" | "redirected" | "not_compatible" | "sign_in_needed" | "sign_in_refused" | "sign_in_unsafe" | "client_needed" | null;
};

export type ToolSignInClient = {
  client_id: string;
};

export type OwnToolServers = {
  servers: Array<ToolServer>;
  may_add: boolean;
};

export type OutsideCalendar = {
  id: string;
  name: string;
  host: string;
  created_at: string;
  looked_at: string | null;
  problem: "address_forbidden" | "unreachable" | "password_refused" | "too_slow" | "too_large" | "redirected" | "not_a_calendar" | "secret_missing" | null;
  entries: number;
  skipped: number;
};

export type OutsideCalendarOutcome = {
  calendar: (OutsideCalendar) & (Record<string, unknown> | null);
  problem: "address_forbidden" | "unreachable" | "password_refused" | "too_slow" | "too_large" | "redirected" | "not_a_calendar" | "secret_missing" | null;
};

export type Webhooks = {
  webhooks: Array<Webhook>;
  may_add: boolean;
};

export type Webhook = {
  id: string;
  url: string;
  types: Array<"reminder.fired" | "reminder.delivered" | "reminder.waiting" | "reminder.failed" | "reminder.done" | "story.digest">;
  is_on: boolean;
  off_reason: "person" | "gone" | "failing" | null;
  created_at: string;
  waiting: number;
  failed: number;
  last: WebhookCall | null;
};

export type WebhookCall = {
  id: string;
  type: "reminder.fired" | "reminder.delivered" | "reminder.waiting" | "reminder.failed" | "reminder.done" | "story.digest";
  status: "pending" | "sent" | "failed";
  attempt: number;
  error_code: string | null;
  created_at: string;
  attempted_at: string | null;
  next_attempt_at: string | null;
};

export type MadeWebhook = {
  webhook: Webhook;
  secret: string;
};

export type WebhookSecret = {
  secret: string;
};

export type WebhookTrial = {
  code: string | null;
};

export type WebhookCalls = {
  calls: Array<WebhookCall>;
  next: number | null;
};

export type UsageFigure = {
  what: string;
  used: number;
  most: number;
  unit: "count" | "bytes";
  per: "total" | "day";
};

export type ReminderCard = {
  turn_id: string | null;
  message_id: string | null;
  reminder_id: string;
  content: string;
  lifecycle: "active" | "completed" | "deleted";
  completion: string | null;
  local_start: string | null;
  timezone: string;
  next_fire_at: string | null;
  is_recurring: boolean;
  shared_reminder_id: string | null;
  version: number;
  can_undo: boolean;
};

export type SearchHits = {
  hits: Array<SearchHit>;
  next: string | null;
};

export type SearchHit = {
  conversation_id: string;
  title: string | null;
  channel: string;
  story_id: string | null;
  message_id: string;
  event_id: number;
  direction: "inbound" | "outbound";
  created_at: string;
  excerpt: string;
  marks: Array<[number, number]>;
};

export type Conversation = {
  id: string;
  channel: string;
  title: string | null;
  last_text: string | null;
  last_direction: "inbound" | "outbound" | null;
  last_event_id: number | null;
  updated_at: string;
  running: boolean;
  story_id: string | null;
  pinned: boolean;
  archived: boolean;
  deleted_at: string | null;
};

export type MessagePage = {
  messages: Array<Message>;
  stopped: Array<StoppedTurn>;
  running: {
    turn_id: string;
    attempt: number;
    text: string;
  } | null;
  last_event_id: number;
  has_earlier: boolean;
  has_later: boolean;
};

export type Message = {
  id: string;
  event_id: number;
  direction: "inbound" | "outbound";
  text: string;
  turn_id: string | null;
  created_at: string;
  end: "answered" | "stopped" | "rejected" | "dead_lettered" | null;
  deliveries: Array<{
    id: string;
    status: string;
    error_code: string | null;
  }>;
  attachments: Array<{
    kind: string;
    name: string | null;
    type: string | null;
    bytes: number | null;
    state: string;
  }>;
  quote: {
    text: string;
    from: "person" | "us" | null;
  } | null;
  spoken_as: string | null;
  versions: {
    of: string | null;
    hides: Array<string>;
    shows: Array<string>;
  } | null;
};

export type StoppedTurn = {
  turn_id: string;
  event_id: number;
  text: string;
  message_ids: Array<string>;
};

export type Receipt = {
  accepted: true;
  duplicate: boolean;
  message_id: string;
  outcome: "accepted" | "duplicate" | "busy" | "control";
  control?: "stopped" | "nothing_to_stop" | "already_finished" | "cleared" | "new" | undefined;
};

export type Delivery = {
  id: string;
  account_id: string;
  conversation_id: string;
  turn_id: string | null;
  message_id: string | null;
  channel: string;
  source: string;
  status: "pending" | "sending" | "sent" | "delivered" | "read" | "unknown" | "failed" | "waiting_for_user" | "expired" | "discarded" | "withdrawn";
  error_code: string | null;
  attempts: number;
  created_at: string;
  updated_at: string;
  next_attempt_at: string | null;
  parked: boolean;
};

export type Token = {
  id: string;
  account_id: string;
  account_name: string | null;
  kind: "account" | "service";
  role: "operator" | "auditor" | "account";
  label: string | null;
  scopes: Array<string>;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
  last_used_at: string | null;
};

export type Activity = {
  waiting_messages: number;
  running_turns: number;
  outbox: Record<string, number>;
  inbox: Array<{
    conversation_id: string;
    account_id: string;
    channel: string;
    id: string;
    text: string | null;
    created_at: string;
    end: "answered" | "stopped" | "rejected" | "dead_lettered" | null;
  }>;
  lanes: Array<{
    conversation_id: string;
    account_id: string;
    channel: string;
    waiting: number;
    waiting_since: string | null;
    running_turn_id: string | null;
    holder: string | null;
    failures: number;
    retry_at: string | null;
  }>;
  turns: Array<{
    conversation_id: string;
    account_id: string;
    channel: string;
    id: string;
    text: string | null;
    trigger: string;
    skill: string | null;
    status: "running" | "committed" | "stopped" | "superseded" | "failed";
    disposition: string | null;
    reason: string | null;
    attempt: number;
    started_at: string;
    completed_at: string | null;
    commands: number;
    model_calls: number;
    input_tokens: number;
    output_tokens: number;
    cost_micros: number | null;
    currency: string | null;
  }>;
  deliveries: Array<{
    conversation_id: string;
    account_id: string;
    channel: string;
    id: string;
    turn_id: string | null;
    source: string;
    status: "pending" | "sending" | "sent" | "delivered" | "read" | "unknown" | "failed" | "waiting_for_user" | "expired" | "discarded" | "withdrawn";
    error_code: string | null;
    text: string | null;
    attempts: number;
    created_at: string;
    updated_at: string;
    next_attempt_at: string | null;
    parked: boolean;
  }>;
};

export type MessageLog = {
  messages: Array<{
    conversation_id: string;
    account_id: string;
    channel: string;
    id: string;
    direction: "inbound" | "outbound";
    text: string | null;
    at: string;
    state: "pending" | "sending" | "sent" | "delivered" | "read" | "unknown" | "failed" | "waiting_for_user" | "expired" | "discarded" | "withdrawn" | "answered" | "stopped" | "rejected" | "dead_lettered" | null;
    error_code: string | null;
    turn_id: string | null;
    source: string | null;
  }>;
  next: string | null;
};

export type TurnReport = {
  turn: {
    conversation_id: string;
    account_id: string;
    channel: string;
    id: string;
    text: string | null;
    trigger: string;
    skill: string | null;
    status: "running" | "committed" | "stopped" | "superseded" | "failed";
    disposition: string | null;
    reason: string | null;
    attempt: number;
    started_at: string;
    completed_at: string | null;
    commands: number;
    model_calls: number;
    input_tokens: number;
    output_tokens: number;
    cost_micros: number | null;
    currency: string | null;
  };
  input_from_seq: number | null;
  input_to_seq: number | null;
  input: Array<{
    id: string;
    seq: number;
    text: string | null;
    created_at: string;
  }>;
  commands: Array<{
    id: string;
    domain: string;
    operation: string;
    status: string;
    payload: Record<string, unknown> | null;
  }>;
  model_calls: Array<{
    id: string;
    purpose: string;
    model: string;
    outcome: string | null;
    error_code: string | null;
    attempts: number | null;
    input_tokens: number | null;
    output_tokens: number | null;
    first_token_ms: number | null;
    total_ms: number | null;
    cost_micros: number | null;
    currency: string | null;
    sources: number;
    started_at: string;
  }>;
  tool_calls: Array<{
    id: string;
    server: string;
    tool: string;
    arguments: Record<string, unknown> | null;
    outcome: string | null;
    error_code: string | null;
    result_chars: number | null;
    total_ms: number | null;
    started_at: string;
  }>;
  events: Array<{
    id: number;
    kind: string;
    at: string;
  }>;
  deliveries: Array<{
    conversation_id: string;
    account_id: string;
    channel: string;
    id: string;
    turn_id: string | null;
    source: string;
    status: "pending" | "sending" | "sent" | "delivered" | "read" | "unknown" | "failed" | "waiting_for_user" | "expired" | "discarded" | "withdrawn";
    error_code: string | null;
    text: string | null;
    attempts: number;
    created_at: string;
    updated_at: string;
    next_attempt_at: string | null;
    parked: boolean;
  }>;
};

export type Changed = {
  what: Array<"calendar" | "activity" | "channels">;
};

export type OwnChannel = {
  channel: string;
  channel_account: string;
  is_yours: boolean;
  state: "not_connected" | "connecting" | "connected" | "needs_login" | "failed" | null;
  reason: string | null;
  since: string | null;
  is_paired: boolean;
  conversation_id: string | null;
  last_message_at: string | null;
  last_reached_at: string | null;
  waiting: number;
  last_trouble: {
    status: string;
    error_code: string | null;
    at: string;
  } | null;
};

export type ChannelCatalog = {
  channels: Array<{
    channel: string;
    section: string;
    name: {
      en: string;
      zh: string;
    };
    full_name: {
      en: string;
      zh: string;
    };
    binds_people: boolean;
    is_on: boolean;
    troubles: Record<string, {
      en: string;
      zh: string;
    }>;
    same_trouble: Record<string, string>;
  }>;
  apps: Array<{
    name: string;
    title: {
      en: string;
      zh: string;
    };
    hint: {
      en: string;
      zh: string;
    };
    channels: Array<string>;
    addresses: Array<string>;
    checks: Array<string>;
    setup: {
      steps: {
        en: Array<string>;
        zh: Array<string>;
      };
      check_hint: {
        en: string;
        zh: string;
      };
      otherwise: {
        en: string;
        zh: string;
      } | null;
    } | null;
    login: {
      path: string;
      setting: string;
      is_on: boolean;
    } | null;
  }>;
};

export type TestOutcome = {
  status: "pending" | "sending" | "sent" | "delivered" | "read" | "unknown" | "failed" | "waiting_for_user" | "expired" | "discarded" | "withdrawn";
  error_code: string | null;
};

export type Note = {
  vendor_id: string;
  payload: Record<string, unknown>;
  created_at: string;
};

export type Rejection = {
  channel: string;
  channel_account: string;
  vendor_id: string | null;
  code: string;
  created_at: string;
};

export type Feedback = {
  channel: string;
  channel_account: string;
  subject: string;
  account_id: string | null;
  rating: "good" | "bad" | "taken_back";
  reasons: Array<string>;
  words: string;
  created_at: string;
};

export type Identity = {
  id: string;
  account_id: string;
  channel: string;
  channel_account: string;
  subject: string;
  created_at: string;
};

export type Pairing = {
  id: string;
  code: string;
  link: string;
  qr_payload: string;
  reach: "machine" | "network" | "internet";
  expires_at: string;
};

export type Channel = {
  id: string;
  channel: string;
  channel_account: string;
  account_id: string | null;
  state: "not_connected" | "connecting" | "connected" | "needs_login" | "failed";
  reason: string | null;
  since: string;
  connected_at: string | null;
};

export type ReminderBatchResult = {
  state: "succeeded" | "failed" | "needs_follow_up";
  reminder_id: string | null;
  reason: string | null;
  time_state: "future" | "past" | "none" | null;
  fact: Record<string, unknown>;
  delivery: DeliveryForecast | null;
};

export type DeliveryForecast = {
  on_time: boolean;
  reason: "window_closed" | "quota_used" | "never_wrote" | "not_connected" | "nowhere" | null;
  channel: string | null;
  window_ends_at: string | null;
};

export type ReminderBatchItem = {
  operation: "create" | "update" | "delete" | "complete";
  reminder_id?: string | undefined;
  content?: string | undefined;
  raw_text?: string | undefined;
  trigger_time?: string | null | undefined;
  captured_timezone?: string | undefined;
  recurrence_rule?: string | Record<string, unknown> | null | undefined;
  duration_minutes?: number | null | undefined;
  all_day?: boolean | undefined;
  kind?: "timed" | "recurring" | "no_trigger_time" | undefined;
  late_policy?: "fire" | "skip" | undefined;
  insist?: {
    every_minutes?: number | undefined;
    times?: number | undefined;
    until?: string | null | undefined;
    important?: boolean | undefined;
  } | null | undefined;
  notes?: string | null | undefined;
  place?: string | null | undefined;
  link?: string | null | undefined;
  color?: "tomato" | "orange" | "gold" | "seagreen" | "teal" | "royalblue" | "mediumpurple" | "palevioletred" | null | undefined;
  order?: number | null | undefined;
  is_to_do?: boolean | undefined;
  alerts?: Array<number> | undefined;
  entry_point?: string | undefined;
};

export type Reminder = {
  id: string;
  content: string;
  kind: string;
  lifecycle: string;
  completion: string | null;
  local_start: string | null;
  captured_timezone: string;
  rrule: string | null;
  workdays: string | null;
  exdates: Array<string>;
  duration_minutes: number | null;
  all_day: boolean;
  next_fire_at: string | null;
  last_fired_at: string | null;
  late_policy: "fire" | "skip";
  insist: Insistence | null;
  nag_at: string | null;
  nags: number;
  notes: string | null;
  place: string | null;
  link: string | null;
  color: "tomato" | "orange" | "gold" | "seagreen" | "teal" | "royalblue" | "mediumpurple" | "palevioletred" | null;
  order: number;
  is_to_do: boolean;
  alerts: Array<number>;
  series_id: string | null;
  occurrence: string | null;
  shared_reminder_id: string | null;
  conversation_id: string | null;
  source: string;
  version: number;
  created_at: string;
  updated_at: string;
  overlaps?: {
    reminder_id: string;
    content: string;
    next_fire_at: string | null;
  } | undefined;
  delivery?: DeliveryForecast | undefined;
};

export type Insistence = {
  every_minutes: number;
  times: number;
  until: string | null;
  important: boolean;
};

export type CalendarEntry = {
  entry_type: "occurrence" | "fired" | "unscheduled" | "done" | "cancelled" | "outside";
  reminder_id: string;
  content: string;
  kind: string;
  display_start: string | null;
  display_end: string | null;
  starts_at: string | null;
  occurrence: string | null;
  is_recurring: boolean;
  rule_words: {
    en: string;
    zh: string;
  } | null;
  series_id: string | null;
  duration_minutes: number | null;
  all_day: boolean;
  fired_at: string | null;
  fire_state: "waiting" | "completed" | "skipped" | "dismissed" | null;
  shared_reminder_id: string | null;
  place: string | null;
  color: "tomato" | "orange" | "gold" | "seagreen" | "teal" | "royalblue" | "mediumpurple" | "palevioletred" | null;
  order: number;
  is_to_do: boolean;
};

export type MissedReminder = {
  reminder_id: string;
  content: string;
  due_at: string;
  timezone: string;
  state: "undelivered" | "on_its_way" | "came_late";
  channel: string | null;
  conversation_id: string | null;
  reason: string | null;
  reached_at: string | null;
  version: number;
};

export type SentenceReading = {
  intent: string;
  items: Array<{
    title: string;
    start: string;
    rrule: string | null;
    rule_words: {
      en: string;
      zh: string;
    } | null;
    duration_minutes: number | null;
    all_day: boolean;
  }>;
  spans: Array<{
    from: number;
    to: number;
    kind: string;
  }>;
  people: Array<{
    account_id: string;
    name: string;
  }>;
  target: string | null;
  question: string | null;
  reasons: Array<string>;
  timezone: string;
};

export type ReminderChange = {
  content?: string | undefined;
  trigger_time?: string | null | undefined;
  captured_timezone?: string | undefined;
  recurrence_rule?: string | Record<string, unknown> | null | undefined;
  duration_minutes?: number | null | undefined;
  all_day?: boolean | undefined;
  occurrence?: string | undefined;
  late_policy?: "fire" | "skip" | undefined;
  insist?: {
    every_minutes?: number | undefined;
    times?: number | undefined;
    until?: string | null | undefined;
    important?: boolean | undefined;
  } | null | undefined;
  notes?: string | null | undefined;
  place?: string | null | undefined;
  link?: string | null | undefined;
  color?: "tomato" | "orange" | "gold" | "seagreen" | "teal" | "royalblue" | "mediumpurple" | "palevioletred" | null | undefined;
  order?: number | null | undefined;
  is_to_do?: boolean | undefined;
  alerts?: Array<number> | undefined;
  version?: number | undefined;
};

export type CalendarLink = {
  url: string | null;
};

export type ImportReport = {
  imported: number;
  unchanged: number;
  skipped: Array<{
    uid: string;
    title: string;
    reason: string;
  }>;
  delivery: DeliveryForecast | null;
};

export type BookingPage = {
  is_on: boolean;
  starts: string;
  ends: string;
  weekdays: Array<number>;
  minutes: number;
  days_ahead: number;
  url: string | null;
};

export type Booking = {
  id: string;
  name: string;
  subject: string;
  email: string | null;
  starts_at: string;
  minutes: number;
  state: "pending" | "confirmed" | "declined" | "expired" | "withdrawn";
  other_time: boolean;
  asked_at: string;
  expires_at: string;
  reminder_id: string | null;
  mail_state: "sent" | "failed" | null;
};

export type FriendLink = {
  friend_link_id: string;
  owner_account_id: string;
  lifecycle: "active" | "disabled";
  link_code: string | null;
  public_token: string | null;
  qr_payload: string | null;
  reach: "machine" | "network" | "internet";
  expires_at: string | null;
};

export type FriendJoin = {
  status: "created" | "already_active";
  friendship_id: string;
  friend_account_id: string;
  display_name: string | null;
};

export type Friend = {
  account_id: string;
  friendship_id: string;
  display_name: string | null;
  nickname: string | null;
  names: Array<string>;
  timezone: string;
  shared_reminders: "take" | "mute" | "refuse" | "ask";
  shows_busy: boolean;
  since: string;
};

export type BlockedFriend = {
  account_id: string;
  name: string;
  since: string;
};

export type QuietHours = {
  quiet_hours: {
    starts: string;
    ends: string;
  } | null;
};

export type AskFirst = {
  ask_first: boolean;
};

export type SharedReminderResult = {
  status: "created" | "duplicate_active" | "blocked" | "rescheduled" | "unchanged" | "cancelled" | "already_cancelled" | "completed" | "declined" | "accepted" | "added" | "skipped" | "unskipped";
  shared_reminder: SharedReminder | null;
  breakdown: {
    conflicting: Array<string>;
    refusing: Array<string>;
    available: Array<string>;
  };
  suggested_times: Array<string>;
  unreachable: Array<string>;
  delivery: DeliveryForecast | null;
};

export type SharedReminder = {
  id: string;
  creator_account_id: string;
  title: string;
  local_trigger_at: string;
  captured_timezone: string;
  rrule: string | null;
  exdates: Array<string>;
  duration_minutes: number | null;
  all_day: boolean;
  status: string;
  own_reminder_id: string;
  created_at: string;
  updated_at: string;
  projections: Array<{
    account_id: string;
    lifecycle: string;
    completion_status: string;
    notice: "waiting" | "told" | "muted" | null;
    told_at: string | null;
    reached_at: string | null;
  }>;
};

export type Memories = {
  memories: Array<Memory>;
  next: string | null;
};

export type Memory = {
  id: string;
  form: "fact" | "summary";
  words: string;
  said_at: string;
  date_said: string | null;
  date_meant: string | null;
  origin: "rule" | "model" | "person";
  conversation_id: string;
  is_shared: boolean;
  pinned: boolean;
  superseded_by: string | null;
  sources: Array<{
    event_id: number;
    text: string;
    said_at: string;
  }>;
};

export type RememberingTalks = {
  conversations: Array<RememberingTalk>;
  next: string | null;
};

export type RememberingTalk = {
  conversation_id: string;
  title: string | null;
  channel: string;
  is_on: boolean;
};

export type Companion = {
  companion: {
    id: string;
    name: string;
    has_picture: boolean;
    updated_at: string;
  } | null;
  characters: Array<{
    id: string;
    name: string;
    has_picture: boolean;
    updated_at: string;
  }>;
};

export type Initiative = {
  brief: boolean;
  follow_ups: boolean;
  silence_days: number | null;
  most_per_day: number;
};

export type InitiativeMessages = {
  messages: Array<InitiativeMessage>;
  next: string | null;
};

export type InitiativeMessage = {
  sort: "brief" | "follow_up" | "silence";
  message_id: string;
  at: string;
  reason: {
    since: string;
    reminders: Array<string>;
    silent_since?: string | undefined;
    silence_days?: number | undefined;
  };
};

export type Review = {
  lines: Array<ReviewLine>;
  is_cut: boolean;
};

export type ReviewLine = {
  kind: "done" | "plan" | "reminded" | "said";
  text: string;
  at: string;
  times: number;
  all_day: boolean;
  with: Array<string>;
  is_foreign: boolean;
  source: {
    kind: "reminder";
    reminder_id: string;
  } | {
    kind: "message";
    conversation_id: string;
    event_id: number;
  };
};

export type Bot = {
  id: string;
  name: string;
  persona: string;
  voice_samples: Array<string>;
  traits: Array<string>;
  backstory: string;
  initial_relationship_to_you: string;
  kickoff_prose: string;
  pronouns: string;
  looks: string;
  play: {
    model?: string | undefined;
    temperature?: number | undefined;
    top_p?: number | undefined;
    top_k?: number | undefined;
    frequency_penalty?: number | undefined;
    presence_penalty?: number | undefined;
    seed?: number | undefined;
    max_tokens?: number | undefined;
    stop?: Array<string> | undefined;
    language?: string | undefined;
    length?: "short" | "medium" | "long" | undefined;
    style?: string | undefined;
    note?: string | undefined;
    note_depth?: number | undefined;
  };
  extensions: Record<string, unknown>;
  account_id: string;
  event_id: number;
  created_at: string;
  updated_at: string;
};

export type You = {
  name: string;
  pronouns: string;
  persona: string;
  others: Array<{
    name: string;
    pronouns: string;
    persona: string;
  }>;
  event_id: number;
  updated_at: string;
};

export type Chat = {
  id: string;
  account_id: string;
  title: string | null;
  host_bot_id: string;
  guest_bot_id: string | null;
  initial_time: string;
  clock: string;
  narrative_anchor: string;
  weather: string;
  branch_id: string;
  created_at: string;
  updated_at: string;
};

export type OpenChat = {
  id: string;
  account_id: string;
  title: string | null;
  host_bot_id: string;
  guest_bot_id: string | null;
  initial_time: string;
  clock: string;
  narrative_anchor: string;
  weather: string;
  branch_id: string;
  created_at: string;
  updated_at: string;
  conversation_id: string | null;
  open_scenes: Array<{
    chat_id: string;
    account_id: string;
    event_id: number;
    id: number;
    container_id: number | null;
    parent_scene_id: number | null;
    kind: "you" | "meanwhile";
    host_bot_id: string;
    guest_bot_id: string | null;
    participants: Array<string>;
    started_at: string;
    closed_at: string | null;
    summarised: boolean;
    present: Array<string>;
  }>;
};

export type MeanwhileStarted = {
  scene_id: number;
  host_bot_id: string;
  participants?: Array<string> | undefined;
  plan_id?: string | undefined;
} | PlanSet;

export type PlanSet = {
  id: string;
  scene_id: number | null;
  starts_at: string | null;
  details: {
    beats: number;
    stop_if: Array<string>;
    budget_tokens: number | null;
    every_seconds: number;
    participants: Array<string>;
    container_id: number | null;
  };
};

export type MeanwhileStart = {
  host_bot_id?: string | undefined;
  guest_bot_id?: string | undefined;
  participants?: Array<string> | undefined;
  container_id?: number | undefined;
  started_at?: string | undefined;
  starts_at?: string | undefined;
  unattended?: {
    beats: number;
    stop_if?: Array<string> | undefined;
    budget_tokens?: number | undefined;
    every_seconds?: number | undefined;
  } | undefined;
};

export type Place = {
  chat_id: string;
  account_id: string;
  event_id: number;
  id: number;
  name: string;
  type: string;
  properties: Record<string, unknown>;
};

export type Scene = {
  chat_id: string;
  account_id: string;
  event_id: number;
  id: number;
  container_id: number | null;
  parent_scene_id: number | null;
  kind: "you" | "meanwhile";
  host_bot_id: string;
  guest_bot_id: string | null;
  participants: Array<string>;
  started_at: string;
  closed_at: string | null;
  summarised: boolean;
};

export type Presence = {
  chat_id: string;
  account_id: string;
  event_id: number;
  scene_id: number;
  entity_id: string;
  present: boolean;
};

export type StoryActivity = {
  chat_id: string;
  account_id: string;
  event_id: number;
  entity_id: string;
  posture: string;
  action: Record<string, unknown>;
  attention: string;
  holding: Array<string>;
  status: Record<string, unknown>;
};

export type Edge = {
  chat_id: string;
  account_id: string;
  event_id: number;
  source_id: string;
  target_id: string;
  affinity: number;
  trust: number;
  facts: Array<{
    fact: string;
  }>;
  relationship_summary: string;
};

export type Line = {
  chat_id: string;
  account_id: string;
  event_id: number;
  id: string;
  scene_id: number | null;
  meanwhile_scene_id: number | null;
  kind: "user" | "assistant";
  speaker_id: string;
  text: string;
  segments: Array<{
    kind: string;
    text: string;
    to?: Array<string> | undefined;
  }>;
  present: Array<string>;
  witnesses: Array<string>;
  status: "completed" | "cancelled";
  story_time: string | null;
  turn_id: string | null;
};

export type StoryMemory = {
  chat_id: string;
  account_id: string;
  event_id: number;
  id: string;
  owner_id: string;
  scene_id: number | null;
  witnesses: Array<string>;
  text: string;
  pov_summary: string;
  cites: Array<string>;
  story_time: string | null;
};

export type Thread = {
  chat_id: string;
  account_id: string;
  event_id: number;
  id: string;
  scene_id: number | null;
  title: string;
  summary: string;
  status: string;
};

export type Digest = {
  chat_id: string;
  account_id: string;
  event_id: number;
  id: string;
  scene_id: number;
  noticed: string;
  directors_cut: string | null;
  sealed: boolean;
  delivered: boolean;
};

export type ScenePlan = {
  chat_id: string;
  account_id: string;
  event_id: number;
  id: string;
  scene_id: number | null;
  starts_at: string | null;
  details: Record<string, unknown>;
  beats_done: number;
  status: "waiting" | "running" | "ended";
};

export type StorySettings = {
  settings: {
    model?: string | undefined;
    temperature?: number | undefined;
    top_p?: number | undefined;
    top_k?: number | undefined;
    frequency_penalty?: number | undefined;
    presence_penalty?: number | undefined;
    seed?: number | undefined;
    max_tokens?: number | undefined;
    stop?: Array<string> | undefined;
    language?: string | undefined;
    length?: "short" | "medium" | "long" | undefined;
    style?: string | undefined;
    note?: string | undefined;
    note_depth?: number | undefined;
    persona?: {
      name: string;
      pronouns?: string | undefined;
      persona?: string | undefined;
    } | undefined;
    system_template?: string | undefined;
    closing_template?: string | undefined;
    card_prompts?: boolean | undefined;
    context_tokens?: number | undefined;
    max_replies?: number | undefined;
    lorebook?: unknown;
  };
  models: Array<string>;
  system_template: string;
};

export type StoryLives = {
  lives: {
    is_on: boolean;
    meetings_per_day: number;
    scenes_per_day: number;
    scene_beats: number;
    scene_budget_tokens: number;
    routines: Array<{
      entity_id: string;
      slots: Array<{
        days: Array<number>;
        from: string;
        to: string;
        container_id: number;
        doing: string;
      }>;
      needs: Array<{
        name: string;
        container_id: number;
        every_hours: number;
        minutes: number;
      }>;
    }>;
  };
  whereabouts: Array<{
    entity_id: string;
    container_id: number;
    since: string;
    doing: string;
  }>;
  meetings: Array<{
    id: string;
    container_id: number;
    at: string;
    until: string;
    participants: Array<string>;
  }>;
};

export type ImportedCard = {
  id: string;
  name: string;
  namesakes: Array<{
    id: string;
    label: string;
  }>;
};

export type FileInJson = {
  file_base64: string;
};

export type ImportedPart = {
  id: string;
};

export type ImportedChat = {
  chat_id: string;
};

export type ReadPreset = {
  name: string;
  settings: {
    model?: string | undefined;
    temperature?: number | undefined;
    top_p?: number | undefined;
    top_k?: number | undefined;
    frequency_penalty?: number | undefined;
    presence_penalty?: number | undefined;
    seed?: number | undefined;
    max_tokens?: number | undefined;
    stop?: Array<string> | undefined;
    language?: string | undefined;
    length?: "short" | "medium" | "long" | undefined;
    style?: string | undefined;
    note?: string | undefined;
    note_depth?: number | undefined;
    persona?: {
      name: string;
      pronouns?: string | undefined;
      persona?: string | undefined;
    } | undefined;
    system_template?: string | undefined;
    closing_template?: string | undefined;
    card_prompts?: boolean | undefined;
    context_tokens?: number | undefined;
    max_replies?: number | undefined;
    lorebook?: unknown;
  };
  left_out: Array<{
    field: string;
    reason: "not_supported" | "out_of_range" | "connection" | "model" | "text_format" | "scripts" | "macro" | "second_note" | "story_only";
  }>;
};

export type Rewound = {
  to_event_id: number;
  branch_id: string;
  forgotten: number;
  preview?: true | undefined;
  differences?: Array<StoryDifference> | undefined;
};

export type StoryDifference = {
  what: string;
  key: string;
  a: Record<string, unknown> | null;
  b: Record<string, unknown> | null;
};

export type StoryCut = {
  turn_id?: string | undefined;
  event_id?: number | undefined;
};

export type Branched = {
  branch_id?: string | undefined;
  parent_branch_id?: string | undefined;
  from_event_id?: number | undefined;
  left_out?: number | undefined;
  preview?: true | undefined;
  differences?: Array<StoryDifference> | undefined;
};

export type Switched = {
  branch_id: string;
  preview?: true | undefined;
  differences?: Array<StoryDifference> | undefined;
};

export type Branches = {
  branches: Array<{
    branch_id: string;
    active: boolean;
    events: number;
    last_event_id: number;
  }>;
};

export type StoryState = {
  last_event_id: number;
  branch_id: string;
  chat: {
    clock: string;
    anchor: string;
    weather: string;
  };
  scenes: Array<{
    key: string;
  }>;
  edges: Array<{
    key: string;
  }>;
  memories: Array<{
    key: string;
  }>;
  turns: Array<{
    key: string;
  }>;
  activities: Array<{
    key: string;
  }>;
  threads: Array<{
    key: string;
  }>;
  digests: Array<{
    key: string;
  }>;
};

export type StoryAnswer = {
  understood: false;
  problem: string;
} | {
  understood: true;
  viewer: string;
  about: string;
  topic: "feel" | "know" | "remember" | "present";
  as_of: {
    story_time: string;
    event_id: number;
  };
  answer: string;
  edge: {
    affinity: number;
    trust: number;
    relationship_summary: string;
  } | null;
  facts: Array<string>;
  memories: Array<{
    text: string;
    story_time: string;
  }>;
  present: Array<string>;
};

export type Amendment = {
  preview: boolean;
  turns: Array<string>;
  differences: Array<StoryDifference>;
  viewers: Array<{
    viewer: string;
    name: string;
    appears: Array<{
      what: "line" | "memory" | "fact" | "summary";
      key: string;
      text: string;
    }>;
    vanishes: Array<{
      what: "line" | "memory" | "fact" | "summary";
      key: string;
      text: string;
    }>;
  }>;
  contradictions: Array<{
    turn_id: string;
    speaker_id: string;
    text: string;
    words: Array<string>;
  }>;
  redo: {
    feelings: Array<{
      source_id: string;
      target_id: string;
      turn_ids: Array<string>;
    }>;
    views: Array<{
      scene_id: number;
      owner_id: string;
    }>;
    threads: Array<number>;
    lines: Array<string>;
  };
  redone: "done" | "nothing" | "failed" | null;
};

export type TurnEdit = {
  text: string;
  segments?: Array<{
    kind: string;
    text: string;
    to?: Array<string> | undefined;
  }> | undefined;
  also?: Array<{
    turn_id: string;
    text: string;
    segments?: Array<{
      kind: string;
      text: string;
      to?: Array<string> | undefined;
    }> | undefined;
  }> | undefined;
  echoes?: "again" | "keep" | undefined;
};

export type PresenceCorrection = {
  entity_id: string;
  present: boolean;
  to_turn_id?: string | undefined;
};

export type ReplayedStory = {
  same: boolean;
  turns: number;
  replayed: number;
  calls: number;
  same_prompts: number;
  as_is: Array<{
    turn_id: string;
    why: string;
  }>;
  differences: Array<Record<string, unknown>>;
  state_hash: {
    recorded: string;
    replayed: string;
  };
};

export type RerunStory = {
  branch_id: string;
  parent_branch_id: string;
  model: string;
  turns: number;
  as_is: Array<{
    turn_id: string;
    why: string;
  }>;
  failed: {
    turn_id: string;
    reason: string;
  } | null;
  differences: Array<Record<string, unknown>>;
};

export type RerunAsk = {
  model: string;
  from_turn_id?: string | undefined;
  name?: string | undefined;
};

export type SceneNext = {
  scene_id?: number | undefined;
  speakers?: string | Array<string> | undefined;
};

export type ChosenVersion = {
  turn_id: string;
  version: number;
  versions: number;
};

export type PromptView = {
  viewer: string;
  scene_id: number;
  sections: Array<{
    name: string;
    lines: Array<string>;
    source_event_ids: Array<number>;
    unseen?: number | undefined;
  }>;
  messages: Array<{
    role: string;
    content: string;
  }>;
};

export type Origins = {
  origins: Array<Origin>;
  unseen: number;
};

export type Origin = {
  kind: "edge_fact" | "memory" | "turn";
  event_id: number;
  text: string;
  of: string;
  witnesses?: Array<string> | undefined;
  scene_id?: number | null | undefined;
  story_time?: string | undefined;
  brought_from?: string | undefined;
  hearsay?: boolean | undefined;
  from: Array<Origin>;
};

export type Gossip = {
  knows: Array<{
    entity_id: string;
    since: string;
    day: number;
    from: string | null;
    hops: number;
    event_id: number;
  }>;
  tellings: Array<{
    event_id: number;
    from: string | null;
    to: Array<string>;
    news_to: Array<string>;
    scene_id: number | null;
    story_time: string;
    text: string;
  }>;
  days: Array<{
    day: number;
    knew: number;
    learnt: number;
  }>;
  share: number;
  learnt_per_day: number;
  unseen: number;
};

export type StoryAudit = {
  chats: number;
  calls: number;
  contexts: number;
  lines: number;
  leaks: Array<{
    kind: string;
    chatId: string;
    viewer: string;
    eventId: number;
    words: Array<string>;
    path: Array<string>;
  }>;
  suspicions: Array<{
    kind: string;
    chatId: string;
    viewer: string;
    eventId: number;
    words: Array<string>;
    path: Array<string>;
  }>;
};

export type Lobby = {
  bots: Array<LobbyBot>;
  you: (Persona) & ({
    others: Array<Persona>;
  } | null);
  chats: Array<LobbyChat>;
};

export type LobbyBot = {
  id: string;
  name: string;
  persona: string;
  traits: Array<string>;
  backstory: string;
  kickoff_prose: string;
  tags: Array<string>;
  creator: string;
  creator_notes: string;
  lore_entries: number;
  has_picture: boolean;
  updated_at: string;
};

export type Persona = {
  name: string;
  pronouns: string;
  persona: string;
};

export type LobbyChat = {
  id: string;
  title: string | null;
  host_bot_id: string;
  guest_bot_id: string | null;
  initial_time: string;
  clock: string;
  narrative_anchor: string;
  persona: (Persona) & (Record<string, unknown> | null);
  last_speaker_id: string | null;
  last_text: string | null;
  has_meanwhile: boolean;
  has_digest: boolean;
};

export type StageView = {
  chat: {
    id: string;
    title: string | null;
    host_bot_id: string;
    guest_bot_id: string | null;
    initial_time: string;
    clock: string;
    narrative_anchor: string;
    weather: string;
    branch_id: string;
  };
  conversation_id: string | null;
  last_event_id: number;
  playing: {
    turn_id: string;
    scene_id: number | null;
    speaker_id: string | null;
  } | null;
  containers: Array<{
    id: number;
    name: string;
    type: string;
  }>;
  scenes: Array<{
    id: number;
    kind: "you" | "meanwhile";
    container_id: number | null;
    participants: Array<string>;
    present: Array<string>;
    started_at: string;
    closed_at: string | null;
  }>;
  activities: Array<{
    entity_id: string;
    posture: string;
    action: {
      verb?: string | undefined;
    };
    attention: string;
    holding: Array<string>;
  }>;
  edges: Array<{
    source_id: string;
    target_id: string;
    affinity: number;
    trust: number;
    facts: Array<{
      fact: string;
      cites?: Array<string> | undefined;
    }>;
    relationship_summary: string;
  }>;
  plans: Array<{
    id: string;
    scene_id: number | null;
    status: "waiting" | "running" | "ended";
    beats_done: number;
    ended_by: string | null;
    ended_why?: string | null | undefined;
    details: {
      beats: number;
    };
  }>;
  digests: Array<{
    id: string;
    scene_id: number;
    noticed: string;
    directors_cut: string | null;
    sealed: boolean;
    delivered: boolean;
    event_id: number;
  }>;
  threads: Array<{
    id: string;
    title: string;
    summary: string;
    status: string;
  }>;
  turns: Array<StageLine>;
  has_earlier: boolean;
  undoable: {
    what: "rewind";
  } | {
    what: "close";
    scene_id: number;
    before_event_id: number;
  } | null;
};

export type StageLine = {
  id: string;
  scene_id: number | null;
  meanwhile_scene_id: number | null;
  kind: "user" | "assistant";
  speaker_id: string;
  text: string;
  segments: Array<{
    kind: string;
    text: string;
    to?: Array<string> | undefined;
  }>;
  present: Array<string>;
  witnesses: Array<string>;
  status: "completed" | "cancelled";
  story_time: string | null;
  turn_id: string | null;
  beat_turn_id?: string | null | undefined;
  version?: number | undefined;
  versions?: Array<{
    id: string;
    version: number;
    text: string;
  }> | undefined;
  event_id: number;
};

export type Feeling = {
  event_id: number;
  story_time: string;
  source_id: string;
  target_id: string;
  affinity: number;
  trust: number;
};

export type MemoriesView = {
  pinned: Array<MemoryView>;
  memories: Array<MemoryView>;
  has_earlier: boolean;
  unseen: number;
  elsewhere: Array<{
    chat_id: string;
    title: string | null;
    host_bot_id: string;
    memories: number;
  }>;
};

export type MemoryView = {
  id: string;
  event_id: number;
  owner_id: string;
  scene_id: number | null;
  story_time: string;
  text: string;
  by_hand: boolean;
  pinned: boolean;
  importance: number;
  meant: {
    felt: number;
    learnt: number;
    first: number;
    summary: number;
  };
  brought_from: {
    chat_id: string;
    title: string | null;
    host_bot_id: string | null;
  } | null;
};

export type BeatView = {
  beats: number;
  at: number;
  line: StageLine | null;
  until: number | null;
  lines_after: number;
};

export type SceneTurn = {
  prose: string;
  scene_id?: number | undefined;
  whisper_to?: string | Array<string> | undefined;
  aloud?: boolean | "true" | "false" | undefined;
  speakers?: string | Array<string> | undefined;
};

export type SharedStories = {
  stories: Array<SharedStory>;
  next: string | null;
};

export type SharedStory = {
  id: string;
  title: string | null;
  my_id: string;
  is_in: boolean;
  is_host: boolean;
  members: Array<SharedMember>;
  cast: Array<SharedCharacter>;
  rule: TurnRule;
  paused: boolean;
  last_speaker_id: string | null;
  last_text: string | null;
  joined_at: string;
  updated_at: string;
};

export type SharedMember = {
  id: string;
  name: string;
  is_character: boolean;
  is_in: boolean;
  is_host: boolean;
  is_muted: boolean;
};

export type SharedCharacter = {
  id: string;
  name: string;
};

export type TurnRule = "free" | "round" | "host";

export type SharedView = {
  story: SharedStory;
  scene: {
    id: number;
    place: string | null;
    clock: string;
    present: Array<string>;
  } | null;
  turn_of: Array<string> | null;
  missed: {
    minutes: number;
    came: Array<string>;
    went: Array<string>;
  } | null;
  lines: Array<SharedLine>;
  has_earlier: boolean;
};

export type SharedLine = {
  id: string;
  kind: "user" | "assistant";
  speaker_id: string;
  scene_id: number | null;
  text: string;
  segments: Array<{
    kind: string;
    text: string;
    to?: Array<string> | undefined;
  }>;
  present: Array<string>;
  status: "completed" | "cancelled";
  story_time: string | null;
  event_id: number;
  created_at: string;
};

export type SharedLines = {
  lines: Array<SharedLine>;
  has_earlier: boolean;
};

export type SharedAudit = {
  lines: number;
  unwitnessed: number;
  missing: number;
  calls: number;
  leaks: number;
};

export type StoryInvitation = {
  title: string | null;
  host_name: string | null;
  free: Array<SharedCharacter>;
  expires_at: string;
};

export type StoryInvitationLink = {
  code: string;
  link: string;
  expires_at: string;
};

export type McpMessage = Record<string, unknown>;

export type ProtectedResource = {
  resource: string;
  resource_name: string;
  bearer_methods_supported: Array<string>;
  scopes_supported: Array<string>;
};

export type AppPassword = {
  id: string;
  label: string | null;
  may_write: boolean;
  created_at: string;
  last_used_at: string | null;
};

export type MadeAppPassword = {
  id: string;
  label: string | null;
  may_write: boolean;
  password: string;
  url: string;
};

export type WechatLogin = {
  session: string;
  state: "waiting" | "scanned" | "need_verify_code" | "connected" | "failed";
  reason: string | null;
  qr: {
    url: string;
    svg: string;
  } | null;
  expires_at: string;
  poll_after_ms: number;
  channel_account: string | null;
};

export type Devices = {
  public_key: string;
  devices: Array<Device>;
};

export type Device = {
  id: string;
  label: string;
  shows_content: boolean;
};

export type DeviceTest = {
  sent: boolean;
  code: string | null;
};

/** What is taken and answered. `never`: nothing is taken. */
export interface Operations {
  /** The process is alive. */
  "GET /healthz": {
    params: never;
    query: never;
    body: never;
    answer: {
      ok: true;
    };
  };
  /** The process can do its work. */
  "GET /readyz": {
    params: never;
    query: never;
    body: never;
    answer: {
      ok: boolean;
      degraded: boolean;
      checks: Record<string, string>;
    };
  };
  /** Metrics for Prometheus. */
  "GET /metrics": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** This description, for programs. */
  "GET /openapi.json": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** This description, for people. */
  "GET /docs": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** The style sheet of the documentation page. */
  "GET /docs.css": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** Sign in with a one-time link's code, a token or a pairing code. Sets the session cookie and returns the page's key: calls with the cookie send it as `X-Meanwhile`. */
  "POST /api/session": {
    params: never;
    query: never;
    body: {
      code: string;
    } | {
      token: string;
    } | {
      pairing: string;
    };
    answer: SignedIn;
  };
  /** Who is signed in. */
  "GET /api/session": {
    params: never;
    query: never;
    body: never;
    answer: Session;
  };
  /** Sign out. The session ends everywhere, including open streams. */
  "DELETE /api/session": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** Prove your identity again, with the token you signed in with or the code of a new sign-in link. For ten minutes this session may then do what requires it. */
  "POST /api/session/proof": {
    params: never;
    query: never;
    body: {
      proof: string;
    };
    answer: {
      until: string;
    };
  };
  /** Where you are signed in, latest first. */
  "GET /api/account/sessions": {
    params: never;
    query: never;
    body: never;
    answer: {
      sessions: Array<OpenSession>;
    };
  };
  /** Sign out everywhere else. Open pages there are disconnected at once. */
  "POST /api/account/sessions/end-others": {
    params: never;
    query: never;
    body: Record<string, unknown>;
    answer: {
      ended: number;
    };
  };
  /** Sign out one of your sessions. */
  "DELETE /api/account/sessions/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** What a device needs to make a passkey for your account. For a session of the page. */
  "POST /api/account/passkeys/begin": {
    params: never;
    query: never;
    body: Record<string, unknown>;
    answer: PasskeyToAdd;
  };
  /** Add the passkey that a device made. Binary values are base64url. */
  "POST /api/account/passkeys": {
    params: never;
    query: never;
    body: {
      id: string;
      name: string;
      client_data: string;
      authenticator_data: string;
      public_key: string;
    };
    answer: Passkey;
  };
  /** Your passkeys, with their last use. */
  "GET /api/account/passkeys": {
    params: never;
    query: never;
    body: never;
    answer: {
      passkeys: Array<Passkey>;
    };
  };
  /** Rename a passkey. */
  "PATCH /api/account/passkeys/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: {
      name: string;
    };
    answer: undefined;
  };
  /** Remove a passkey. Sessions that it opened end. */
  "DELETE /api/account/passkeys/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** A challenge for a device that has a passkey. */
  "POST /api/session/passkey/begin": {
    params: never;
    query: never;
    body: Record<string, unknown>;
    answer: PasskeyChallenge;
  };
  /** Show what a passkey signed. The code of the answer signs in (`POST /api/session`) or proves your identity again, once within a minute. */
  "POST /api/session/passkey": {
    params: never;
    query: never;
    body: {
      id: string;
      client_data: string;
      authenticator_data: string;
      signature: string;
      user_handle?: string | undefined;
    };
    answer: PasskeyCode;
  };
  /** How people can sign in here, beside links and tokens. */
  "GET /api/session/ways": {
    params: never;
    query: never;
    body: never;
    answer: SignInWays;
  };
  /** Whether a person at the OpenID provider signs in to your account. */
  "GET /api/session/single-sign-on/link": {
    params: never;
    query: never;
    body: never;
    answer: SignOnLink;
  };
  /** Disconnect your account from the OpenID provider. What was signed in there ends; your own links and tokens stay. */
  "DELETE /api/session/single-sign-on/link": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** Connect the signed-in account with a person at the OpenID provider: open the address in the same browser. */
  "POST /api/session/single-sign-on/link": {
    params: never;
    query: never;
    body: never;
    answer: SignOnJourney;
  };
  /** Begin to sign in at the OpenID provider: leads the browser there. */
  "GET /api/session/single-sign-on": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** The provider's answer to a sign-in. Leads to the page, with a one-time code. */
  "GET /api/session/single-sign-on/return": {
    params: never;
    query: {
      code?: string | undefined;
      state?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** Change your name, language, time zone, mornings or order of channels for reminders. */
  "PATCH /api/account": {
    params: never;
    query: never;
    body: OwnAccountChange;
    answer: Account;
  };
  /** What another time zone would mean for your reminders. Nothing is written. */
  "GET /api/account/zone-change": {
    params: never;
    query: {
      to: string;
    };
    body: never;
    answer: ZoneChange;
  };
  /** Accounts, newest first. */
  "GET /api/accounts": {
    params: never;
    query: {
      search?: string | undefined;
      lifecycle?: "active" | "disabled" | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      accounts: Array<KnownAccount>;
      next: string | null;
    };
  };
  /** Create an account. */
  "POST /api/accounts": {
    params: never;
    query: never;
    body: AccountChange;
    answer: Account;
  };
  /** Change an account's name, language, time zone or order of channels for reminders. */
  "PATCH /api/accounts/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: AccountChange;
    answer: Account;
  };
  /** Create an account and a sign-in link for its person, for one use within three days. */
  "POST /api/invitations": {
    params: never;
    query: never;
    body: {
      display_name: string;
    };
    answer: AccountInvitation;
  };
  /** A sign-in link for an account's person, for one use within three days. An earlier one that was not used ends. */
  "POST /api/accounts/{id}/link": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: AccountInvitation;
  };
  /** Disable an account: its credentials end, its messages are refused, its reminders wait. */
  "POST /api/accounts/{id}/disable": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: KnownAccount;
  };
  /** Enable a disabled account. Credentials that ended stay ended. */
  "POST /api/accounts/{id}/enable": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: KnownAccount;
  };
  /** Erase an account permanently and at once: its text is removed from the log, its rows and files are deleted. `name` is its name, or its id if it has none. Earlier backups are deleted by `backups_until`. */
  "POST /api/accounts/{id}/erase": {
    params: {
      id: string;
    };
    query: never;
    body: {
      name: string;
    };
    answer: {
      erased: true;
      events: number;
      files: number;
      backups_until: string | null;
    };
  };
  /** A link to all data of an account. A session first proves its identity (`POST /api/session/proof`) or sends its token or a new one-time link's code as `proof`; a token in the header is proof enough. */
  "POST /api/accounts/{id}/export": {
    params: {
      id: string;
    };
    query: never;
    body: ExportProof;
    answer: ExportLink;
  };
  /** A link to all data of your account. A session first proves its identity (`POST /api/session/proof`) or sends its token or a new one-time link's code as `proof`; a token in the header is proof enough. */
  "POST /api/account/export": {
    params: never;
    query: never;
    body: ExportProof;
    answer: ExportLink;
  };
  /** The copy that a link was created for, once. */
  "GET /api/exports/{link}": {
    params: {
      link: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** The backups on the server's disk, newest first, and whether one is being made. */
  "GET /api/backups": {
    params: never;
    query: never;
    body: never;
    answer: Backups;
  };
  /** Begin to make a backup. It is in the list when it is done. */
  "POST /api/backups": {
    params: never;
    query: never;
    body: Record<string, unknown>;
    answer: Backups;
  };
  /** Where a backup is fetched, within ten minutes and with the same credential. */
  "POST /api/backups/{name}/link": {
    params: {
      name: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: BackupLink;
  };
  /** The backup that a link was made for. */
  "GET /api/backups/downloads/{link}": {
    params: {
      link: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** What operators did and what was refused, newest first. Ids and codes only, no text. */
  "GET /api/audit": {
    params: never;
    query: {
      before?: number | undefined;
      action?: string | undefined;
      outcome?: "done" | "refused" | undefined;
      account?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      entries: Array<AuditEntry>;
      next: number | null;
    };
  };
  /** Verifies the whole chain and names the first row that was altered. */
  "GET /api/audit/chain": {
    params: never;
    query: never;
    body: never;
    answer: AuditChain;
  };
  /** Metrics of all processes over a range, for charts. `timings` are seconds; null where nothing ran or nothing happened. */
  "GET /api/metrics": {
    params: never;
    query: {
      range?: "hour" | "day" | "week" | "month" | "quarter" | undefined;
    };
    body: never;
    answer: MetricWindow;
  };
  /** Tokens and costs of the language model by day of the server's time zone, and by account. `account_id` shows the days of one account. */
  "GET /api/metrics/spending": {
    params: never;
    query: {
      days?: number | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: Spending;
  };
  /** Checks the whole installation, like `meanwhile doctor`. */
  "GET /api/doctor": {
    params: never;
    query: never;
    body: never;
    answer: DoctorReport;
  };
  /** Stored runs of the smoke test, newest first. */
  "GET /api/smoke-reports": {
    params: never;
    query: never;
    body: never;
    answer: {
      reports: Array<SmokeRun>;
    };
  };
  /** One run, case by case. */
  "GET /api/smoke-reports/{run}": {
    params: {
      run: string;
    };
    query: never;
    body: never;
    answer: SmokeReport;
  };
  /** The language model: what was saved here and what the settings say. What was saved here is used first. Keys are never shown. */
  "GET /api/model": {
    params: never;
    query: never;
    body: never;
    answer: ModelConnection;
  };
  /** Connect a language model. It answers from the next message on, in every process, without a restart. */
  "POST /api/model": {
    params: never;
    query: never;
    body: {
      base_url: string;
      api_key?: string | null | undefined;
      model: string;
      images?: boolean | undefined;
      stories?: string | null | undefined;
      embeddings?: string | null | undefined;
      choices?: Array<string> | undefined;
      currency?: string | undefined;
      prices?: Array<{
        model: string;
        input: number;
        output: number;
      }> | undefined;
    };
    answer: ModelConnection;
  };
  /** Forget the saved connection and its key. What the settings say is used again. */
  "DELETE /api/model": {
    params: never;
    query: never;
    body: never;
    answer: ModelConnection;
  };
  /** Ask an OpenAI-compatible server for its models and, with `model`, for the beginning of an answer. Stores nothing. */
  "POST /api/model/check": {
    params: never;
    query: never;
    body: {
      base_url: string;
      api_key?: string | null | undefined;
      model?: string | undefined;
      stories?: string | undefined;
      embeddings?: string | undefined;
    };
    answer: ModelCheck;
  };
  /** The address in links, invitations and callbacks: what was saved here, what the settings say, and from where it can be reached. */
  "GET /api/server/address": {
    params: never;
    query: never;
    body: never;
    answer: PublicAddress;
  };
  /** Set the public address, without a restart: an http or https origin. Requests under its host name are answered from then on. */
  "POST /api/server/address": {
    params: never;
    query: never;
    body: {
      address: string;
    };
    answer: PublicAddress;
  };
  /** Forget the saved address. What the settings say is used again. */
  "DELETE /api/server/address": {
    params: never;
    query: never;
    body: never;
    answer: PublicAddress;
  };
  /** The channels' settings: a form for each, its values, and where each comes from. What was saved here is used before the environment and the file. Secrets are never shown. */
  "GET /api/channels/settings": {
    params: never;
    query: never;
    body: never;
    answer: {
      channels: Array<ChannelForm>;
    };
  };
  /** Change a channel's settings, and switch it on or off with them. Every process follows without a restart. */
  "POST /api/channels/settings/{name}": {
    params: {
      name: string;
    };
    query: never;
    body: {
      set?: Record<string, unknown> | undefined;
      reset?: Array<string> | undefined;
    };
    answer: {
      channels: Array<ChannelForm>;
    };
  };
  /** Forget what was saved here. What the settings say is used again. */
  "DELETE /api/channels/settings/{name}": {
    params: {
      name: string;
    };
    query: never;
    body: never;
    answer: {
      channels: Array<ChannelForm>;
    };
  };
  /** Switch a channel off. What is being sent ends first; the rest waits. */
  "POST /api/channels/settings/{name}/off": {
    params: {
      name: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      channels: Array<ChannelForm>;
    };
  };
  /** Whether these values could be saved. Asks no vendor and stores nothing. */
  "POST /api/channels/settings/{name}/check": {
    params: {
      name: string;
    };
    query: never;
    body: {
      set?: Record<string, unknown> | undefined;
      reset?: Array<string> | undefined;
    };
    answer: {
      problems: Array<{
        path: string | null;
        says: {
          en: string;
          zh: string;
        };
      }>;
    };
  };
  /** Ask the vendor with these values, without sending anything to a person. */
  "POST /api/channels/settings/{name}/test": {
    params: {
      name: string;
    };
    query: never;
    body: {
      set?: Record<string, unknown> | undefined;
      reset?: Array<string> | undefined;
    };
    answer: {
      findings: Array<{
        name: string;
        status: "ok" | "warn" | "fail";
        says: {
          en: string;
          zh: string;
        };
        fix: {
          en: string;
          zh: string;
        } | null;
      }>;
    };
  };
  /** Servers whose tools the model may use, what was approved of them, and how they differ from it now. Secrets are never shown. */
  "GET /api/tool-servers": {
    params: never;
    query: never;
    body: never;
    answer: ToolServers;
  };
  /** Add a server that speaks the Model Context Protocol over HTTP, or change its address. It is asked for its tools; none is offered before an approval. */
  "POST /api/tool-servers": {
    params: never;
    query: never;
    body: {
      name: string;
      url: string;
      headers?: Record<string, string> | undefined;
      everyone?: boolean | undefined;
    };
    answer: ToolServerOutcome;
  };
  /** Ask a server what it lists now, and compare it with what was approved. */
  "POST /api/tool-servers/{name}/look": {
    params: {
      name: string;
    };
    query: never;
    body: never;
    answer: ToolServerOutcome;
  };
  /** Approve tools as they were listed, by `found_hash`. Their texts are pinned: a server that changes one is blocked until it is approved again. */
  "POST /api/tool-servers/{name}/approve": {
    params: {
      name: string;
    };
    query: never;
    body: {
      found_hash: string;
      tools: Record<string, "auto" | "ask" | "free" | "off">;
    };
    answer: ToolServer;
  };
  /** Forget a server, its headers and what was approved of it. */
  "DELETE /api/tool-servers/{name}": {
    params: {
      name: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Begin to sign in to a server of tools: the address of the page where a person does so, or the `problem`. Valid for ten minutes, once, for the credential that asked. */
  "POST /api/tool-servers/{name}/sign-in": {
    params: {
      name: string;
    };
    query: never;
    body: {
      client_id?: string | undefined;
      client_secret?: string | undefined;
    };
    answer: ToolSignInBeginning;
  };
  /** Sign out of a server of tools. Its tokens are forgotten, and revoked where possible. */
  "DELETE /api/tool-servers/{name}/sign-in": {
    params: {
      name: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** End a sign-in with what the browser brought back. The state counts once, and for the credential that began. */
  "POST /api/tool-sign-in": {
    params: never;
    query: never;
    body: {
      state: string;
      code?: string | undefined;
      issuer?: string | undefined;
    };
    answer: ToolServerOutcome;
  };
  /** Where a browser comes back to after a sign-in to a server of tools. Leads to the page. */
  "GET /api/tool-sign-in/return": {
    params: never;
    query: {
      code?: string | undefined;
      state?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** What places where people sign in to servers of tools may know of this server. */
  "GET /api/tool-sign-in/client": {
    params: never;
    query: never;
    body: never;
    answer: ToolSignInClient;
  };
  /** Servers of tools that you added for yourself, what was approved of them, and how they differ from it now. Secrets are never shown. */
  "GET /api/own-tool-servers": {
    params: never;
    query: never;
    body: never;
    answer: OwnToolServers;
  };
  /** Add a server of tools for yourself, at a host that the operator allows. It is asked for its tools; none is offered before you approve it. */
  "POST /api/own-tool-servers": {
    params: never;
    query: never;
    body: {
      name: string;
      url: string;
      headers?: Record<string, string> | undefined;
    };
    answer: ToolServerOutcome;
  };
  /** Ask one of your servers what it lists now, and compare it with what you approved. */
  "POST /api/own-tool-servers/{name}/look": {
    params: {
      name: string;
    };
    query: never;
    body: never;
    answer: ToolServerOutcome;
  };
  /** Approve tools of your server as they were listed, by `found_hash`. A server that changes one is blocked until you approve it again. */
  "POST /api/own-tool-servers/{name}/approve": {
    params: {
      name: string;
    };
    query: never;
    body: {
      found_hash: string;
      tools: Record<string, "auto" | "ask" | "free" | "off">;
    };
    answer: ToolServer;
  };
  /** Forget one of your servers, its headers and what you approved of it. */
  "DELETE /api/own-tool-servers/{name}": {
    params: {
      name: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Begin to sign in to one of your servers: the address of the page where you do so, or the `problem`. Valid for ten minutes, once, for the credential that asked. */
  "POST /api/own-tool-servers/{name}/sign-in": {
    params: {
      name: string;
    };
    query: never;
    body: {
      client_id?: string | undefined;
      client_secret?: string | undefined;
    };
    answer: ToolSignInBeginning;
  };
  /** Sign out of one of your servers. Its tokens are forgotten, and revoked where possible. */
  "DELETE /api/own-tool-servers/{name}/sign-in": {
    params: {
      name: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** End a sign-in to one of your servers with what the browser brought back. The state counts once, and for the credential that began. */
  "POST /api/own-tool-sign-in": {
    params: never;
    query: never;
    body: {
      state: string;
      code?: string | undefined;
      issuer?: string | undefined;
    };
    answer: ToolServerOutcome;
  };
  /** Calendars elsewhere that you follow. Addresses and passwords are never shown. */
  "GET /api/calendars": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: {
      calendars: Array<OutsideCalendar>;
    };
  };
  /** Follow a calendar: the address of an .ics file, or of a CalDAV collection with user and password. It is looked at first and then every half hour. */
  "POST /api/calendars": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      name: string;
      url: string;
      user?: string | undefined;
      password?: string | undefined;
    };
    answer: OutsideCalendarOutcome;
  };
  /** Look at a calendar now. */
  "POST /api/calendars/{id}/look": {
    params: {
      id: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
    };
    answer: OutsideCalendar;
  };
  /** Stop following a calendar. Its address, password and entries are deleted here. */
  "DELETE /api/calendars/{id}": {
    params: {
      id: string;
    };
    query: {
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** Addresses that hear of your reminders and stories, and how the last call went. */
  "GET /api/webhooks": {
    params: never;
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: Webhooks;
  };
  /** Add an address that hears of your reminders and stories. The operator's settings say which hosts are allowed. */
  "POST /api/webhooks": {
    params: never;
    query: never;
    body: {
      account_id?: string | undefined;
      url: string;
      types: Array<"reminder.fired" | "reminder.delivered" | "reminder.waiting" | "reminder.failed" | "reminder.done" | "story.digest">;
    };
    answer: MadeWebhook;
  };
  /** Change a webhook, or switch it off and on. What waits is sent when it is on again. */
  "PATCH /api/webhooks/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      url?: string | undefined;
      types?: Array<"reminder.fired" | "reminder.delivered" | "reminder.waiting" | "reminder.failed" | "reminder.done" | "story.digest"> | undefined;
      is_on?: boolean | undefined;
    };
    answer: Webhook;
  };
  /** Remove a webhook and everything that waits for it. */
  "DELETE /api/webhooks/{id}": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** Make a new secret. For a day calls carry a signature by the old one as well. */
  "POST /api/webhooks/{id}/secret": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
    };
    answer: WebhookSecret;
  };
  /** Call the address now, with `type` `test` and nothing in it. */
  "POST /api/webhooks/{id}/test": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
    };
    answer: WebhookTrial;
  };
  /** Calls of a webhook, latest first. `next` is the `before` of the page after it. */
  "GET /api/webhooks/{id}/calls": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
      before?: number | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: WebhookCalls;
  };
  /** Try again what was given up. */
  "POST /api/webhooks/{id}/retry": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
    };
    answer: {
      count: number;
    };
  };
  /** What you store and use here, each value with this server's limit. Days are counted in your time zone. */
  "GET /api/account/usage": {
    params: never;
    query: never;
    body: never;
    answer: {
      usage: Array<UsageFigure>;
    };
  };
  /** What the server and its accounts use, with the limits: the accounts that use the most come first. */
  "GET /api/usage": {
    params: never;
    query: {
      limit?: number | undefined;
    };
    body: never;
    answer: {
      server: Array<UsageFigure>;
      accounts: Array<{
        account_id: string;
        display_name: string | null;
        usage: Array<UsageFigure>;
      }>;
    };
  };
  /** The reminders that the latest turns of a conversation created or changed, or that fired in it, as they are now. */
  "GET /api/conversations/{id}/cards": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: {
      cards: Array<ReminderCard>;
    };
  };
  /** A file that came with one of your messages. Pictures are shown; everything else is a download. */
  "GET /api/messages/{id}/files/{nth}": {
    params: {
      id: string;
      nth: number;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Messages of your conversations that have all the words, the newest first. A word also finds its other forms and longer words that begin with it. */
  "GET /api/messages/search": {
    params: never;
    query: {
      q: string;
      limit?: number | undefined;
      before?: string | undefined;
    };
    body: never;
    answer: SearchHits;
  };
  /** A page of your conversations: the pinned ones before the first page, then the latest first. `next` is the cursor of the page after it; `q` keeps those whose title has these words. */
  "GET /api/conversations": {
    params: never;
    query: {
      limit?: number | undefined;
      before?: string | undefined;
      q?: string | undefined;
      show?: "open" | "archived" | "deleted" | undefined;
    };
    body: never;
    answer: {
      conversations: Array<Conversation>;
      next: string | null;
    };
  };
  /** Create a conversation on the page. */
  "POST /api/conversations": {
    params: never;
    query: never;
    body: {
      title?: string | undefined;
    };
    answer: Conversation;
  };
  /** One conversation. */
  "GET /api/conversations/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: Conversation;
  };
  /** Rename, pin or archive a conversation. A title of null is the automatic one again. */
  "PATCH /api/conversations/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: {
      title?: string | null | undefined;
      pinned?: boolean | undefined;
      archived?: boolean | undefined;
    };
    answer: Conversation;
  };
  /** Delete what was said in a conversation so far. It can be restored for seven days; then it goes for good. */
  "DELETE /api/conversations/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: Conversation;
  };
  /** Bring back a deleted conversation. */
  "POST /api/conversations/{id}/restore": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: Conversation;
  };
  /** Remove what a deleted conversation said for good, without waiting. Reminders and memories made in it stay. */
  "POST /api/conversations/{id}/erase": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: undefined;
  };
  /** A page of messages, oldest first: the last ones, or those before, after or around an `event_id`; the text that stopped turns had shown, and the running turn's text so far. */
  "GET /api/conversations/{id}/messages": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      after?: number | undefined;
      around?: number | undefined;
      unseen?: "show" | "hide" | undefined;
    };
    body: never;
    answer: MessagePage;
  };
  /** Send a message. `client_id` is yours and unique per message; sending it again is safe, because it is the same message. */
  "POST /api/conversations/{id}/messages": {
    params: {
      id: string;
    };
    query: never;
    body: {
      text: string;
      client_id: string;
      files?: Array<{
        name: string;
        data: string;
      }> | undefined;
      quote?: string | undefined;
      again?: string | undefined;
      chosen?: string | undefined;
      continues?: string | undefined;
    };
    answer: Receipt;
  };
  /** Stop the running turn. */
  "POST /api/conversations/{id}/stop": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      result: "stopped" | "nothing_to_stop" | "already_finished";
    };
  };
  /** Server-sent events of one conversation. `Last-Event-ID`, or `after`, resumes without a gap. */
  "GET /api/conversations/{id}/stream": {
    params: {
      id: string;
    };
    query: {
      after?: number | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** Outgoing parts by state, newest first, without their text. `next` is the `before` of the next page. */
  "GET /api/deliveries": {
    params: never;
    query: {
      status?: string | undefined;
      account_id?: string | undefined;
      limit?: number | undefined;
      before?: string | undefined;
    };
    body: never;
    answer: {
      deliveries: Array<Delivery>;
      next: string | null;
    };
  };
  /** Resend a part that failed, expired, is parked or may not have arrived. */
  "POST /api/deliveries/{id}/resend": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      ok: true;
    };
  };
  /** Discard a part. */
  "POST /api/deliveries/{id}/discard": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      ok: true;
    };
  };
  /** Account and service tokens. Their secrets are never shown. */
  "GET /api/tokens": {
    params: never;
    query: {
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      tokens: Array<Token>;
      next: string | null;
    };
  };
  /** Create a token for one account (`account_id`), or a service token for several (`accounts`). The secret is shown only once. */
  "POST /api/tokens": {
    params: never;
    query: never;
    body: {
      account_id?: string | undefined;
      accounts?: Array<string> | undefined;
      role?: "operator" | "auditor" | "account" | undefined;
      label?: string | undefined;
      scopes?: Array<"*" | "chat:read" | "chat:write" | "reminders:read" | "reminders:write" | "calendar:link" | "caldav:read" | "caldav:write" | "friends:read" | "friends:write" | "account:write" | "webhooks" | "tools"> | undefined;
      expires_in_days?: number | "never" | undefined;
    };
    answer: {
      id: string;
      token: string;
      expires_at: string | null;
    };
  };
  /** Who is signed in on the page, latest first. End a session with `DELETE /api/tokens/{id}` and its id. */
  "GET /api/sessions": {
    params: never;
    query: {
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      sessions: Array<OpenSession>;
      next: string | null;
    };
  };
  /** Revoke a token. Sessions and streams that were opened with it end. */
  "DELETE /api/tokens/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Your messages, turns and deliveries: what is waiting, what is running and how it ended. Newest first. */
  "GET /api/activity": {
    params: never;
    query: {
      status?: string | undefined;
      unseen?: "show" | "hide" | undefined;
    };
    body: never;
    answer: Activity;
  };
  /** Your messages in both directions and in all apps, with how they ended, newest first: by words, app, state and time. */
  "GET /api/messages/log": {
    params: never;
    query: {
      q?: string | undefined;
      channel?: string | undefined;
      state?: "any" | "waiting" | "trouble" | undefined;
      from?: string | undefined;
      to?: string | undefined;
      before?: string | undefined;
      limit?: number | undefined;
      unseen?: "show" | "hide" | undefined;
    };
    body: never;
    answer: MessageLog;
  };
  /** One of your turns: its input, what it did, the model calls it made, and the state of its answer. */
  "GET /api/turns/{id}": {
    params: {
      id: string;
    };
    query: {
      unseen?: "show" | "hide" | undefined;
    };
    body: never;
    answer: TurnReport;
  };
  /** Resend one of your own parts that failed, expired, is parked or may not have arrived. */
  "POST /api/activity/deliveries/{id}/resend": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      ok: true;
    };
  };
  /** Discard one of your own parts. */
  "POST /api/activity/deliveries/{id}/discard": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      ok: true;
    };
  };
  /** Messages, turns and deliveries of all accounts, without their text. Newest first. */
  "GET /api/operator/activity": {
    params: never;
    query: {
      status?: string | undefined;
    };
    body: never;
    answer: Activity;
  };
  /** A turn of any account, without its text. */
  "GET /api/operator/turns/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: TurnReport;
  };
  /** Server-sent events: your reminders, messages or channels have changed. Read the new state through their own routes. */
  "GET /api/changes/stream": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** The same, for messages, turns and deliveries of all accounts. */
  "GET /api/operator/changes/stream": {
    params: never;
    query: never;
    body: never;
    answer: undefined;
  };
  /** The chat apps you can use here, their state, and the last problem. */
  "GET /api/channels/mine": {
    params: never;
    query: never;
    body: never;
    answer: {
      channels: Array<OwnChannel>;
      can_link_wechat: boolean;
    };
  };
  /** The channels that this server supports: their names, how to connect them, and what their error codes mean. */
  "GET /api/channels/apps": {
    params: never;
    query: never;
    body: never;
    answer: ChannelCatalog;
  };
  /** Send yourself a test message in a chat app, through the same outbox as everything else. */
  "POST /api/channels/test": {
    params: never;
    query: never;
    body: {
      channel: string;
      channel_account: string;
    };
    answer: {
      conversation_id: string;
      delivery_id: string;
    };
  };
  /** What became of a test message, and why it did not arrive. */
  "GET /api/channels/test/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: TestOutcome;
  };
  /** Unlink a chat app's account that you linked. No more messages are read or sent there; waiting messages are discarded. */
  "POST /api/channels/unlink": {
    params: never;
    query: never;
    body: {
      channel: string;
      channel_account: string;
    };
    answer: undefined;
  };
  /** The callback addresses to enter at vendors. */
  "GET /api/channels/setup": {
    params: never;
    query: never;
    body: never;
    answer: {
      public_url: string;
      is_public: boolean;
      webhooks: Array<{
        path: string;
        url: string;
      }>;
      switched_off: Array<{
        path: string;
        url: string;
      }>;
    };
  };
  /** What you did in a conversation that needs no answer, such as reactions. Newest first. */
  "GET /api/conversations/{id}/notes": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: string | undefined;
    };
    body: never;
    answer: {
      notes: Array<Note>;
      next: string | null;
    };
  };
  /** Vendor input that could not be used, with the reason. Newest first. */
  "GET /api/inbound/rejected": {
    params: never;
    query: {
      limit?: number | undefined;
      before?: string | undefined;
    };
    body: never;
    answer: {
      rejected: Array<Rejection>;
      next: string | null;
    };
  };
  /** How people rated answers in chat apps that let them. Newest first. */
  "GET /api/inbound/feedback": {
    params: never;
    query: {
      limit?: number | undefined;
      before?: string | undefined;
    };
    body: never;
    answer: {
      feedback: Array<Feedback>;
      next: string | null;
    };
  };
  /** Identities in chat apps that are bound to an account. */
  "GET /api/accounts/{id}/identities": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: {
      identities: Array<Identity>;
    };
  };
  /** Bind an identity in a chat app to an account. */
  "POST /api/accounts/{id}/identities": {
    params: {
      id: string;
    };
    query: never;
    body: {
      channel: "wechat_personal" | "whatsapp" | "evolution" | "wecom" | "wecom_app" | "wecom_service" | "telegram" | "discord" | "slack" | "feishu" | "dingtalk" | "bridges";
      channel_account?: string | undefined;
      subject: string;
    };
    answer: Identity;
  };
  /** Remove a binding. Messages waiting to be sent there are discarded. */
  "DELETE /api/identities/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** A code that binds the person who sends it in a chat app to this account: usable once within 15 minutes, and shown only once. */
  "POST /api/pairings": {
    params: never;
    query: never;
    body: {
      account_id?: string | undefined;
      channel?: "wechat_personal" | "whatsapp" | "evolution" | "wecom" | "wecom_app" | "wecom_service" | "telegram" | "discord" | "slack" | "feishu" | "dingtalk" | "bridges" | undefined;
    };
    answer: Pairing;
  };
  /** The server's accounts at vendors and their state. */
  "GET /api/channels": {
    params: never;
    query: never;
    body: never;
    answer: {
      channels: Array<Channel>;
    };
  };
  /** Create, change, delete or complete several reminders. Each item has its own result. */
  "POST /api/reminders/batch": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      items: Array<ReminderBatchItem>;
    };
    answer: {
      items: Array<ReminderBatchResult>;
    };
  };
  /** Reminders, soonest first. `next` is the `after` of the next page. */
  "GET /api/reminders": {
    params: never;
    query: {
      lifecycle?: "active" | "completed" | "deleted" | undefined;
      kind?: "timed" | "recurring" | "no_trigger_time" | "shared_projection" | undefined;
      keyword?: string | undefined;
      limit?: number | undefined;
      after?: string | undefined;
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: {
      reminders: Array<Reminder>;
      next: string | null;
    };
  };
  /** What a calendar shows between two times: upcoming reminders, past ones, and those without a time. */
  "GET /api/reminders/calendar": {
    params: never;
    query: {
      visible_start: string;
      visible_end: string;
      display_timezone?: string | undefined;
      include_ended?: string | undefined;
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: {
      entries: Array<CalendarEntry>;
      cut?: Array<string> | undefined;
      to_dos: Array<CalendarEntry>;
    };
  };
  /** Reminders that could not be delivered, are being sent late, or arrived late in the last day. */
  "GET /api/reminders/missed": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: {
      missed: Array<MissedReminder>;
    };
  };
  /** Dismiss these reminders; without ids, all that were not delivered. */
  "POST /api/reminders/missed/dismiss": {
    params: never;
    query: never;
    body: {
      reminder_ids?: Array<string> | undefined;
      owner_account_id?: string | undefined;
    };
    answer: {
      dismissed: number;
    };
  };
  /** What a sentence would create, and the positions of its date, time, rule, title and people. Nothing is written. */
  "POST /api/reminders/read": {
    params: never;
    query: never;
    body: {
      text: string;
      answers?: Array<string> | undefined;
      owner_account_id?: string | undefined;
    };
    answer: SentenceReading;
  };
  /** How the rules read a sentence, stage by stage, and which rule decided. */
  "POST /api/reminders/explain": {
    params: never;
    query: never;
    body: {
      text: string;
      answers?: Array<string> | undefined;
      owner_account_id?: string | undefined;
    };
    answer: {
      steps: Array<{
        stage: string;
        rule: string;
        what: string;
      }>;
    };
  };
  /** Create the reminders that a sentence asks for, all of them or none, or change the one that it names. */
  "POST /api/reminders/say": {
    params: never;
    query: never;
    body: {
      text: string;
      answers?: Array<string> | undefined;
      owner_account_id?: string | undefined;
    };
    answer: {
      reading: SentenceReading;
      results: Array<ReminderBatchResult>;
      spoken: {
        lines: Array<string>;
        changed: Array<Reminder>;
        refused: "reaches_others" | "only_in_chat" | null;
      } | null;
    };
  };
  /** Take back the last change that a sentence made, unless something has changed since. */
  "POST /api/reminders/undo": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
    };
    answer: {
      lines: Array<string>;
      changed: Array<Reminder>;
    };
  };
  /** How the rules read a sentence. Nothing is written. */
  "POST /api/reminders/interpret": {
    params: never;
    query: never;
    body: {
      text: string;
      owner_account_id?: string | undefined;
    };
    answer: Record<string, unknown>;
  };
  /** One reminder. */
  "GET /api/reminders/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: Reminder;
  };
  /** Change a reminder: the series, or one occurrence of it. */
  "PATCH /api/reminders/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: ReminderChange;
    answer: Reminder;
  };
  /** Mark it done. For a series: today's occurrence. */
  "POST /api/reminders/{id}/complete": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
    };
    answer: Reminder;
  };
  /** Cancel it. For a series: all of it. */
  "POST /api/reminders/{id}/delete": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
    };
    answer: Reminder;
  };
  /** Restore it after it was cancelled or done. */
  "POST /api/reminders/{id}/restore": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
    };
    answer: Reminder;
  };
  /** Make it a to-do without a time. */
  "POST /api/reminders/{id}/clear-trigger-time": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
    };
    answer: Reminder;
  };
  /** Give a to-do a time. */
  "POST /api/reminders/{id}/schedule-unscheduled": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
      trigger_time: string;
      captured_timezone?: string | undefined;
      recurrence_rule?: string | Record<string, unknown> | null | undefined;
      duration_minutes?: number | null | undefined;
    };
    answer: Reminder;
  };
  /** Once more, later. */
  "POST /api/reminders/{id}/snooze": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
      minutes: number;
    };
    answer: Reminder;
  };
  /** Skip one occurrence of a series. */
  "POST /api/reminders/{id}/skip": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
      occurrence: string;
    };
    answer: Reminder;
  };
  /** Restore a skipped occurrence. */
  "POST /api/reminders/{id}/unskip": {
    params: {
      id: string;
    };
    query: never;
    body: {
      version?: number | undefined;
      owner_account_id?: string | undefined;
      occurrence: string;
    };
    answer: Reminder;
  };
  /** The secret address of your calendar, for other programs to subscribe to; null if there is none. */
  "GET /api/calendar/link": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: CalendarLink;
  };
  /** The secret address of your calendar, created if there is none. */
  "POST /api/calendar/link": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
    };
    answer: CalendarLink;
  };
  /** A new address. The old one stops working at once. */
  "POST /api/calendar/link/reset": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
    };
    answer: CalendarLink;
  };
  /** Disable the address. The calendar can no longer be read with it. */
  "POST /api/calendar/link/revoke": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
    };
    answer: CalendarLink;
  };
  /** Import an iCalendar file as reminders, raw or in JSON. Importing the same file again changes nothing. */
  "POST /api/calendar/import": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
    };
    body: {
      ics: string;
      owner_account_id?: string | undefined;
    };
    answer: ImportReport;
  };
  /** A calendar by its secret address. */
  "GET /calendar/{file}": {
    params: {
      file: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Your public page of free times: its hours and its secret address. */
  "GET /api/booking-page": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: BookingPage;
  };
  /** Switch the page on or off and set its hours, which are clocks in your own zone. What is not named stays. */
  "POST /api/booking-page": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      is_on?: boolean | undefined;
      starts?: string | undefined;
      ends?: string | undefined;
      weekdays?: Array<number> | undefined;
      minutes?: number | undefined;
      days_ahead?: number | undefined;
    };
    answer: BookingPage;
  };
  /** A new address for the page. The old one stops working at once. */
  "POST /api/booking-page/renew": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
    };
    answer: BookingPage;
  };
  /** What visitors of your page asked for: open requests first. Name, subject and address are strangers' words. */
  "GET /api/bookings": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      bookings: Array<Booking>;
      next: string | null;
    };
  };
  /** Answer a request. `confirm` writes it into your calendar; `other_time` declines it and asks the visitor to pick another. */
  "POST /api/bookings/{id}/answer": {
    params: {
      id: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
      answer: "confirm" | "decline" | "other_time";
    };
    answer: Booking;
  };
  /** The code with which others become this person's friend: valid for a week and a limited number of people. */
  "GET /api/friends/link": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: FriendLink;
  };
  /** Replace the code; the old one is no longer valid. */
  "POST /api/friends/link/reset": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    answer: FriendLink;
  };
  /** Disable the code until it is reset. */
  "POST /api/friends/link/disable": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    answer: FriendLink;
  };
  /** Who invites with this code. Changes nothing; the code is not in the URL. */
  "POST /api/friends/invitation": {
    params: never;
    query: never;
    body: {
      link_code: string;
    };
    answer: {
      display_name: string | null;
      expires_at: string;
    };
  };
  /** Become a friend of the person who gave the code. It takes effect at once, and both are notified. */
  "POST /api/friends/join": {
    params: never;
    query: never;
    body: {
      joiner_account_id?: string | undefined;
      account_id?: string | undefined;
      link_code?: string | undefined;
      public_token?: string | undefined;
    };
    answer: FriendJoin;
  };
  /** Friends, in the order in which they joined. */
  "GET /api/friends": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      friends: Array<Friend>;
      next: string | null;
    };
  };
  /** The people you have blocked, by the names they had. */
  "GET /api/friends/blocked": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: {
      blocked: Array<BlockedFriend>;
    };
  };
  /** End a friendship. Upcoming shared reminders of the two are cancelled, and both are notified. */
  "POST /api/friends/{friend}/remove": {
    params: {
      friend: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    answer: {
      status: string;
      cancelled: Array<string>;
    };
  };
  /** End a friendship and block the person: they cannot join again with a code. */
  "POST /api/friends/{friend}/block": {
    params: {
      friend: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    answer: {
      status: string;
      cancelled: Array<string>;
    };
  };
  /** Unblock a person, so that they can join again with a code. */
  "POST /api/friends/{friend}/unblock": {
    params: {
      friend: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    answer: {
      status: string;
      cancelled: Array<string>;
    };
  };
  /** The name this person uses for the friend. */
  "POST /api/friends/{friend}/nickname": {
    params: {
      friend: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
      name: string;
    };
    answer: {
      status: string;
      cancelled: Array<string>;
    };
  };
  /** How this person accepts what the friend shares: at once, silently, never, or after a question. */
  "POST /api/friends/{friend}/setting": {
    params: {
      friend: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
      shared_reminders: "take" | "mute" | "refuse" | "ask";
    };
    answer: {
      status: string;
      cancelled: Array<string>;
    };
  };
  /** Whether the friend sees when this person is busy. */
  "POST /api/friends/{friend}/busy": {
    params: {
      friend: string;
    };
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
      shows_busy: boolean;
    };
    answer: {
      status: string;
      cancelled: Array<string>;
    };
  };
  /** When friends do not disturb you, in your local time. */
  "GET /api/friends/quiet-hours": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: QuietHours;
  };
  /** During these hours friends' notifications wait, and friends cannot book you. Null removes them. */
  "POST /api/friends/quiet-hours": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
      quiet_hours: {
        starts: string;
        ends: string;
      } | null;
    };
    answer: QuietHours;
  };
  /** Whether what friends share waits for your confirmation. */
  "GET /api/friends/ask-first": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: AskFirst;
  };
  /** Require confirmation before what friends share enters your calendar. A setting for one friend takes precedence. */
  "POST /api/friends/ask-first": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      account_id?: string | undefined;
      ask_first: boolean;
    };
    answer: AskFirst;
  };
  /** Share a reminder with friends. If one of them has no time, nothing is written and common free times are suggested. */
  "POST /api/shared-reminders": {
    params: never;
    query: never;
    body: {
      creator_account_id?: string | undefined;
      receiver_account_ids: Array<string>;
      title: string;
      local_trigger_at: string;
      captured_timezone?: string | undefined;
      duration_minutes?: number | null | undefined;
      all_day?: boolean | undefined;
      recurrence_rule?: string | undefined;
      context?: unknown;
    };
    answer: SharedReminderResult;
  };
  /** The shared reminders you take or took part in, newest first. */
  "GET /api/shared-reminders": {
    params: never;
    query: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      shared_reminders: Array<SharedReminder>;
      next: string | null;
    };
  };
  /** Share one of your own reminders with friends, who are notified. It stays the same reminder. */
  "POST /api/reminders/{id}/share": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
      receiver_account_ids: Array<string>;
    };
    answer: SharedReminderResult;
  };
  /** One shared reminder. */
  "GET /api/shared-reminders/{id}": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: SharedReminder;
  };
  /** Cancel it for everyone; the others are notified. */
  "POST /api/shared-reminders/{id}/cancel": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
    };
    answer: SharedReminderResult;
  };
  /** Mark your own part done. */
  "POST /api/shared-reminders/{id}/complete-own-projection": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
    };
    answer: SharedReminderResult;
  };
  /** Invite more friends; they and the others are notified. Only its creator can do this. */
  "POST /api/shared-reminders/{id}/participants": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
      receiver_account_ids: Array<string>;
    };
    answer: SharedReminderResult;
  };
  /** Skip one occurrence of a series for everyone; the others are notified. */
  "POST /api/shared-reminders/{id}/skip": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
      occurrence: string;
    };
    answer: SharedReminderResult;
  };
  /** Restore a skipped occurrence; the others are notified. */
  "POST /api/shared-reminders/{id}/unskip": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
      occurrence: string;
    };
    answer: SharedReminderResult;
  };
  /** Accept what a friend wants to share; its creator is notified. */
  "POST /api/shared-reminders/{id}/accept": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
    };
    answer: SharedReminderResult;
  };
  /** Decline or leave it; its creator is notified. */
  "POST /api/shared-reminders/{id}/decline": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
    };
    answer: SharedReminderResult;
  };
  /** Change time, duration or title for everyone; the others are notified. */
  "POST /api/shared-reminders/{id}/reschedule": {
    params: {
      id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      owner_account_id?: string | undefined;
      local_trigger_at?: string | undefined;
      captured_timezone?: string | undefined;
      duration_minutes?: number | null | undefined;
      all_day?: boolean | undefined;
      recurrence_rule?: string | undefined;
      title?: string | undefined;
    };
    answer: SharedReminderResult;
  };
  /** When friends are busy and when they are free, and nothing else. */
  "POST /api/shared-reminders/availability": {
    params: never;
    query: never;
    body: {
      requester_account_id?: string | undefined;
      friend_account_ids: Array<string>;
      local_start: string;
      local_end: string;
      requester_timezone?: string | undefined;
    };
    answer: {
      friends: Array<{
        account_id: string;
        shown: boolean;
        windows: Array<{
          state: "busy" | "free";
          start: string;
          end: string;
        }>;
      }>;
    };
  };
  /** What is remembered of you, each with the messages it rests on. `q` searches. */
  "GET /api/memory": {
    params: never;
    query: {
      account_id?: string | undefined;
      q?: string | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: Memories;
  };
  /** Your conversations, and whether anything is remembered there. */
  "GET /api/memory/conversations": {
    params: never;
    query: {
      account_id?: string | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: RememberingTalks;
  };
  /** Switch memory on or off for a conversation. Off: nothing from it is kept or used. */
  "POST /api/memory/conversations/{conversation_id}": {
    params: {
      conversation_id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      is_on: boolean;
    };
    answer: undefined;
  };
  /** Correct a memory. The earlier words are kept as replaced until they are forgotten. */
  "POST /api/memory/{memory_id}/edit": {
    params: {
      memory_id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      words: string;
    };
    answer: {
      memory: Memory;
    };
  };
  /** A pinned memory comes to mind whatever is spoken of. */
  "POST /api/memory/{memory_id}/pin": {
    params: {
      memory_id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
      pinned: boolean;
    };
    answer: {
      memory: Memory;
    };
  };
  /** Forget a memory with everything made of it: earlier versions, summaries, stored prompts and its words in the log. */
  "POST /api/memory/{memory_id}/forget": {
    params: {
      memory_id: string;
    };
    query: never;
    body: {
      account_id?: string | undefined;
    };
    answer: {
      forgotten: number;
    };
  };
  /** Who talks with you. The plain assistant unless you choose a character. */
  "GET /api/companion": {
    params: never;
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: Companion;
  };
  /** Choose one of your characters as your companion, or null for the plain assistant. */
  "POST /api/companion": {
    params: never;
    query: never;
    body: {
      account_id?: string | undefined;
      bot_id: string | null;
    };
    answer: Companion;
  };
  /** Whether the companion may write to you first. Off unless you switch it on. */
  "GET /api/initiative": {
    params: never;
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: Initiative;
  };
  /** Switch the morning brief, the evening's question and a message after a silence on or off. */
  "POST /api/initiative": {
    params: never;
    query: never;
    body: {
      account_id?: string | undefined;
      brief?: boolean | undefined;
      follow_ups?: boolean | undefined;
      silence_days?: number | null | undefined;
      most_per_day?: number | undefined;
    };
    answer: Initiative;
  };
  /** What it wrote to you first, each with the reason. */
  "GET /api/initiative/messages": {
    params: never;
    query: {
      account_id?: string | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: InitiativeMessages;
  };
  /** What you did from one day to another: reminders ticked off, plans, reminders that went off and what you said, each with its source. A token without `reminders:read` gets what you said alone. */
  "GET /api/review": {
    params: never;
    query: {
      account_id?: string | undefined;
      from: string;
      to: string;
    };
    body: never;
    answer: Review;
  };
  /** Create or replace a bot. */
  "POST /api/bots": {
    params: never;
    query: never;
    body: {
      id?: string | undefined;
      name: string;
      persona?: string | undefined;
      voice_samples?: Array<string> | undefined;
      traits?: Array<string> | undefined;
      backstory?: string | undefined;
      initial_relationship_to_you?: string | undefined;
      kickoff_prose?: string | undefined;
      pronouns?: string | undefined;
      looks?: string | undefined;
      play?: {
        model?: string | undefined;
        temperature?: number | undefined;
        top_p?: number | undefined;
        top_k?: number | undefined;
        frequency_penalty?: number | undefined;
        presence_penalty?: number | undefined;
        seed?: number | undefined;
        max_tokens?: number | undefined;
        stop?: Array<string> | undefined;
        language?: string | undefined;
        length?: "short" | "medium" | "long" | undefined;
        style?: string | undefined;
        note?: string | undefined;
        note_depth?: number | undefined;
      } | undefined;
      extensions?: Record<string, unknown> | undefined;
    };
    answer: {
      id: string;
      name: string;
      persona: string;
      voice_samples: Array<string>;
      traits: Array<string>;
      backstory: string;
      initial_relationship_to_you: string;
      kickoff_prose: string;
      pronouns: string;
      looks: string;
      play?: {
        model?: string | undefined;
        temperature?: number | undefined;
        top_p?: number | undefined;
        top_k?: number | undefined;
        frequency_penalty?: number | undefined;
        presence_penalty?: number | undefined;
        seed?: number | undefined;
        max_tokens?: number | undefined;
        stop?: Array<string> | undefined;
        language?: string | undefined;
        length?: "short" | "medium" | "long" | undefined;
        style?: string | undefined;
        note?: string | undefined;
        note_depth?: number | undefined;
      } | undefined;
      extensions?: Record<string, unknown> | undefined;
    };
  };
  /** Your bots. */
  "GET /api/bots": {
    params: never;
    query: {
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      bots: Array<Bot>;
      next: string | null;
    };
  };
  /** Define who you are in your stories. */
  "POST /api/you": {
    params: never;
    query: never;
    body: {
      name: string;
      pronouns?: string | undefined;
      persona?: string | undefined;
      others?: Array<{
        name: string;
        pronouns?: string | undefined;
        persona?: string | undefined;
      }> | undefined;
    };
    answer: {
      name: string;
      pronouns: string;
      persona: string;
      others?: Array<{
        name: unknown;
        pronouns: string;
        persona: string;
      }> | undefined;
    };
  };
  /** Who you are in your stories. */
  "GET /api/you": {
    params: never;
    query: never;
    body: never;
    answer: {
      you: You | null;
    };
  };
  /** Begin a chat with a host and perhaps a guest. */
  "POST /api/chats": {
    params: never;
    query: never;
    body: {
      id?: string | undefined;
      host_bot_id: string;
      guest_bot_id?: string | null | undefined;
      initial_time: string;
      narrative_anchor?: string | undefined;
      weather?: string | undefined;
      title?: string | null | undefined;
    };
    answer: {
      id: string;
      host_bot_id: string;
      guest_bot_id?: string | null | undefined;
      initial_time: string;
      narrative_anchor: string;
      weather: string;
      title?: string | null | undefined;
    };
  };
  /** Your chats, the latest first. */
  "GET /api/chats": {
    params: never;
    query: {
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: {
      chats: Array<Chat>;
      next: string | null;
    };
  };
  /** One of your bots. */
  "GET /api/bots/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: Bot;
  };
  /** Delete a bot that is in no chat, with its card and pictures. */
  "DELETE /api/bots/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** A chat, its conversation, its open scenes and who is there. */
  "GET /api/chats/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: OpenChat;
  };
  /** Delete a chat and everything derived from it: scenes, memories, feelings, digests, messages and stored prompts. */
  "DELETE /api/chats/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Add a place. */
  "POST /api/chats/{id}/containers": {
    params: {
      id: string;
    };
    query: never;
    body: {
      container_id?: number | undefined;
      name: string;
      type?: string | undefined;
      properties?: Record<string, unknown> | undefined;
    };
    answer: {
      chat_id: string;
      container_id: number;
      name: string;
      type: string;
      properties: Record<string, unknown>;
    };
  };
  /** A chat's containers. */
  "GET /api/chats/{id}/containers": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      containers: Array<Place>;
      next: number | null;
    };
  };
  /** Rename a place. It keeps its id and its scenes. */
  "POST /api/chats/{id}/containers/rename": {
    params: {
      id: string;
    };
    query: never;
    body: {
      container_id: number;
      name: string;
    };
    answer: {
      chat_id: string;
      container_id: number;
      name: string;
    };
  };
  /** Rename a story. */
  "POST /api/chats/{id}/rename": {
    params: {
      id: string;
    };
    query: never;
    body: {
      title: string;
    };
    answer: {
      chat_id: string;
      title: string;
    };
  };
  /** Note a thread of the plot. */
  "POST /api/chats/{id}/threads": {
    params: {
      id: string;
    };
    query: never;
    body: {
      id?: string | undefined;
      title: string;
      summary?: string | undefined;
      status?: string | undefined;
    };
    answer: {
      chat_id?: string | undefined;
      id: string;
      title: string;
      summary: string;
      status: string;
    };
  };
  /** A chat's threads. */
  "GET /api/chats/{id}/threads": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      threads: Array<Thread>;
      next: number | null;
    };
  };
  /** Reword a thread of the plot, or settle it. What is left out stays. */
  "POST /api/chats/{id}/threads/{thread}": {
    params: {
      id: string;
      thread: string;
    };
    query: never;
    body: {
      title?: string | undefined;
      summary?: string | undefined;
      status?: "open" | "resolved" | undefined;
    };
    answer: {
      chat_id: string;
      id: string;
      title?: string | undefined;
      summary?: string | undefined;
      status?: "open" | "resolved" | undefined;
    };
  };
  /** Set what a character is doing. */
  "POST /api/chats/{id}/activities": {
    params: {
      id: string;
    };
    query: never;
    body: {
      entity_id: string;
      posture?: string | undefined;
      action?: Record<string, unknown> | undefined;
      attention?: string | undefined;
      holding?: Array<string> | undefined;
      status?: Record<string, unknown> | undefined;
    };
    answer: {
      chat_id?: string | undefined;
      entity_id: string;
      posture: string;
      action: Record<string, unknown>;
      attention: string;
      holding: Array<string>;
      status: Record<string, unknown>;
    };
  };
  /** A chat's activities. */
  "GET /api/chats/{id}/activities": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      activities: Array<StoryActivity>;
      next: number | null;
    };
  };
  /** Change how one character sees another. */
  "POST /api/chats/{id}/edges": {
    params: {
      id: string;
    };
    query: never;
    body: {
      source_id: string;
      target_id: string;
      knowledge_facts?: Array<string | {
        fact: string;
      }> | undefined;
      cites?: Array<string> | undefined;
      affinity_delta?: number | undefined;
      trust_delta?: number | undefined;
      affinity?: number | undefined;
      trust?: number | undefined;
      scene_id?: number | null | undefined;
      relationship_summary?: string | undefined;
    };
    answer: {
      chat_id?: string | undefined;
      source_id: string;
      target_id: string;
      knowledge_facts: Array<string | {
        fact: string;
      }>;
      cites?: Array<string> | undefined;
      affinity_delta?: number | undefined;
      trust_delta?: number | undefined;
      affinity?: number | undefined;
      trust?: number | undefined;
      scene_id?: number | null | undefined;
      relationship_summary?: string | undefined;
    };
  };
  /** A chat's edges. */
  "GET /api/chats/{id}/edges": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      edges: Array<Edge>;
      next: number | null;
    };
  };
  /** Open a scene with you in it. */
  "POST /api/chats/{id}/scenes": {
    params: {
      id: string;
    };
    query: never;
    body: {
      scene_id?: number | undefined;
      container_id?: number | null | undefined;
      started_at?: string | undefined;
      participants: Array<string>;
    };
    answer: {
      chat_id: string;
      scene_id?: number | undefined;
      container_id?: number | null | undefined;
      started_at?: string | undefined;
      participants: Array<string>;
    };
  };
  /** A chat's scenes. */
  "GET /api/chats/{id}/scenes": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      scenes: Array<Scene>;
      next: number | null;
    };
  };
  /** Let time pass in the story. */
  "POST /api/chats/{id}/clock": {
    params: {
      id: string;
    };
    query: never;
    body: {
      to: string;
    };
    answer: {
      chat_id: string;
      to: string;
    };
  };
  /** Reword a memory, or pin it: `memory_pinned` with `yes` or `no`. */
  "POST /api/chats/{id}/edits": {
    params: {
      id: string;
    };
    query: never;
    body: {
      target_kind: "memory_pov_summary" | "memory_text" | "memory_pinned";
      target_id: string;
      new_value: string;
    };
    answer: {
      chat_id?: string | undefined;
      target_kind: "memory_pov_summary" | "memory_text" | "memory_pinned";
      target_id: string;
      new_value: string;
    };
  };
  /** Start a scene without you: now or at a time of the story, directed by you or continuing on its own. */
  "POST /api/chats/{id}/meanwhile": {
    params: {
      id: string;
    };
    query: never;
    body: MeanwhileStart;
    answer: MeanwhileStarted;
  };
  /** Open the first scene with the host's greeting. */
  "POST /api/chats/{id}/kickoff": {
    params: {
      id: string;
    };
    query: never;
    body: {
      greeting?: number | undefined;
    };
    answer: {
      events: Array<Record<string, unknown>>;
    };
  };
  /** Close a scene. Answers when every participant's summary is written; closing it again does nothing. */
  "POST /api/scenes/{id}/close": {
    params: {
      id: number;
    };
    query: never;
    body: {
      chat_id?: string | undefined;
      closed_at?: string | undefined;
    };
    answer: {
      scene_id: number;
      closed: true;
    };
  };
  /** A character enters or leaves a scene. */
  "POST /api/scenes/{id}/presence": {
    params: {
      id: number;
    };
    query: never;
    body: {
      chat_id?: string | undefined;
      entity_id: string;
      change: "enter" | "leave";
    };
    answer: {
      chat_id?: string | undefined;
      scene_id: number;
      entity_id: string;
      change: "enter" | "leave";
    };
  };
  /** Unseal the full account of a meanwhile scene. */
  "POST /api/chats/{id}/digests/{digest}/unseal": {
    params: {
      id: string;
      digest: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      chat_id?: string | undefined;
      id: string;
    };
  };
  /** A chat's presence. */
  "GET /api/chats/{id}/presence": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      presence: Array<Presence>;
      next: number | null;
    };
  };
  /** A chat's turns. */
  "GET /api/chats/{id}/turns": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      turns: Array<Line>;
      next: number | null;
    };
  };
  /** A chat's memories. */
  "GET /api/chats/{id}/memories": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      memories: Array<StoryMemory>;
      next: number | null;
    };
  };
  /** Bring one character's own memories of another chat into this one. If they are rewound, edited or deleted there later, they disappear here too. */
  "POST /api/chats/{id}/memories": {
    params: {
      id: string;
    };
    query: never;
    body: {
      owner_id: string;
      from_chat_id: string;
    };
    answer: {
      brought: number;
    };
  };
  /** A chat's digests. */
  "GET /api/chats/{id}/digests": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      digests: Array<Digest>;
      next: number | null;
    };
  };
  /** A chat's plans. */
  "GET /api/chats/{id}/plans": {
    params: {
      id: string;
    };
    query: {
      limit?: number | undefined;
      before?: number | undefined;
      scene_id?: number | undefined;
      owner_id?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
    };
    body: never;
    answer: {
      plans: Array<ScenePlan>;
      next: number | null;
    };
  };
  /** How a story is played. */
  "GET /api/chats/{id}/settings": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: StorySettings;
  };
  /** Set how a story is played. What is left out goes back to the defaults. */
  "POST /api/chats/{id}/settings": {
    params: {
      id: string;
    };
    query: never;
    body: {
      model?: string | undefined;
      temperature?: number | undefined;
      top_p?: number | undefined;
      top_k?: number | undefined;
      frequency_penalty?: number | undefined;
      presence_penalty?: number | undefined;
      seed?: number | undefined;
      max_tokens?: number | undefined;
      stop?: Array<string> | undefined;
      language?: string | undefined;
      length?: "short" | "medium" | "long" | undefined;
      style?: string | undefined;
      note?: string | undefined;
      note_depth?: number | undefined;
      persona?: {
        name: string;
        pronouns?: string | undefined;
        persona?: string | undefined;
      } | undefined;
      system_template?: string | undefined;
      closing_template?: string | undefined;
      card_prompts?: boolean | undefined;
      context_tokens?: number | undefined;
      max_replies?: number | undefined;
      lorebook?: unknown;
    };
    answer: StorySettings;
  };
  /** Routines of characters, where these have brought them, and whom they met. */
  "GET /api/chats/{id}/lives": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: StoryLives;
  };
  /** Set routines and needs of characters, and how much of their time between scenes is remembered or played. What is left out goes back to the defaults. */
  "POST /api/chats/{id}/lives": {
    params: {
      id: string;
    };
    query: never;
    body: {
      is_on?: boolean | undefined;
      meetings_per_day?: number | undefined;
      scenes_per_day?: number | undefined;
      scene_beats?: number | undefined;
      scene_budget_tokens?: number | undefined;
      routines?: Array<{
        entity_id: string;
        slots?: Array<{
          days: Array<number>;
          from: string;
          to: string;
          container_id: number;
          doing?: string | undefined;
        }> | undefined;
        needs?: Array<{
          name: string;
          container_id: number;
          every_hours: number;
          minutes?: number | undefined;
        }> | undefined;
      }> | undefined;
    };
    answer: StoryLives;
  };
  /** Import a character card (V1 to V3, as PNG, JSON or CHARX): its bytes, or JSON with `file_base64`. */
  "POST /api/bots/import": {
    params: never;
    query: {
      id?: string | undefined;
      account_id?: string | undefined;
    };
    body: FileInJson;
    answer: ImportedCard;
  };
  /** Add World Info or a lorebook to a bot. Only that bot uses it. */
  "POST /api/bots/{id}/lorebook": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
    };
    body: FileInJson;
    answer: ImportedPart;
  };
  /** Import a chat as a new one: a whole story (as exported with `format=story`, also gzipped), SillyTavern's JSON lines, or lines of {speaker, text, present}. */
  "POST /api/chats/import": {
    params: never;
    query: {
      account_id?: string | undefined;
      characters?: string | undefined;
    };
    body: FileInJson;
    answer: ImportedChat;
  };
  /** Export a bot as a character card, with everything that came with it. */
  "GET /api/bots/{id}/export": {
    params: {
      id: string;
    };
    query: {
      format?: "png" | "json" | "charx" | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** Give a bot another portrait: PNG, JPEG, WebP or GIF. */
  "POST /api/bots/{id}/picture": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
    };
    body: FileInJson;
    answer: ImportedPart;
  };
  /** A bot's picture: from its card, or drawn from its name. */
  "GET /api/bots/{id}/picture": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
      v?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** What a bot's card contained apart from its picture. */
  "GET /api/bots/{id}/assets": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
      v?: string | undefined;
    };
    body: never;
    answer: {
      assets: Array<Record<string, unknown>>;
    };
  };
  /** One asset of a bot's card: pictures to show, anything else to download. */
  "GET /api/bots/{id}/assets/{index}": {
    params: {
      id: string;
      index: number;
    };
    query: {
      account_id?: string | undefined;
      v?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** The greetings with which a bot may open a chat; kickoff takes one by its index. */
  "GET /api/bots/{id}/greetings": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
      v?: string | undefined;
    };
    body: never;
    answer: {
      greetings: Array<{
        index: number;
        text: string;
        group_only: boolean;
      }>;
    };
  };
  /** Export a chat: in SillyTavern's format with who heard each message, or (`format=story`) as a whole story that can be imported without loss. */
  "GET /api/chats/{id}/export": {
    params: {
      id: string;
    };
    query: {
      format?: "sillytavern" | "story" | undefined;
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** Import the three characters and two chats that come with the product. Repeating it changes nothing. */
  "POST /api/samples": {
    params: never;
    query: never;
    body: {
      language?: "en" | "zh" | undefined;
      stories?: "all" | "own_language" | undefined;
    };
    answer: {
      chats: Array<{
        id: string;
        title: string | null;
      }>;
    };
  };
  /** Read a preset of SillyTavern (for chat models, for text models, a system prompt, or a master export): its settings as a story or a character takes them, and what is left out. Nothing is changed. */
  "POST /api/presets/read": {
    params: never;
    query: {
      for?: "story" | "character" | undefined;
    };
    body: FileInJson;
    answer: ReadPreset;
  };
  /** The settings as a preset that SillyTavern reads. Imported here, nothing is lost. */
  "GET /api/chats/{id}/preset": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: string;
  };
  /** The settings as a preset that SillyTavern reads. Imported here, nothing is lost. */
  "GET /api/bots/{id}/preset": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: string;
  };
  /** Rewind a chat to a turn: everything after it leaves all tables and prompts. */
  "POST /api/chats/{id}/rewind": {
    params: {
      id: string;
    };
    query: {
      preview?: "0" | "1" | "true" | "false" | "" | undefined;
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: StoryCut;
    answer: Rewound;
  };
  /** Branch off at a turn, or here. The past is shared, and nothing is lost. */
  "POST /api/chats/{id}/branches": {
    params: {
      id: string;
    };
    query: {
      preview?: "0" | "1" | "true" | "false" | "" | undefined;
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: (StoryCut) & ({
      name?: string | undefined;
    });
    answer: Branched;
  };
  /** A chat's branches. */
  "GET /api/chats/{id}/branches": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: Branches;
  };
  /** Switch to another branch. */
  "POST /api/chats/{id}/branches/switch": {
    params: {
      id: string;
    };
    query: {
      preview?: "0" | "1" | "true" | "false" | "" | undefined;
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: {
      branch: string;
    };
    answer: Switched;
  };
  /** A chat as it was: at an event or a turn, at a time or the end of a day of the story, on a branch. */
  "GET /api/chats/{id}/as-of": {
    params: {
      id: string;
    };
    query: {
      turn_id?: string | undefined;
      day?: number | undefined;
      event_id?: number | undefined;
      story_time?: string | undefined;
      branch?: string | undefined;
      account_id?: string | undefined;
      unseen?: "show" | "hide" | undefined;
    };
    body: never;
    answer: StoryState;
  };
  /** Ask about the past in plain language: “What did Ann feel about me on day 3?” */
  "GET /api/chats/{id}/ask": {
    params: {
      id: string;
    };
    query: {
      question: string;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: StoryAnswer;
  };
  /** The differences between two branches, or two times. */
  "GET /api/chats/{id}/compare": {
    params: {
      id: string;
    };
    query: {
      a?: string | undefined;
      b?: string | undefined;
      a_event?: number | undefined;
      b_event?: number | undefined;
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: {
      differences: Array<StoryDifference>;
    };
  };
  /** Edit a line. Everything derived from it follows: memories, feelings, summaries, threads; the original wording is removed everywhere. */
  "POST /api/chats/{id}/turns/{turn}/edit": {
    params: {
      id: string;
      turn: string;
    };
    query: {
      preview?: "0" | "1" | "true" | "false" | "" | undefined;
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: TurnEdit;
    answer: Amendment;
  };
  /** Correct who was present at a turn: what each character knows follows. */
  "POST /api/chats/{id}/turns/{turn}/presence": {
    params: {
      id: string;
      turn: string;
    };
    query: {
      preview?: "0" | "1" | "true" | "false" | "" | undefined;
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: PresenceCorrection;
    answer: Amendment;
  };
  /** Replay a chat with the recorded answers and compare, event by event. Nothing changes. */
  "GET /api/chats/{id}/replay": {
    params: {
      id: string;
    };
    query: {
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: ReplayedStory;
  };
  /** Replay a chat from a turn on with another model, on a branch, and compare the two. The chat itself stays as it is. */
  "POST /api/chats/{id}/rerun": {
    params: {
      id: string;
    };
    query: {
      unseen?: "show" | "hide" | undefined;
    };
    body: RerunAsk;
    answer: RerunStory;
  };
  /** Undo a rewind, or within a day a deletion, as long as nothing has happened in the chat since. */
  "POST /api/chats/{id}/bring-back": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      branch_id: string;
      brought_back: number;
    };
  };
  /** Generate another version of a scene's last reply to the same input. Nothing else changes, and the first version is kept. */
  "POST /api/chats/{id}/regenerate": {
    params: {
      id: string;
    };
    query: never;
    body: {
      turn_id?: string | undefined;
    };
    answer: undefined;
  };
  /** Let the characters of a scene go on without a line of yours: the next in turn, or those you name. */
  "POST /api/chats/{id}/next": {
    params: {
      id: string;
    };
    query: never;
    body: SceneNext;
    answer: undefined;
  };
  /** Choose which version of a scene's last reply counts, including what each character remembers and feels of it. */
  "POST /api/chats/{id}/turns/{turn}/version": {
    params: {
      id: string;
      turn: string;
    };
    query: never;
    body: {
      version: number;
    };
    answer: ChosenVersion;
  };
  /** The prompt that a bot would get now, part by part, with the events behind each part. */
  "GET /api/chats/{id}/context": {
    params: {
      id: string;
    };
    query: {
      viewer: string;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: PromptView;
  };
  /** How a character knows something: from the fact to the words behind it, including retellings. */
  "GET /api/chats/{id}/why": {
    params: {
      id: string;
    };
    query: {
      fact: string;
      viewer?: string | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: Origins;
  };
  /** How a piece of news spread: who learned it from whom and when, through how many retellings each knows it, and how many knew it on each day of the story. */
  "GET /api/chats/{id}/gossip": {
    params: {
      id: string;
    };
    query: {
      fact: string;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: Gossip;
  };
  /** Checks every model call of the chat against what its viewer had witnessed. */
  "GET /api/chats/{id}/audit": {
    params: {
      id: string;
    };
    query: {
      unseen?: "show" | "hide" | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: StoryAudit;
  };
  /** Your characters, who you are, and your chats with their last lines. */
  "GET /api/stage": {
    params: never;
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: Lobby;
  };
  /** The current state of a chat and its newest lines; or all lines since an event. */
  "GET /api/chats/{id}/stage": {
    params: {
      id: string;
    };
    query: {
      turns?: number | undefined;
      since?: number | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: StageView;
  };
  /** How affinity and trust of all characters moved over the story's time. */
  "GET /api/chats/{id}/feelings": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: {
      feelings: Array<Feeling>;
    };
  };
  /** What one character remembers, newest first: what each memory meant, whether it is pinned, and which story it is from. */
  "GET /api/chats/{id}/stage/memories": {
    params: {
      id: string;
    };
    query: {
      owner_id: string;
      before?: number | undefined;
      limit?: number | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: MemoriesView;
  };
  /** Lines of a chat before an event, however long ago they were said. */
  "GET /api/chats/{id}/lines": {
    params: {
      id: string;
    };
    query: {
      before: number;
      turns?: number | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: {
      turns: Array<StageLine>;
      has_earlier: boolean;
    };
  };
  /** The number of beats of a chat, and one of them: the newest, or the one at a position. */
  "GET /api/chats/{id}/beats": {
    params: {
      id: string;
    };
    query: {
      at?: number | undefined;
      unseen?: "show" | "hide" | undefined;
      watched?: string | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: BeatView;
  };
  /** Let an open meanwhile scene continue on its own: for a number of beats, until a word occurs, within a budget. */
  "POST /api/chats/{id}/let-talk": {
    params: {
      id: string;
    };
    query: never;
    body: {
      scene_id: number;
      beats: number;
      stop_if?: Array<string> | undefined;
      budget_tokens?: number | undefined;
      every_seconds?: number | undefined;
    };
    answer: PlanSet;
  };
  /** Stop the unattended scene. It stays open. */
  "POST /api/chats/{id}/plans/{plan}/stop": {
    params: {
      id: string;
      plan: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: {
      id: string;
      scene_id: number | null;
    };
  };
  /** Play one turn of a chat. Accepts a form or JSON; answers when all of it is written. */
  "POST /chats/{id}/turns": {
    params: {
      id: string;
    };
    query: never;
    body: SceneTurn;
    answer: undefined;
  };
  /** Stop the running turn, if there is one. What was shown stays. */
  "POST /chats/{id}/turns/cancel": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Import story events, as JSON lines of {kind, payload}: checked, in order, all or none. */
  "POST /api/events/import": {
    params: never;
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: {
      imported: number;
      events: Array<{
        kind: string;
      }>;
    };
  };
  /** Stories that you play with other people, or played. */
  "GET /api/shared-stories": {
    params: never;
    query: {
      account_id?: string | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: never;
    answer: SharedStories;
  };
  /** Begin a story with copies of your characters, for several people. You are its host. */
  "POST /api/shared-stories": {
    params: never;
    query: never;
    body: {
      title?: string | undefined;
      bot_ids: Array<string>;
      place?: string | undefined;
      name: string;
      persona?: string | undefined;
    };
    answer: SharedStory;
  };
  /** A shared story as you witnessed it: who takes part, where you are, your newest lines. */
  "GET /api/shared-stories/{id}": {
    params: {
      id: string;
    };
    query: {
      lines?: number | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: SharedView;
  };
  /** As the host: title, turn rule, pause, mute, ask a person to speak, remove, hand over. */
  "PATCH /api/shared-stories/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: {
      title?: string | undefined;
      rule?: TurnRule | undefined;
      paused?: boolean | undefined;
      floor_id?: string | undefined;
      mute?: Array<string> | undefined;
      unmute?: Array<string> | undefined;
      host_id?: string | undefined;
      remove?: string | undefined;
    };
    answer: SharedStory;
  };
  /** Earlier lines that you witnessed. */
  "GET /api/shared-stories/{id}/lines": {
    params: {
      id: string;
    };
    query: {
      before: number;
      lines?: number | undefined;
      account_id?: string | undefined;
    };
    body: never;
    answer: SharedLines;
  };
  /** Compare what you have of a shared story with what you witnessed. Numbers only. */
  "GET /api/shared-stories/{id}/audit": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: SharedAudit;
  };
  /** Everything that you witnessed of a shared story, as JSON lines. */
  "GET /api/shared-stories/{id}/export": {
    params: {
      id: string;
    };
    query: {
      account_id?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** What an invitation leads to: the story's title, who invites, and which characters are free. */
  "POST /api/shared-stories/invitation": {
    params: never;
    query: never;
    body: {
      code: string;
    };
    answer: StoryInvitation;
  };
  /** Join a story by an invitation, as a character or as a persona of your own. */
  "POST /api/shared-stories/join": {
    params: never;
    query: never;
    body: {
      code: string;
      name?: string | undefined;
      persona?: string | undefined;
      character_id?: string | undefined;
    };
    answer: SharedStory;
  };
  /** Leave a story. You keep what you witnessed, and the others lose nothing. */
  "POST /api/shared-stories/{id}/leave": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Go out of the scene or come back; the host may move everyone. */
  "POST /api/shared-stories/{id}/presence": {
    params: {
      id: string;
    };
    query: never;
    body: {
      entity_id: string;
      change: "enter" | "leave";
    };
    answer: undefined;
  };
  /** The story's invitation as a code and a link, for the host. It is valid for a week. */
  "POST /api/shared-stories/{id}/invitation": {
    params: {
      id: string;
    };
    query: never;
    body: {
      reset?: boolean | undefined;
    };
    answer: StoryInvitationLink;
  };
  /** Take the invitation back. Those who joined by it stay. */
  "DELETE /api/shared-stories/{id}/invitation": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** As the host: take back everything after a line that you witnessed, for everyone. */
  "POST /api/shared-stories/{id}/rewind": {
    params: {
      id: string;
    };
    query: never;
    body: {
      line_id: string;
    };
    answer: undefined;
  };
  /** Say or do something as the one whom you play. Answers when all of it is written. */
  "POST /api/shared-stories/{id}/turns": {
    params: {
      id: string;
    };
    query: never;
    body: {
      prose: string;
      whisper_to?: Array<string> | undefined;
      aloud?: boolean | undefined;
    };
    answer: undefined;
  };
  /** As the host: stop the running turn. None of it is kept. */
  "POST /api/shared-stories/{id}/turns/cancel": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** As the host: let the characters of your scene go on. */
  "POST /api/shared-stories/{id}/next": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** As the host: another version of the last reply, for those who heard it. */
  "POST /api/shared-stories/{id}/regenerate": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** The Model Context Protocol over HTTP, for programs with a token. Stateless; see docs/mcp.md. */
  "POST /mcp": {
    params: never;
    query: never;
    body: McpMessage;
    answer: undefined;
  };
  /** What the address for programs is, and which scopes its tokens may have. */
  "GET /.well-known/oauth-protected-resource/mcp": {
    params: never;
    query: never;
    body: never;
    answer: ProtectedResource;
  };
  /** What the address for programs is, and which scopes its tokens may have. */
  "GET /.well-known/oauth-protected-resource": {
    params: never;
    query: never;
    body: never;
    answer: ProtectedResource;
  };
  /** Passwords of your calendar programs, with their last use. Never the secrets. */
  "GET /api/calendar/passwords": {
    params: never;
    query: {
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: {
      url: string;
      passwords: Array<AppPassword>;
    };
  };
  /** Create a password for one calendar program, to read or also to change entries. */
  "POST /api/calendar/passwords": {
    params: never;
    query: never;
    body: {
      owner_account_id?: string | undefined;
      label: string;
      may_write?: boolean | undefined;
    };
    answer: MadeAppPassword;
  };
  /** Revoke a password. The program that has it is shut out at once. */
  "DELETE /api/calendar/passwords/{id}": {
    params: {
      id: string;
    };
    query: {
      owner_account_id?: string | undefined;
    };
    body: never;
    answer: undefined;
  };
  /** Start linking your own WeChat: returns a code to scan. An earlier unfinished login ends. */
  "POST /api/channels/wechat/login": {
    params: never;
    query: never;
    body: Record<string, unknown>;
    answer: WechatLogin;
  };
  /** The state of a login. The code to scan is replaced when it expires; `verify_code` is the number shown on the phone. */
  "GET /api/channels/wechat/login/{session}": {
    params: {
      session: string;
    };
    query: {
      verify_code?: string | undefined;
    };
    body: never;
    answer: WechatLogin;
  };
  /** The browsers in which you are notified, and the key that a browser subscribes with. */
  "GET /api/devices": {
    params: never;
    query: never;
    body: never;
    answer: Devices;
  };
  /** Notify this browser, by Web Push. The same subscription again changes what it shows. Ten at most. */
  "POST /api/devices": {
    params: never;
    query: never;
    body: {
      endpoint: string;
      keys: {
        p256dh: string;
        auth: string;
      };
      label: string;
      shows_content?: boolean | undefined;
    };
    answer: Device;
  };
  /** Notify this browser no more. */
  "DELETE /api/devices/{id}": {
    params: {
      id: string;
    };
    query: never;
    body: never;
    answer: undefined;
  };
  /** Send a notification that says that it works. */
  "POST /api/devices/{id}/test": {
    params: {
      id: string;
    };
    query: never;
    body: Record<string, unknown>;
    answer: DeviceTest;
  };
}

/** What webhooks are sent, by its type. */
export interface WebhookBodies {
  "reminder.fired": {
      type: "reminder.fired";
      timestamp: string;
      data: {
        reminder: WebhookReminder;
        is_late: boolean;
        repeat: number;
      };
    };
  "reminder.delivered": {
      type: "reminder.delivered";
      timestamp: string;
      data: {
        reminders: Array<WebhookReminder>;
        delivery: {
          id: string;
          channel: string;
          status: "sent" | "delivered" | "read";
          code: string | null;
        };
      };
    };
  "reminder.waiting": {
      type: "reminder.waiting";
      timestamp: string;
      data: {
        reminders: Array<WebhookReminder>;
        delivery: {
          id: string;
          channel: string;
          status: "waiting_for_user";
          code: string | null;
        };
      };
    };
  "reminder.failed": {
      type: "reminder.failed";
      timestamp: string;
      data: {
        reminders: Array<WebhookReminder>;
        delivery: {
          id: string;
          channel: string;
          status: "unknown" | "failed" | "expired";
          code: string | null;
        };
      };
    };
  "reminder.done": {
      type: "reminder.done";
      timestamp: string;
      data: {
        reminder: WebhookReminder;
        occurrence: string | null;
      };
    };
  "story.digest": {
      type: "story.digest";
      timestamp: string;
      data: {
        story: {
          id: string;
          title: string | null;
        };
        digest: {
          id: string | null;
          noticed: string;
        };
      };
    };
}
