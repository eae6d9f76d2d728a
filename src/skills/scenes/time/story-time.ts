import type { Decisions, PreparedDecision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Model } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type { StoryTimeApi, CutPoint, StoryPoint } from "../../../domain/views/story-time.ts";
import { buildCurrentPrompt } from "../audit/current-prompt.ts";
import { traceGossip } from "../audit/gossip.ts";
import { auditStory } from "../audit/run.ts";
import { explainFact } from "../audit/explain-fact.ts";
import { correctPresence, previewEdit, editTurns, previewPresence } from "../amend/apply.ts";
import type { SemanticSearch } from "../recall/semantic-search.ts";
import { createRecall } from "../recall/recall.ts";
import { replayStory } from "../replay/replay.ts";
import { rerunStory } from "../replay/rerun.ts";
import { regenerate } from "../versions/regenerate.ts";
import { chooseVersion } from "../versions/choose.ts";
import { decideInChat, type LaneDecision } from "../api/decide-in-chat.ts";
import { answerQuestion } from "./answer.ts";
import { restorePath } from "./restore-path.ts";
import {
  createBranch,
  listBranches,
  rewind,
  readStateAt,
  switchBranch,
  findBranchPoint,
  findCut,
  readPast,
} from "./history.ts";
import { compareStates, toStateView } from "./state-view.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { cutPath } from "../state/path.ts";

export interface StoryTimeDeps {
  /** For requests that fold the whole chat. */
  readonly decisions: Decisions;
  /** Other models by name, for reruns. Undefined when there is none of that name. */
  readonly models?: ((name: string) => Model | undefined) | undefined;
  /** The model of a turn, so that a displayed prompt equals the one that would be built. */
  readonly model?: (Pick<Model, "embeddings"> & Partial<Pick<Model, "describe">>) | undefined;
  readonly semanticSearch?: SemanticSearch | undefined;
}

/** The history of chats, for routes and commands. Callers see only their own chats. */
export function createStoryTimeApi(on: StoryTimeDeps): StoryTimeApi {
  const readAs = <T>(
    accountId: string,
    chatId: string,
    job: (read: Reads) => Promise<T>,
  ): Promise<T> =>
    on.decisions.read(accountId, async (read) => {
      await assertChat(read, accountId, chatId);
      return job(read);
    });
  const recall = createRecall(on.semanticSearch);
  const decideAs = <T>(
    of: { accountId: string; chatId: string },
    job: (at: LaneDecision) => Promise<PreparedDecision<T>>,
  ): Promise<T> =>
    decideInChat(on.decisions, of, async (at) => {
      await assertChat(at.read, of.accountId, of.chatId);
      return job(at);
    });
  return {
    buildPrompt: (accountId, of) =>
      readAs(accountId, of.chatId, (read) =>
        buildCurrentPrompt({ read, recall, model: on.model }, of),
      ),
    explainFact: (accountId, of) => readAs(accountId, of.chatId, (read) => explainFact(read, of)),
    traceGossip: (accountId, of) => readAs(accountId, of.chatId, (read) => traceGossip(read, of)),
    audit: (accountId, of) =>
      readAs(accountId, of.chatId, (read) => auditStory({ read, recall }, { accountId, ...of })),
    rewind: (accountId, { chatId, ...cut }) =>
      decideAs({ accountId, chatId }, (at) => rewind(at, cut)),
    branch: (accountId, { chatId, ...cut }) =>
      decideAs({ accountId, chatId }, (at) => createBranch(at, cut)),
    switchBranch: (accountId, of) =>
      decideAs({ accountId, chatId: of.chatId }, (at) => switchBranch(at, of.branch)),
    listBranches: (accountId, chatId) =>
      readAs(accountId, chatId, (read) => listBranches(read, chatId)),
    previewRewind: (accountId, of) =>
      readAs(accountId, of.chatId, (read) => previewRewind(read, { accountId, ...of }, of)),
    previewBranch: (accountId, of) =>
      readAs(accountId, of.chatId, (read) => previewBranch(read, { accountId, ...of }, of)),
    previewSwitch: (accountId, of) =>
      readAs(accountId, of.chatId, (read) => previewSwitch(read, { accountId, ...of }, of.branch)),
    previewEdit: (accountId, { chatId, ...asked }) =>
      readAs(accountId, chatId, (read) => previewEdit(read, { accountId, chatId }, asked)),
    previewPresence: (accountId, { chatId, ...asked }) =>
      readAs(accountId, chatId, (read) => previewPresence(read, { accountId, chatId }, asked)),
    edit: (accountId, { chatId, ...asked }) =>
      decideAs({ accountId, chatId }, (at) => editTurns(at, asked)),
    correctPresence: (accountId, { chatId, ...asked }) =>
      decideAs({ accountId, chatId }, (at) => correctPresence(at, asked)),
    // A deleted chat is in no table; its owner is read from the log.
    restorePath: (accountId, chatId) =>
      decideInChat(on.decisions, { accountId, chatId }, restorePath),
    regenerate: (accountId, { chatId, turnId }) =>
      decideAs({ accountId, chatId }, (at) => regenerate(at, turnId)),
    chooseVersion: (accountId, { chatId, ...of }) =>
      decideAs({ accountId, chatId }, (at) => chooseVersion(at, of)),
    replay: (accountId, of) =>
      readAs(accountId, of.chatId, (read) => replayStory(read, { accountId, ...of })),
    async rerun(accountId, of) {
      await readAs(accountId, of.chatId, () => Promise.resolve());
      const model = on.models?.(of.model);
      if (model === undefined)
        throw new Refusal("invalid_request", {
          field: "model",
          problem: "no such model is configured",
        });
      return rerunStory(on.decisions, { ...of, accountId, with: model });
    },
    answerQuestion: (accountId, of) =>
      readAs(accountId, of.chatId, (read) => answerQuestion(read, { accountId, ...of })),
    readAsOf: (accountId, { chatId, ...when }) =>
      readAs(accountId, chatId, async (read) =>
        slices.run(toStateView(await readStateAt(read, { chatId, accountId }, when))),
      ),
    compare: (accountId, { chatId, a, b }) =>
      readAs(accountId, chatId, async (read) =>
        slices.run(
          compareStates(
            await readStateAt(read, { chatId, accountId }, a),
            await readStateAt(read, { chatId, accountId }, b),
          ),
        ),
      ),
  };
}

