import { usePageWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import { FileRefused } from "../api.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";
import { type FileImport } from "./use-import.ts";

/** The empty status region stays: screen readers announce changes only in a known region. */
export function ImportNews({ news }: { news: readonly FileImport[] }) {
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

function One({ news }: { news: FileImport }) {
  const explain = useExplain();
  const own = usePageWords(pageWords);
  if (news.state === "reading") return own.cast.reading(news.file);
  if (news.state === "imported")
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
