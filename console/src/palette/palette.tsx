import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type KeyboardEvent } from "react";
import { searchMessages, useConversations } from "../api/conversations.ts";
import { pages, type PageEntry } from "../frame/pages.tsx";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { go, type ConsolePage, type Route } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./palette.module.css";
import { words as all } from "./words.ts";

interface Item {
  readonly id: string;
  readonly kind: "page" | "conversation" | "message" | "action";
  readonly label: string;
  readonly run: () => void;
}

const mostShown = 30;
const typingMs = 200;

/** One field that goes anywhere. */
export default function Palette({
  onClose,
  onSheet,
}: {
  onClose: () => void;
  onSheet: () => void;
}) {
  const words = usePageWords(all);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const items = useItems(query.trim(), onSheet);
  const at = Math.min(chosen, Math.max(items.length - 1, 0));
  const run = (item: Item | undefined): void => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setChosen((at + step + items.length) % items.length);
    } else if (event.key === "Enter") run(items[at]);
  };
  return (
    <dialog
      ref={(dialog) => {
        if (dialog?.open === false) dialog.showModal();
      }}
      className={styles.dialog}
      aria-label={words.title}
      onClose={onClose}
    >
      <input
        className={styles.field}
        role="combobox"
        aria-label={words.field}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={items.length === 0 ? undefined : `${list}-${at}`}
        placeholder={words.field}
        value={query}
        maxLength={200}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={words.results} className={styles.list}>
        {items.map((item, nth) => (
          <div
            key={item.id}
            id={`${list}-${nth}`}
            role="option"
            aria-selected={nth === at}
            className={styles.item}
            ref={(row) => {
              if (nth === at) row?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => run(item)}
          >
            <span className={styles.label}>{item.label}</span>
            <span className={styles.kind}>{words.kinds[item.kind]}</span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.nothing}>
        {items.length === 0 ? words.nothing : ""}
      </p>
    </dialog>
  );
}

function useItems(query: string, onSheet: () => void): readonly Item[] {
  const words = usePageWords(all);
  const common = useWords();
  const { session } = useSignedIn();
  const conversations = useConversations().data ?? [];
  const messages = useFound(query);
  const page = (route: Route, label: string): Item => ({
    id: `page-${route.page}`,
    kind: "page",
    label,
    run: () => go(route),
  });
  const fixed: readonly Item[] = [
    {
      id: "new",
      kind: "action",
      label: words.newConversation,
      run: () => go({ page: "talk", conversation: "new" }),
    },
    page({ page: "talk", conversation: undefined }, common.nav.talk),
    ...(Object.entries(pages) as [ConsolePage, PageEntry][])
      .filter(([, { isFor }]) => isFor?.(session) ?? true)
      .map(([name]) => page({ page: name, part: undefined }, common.nav[name])),
    page({ page: "settings" }, common.settings.title),
    { id: "sheet", kind: "action", label: words.shortcuts, run: onSheet },
  ];
  const talks = conversations.map(({ id, title, story_id: story }): Item => ({
    id,
    kind: "conversation",
    label: title ?? common.conversations.untitled,
    run: () =>
      go(story === null ? { page: "talk", conversation: id } : { page: "stage", part: story }),
  }));
  const wanted = query.toLowerCase().split(/\s+/);
  const isWanted = ({ label }: Item): boolean =>
    wanted.every((word) => label.toLowerCase().includes(word));
  return [...[...fixed, ...talks].filter(isWanted), ...messages].slice(0, mostShown);
}

/** Messages with these words, once the person pauses. */
function useFound(query: string): readonly Item[] {
  const [wanted] = useDebouncedValue(query, typingMs);
  const found = useQuery({
    queryKey: ["palette", wanted],
    queryFn: ({ signal }) => searchMessages(wanted, { before: undefined, signal }),
    enabled: wanted !== "",
  });
  if (query === "") return [];
  return (found.data?.hits ?? []).map((hit) => ({
    id: `message-${hit.event_id}`,
    kind: "message",
    label: hit.excerpt,
    run: () =>
      go(
        hit.story_id === null
          ? { page: "talk", conversation: hit.conversation_id, at: hit.event_id }
          : { page: "stage", part: hit.story_id },
      ),
  }));
}
