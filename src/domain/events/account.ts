import type { Role } from "../role.ts";
import type { Event } from "./event.ts";

type ZoneSource = "default" | "guessed" | "chosen";

/** How the zone came to be known. Accounts of earlier versions do not say. */
type ZoneOrigin = {
  zone_source?: ZoneSource;
  zone_country?: string;
  /** The person knows of the guess. */
  zone_told?: boolean;
};

type AccountProfile = Event<
  "account_created",
  ZoneOrigin & {
    id: string;
    origin: "web_first" | "messaging_first";
    display_name?: string | null;
    language?: string | null;
    default_timezone: string;
    /** False for a person whom the page still has to ask who they are. */
    is_welcomed?: boolean;
  }
>;

/** Only the fields that change. A zone without a source was chosen by the person. */
type ProfileChange = Event<
  "account_updated",
  ZoneOrigin & {
    id: string;
    display_name?: string | null | undefined;
    language?: string | null | undefined;
    default_timezone?: string | undefined;
    reminder_channels?: readonly string[] | undefined;
    /** When the person's mornings begin, as "09:00": whole days are reminded of then. */
    morning?: string | undefined;
    /** Who reminds: chat and the person's devices, or one of them only. */
    reminded_by?: "both" | "chat" | "devices" | undefined;
    link_hosts?: readonly string[] | undefined;
    is_welcomed?: boolean | undefined;
  }
>;

/** Rows of other accounts' events that go with an erased account. */
export type DroppedRows = {
  readonly table: string;
  readonly keys: readonly { readonly [column: string]: string | number }[];
};

type Access =
  | Event<
      "access_granted",
      {
        id: string;
        account_id: string;
        kind: "account" | "service" | "session" | "link" | "export";
        role: Role;
        token_hash: string;
        scopes: readonly string[];
        label?: string | null;
        expires_at?: string | null;
        /** Sessions have one since there are page keys. */
        page_hash?: string;
        made_in?: string;
      }
    >
  | Event<"access_used" | "access_revoked", { id: string; account_id: string }>;

type Pairing =
  | Event<
      "pairing_made",
      {
        id: string;
        account_id: string;
        provider_type?: string | null;
        code_hash: string;
        /** Codes of earlier versions had no link. */
        link_hash?: string | null;
        expires_at: string;
      }
    >
  | Event<"pairing_used", { id: string; account_id: string }>;

type Identity =
  | Event<
      "identity_bound",
      {
        id: string;
        account_id: string;
        provider_type: string;
        channel_account: string;
        provider_subject: string;
        is_account_anchor?: boolean;
      }
    >
  | Event<"identity_unbound", { id: string; account_id?: string }>
  | Event<
      "identity_changed",
      {
        id: string;
        account_id: string;
        provider_type: string;
        channel_account: string;
        from: string;
        to: string;
        reason: string;
        /** The new id was theirs already. */
        merged?: boolean;
        conversations: readonly { readonly id: string; readonly scope: string }[];
        deliveries: readonly string[];
      }
    >;

/** A person of another system, such as an OpenID provider, who signs in to this account. */
type SignOn = Event<
  "sign_on_linked" | "sign_on_unlinked",
  { account_id: string; issuer: string; subject: string }
>;

/** A key in a person's device that signs in to this account. */
type Passkey =
  | Event<
      "passkey_added",
      {
        account_id: string;
        id: string;
        role: Role;
        /** The name of the server that the device knows it by. */
        host: string;
        name: string;
        public_key: string;
      }
    >
  | Event<"passkey_renamed", { account_id: string; id: string; name: string }>
  | Event<"passkey_removed", { account_id: string; id: string }>;

export type AccountEvent =
  | Passkey
  | AccountProfile
  | ProfileChange
  | Event<"account_disabled" | "account_enabled", { id: string }>
  | Event<"account_erased", { id: string; drops?: readonly DroppedRows[] }>
  /** Replaces an event of an erased account: only its position in the log remains. */
  | Event<"erased", { readonly [field: string]: never }>
  | Access
  | Pairing
  | SignOn
  | Identity;
