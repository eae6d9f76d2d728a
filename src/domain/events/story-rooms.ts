import type { Event } from "./event.ts";

/** Where in its chat an event counts. */
export type InChat = {
  chat_id?: string;
  /** Absent on the first branch. */
  branch_id?: string;
  /** It was added to the past later, after this event. */
  placed_after?: number;
};

/** Who may say something: anyone, one after the other, or whom the host asks. */
export type TurnRule = "free" | "round" | "host";

/** A character of a shared story, as everyone in it may know it. */
export type RoomCharacter = { readonly id: string; readonly name: string };

/**
 * A story of several people: who takes part as whom, and its rules. A rewind leaves these alone.
 */
export type Rooms =
  | Event<"story_shared", InChat & { host_account_id: string; cast: readonly RoomCharacter[] }>
  | Event<
      "story_joined",
      InChat & {
        member_account_id: string;
        /** The person's own persona. */
        entity_id: string;
        name: string;
        persona?: string;
      }
    >
  /** Joined as a character of the story, whose past the person then knows. */
  | Event<
      "story_character_taken",
      InChat & { member_account_id: string; entity_id: string; name: string }
    >
  | Event<
      "story_parted",
      InChat & { member_account_id: string; why: "left" | "removed" | "erased" }
    >
  /** Only the fields that change, each with its whole new value. */
  | Event<
      "story_ruled",
      InChat & {
        host_account_id?: string;
        turn_rule?: TurnRule;
        paused?: boolean;
        muted_account_ids?: readonly string[];
        /** Whom the host asked to speak. */
        floor_id?: string | null;
      }
    >
  | Event<
      "story_invited",
      InChat & {
        generation: number;
        key_id: string;
        /** Null where the invitation was taken back. */
        token_hash: string | null;
        expires_at: string;
      }
    >
  | Event<"story_words_erased", InChat & { member_account_id: string }>;
