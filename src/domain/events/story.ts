import type { Language } from "../language.ts";
import type { z } from "zod";
import type { JsonObject } from "../json.ts";
import type { Event } from "./event.ts";
import type { InChat, Rooms } from "./story-rooms.ts";
import type { botSpeech, storyLives, storySettings, storyShapes } from "./story-shapes.ts";

/** How one character speaks. */
export type BotSpeech = z.output<typeof botSpeech>;
/** How a story is played. */
export type StorySettings = z.output<typeof storySettings>;

/** How characters live between scenes. */
export type StoryLives = z.output<typeof storyLives>;

export type StoryShapeKind = keyof typeof storyShapes;

type Shaped<Kind extends StoryShapeKind> = z.input<(typeof storyShapes)[Kind]>;

type AsRead<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** The fields of an event from outside; fields that the import fills in may be absent. */
type ShapedEvent<Kind extends StoryShapeKind, Except extends PropertyKey = never> = {
  readonly [Field in keyof Shaped<Kind> as Exclude<Field, Except>]: AsRead<Shaped<Kind>[Field]>;
};

type StoryFact<Kind extends StoryShapeKind, More extends object = object> = Event<
  Kind,
  ShapedEvent<Kind, keyof InChat | keyof More> & InChat & More
>;

/** A picture or another file of a character card. */
export type BotAsset = {
  readonly type: string;
  readonly name: string;
  readonly ext?: string;
  readonly media_type?: string | null;
  readonly bytes?: number;
  readonly data?: string;
  readonly blob?: string;
};

/** One of several versions of a reply. */
export type ReplyVersion = {
  readonly id: string;
  readonly version: number;
  readonly text: string;
};

/** Earlier events whose words were in the prompt that it was made from. */
type Sourced = {
  source_event_ids?: readonly number[];
  /** Of an imported story, in place of these: where in its own stream they are. */
  source_places?: readonly number[];
};

/** Derived from turns: it names them, and is amended with them. */
type Derived = Sourced & { cites?: readonly string[]; scene_id?: number | null };

type Lines =
  | StoryFact<
      "user_turn",
      {
        present_set_kind?: string;
        /** The messages that were typed. */
        message_event_ids?: readonly number[];
        /** In a shared story: who of the people said it. Absent for `you`. */
        speaker_id?: string;
      }
    >
  | StoryFact<
      "assistant_turn",
      Sourced & {
        present_set_kind?: string;
        /** The turn whose beat it belongs to. */
        beat_turn_id?: string;
        /** Of lines that other programs wrote. */
        segments?: readonly JsonObject[];
        version_of?: string;
        version?: number;
        /** Never in the log: filled in where a path has several versions. */
        versions?: readonly ReplyVersion[];
      }
    >
  | StoryFact<"turn_cancelled", { scene_id?: number | null }>;

type Minds =
  | StoryFact<
      "memory_written",
      Derived & {
        story_time?: string;
        /** Absent where the witnesses are listed. */
        witness_you?: 0 | 1;
        witness_host?: 0 | 1;
        witness_guest?: 0 | 1;
        /** Of another story, from which its owner brought it. */
        brought_from?: {
          readonly chat_id?: string;
          readonly memory_id?: string;
          readonly event_ids?: readonly number[];
        };
      }
    >
  | StoryFact<"manual_edit", Derived & { author?: "person" | "system"; prior_value?: string }>
  | StoryFact<"edge_update", Sourced & { raw_affinity_delta?: number; raw_trust_delta?: number }>
  | StoryFact<
      "relationship_summarised",
      Derived & { affinity_delta?: number; trust_delta?: number }
    >
  | StoryFact<"thread_detected", Derived>
  | StoryFact<"thread_changed">
  | StoryFact<"digest_written">
  | StoryFact<"digest_unsealed">
  | StoryFact<"digest_delivered">
  | StoryFact<"lore_activated">
  | Event<"memories_lent", InChat & { owner_id: string; to_chat_id: string }>;

type Stage =
  /** With the id it was asked for, where that was taken. */
  | StoryFact<"chat_created", { chosen_id?: string }>
  | StoryFact<"chat_renamed">
  | StoryFact<"container_renamed">
  | StoryFact<"story_settings_set">
  | StoryFact<"lives_set">
  | StoryFact<"lives_advanced">
  | StoryFact<"container_created">
  | StoryFact<
      "scene_opened",
      { host_bot_id?: string; guest_bot_id?: string | null; parent_scene_id?: number | null }
    >
  | StoryFact<"meanwhile_scene_started">
  | StoryFact<"scene_closed">
  | StoryFact<"meanwhile_scene_closed">
  | StoryFact<"scene_summarised">
  | StoryFact<"presence_changed">
  | StoryFact<"time_advanced">
  | StoryFact<"activity_change">;

