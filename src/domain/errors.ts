/**
 * Every refusal that a client can see. A code never changes its meaning; the status says which side
 * has to act, the code says what to do.
 */
export const errorCodes = {
  invalid_json: 400,
  invalid_request: 400,
  invalid_id: 400,
  invalid_file: 400,
  body_too_deep: 400,
  code_not_valid: 400,
  identity_pairing_required: 400,
  channel_identity_already_bound: 400,
  invalid_provider_payload: 400,
  unsupported_provider: 400,
  account_required: 400,
  confirmation_mismatch: 400,
  friend_link_disabled: 400,
  self_friendship_forbidden: 400,
  unknown_person: 400,
  unknown_place: 400,
  unknown_command: 400,
  not_present: 400,
  clock_backwards: 400,
  peer_not_trusted: 401,
  unauthorized: 401,
  page_key_required: 401,
  webhook_unauthorized: 401,
  forbidden: 403,
  proof_required: 403,
  calendar_entry_refused: 403,
  only_the_host: 403,
  not_in_story: 403,
  muted: 403,
  cross_site_refused: 403,
  account_disabled: 403,
  sign_on_refused: 403,
  sign_on_no_account: 403,
  not_found: 404,
  friend_link_not_found: 404,
  scene_not_found: 404,
  invitation_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  turn_in_flight: 409,
  story_paused: 409,
  not_your_turn: 409,
  name_taken: 409,
  character_taken: 409,
  character_in_use: 409,
  already_in_story: 409,
  booking_over: 409,
  peer_repeated: 409,
  story_full: 409,
  too_many_stories: 409,
  request_in_flight: 409,
  key_reused: 409,
  outcome_unknown: 409,
  scene_over: 409,
  in_another_scene: 409,
  you_are_away: 409,
  nobody_there: 409,
  whisper_unclear: 409,
  not_the_last_reply: 409,
  version_conflict: 409,
  already_recorded: 409,
  not_resendable: 409,
  account_busy: 409,
  operator_account_kept: 409,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  rate_limited: 429,
  daily_limit: 429,
  headers_too_large: 431,
  internal: 500,
  turn_failed: 502,
  scene_not_summed_up: 502,
  sign_on_unavailable: 503,
  unavailable: 503,
  quota_reached: 507,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/**
 * A refusal meant for the person or program that asked. Bugs stay ordinary `Error`s and appear only
 * in the log.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly fact: Readonly<Record<string, unknown>> | undefined;

  /** `message`: English words for a case that the sentence of its code does not describe. */
  constructor(code: ErrorCode, fact?: Readonly<Record<string, unknown>>, message?: string) {
    super(message);
    this.code = code;
    this.fact = fact;
  }

  get status(): number {
    return errorCodes[this.code];
  }
}

/** Refuses one field of a request, with the problem in a few English words. */
export const refuseField = (field: string, problem: string): Refusal =>
  new Refusal("invalid_request", { field, problem });
