/** The server's answers about stories. Declared by the server; this file only gives them the page's names. */
import type { SceneTurn } from "../../../src/api/routes/scene-turn-routes.ts";
import type {
  Greeting as Opening,
  ImportedCard,
  ImportedChat,
} from "../../../src/domain/views/scene-files.ts";
import type {
  MeanwhileStart as Start,
  SceneBook,
  ScenePlan,
} from "../../../src/domain/views/scenes.ts";
import type {
  BeatView,
  LinesBefore,
  PlayedNow,
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
  PlanView,
  SceneView,
} from "../../../src/domain/views/story-view.ts";

export const you = "you";

export type Bot = BotView;
export type ChatRow = ChatSummary;
export type Lobby = LobbyView;
export type Chat = ChatView;
export type Place = ContainerView;
export type Scene = SceneView;
export type Activity = ActivityView;
export type Edge = EdgeView;
export type Fact = EdgeView["facts"][number];
export type Plan = PlanView;
export type Digest = DigestView;
/** One line of the play. */
export type Turn = LineView;
export type Segment = LineView["segments"][number];
export type LineVersion = NonNullable<LineView["versions"]>[number];
export type Playing = PlayedNow;
export type Stage = StageView;
export type Lines = LinesBefore;
/** Lines that came to be together: they stay or go together. */
export type BeatAt = BeatView;
/** Words that a character may open a story with. */
export type Greeting = Opening;
/** How a scene goes on by itself. */
export type TalkPlan = ScenePlan;
export type MeanwhileStart = Start;
/** What the person says or does, and who alone hears it. */
export type Said = SceneTurn;
export type TakenCard = ImportedCard;
export type TakenChat = ImportedChat;
export type BroughtMemories = Awaited<ReturnType<SceneBook["bringMemories"]>>;
