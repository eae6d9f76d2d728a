import { useSpoken, usePageWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-context.tsx";
import { type ChatListItem } from "../contract.ts";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";

export function Stories({ chats }: { chats: readonly ChatListItem[] }) {
  const words = usePageWords(pageWords);
  return (
    <section aria-labelledby="stage-stories">
      <h2 id="stage-stories">{words.story.title}</h2>
      {chats.length === 0 ? <p className={styles.empty}>{words.story.empty}</p> : null}
      <ul className={styles.stories}>
        {chats.map((chat) => (
          <li key={chat.id}>
            <Story chat={chat} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Story({ chat }: { chat: ChatListItem }) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const people = [chat.host_bot_id, ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id])];
  const time = formatStoryTime(chat.clock, { language, offset: parseOffset(chat.initial_time) });
  return (
    <a className={styles.story} href={routeAddress({ page: "stage", part: chat.id })}>
      <span className={styles.faces}>
        {people.map((id) => (
          <Avatar key={id} id={id} size="sm" />
        ))}
        <span className={styles.with}>{people.map(nameOf).join(" · ")}</span>
      </span>
      <strong className={styles.storyTitle} dir="auto">
        {chat.title ?? people.map(nameOf).join(" · ")}
      </strong>
      <span className={styles.last} dir="auto">
        {chat.last_text === null
          ? words.story.notBegun
          : `${nameOf(chat.last_speaker_id ?? "")}: ${chat.last_text.replaceAll("*", "")}`}
      </span>
      <span className={styles.meta}>
        <span>{[chat.narrative_anchor, time].filter((part) => part !== "").join(" · ")}</span>
        {chat.has_meanwhile ? <span className={styles.badge}>{words.story.meanwhile}</span> : null}
        {chat.has_digest ? <span className={styles.badge}>{words.story.digest}</span> : null}
      </span>
    </a>
  );
}
