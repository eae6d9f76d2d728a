import { Refusal } from "../../../domain/errors.ts";
import { bringMemories } from "../brought/bring.ts";
import { meantBy } from "./acts-play.ts";
import { chatRows, chosen, titleOf } from "./acts-story.ts";
import { decide, stateNow, type StoryWork } from "./story-work.ts";

/** `Mira from 2`: she brings what she remembers of that story into this one. */
export async function recallFrom(work: StoryWork, asked: string): Promise<void> {
  const { turn, words } = work;
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(words.noStory);
  const [, head = "", wanted = ""] =
    /^(.{0,80}?)[\s,，:：]{1,8}(?:from|of|从)?[\s“"]{0,8}(\S.{0,200}?)[”"]?(?:里|中)?$/iu.exec(
      asked.trim(),
    ) ?? [];
  const present = [...state.scenes.values()].flatMap(({ participants }) => participants);
  const owners = meantBy(work, head, (id) => present.includes(id));
  if (owners === undefined) return;
  const [ownerId] = owners;
  if (ownerId === undefined)
    return void work.said.push(head === "" ? words.recallHow : words.nobody(head));
  const row = chosen(work, await chatRows(work), wanted);
  if (row === undefined) return void work.said.push(words.noSuchStory(wanted));
  const at = {
    read: turn.read,
    now: turn.now,
    newId: () => turn.newId(),
    accountId: turn.account.id,
    chatId: state.id,
  };
  try {
    const {
      events,
      expects = {},
      result,
    } = await bringMemories(at, { ownerId, fromChatId: row.id });
    await decide(
      work,
      events.map((event) => ({ ...event, turnId: turn.turnId })),
    );
    for (const [stream, version] of Object.entries(expects)) work.expects[stream] ??= version;
    work.said.push(words.recalled(work.people.nameOf(ownerId), titleOf(work, row), result.brought));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    work.said.push(words.recallHow);
  }
}
