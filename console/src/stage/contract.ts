/**
 * The server's answers about stories. Declared by the server; this file only gives them the page's
 * names.
 */
import type { BotSpeech } from "../../../src/domain/events/story.ts";
import type { AnswerOf } from "../api/call.ts";
import type { SceneTurn } from "../../../src/api/routes/scene-turn-routes.ts";
import type { Greeting as Opening } from "../../../src/domain/views/scene-files.ts";
import type { MeanwhileStart as Start, ScenesApi } from "../../../src/domain/views/scenes.ts";
import type {
  BeatView,
  CurrentBeat,
  LinesPage,
  ScenePlan,
  StageView,
} from "../../../src/domain/views/stage.ts";
import type {
  ActivityView,
  BotView,
  ChatSummary,
  ChatView,
  ContainerView,
  DigestView,
  EdgeView,
  LineView,
  LobbyView,
  PersonaView,
  PlanView,
  SceneView,
} from "../../../src/domain/views/story-view.ts";

export const you = "you";

export type LivesAnswer = Awaited<ReturnType<ScenesApi["readLives"]>>;
export type Lives = LivesAnswer["lives"];
export type Routine = Lives["routines"][number];

export type Bot = BotView;
/** A character as it is written, with everything that its card brought. */
export type WholeBot = Omit<
  AnswerOf<"GET /api/bots/{id}">,
  "account_id" | "event_id" | "created_at" | "updated_at"
>;
export type Speech = BotSpeech;
export type PlaySettingsAnswer = AnswerOf<"GET /api/chats/{id}/settings">;
export type PlaySettings = PlaySettingsAnswer["settings"];
export type ChatListItem = ChatSummary;
export type Lobby = LobbyView;
export type Persona = PersonaView;
export type Chat = ChatView;
export type Place = ContainerView;
export type Scene = SceneView;
export type Activity = ActivityView;
export type Edge = EdgeView;
export type Fact = EdgeView["facts"][number];
export type Plan = PlanView;
export type Digest = DigestView;
/** One line of the story. */
export type Turn = LineView;
export type Segment = LineView["segments"][number];
export type LineVersion = NonNullable<LineView["versions"]>[number];
export type Playing = CurrentBeat;
export type Stage = StageView;
export type Lines = LinesPage;
/** Lines of one turn, which are kept or removed together. */
export type BeatAt = BeatView;
/** A greeting a character may open a story with. */
export type Greeting = Opening;
/** How an unattended scene continues. */
export type TalkPlan = ScenePlan;
export type MeanwhileStart = Start;
/** The person's line, and the only characters who hear it when it is a whisper. */
export type NewLine = SceneTurn;
export type BroughtMemories = Awaited<ReturnType<ScenesApi["bringMemories"]>>;
