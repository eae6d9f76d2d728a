import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { findConversations, searchMessages, useConversations } from "../api/conversations.ts";
import type { Conversation } from "../api/contract.ts";
import { searchReminders } from "../calendar/calls.ts";
import { shortTime } from "../language/time.ts";
import { useSpoken, useWords } from "../language/use-words.tsx";
import { go } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { fetchLobby, lobbyKey } from "../stage/api.ts";
import { characterPart } from "../stage/lobby/lobby-parts.ts";
import type { Item } from "./items.ts";

const typingMs = 150;

interface Found {
  /** Rows that are here already; the query picks among them. */
  readonly known: readonly Item[];
  /** What the server found by these words. */
  readonly found: readonly Item[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

/** Conversations, characters, reminders and messages: the server searches once the person pauses. */
export function useFound(query: string): Found {
  const [wanted] = useDebouncedValue(query, typingMs);
  const loaded = useConversations().data ?? [];
  const toItem = useConversationItem();
  const lobby = useQuery({ queryKey: lobbyKey, queryFn: fetchLobby });
  const search = <T>(what: string, ask: (signal: AbortSignal) => Promise<readonly T[]>) => ({
    queryKey: ["palette", what, wanted],
    queryFn: ({ signal }: { signal: AbortSignal }) => ask(signal),
    enabled: wanted !== "",
    placeholderData: (before: readonly T[] | undefined) => before,
  });
  const talks = useQuery(search("conversations", (signal) => findConversations(wanted, signal)));
  const reminders = useQuery(search("reminders", () => searchReminders(wanted, "active")));
  const messages = useQuery(
    search(
      "messages",
      async (signal) => (await searchMessages(wanted, { before: undefined, signal })).hits,
    ),
  );
  const toReminder = useReminderItem();
  const characters = (lobby.data?.bots ?? []).map(({ id, name }): Item => ({
    id: `character-${id}`,
    kind: "character",
    label: name,
    run: () => go({ page: "stage", part: `${characterPart}${id}` }),
  }));
  const known = [...characters, ...loaded.map(toItem)];
  const asked: readonly UseQueryResult[] = [talks, reminders, messages];
  if (query === "") return { known, found: [], isSearching: false, hasFailed: false };
  return {
    known,
    found: [
      ...(talks.data ?? []).map(toItem),
      ...(reminders.data ?? []).map(toReminder),
      ...(messages.data ?? []).map(toMessage),
    ],
    isSearching: wanted !== query || asked.some(({ isFetching }) => isFetching),
    hasFailed: asked.some(({ isError }) => isError),
  };
}

function useConversationItem(): (row: Conversation) => Item {
  const { untitled } = useWords().conversations;
  return ({ id, title, story_id: story }) => ({
    id: `conversation-${id}`,
    kind: story === null ? "conversation" : "story",
    label: title ?? untitled,
    run: () =>
      go(story === null ? { page: "talk", conversation: id } : { page: "stage", part: story }),
  });
}

function useReminderItem(): (row: Awaited<ReturnType<typeof searchReminders>>[number]) => Item {
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  return ({ id, content, next_fire_at: next }) => ({
    id: `reminder-${id}`,
    kind: "reminder",
    label: content,
    detail: next === null ? undefined : shortTime(next, Date.now(), { language, timeZone }),
    run: () => go({ page: "calendar", part: `reminder/${id}` }),
  });
}

const toMessage = (hit: Awaited<ReturnType<typeof searchMessages>>["hits"][number]): Item => ({
  id: `message-${hit.event_id}`,
  kind: "message",
  label: hit.excerpt,
  run: () =>
    go(
      hit.story_id === null
        ? { page: "talk", conversation: hit.conversation_id, at: hit.event_id }
        : { page: "stage", part: hit.story_id },
    ),
});
