import { request } from "../api/request.ts";
import type { BroughtMemories } from "./contract.ts";
import type { Gossip, Memories } from "./contract-known.ts";
import type { Origins, PastAnswer, Prompt } from "./contract-past.ts";

const chatAddress = (id: string, rest: string): string =>
  `/api/chats/${encodeURIComponent(id)}${rest}`;

/** The unattended scenes the person watches. Other unseen scenes are hidden. */
interface SpoilerOptions {
  readonly watched: readonly number[];
}

/** Query parameters that hide what the person has not seen. */
const toSafeQuery = (
  asked: Readonly<Record<string, string>>,
  { watched }: SpoilerOptions,
): string =>
  new URLSearchParams({
    ...asked,
    unseen: "hide",
    ...(watched.length === 0 ? {} : { watched: watched.join(",") }),
  }).toString();

/** The server's limit on facts. */
const shortenFact = (fact: string): string => fact.slice(0, 2_000);

export const fetchPrompt = (
  id: string,
  { viewer, ...seen }: SpoilerOptions & { readonly viewer: string },
): Promise<Prompt> => request(chatAddress(id, `/context?${toSafeQuery({ viewer }, seen)}`));
export const fetchWhy = (
  id: string,
  { fact, viewer, ...seen }: SpoilerOptions & { readonly fact: string; readonly viewer: string },
): Promise<Origins> =>
  request(chatAddress(id, `/why?${toSafeQuery({ fact: shortenFact(fact), viewer }, seen)}`));
export const fetchGossip = (
  id: string,
  { fact, ...seen }: SpoilerOptions & { readonly fact: string },
): Promise<Gossip> =>
  request(chatAddress(id, `/gossip?${toSafeQuery({ fact: shortenFact(fact) }, seen)}`));
export const askPast = (
  id: string,
  { question, ...seen }: SpoilerOptions & { readonly question: string },
): Promise<PastAnswer> => request(chatAddress(id, `/ask?${toSafeQuery({ question }, seen)}`));
export const fetchMemories = (
  id: string,
  { owner, limit, ...seen }: SpoilerOptions & { readonly owner: string; readonly limit: number },
): Promise<Memories> =>
  request(
    chatAddress(
      id,
      `/stage/memories?${toSafeQuery({ owner_id: owner, limit: String(limit) }, seen)}`,
    ),
  );

const editMemory = (id: string, body: object): Promise<unknown> =>
  request(chatAddress(id, "/edits"), { method: "POST", body });

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
  request(chatAddress(id, "/memories"), {
    method: "POST",
    body: { owner_id: of.owner, from_chat_id: of.from },
  });
