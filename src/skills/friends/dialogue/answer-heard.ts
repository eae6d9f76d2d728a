import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import { findByName, partName } from "../names.ts";
import { readNotices, type SharedNotice } from "../notices/shared-notices.ts";
import type { Group } from "../sharing/group-command.ts";
import type { HeardQuestion } from "./heard-question.ts";
import type { Talk } from "./talk.ts";

/** Whether friends have got the messages about what the person planned with them. Empty: no friend is meant. */
export async function answerHeard(talk: Talk, asked: HeardQuestion, to: Audience): Promise<Lines> {
  const social = talk.work.social();
  const meant = asked.of === "" ? social.friends : findByName(social.friends, asked.of);
  if (meant.length === 0) return [];
  const ids = new Set(meant.map(({ id }) => id));
  const groups = social.shared.flatMap(({ id }) => talk.group(id) ?? []);
  const named = groups.filter(
    ({ shared: { title } }) => asked.about.includes(title) || title.includes(asked.about),
  );
  const notices = await readNotices(
    talk.read,
    groups.map(({ shared: { id } }) => id),
  );
  const lines = (named.length === 0 ? groups : named).flatMap((group) =>
    group.parts
      .filter(({ id, state }) => ids.has(id) && state === "active")
      .flatMap((part) => {
        const notice = notices.find(
          ({ sharedId, accountId }) => sharedId === group.shared.id && accountId === part.id,
        );
        return notice === undefined
          ? []
          : [describeNotice({ group, notice, who: partName(social, part, to) }, to)];
      }),
  );
  if (lines.length > 0) return lines;
  return [
    inLanguage(
      to,
      "现在没有你约的、要告诉对方的事。",
      "You have planned nothing that they would need to hear about.",
    ),
  ];
}

function describeNotice(
  { group, notice, who }: { group: Group; notice: SharedNotice; who: string },
  to: Audience,
): string {
  const { title } = group.shared;
  if (notice.state === "muted")
    return inLanguage(
      to,
      `「${title}」在 ${who} 那里记下了。`,
      `${who} has “${title}” in their list.`,
    );
  if (notice.reachedAt === null)
    return inLanguage(
      to,
      `${who} 还没收到关于「${title}」的消息。`,
      `${who} hasn't got my message about “${title}” yet.`,
    );
  const wall = wallTimeAt(Date.parse(notice.reachedAt), to.zone);
  const when = whenWords({ wall, zone: to.zone }, to);
  return inLanguage(
    to,
    `${who} 知道「${title}」了：${when} 收到了我的消息。`,
    `${who} knows about “${title}”: my message arrived ${when}.`,
  );
}
