import type { Desk, DeskJob } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Model } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StoryTime } from "../../../domain/views/story-time.ts";
import { contextNow } from "../audit/context.ts";
import { gossipOf } from "../audit/gossip.ts";
import { auditStory } from "../audit/run.ts";
import { whyKnown } from "../audit/why.ts";
import { correctPresence, editPreview, editTurns, presencePreview } from "../amend/apply.ts";
import type { Meaning } from "../recall/meaning.ts";
import { createRecall } from "../recall/recall.ts";
import { replayStory } from "../replay/replay.ts";
import { rerunStory } from "../replay/rerun.ts";
import { askAgain } from "../versions/again.ts";
import { chooseVersion } from "../versions/choose.ts";
import { answerQuestion } from "./answer.ts";
import { bringBack } from "./bring-back.ts";
import { branchPreview, rewindPreview, switchPreview } from "./previews.ts";
import { branch, branches, rewind, stateAt, switchTo } from "./travel.ts";
import { differences, viewOf } from "./view.ts";

type Travelling = Parameters<typeof rewind>[0];

export interface StoryTimeDeps {
  readonly desk: Desk;
  /** Other models by their names, for stories that are told again. Undefined when there is none of that name. */
  readonly models?: ((name: string) => Model | undefined) | undefined;
  /** As in a turn, so that the prompt that is shown is the one that would be built. */
  readonly model?: Pick<Model, "embeddings"> | undefined;
  readonly meaning?: Meaning | undefined;
}

/** A chat's past, for routes and commands. Whoever asks sees their own chats alone. */
export function createStoryTime(on: StoryTimeDeps): StoryTime {
  const look = <T>(
    accountId: string,
    chatId: string,
    job: (read: Reads) => Promise<T>,
  ): Promise<T> =>
    on.desk.work(accountId, async ({ read }) => {
      await assertChat(read, accountId, chatId);
      return { events: [], result: await job(read) };
    });
  const recall = createRecall(on.meaning);
  const act = <T>(
    of: { accountId: string; chatId: string },
    job: (at: Travelling) => ReturnType<DeskJob<T>>,
  ): Promise<T> =>
    on.desk.work(of.accountId, async (at) => {
      await assertChat(at.read, of.accountId, of.chatId);
      return job({ ...at, ...of });
    });
  return {
    context: (accountId, of) =>
      look(accountId, of.chatId, (read) => contextNow({ read, recall, model: on.model }, of)),
    why: (accountId, of) => look(accountId, of.chatId, (read) => whyKnown(read, of)),
    gossip: (accountId, of) => look(accountId, of.chatId, (read) => gossipOf(read, of)),
    audit: (accountId, chatId) =>
      look(accountId, chatId, (read) => auditStory({ read, recall }, { accountId, chatId })),
    rewind: (accountId, { chatId, ...cut }) => act({ accountId, chatId }, (at) => rewind(at, cut)),
    branch: (accountId, { chatId, ...cut }) => act({ accountId, chatId }, (at) => branch(at, cut)),
    switchTo: (accountId, of) =>
      act({ accountId, chatId: of.chatId }, (at) => switchTo(at, of.branch)),
    branches: (accountId, chatId) => look(accountId, chatId, (read) => branches(read, chatId)),
    rewindPreview: (accountId, { chatId, ...cut }) =>
      look(accountId, chatId, (read) => rewindPreview(read, { accountId, chatId }, cut)),
    branchPreview: (accountId, { chatId, ...cut }) =>
      look(accountId, chatId, (read) => branchPreview(read, { accountId, chatId }, cut)),
    switchPreview: (accountId, { chatId, branch: name }) =>
      look(accountId, chatId, (read) => switchPreview(read, { accountId, chatId }, name)),
    editPreview: (accountId, { chatId, ...asked }) =>
      look(accountId, chatId, (read) => editPreview(read, { accountId, chatId }, asked)),
    presencePreview: (accountId, { chatId, ...asked }) =>
      look(accountId, chatId, (read) => presencePreview(read, { accountId, chatId }, asked)),
    edit: (accountId, { chatId, ...asked }) =>
      act({ accountId, chatId }, (at) => editTurns(at, asked)),
    correctPresence: (accountId, { chatId, ...asked }) =>
      act({ accountId, chatId }, (at) => correctPresence(at, asked)),
    // A deleted chat is in no table: the log says whose it was.
    bringBack: (accountId, chatId) =>
      on.desk.work(accountId, (at) => bringBack({ ...at, accountId, chatId })),
    again: (accountId, { chatId, turnId }) =>
      act({ accountId, chatId }, (at) => askAgain(at, turnId)),
    chooseVersion: (accountId, { chatId, ...of }) =>
      act({ accountId, chatId }, (at) => chooseVersion(at, of)),
    replay: (accountId, chatId) =>
      look(accountId, chatId, (read) => replayStory(read, { accountId, chatId })),
    async rerun(accountId, of) {
      await look(accountId, of.chatId, () => Promise.resolve());
      const model = on.models?.(of.model);
      if (model === undefined)
        throw new Refusal("invalid_request", "", {
          field: "model",
          problem: "there is no such model here",
        });
      return rerunStory(on.desk, { ...of, accountId, with: model });
    },
    ask: (accountId, of) =>
      look(accountId, of.chatId, (read) => answerQuestion(read, { accountId, ...of })),
    asOf: (accountId, { chatId, ...when }) =>
      look(accountId, chatId, async (read) =>
        viewOf(await stateAt(read, { chatId, accountId }, when)),
      ),
    compare: (accountId, { chatId, a, b }) =>
      look(accountId, chatId, async (read) =>
        differences(
          await stateAt(read, { chatId, accountId }, a),
          await stateAt(read, { chatId, accountId }, b),
        ),
      ),
  };
}

/** "Not yours" and "not there" are the same answer. */
async function assertChat(read: Reads, accountId: string, chatId: string): Promise<void> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  if (found.length === 0) throw new Refusal("not_found", "");
}
