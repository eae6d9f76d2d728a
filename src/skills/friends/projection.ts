import type { PayloadOf } from "../../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  pickFields,
  type Projection,
} from "../../domain/events/projection.ts";
import { parts, listSharedHandlers } from "./projection-shared.ts";

function links(): EventHandler[] {
  return [
    handler("friend_link_made", ({ payload, at, streamVersion }) => [
      {
        op: "put",
        table: "friend_link",
        row: {
          ...pickFields(payload, [
            "account_id",
            "generation",
            "key_id",
            "token_hash",
            "max_uses",
            "expires_at",
          ]),
          lifecycle: "active",
          uses: 0,
          version: streamVersion,
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    handler("friend_link_used", ({ payload, at, streamVersion }) => [
      {
        op: "patch",
        table: "friend_link",
        key: { account_id: payload.account_id },
        set: { uses: payload.uses, version: streamVersion, updated_at: at },
      },
    ]),
    handler("friend_link_disabled", ({ payload, at, streamVersion }) => [
      {
        op: "patch",
        table: "friend_link",
        key: { account_id: payload.account_id },
        set: { lifecycle: "disabled", version: streamVersion, updated_at: at },
      },
    ]),
    handler("friend_code_missed", ({ payload }) => [
      {
        op: "put",
        table: "friend_code_miss",
        row: pickFields(payload, ["account_id", "hour", "count"]),
      },
    ]),
  ];
}

function friendships(): EventHandler[] {
  return [
    // Renewing an ended friendship keeps the pair's row.
    handler("friendship_made", ({ payload, at, streamVersion }) => [
      {
        op: "put",
        table: "friendship",
        row: {
          ...pickFields(payload, ["id", "account_low_id", "account_high_id"]),
          lifecycle: "active",
          version: streamVersion,
          established_at: at,
          removed_at: null,
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    handler("friendship_removed", ({ payload, at, streamVersion }) => [
      {
        op: "patch",
        table: "friendship",
        key: { id: payload.id },
        set: { lifecycle: "removed", version: streamVersion, removed_at: at, updated_at: at },
      },
    ]),
  ];
}

type OfPair =
  | "friend_named"
  | "friend_busy_hidden"
  | "friend_busy_shown"
  | "friend_setting_changed";

/** One person's settings about another. */
function views(): EventHandler[] {
  const pair = ({ account_id, friend_account_id }: PayloadOf<OfPair>) => ({
    account_id,
    friend_account_id,
  });
  return [
    handler("friend_blocked", ({ payload, at }) => [
      {
        op: "put",
        table: "friend_block",
        row: {
          ...pickFields(payload, ["account_id", "blocked_account_id", "name"]),
          created_at: at,
        },
      },
    ]),
    handler("friend_unblocked", ({ payload }) => [
      {
        op: "drop",
        table: "friend_block",
        key: {
          account_id: payload.account_id,
          blocked_account_id: payload.blocked_account_id,
        },
      },
    ]),
    handler("friend_named", ({ payload, at }) => {
      const before = payload.replaces;
      const put: Change = {
        op: "put",
        table: "friend_nickname",
        row: {
          ...pair(payload),
          name: payload.name,
          shown: payload.shown,
          created_at: at,
          updated_at: at,
        },
      };
      if (before === undefined || before === payload.name) return [put];
      return [
        {
          op: "patch",
          table: "friend_nickname",
          key: { ...pair(payload), name: before },
          set: { shown: false, updated_at: at },
        },
        put,
      ];
    }),
    handler("friend_time_asked", ({ payload }) => [
      {
        op: "put",
        table: "friend_look",
        row: pickFields(payload, ["account_id", "friend_account_id", "day", "count"]),
      },
    ]),
    handler("quiet_hours_set", ({ payload, at }) => [
      {
        op: "put",
        table: "quiet_hours",
        row: { ...pickFields(payload, ["account_id", "starts", "ends"]), updated_at: at },
      },
    ]),
    handler("quiet_hours_ended", ({ payload }) => [
      { op: "drop", table: "quiet_hours", key: { account_id: payload.account_id } },
    ]),
    handler("ask_first_set", ({ payload, at }) => [
      {
        op: "put",
        table: "ask_first",
        row: { account_id: payload.account_id, updated_at: at },
      },
    ]),
    handler("ask_first_ended", ({ payload }) => [
      { op: "drop", table: "ask_first", key: { account_id: payload.account_id } },
    ]),
    handler("friend_busy_hidden", ({ payload, at }) => [
      { op: "put", table: "busy_hidden", row: { ...pair(payload), updated_at: at } },
    ]),
    handler("friend_busy_shown", ({ payload }) => [
      { op: "drop", table: "busy_hidden", key: pair(payload) },
    ]),
    handler("friend_setting_changed", ({ payload, at }) => [
      {
        op: "put",
        table: "friend_setting",
        row: { ...pair(payload), shared: payload.shared, updated_at: at },
      },
    ]),
  ];
}

function notifications(): EventHandler[] {
  return [
    // Only its place in the stream counts: a concurrent booking of this person's time finds it
    // moved.
    handler("own_time_taken", () => []),
    handler("notification_made", ({ payload, at }) => {
      const row = pickFields(payload, [
        "id",
        "account_id",
        "type",
        "actor_account_id",
        "object_type",
        "object_id",
        "facts",
      ]);
      const isMuted = payload.muted === true;
      const made: Change = {
        op: "put",
        table: "notification",
        row: { ...row, state: isMuted ? "muted" : "waiting", created_at: at },
      };
      if (isMuted) return [made];
      // The timers send it: at once, or as soon as there is a conversation.
      const timer = {
        id: notificationTimer(payload.id),
        kind: "notification",
        account_id: payload.account_id,
        due_at: at,
      };
      return [
        made,
        {
          op: "put",
          table: "timer",
          row: { ...timer, conversation_id: null, failures: 0, last_error: null },
        },
      ];
    }),
    handler("notifications_told", ({ payload, at }) =>
      payload.ids.map((id) => ({
        op: "patch",
        table: "notification",
        key: { id },
        set: { state: "told", told_at: at, message_id: payload.message_id ?? null },
      })),
    ),
    // Its message has arrived, or it turned out that it has not.
    handler("notifications_reached", ({ payload, at }) =>
      payload.ids.map((id) => ({
        op: "patch",
        table: "notification",
        key: { id },
        set: { reached_at: payload.reached ? at : null },
      })),
    ),
  ];
}

export const notificationTimer = (id: string): string => `notification:${id}`;

/** Friends, what they share, and their notices. */
export const friendsProjection: Projection = {
  tables: [
    { name: "friend_link", key: ["account_id"] },
    { name: "friend_code_miss", key: ["account_id", "hour"] },
    { name: "friendship", key: ["id"] },
    { name: "friend_block", key: ["account_id", "blocked_account_id"] },
    { name: "friend_nickname", key: ["account_id", "friend_account_id", "name"] },
    { name: "friend_look", key: ["account_id", "friend_account_id", "day"] },
    { name: "quiet_hours", key: ["account_id"] },
    { name: "friend_setting", key: ["account_id", "friend_account_id"] },
    { name: "ask_first", key: ["account_id"] },
    { name: "busy_hidden", key: ["account_id", "friend_account_id"] },
    { name: "shared_reminder", key: ["id"] },
    { name: "reminder_projection", key: ["shared_reminder_id", "account_id"] },
    { name: "notification", key: ["id"] },
  ],
  handlers: [
    ...links(),
    ...friendships(),
    ...views(),
    ...listSharedHandlers(),
    ...parts(),
    ...notifications(),
  ],
};
