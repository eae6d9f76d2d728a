/** The server's answers about a story's past and about who knows what. */
import type { AnswerOf } from "../api/call.ts";
import type { Feeling as Felt } from "../../../src/domain/views/stage.ts";
import type { KnowledgeItem } from "../../../src/domain/views/story-amend.ts";
import type {
  PromptView,
  Origin as Source,
  Origins as Sources,
  StoryAnswer,
} from "../../../src/domain/views/story-time.ts";
import type { BranchView } from "../../../src/domain/views/story-view.ts";

export type Feeling = Felt;
export type Branch = BranchView;
export type Difference = AnswerOf<"GET /api/chats/{id}/compare">["differences"][number];
export type Origin = Source;
export type Origins = Sources;
export type Prompt = PromptView;
export type PromptSection = PromptView["sections"][number];
export type Known = KnowledgeItem;
export type Amendment = AnswerOf<"POST /api/chats/{id}/turns/{turn}/edit">;
export type PastAnswer = StoryAnswer;