/** The characters of an account and the person, beside every chat. */
type Authored =
  | StoryFact<"bot_authored">
  | StoryFact<"you_authored">
  | Event<"bot_removed", { bot_id: string }>
  | Event<
      "bot_assets_set",
      {
        bot_id: string;
        assets?: readonly BotAsset[];
        picture_type?: string;
        picture?: string;
        picture_hash?: string;
      }
    >;

/** How a scene continues unattended. */
export type ScenePlan = {
  readonly beats: number;
  readonly stop_if: readonly string[];
  readonly budget_tokens?: number | null;
  readonly every_seconds?: number;
  readonly participants?: readonly string[];
  readonly container_id?: number | null;
  readonly tell?: { readonly conversation_id: string; readonly language: Language };
};

type Plans =
  | Event<
      "scene_plan_set",
      InChat & {
        id: string;
        scene_id?: number | null;
        starts_at?: string | null;
        details: ScenePlan;
      }
    >
  | Event<"scene_plan_begun", InChat & { id: string; scene_id: number }>
  | Event<"scene_plan_advanced", InChat & { id: string; beats_done: number }>
  | Event<"scene_plan_ended", InChat & { id: string; reason: string; why?: string; by?: string }>;

/** An event that reads differently from now on: these fields replace its own. */
export type Amend = { readonly event_id: number; readonly set: AmendedFields };

export type AmendedFields = {
  readonly text?: string;
  readonly segments?: readonly JsonObject[];
  readonly present?: readonly string[];
  readonly witnesses?: readonly string[];
  readonly present_set_kind?: string;
  readonly witness_you?: 0 | 1;
  readonly witness_host?: 0 | 1;
  readonly witness_guest?: 0 | 1;
  readonly pov_summary?: string;
  readonly cites?: readonly string[];
  readonly source_event_ids?: readonly number[];
  readonly knowledge_facts?: ShapedEvent<"edge_update">["knowledge_facts"];
  readonly relationship_summary?: string;
  readonly noticed?: string;
  readonly directors_cut?: string;
};

/** Which of a chat's events count. */
type Paths =
  | Event<
      "chat_branched",
      InChat & {
        parent_branch_id?: string;
        from_event_id: number;
        /** Of an imported story, in place of it: where in its own stream that is. */
        from_place?: number;
        rerun?: JsonObject;
      }
    >
  | Event<"branch_switched" | "chat_deleted", InChat>
  | Event<"chat_rewound", InChat & { to_event_id: number }>
  | Event<"path_restored", InChat & { undoes: number }>
  | Event<
      "version_chosen",
      InChat & {
        line_id?: string;
        from?: string;
        to?: string;
        hides?: readonly number[];
        /** Of a story that was imported with its versions: those that do not count. */
        sets_aside?: readonly string[];
        /** The same, each with everything derived from it: where in the story's stream that is. */
        aside_places?: readonly {
          readonly line_id: string;
          readonly places: readonly number[];
        }[];
      }
    >
  | Event<
      "turn_edited" | "presence_corrected" | "derivatives_redone",
      InChat & {
        turn_ids?: readonly string[];
        amends: readonly Amend[];
        withdraws: readonly number[];
      }
    >;

type NewWords = { readonly id: string; readonly text: string; readonly line?: string };

/** Events outside of a story's path: who plays where, and text that is removed from every table. */
type Around =
  | Event<"story_entered", { conversation_id: string; chat_id: string }>
  | Event<"story_left", { conversation_id: string; chat_id?: string }>
  | Event<
      "messages_withdrawn",
      {
        chat_id: string;
        turn_ids: readonly string[];
        message_ids: readonly string[];
        delivery_ids: readonly string[];
        call_ids?: readonly string[];
        answer_ids?: readonly string[];
        reworded?: readonly NewWords[];
        reworded_deliveries?: readonly NewWords[];
      }
    >;

/** Events of one chat. Its state is the fold of those that count. */
export type ChatEvent = Lines | Minds | Stage | Plans | Paths | Rooms;

export type StoryEvent = ChatEvent | Authored | Around;
