import type { JsonObject } from "../json.ts";
import type { Event } from "./event.ts";

type OfChannel = { provider_type: string; channel_account: string };

export type ChannelEvent =
  | Event<
      "channel_linked",
      OfChannel & { account_id: string; state: string; reason?: string | null }
    >
  | Event<"channel_unlinked", OfChannel>
  | Event<
      "channel_state_changed",
      OfChannel & {
        state: string;
        reason?: string | null;
        /** An account that was unlinked answers again. */
        is_back?: boolean;
      }
    >
  /** A vendor's reports other than messages and receipts. */
  | Event<"note_received", OfChannel & { vendor_id: string; subject: string; payload: JsonObject }>
  | Event<"inbound_rejected", OfChannel & { id: string; vendor_id?: string | null; code: string }>
  | Event<"inbound_rejections_dropped", { ids: readonly string[] }>;
