import { usePageWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import { FileRefused } from "../api.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";
import { type FileNews } from "./use-import.ts";

/** The region stays while it is empty: a screen reader only tells of changes in one that it knows. */
export function ImportNews({ news }: { news: readonly FileNews[] }) {
  return (
    <div role="status">
      <ul className={styles.news}>
        {news.map((one) => (
          <li key={one.id} data-state={one.state}>
            <One news={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function One({ news }: { news: FileNews }) {
  const explain = useExplain();
  const own = usePageWords(pageWords);
  if (news.state === "reading") return own.cast.reading(news.file);
  if (news.state === "taken")
    return (
      <>
        {own.cast.taken(news.name ?? news.file)}{" "}
        {news.label === undefined ? null : own.cast.namesake(news.name ?? "", news.label)}{" "}
        {news.chatId === undefined ? null : (
          <a href={routeAddress({ page: "stage", part: news.chatId })}>{own.story.open}</a>
        )}
      </>
    );
  const reason =
    news.error instanceof FileRefused
      ? (own.cast.refusals[news.error.reason] ?? own.cast.refusals["damaged"])
      : undefined;
  return `${news.file}: ${reason ?? explain(news.error)}`;
}
