import { type BodyOf, call } from "../api/call.ts";
import type { BroughtMemories } from "./contract.ts";
import type { Gossip, Memories } from "./contract-known.ts";
import type { Origins, PastAnswer, Prompt } from "./contract-past.ts";

/** The unattended scenes the person watches. Other unseen scenes are hidden. */
interface SpoilerOptions {
  readonly watched: readonly number[];
}

/** Query parameters that hide what the person has not seen. */
const toSafeQuery = ({ watched }: SpoilerOptions) =>
  ({
    unseen: "hide",
    watched: watched.length === 0 ? undefined : watched.join(","),
  }) as const;

/** The server's limit on facts. */
const shortenFact = (fact: string): string => fact.slice(0, 2_000);

export const fetchPrompt = (
  id: string,
  { viewer, ...seen }: SpoilerOptions & { readonly viewer: string },
): Promise<Prompt> =>
  call("GET /api/chats/{id}/context", { params: { id }, query: { viewer, ...toSafeQuery(seen) } });
export const fetchWhy = (
  id: string,
  { fact, viewer, ...seen }: SpoilerOptions & { readonly fact: string; readonly viewer: string },
): Promise<Origins> =>
  call("GET /api/chats/{id}/why", {
    params: { id },
    query: { fact: shortenFact(fact), viewer, ...toSafeQuery(seen) },
  });
export const fetchGossip = (
  id: string,
  { fact, ...seen }: SpoilerOptions & { readonly fact: string },
): Promise<Gossip> =>
  call("GET /api/chats/{id}/gossip", {
    params: { id },
    query: { fact: shortenFact(fact), ...toSafeQuery(seen) },
  });
export const askPast = (
  id: string,
  { question, ...seen }: SpoilerOptions & { readonly question: string },
): Promise<PastAnswer> =>
  call("GET /api/chats/{id}/ask", { params: { id }, query: { question, ...toSafeQuery(seen) } });
export const fetchMemories = (
  id: string,
  { owner, limit, ...seen }: SpoilerOptions & { readonly owner: string; readonly limit: number },
): Promise<Memories> =>
  call("GET /api/chats/{id}/stage/memories", {
    params: { id },
    query: { owner_id: owner, limit, ...toSafeQuery(seen) },
  });

const editMemory = (id: string, body: BodyOf<"POST /api/chats/{id}/edits">): Promise<unknown> =>
  call("POST /api/chats/{id}/edits", { params: { id }, body });

export const pinMemory = (id: string, memory: string, isPinned: boolean): Promise<unknown> =>
  editMemory(id, {
    target_kind: "memory_pinned",
    target_id: memory,
    new_value: isPinned ? "yes" : "no",
  });
export const rewordMemory = (id: string, memory: string, text: string): Promise<unknown> =>
  editMemory(id, { target_kind: "memory_pov_summary", target_id: memory, new_value: text });
export const bringMemories = (
  id: string,
  of: { readonly owner: string; readonly from: string },
): Promise<BroughtMemories> =>
  call("POST /api/chats/{id}/memories", {
    params: { id },
    body: { owner_id: of.owner, from_chat_id: of.from },
  });

export const renameStory = (chatId: string, title: string): Promise<unknown> =>
  call("POST /api/chats/{id}/rename", { params: { id: chatId }, body: { title } });
export const renamePlace = (chatId: string, placeId: number, name: string): Promise<unknown> =>
  call("POST /api/chats/{id}/containers/rename", {
    params: { id: chatId },
    body: { container_id: placeId, name },
  });