/** Another account's chat and a missing chat get the same answer. */
async function assertChat(read: Reads, accountId: string, chatId: string): Promise<void> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  if (found.length === 0) throw new Refusal("not_found");
}

interface InChat {
  readonly chatId: string;
  readonly accountId: string;
  readonly hidesSealed?: boolean | undefined;
}

/** What a rewind would remove. */
async function previewRewind(read: Reads, of: InChat, cut: CutPoint): Promise<JsonObject> {
  const past = await readPast(read, of.chatId);
  const to = findCut(past, cut);
  const kept = new Set(cutPath(past.path, to));
  const gone = past.path.filter((event) => !kept.has(event));
  const turns = gone.filter(({ kind }) => kind === "user_turn" || kind === "assistant_turn").length;
  const summary = {
    preview: true,
    branch_id: past.branch,
    to_event_id: to,
    forgotten: gone.length,
    turns_forgotten: turns,
  };
  return { ...summary, differences: await compareAt(read, of, [{}, { eventId: to }]) };
}

/** What a branch would start without. */
async function previewBranch(read: Reads, of: InChat, cut: CutPoint): Promise<JsonObject> {
  const past = await readPast(read, of.chatId);
  const from = findBranchPoint(past, cut);
  const left = past.path.length - cutPath(past.path, from).length;
  const found = {
    preview: true,
    parent_branch_id: past.branch,
    from_event_id: from,
    left_out: left,
  };
  return { ...found, differences: await compareAt(read, of, [{}, { eventId: from }]) };
}

/** How another branch differs from the active one. */
async function previewSwitch(read: Reads, of: InChat, branch: string): Promise<JsonObject> {
  return {
    preview: true,
    branch_id: branch,
    differences: await compareAt(read, of, [{}, { branch }]),
  };
}

async function compareAt(
  read: Reads,
  of: InChat,
  [a, b]: readonly [StoryPoint, StoryPoint],
): Promise<JsonObject[]> {
  const { hidesSealed } = of;
  const found = await slices.run(
    compareStates(
      await readStateAt(read, of, { ...a, hidesSealed }),
      await readStateAt(read, of, { ...b, hidesSealed }),
    ),
  );
  return found as unknown as JsonObject[];
}
