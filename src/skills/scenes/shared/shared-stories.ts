import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import { toCharacterName } from "../../../domain/character-name.ts";
import type { SharedStoriesApi, SharedStory } from "../../../domain/views/shared-stories.ts";
import type { StoryTimeApi } from "../../../domain/views/story-time.ts";
import { decideInChat } from "../api/decide-in-chat.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { createSharedStory } from "./create-story.ts";
import { findInvited, invite, joinStory, revokeInvitation, toInvitation } from "./invitations.ts";
import {
  assertHost,
  assertIn,
  listMemberships,
  type MembershipRow,
  reachMembers,
  readMembership,
  readOwnLines,
  toSharedStory,
} from "./memberships.ts";
import { auditMember } from "./audit-member.ts";
import { playOn, regenerateReply, rewindStory } from "./host-acts.ts";
import { changePresence, changeRoom, leaveStory } from "./room-acts.ts";
import { findSpeakingSeat, readSurroundings } from "./surroundings.ts";
import { Refusal } from "../../../domain/errors.ts";
import { isOnPage } from "../../../domain/page.ts";
import { chatScope } from "../../../domain/views/scenes.ts";

export interface SharedDeps {
  readonly decisions: Decisions;
  readonly codes: LinkCodes;
  readonly audit: StoryTimeApi["audit"];
  now(): number;
}

/**
 * Stories of several people. What a person reads are rows of their own account; what they do is
 * decided as the story's account, after their own row has shown their place in it.
 */
export function createSharedStoriesApi(on: SharedDeps): SharedStoriesApi {
  const { decisions, codes } = on;
  const story = reachMembers(decisions);
  const findRow = (accountId: string, chatId: string): Promise<MembershipRow> =>
    decisions.read(accountId, (read) => readMembership(read, accountId, chatId));
  const findOwn = async (accountId: string, chatId: string): Promise<SharedStory> =>
    toSharedStory(await findRow(accountId, chatId));
  const act = <T>(
    row: Pick<MembershipRow, "chat_id" | "story_account_id">,
    job: (at: ChatDecision) => Promise<PreparedDecision<T>>,
  ): Promise<T> =>
    story.prepare(row.story_account_id, (at) =>
      job({ ...at, accountId: row.story_account_id, chatId: row.chat_id }),
    );
  return {
    list: async (accountId) =>
      (await decisions.read(accountId, (read) => listMemberships(read, accountId))).map(
        toSharedStory,
      ),
    async read(accountId, { chatId, limit }) {
      const row = await findRow(accountId, chatId);
      const lines = await decisions.read(accountId, (read) =>
        readOwnLines(read, { accountId, chatId, before: null, limit }),
      );
      const around = row.is_in
        ? await decisions.read(row.story_account_id, (read) => readSurroundings(read, row))
        : { scene: null, turn_of: null, missed: null };
      return { story: toSharedStory(row), ...around, ...lines };
    },
    async listLinesBefore(accountId, { chatId, before, limit }) {
      await findRow(accountId, chatId);
      return decisions.read(accountId, (read) =>
        readOwnLines(read, { accountId, chatId, before, limit }),
      );
    },
    async create(accountId, asked) {
      const { chatId } = await decisions.run(accountId, (at) =>
        createSharedStory(at, accountId, asked),
      );
      return findOwn(accountId, chatId);
    },
    invite: async (accountId, { chatId, reset }) =>
      act(assertHost(await findRow(accountId, chatId)), (at) => invite(at, codes, reset)),
    revokeInvitation: async (accountId, chatId) =>
      act(assertHost(await findRow(accountId, chatId)), revokeInvitation),
    previewInvitation: (accountId, code) =>
      decisions.read(accountId, async (read) =>
        toInvitation(await findInvited(read, codes, { code, now: on.now() })),
      ),
    async join(accountId, asked) {
      const found = await decisions.read(accountId, (read) =>
        findInvited(read, codes, { code: asked.code, now: on.now() }),
      );
      const name = toCharacterName(asked.name ?? "");
      await act(found, (at) => joinStory(at, accountId, { ...asked, name }));
      return findOwn(accountId, found.chat_id);
    },
    leave: async (accountId, chatId) =>
      act(assertIn(await findRow(accountId, chatId)), (at) => leaveStory(at, accountId)),
    async changeRoom(accountId, chatId, change) {
      await act(assertHost(await findRow(accountId, chatId)), (at) => changeRoom(at, change));
      return findOwn(accountId, chatId);
    },
    changePresence: async (accountId, { chatId, entityId, change }) =>
      act(assertIn(await findRow(accountId, chatId)), (at) =>
        changePresence(at, { memberId: accountId, entityId, change }),
      ),
    async takeFloor(accountId, chatId) {
      const row = assertIn(await findRow(accountId, chatId));
      return decisions.read(row.story_account_id, (read) => findSpeakingSeat(read, row));
    },
    async playOn(accountId, chatId) {
      const row = assertHost(await findRow(accountId, chatId));
      const of = { accountId: row.story_account_id, chatId };
      const turn = await decideInChat(story, of, (at) => playOn(at, row.entity_id));
      return { ...turn, ...toSeat(row) };
    },
    async regenerate(accountId, chatId) {
      const row = assertHost(await findRow(accountId, chatId));
      const of = { accountId: row.story_account_id, chatId };
      const turn = await decideInChat(story, of, (at) => regenerateReply(at, row.entity_id));
      return { ...turn, ...toSeat(row) };
    },
    async rewind(accountId, { chatId, lineId }) {
      const row = assertHost(await findRow(accountId, chatId));
      const seen = await decisions.read(accountId, (read) =>
        read.rows("select 1 from shared_lines where account_id = $1 and chat_id = $2 and id = $3", [
          accountId,
          chatId,
          lineId,
        ]),
      );
      if (seen.length === 0) throw new Refusal("not_found", { field: "line_id" });
      const of = { accountId: row.story_account_id, chatId };
      await decideInChat(story, of, (at) => rewindStory(at, lineId));
    },
    async findLane(accountId, chatId) {
      const row = assertHost(await findRow(accountId, chatId));
      const [lane] = await decisions.read(row.story_account_id, (read) =>
        read.rows<{ id: string }>(
          `select id from conversation c where ${isOnPage("c")} and scope = $1`,
          [chatScope(chatId)],
        ),
      );
      return { ...toSeat(row), conversationId: lane?.id };
    },
    async audit(accountId, chatId) {
      const row = await findRow(accountId, chatId);
      return auditMember(on, { accountId, row });
    },
  };
}

const toSeat = (row: MembershipRow) => ({
  storyAccountId: row.story_account_id,
  entityId: row.entity_id,
});
