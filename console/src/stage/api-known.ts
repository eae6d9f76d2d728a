import { request } from "../api/request.ts";
import type { BroughtMemories } from "./contract.ts";
import type { Gossip, Memories } from "./contract-known.ts";
import type { Origins, PastAnswer, Receipt } from "./contract-past.ts";

const chat = (id: string, rest: string): string => `/api/chats/${encodeURIComponent(id)}${rest}`;

/** The scenes that the person watches: of the others that they have not seen, nothing is told. */
interface Seen {
  readonly watched: readonly number[];
}

/** A question as the person may have it answered who has not broken every seal. */
const veiled = (asked: Readonly<Record<string, string>>, { watched }: Seen): string =>
  new URLSearchParams({
    ...asked,
    unseen: "hide",
    ...(watched.length === 0 ? {} : { watched: watched.join(",") }),
  }).toString();

/** No fact is longer. */
const short = (fact: string): string => fact.slice(0, 2_000);

export const fetchReceipt = (
  id: string,
  { viewer, ...seen }: Seen & { readonly viewer: string },
): Promise<Receipt> => request(chat(id, `/context?${veiled({ viewer }, seen)}`));
export const fetchWhy = (
  id: string,
  { fact, viewer, ...seen }: Seen & { readonly fact: string; readonly viewer: string },
): Promise<Origins> => request(chat(id, `/why?${veiled({ fact: short(fact), viewer }, seen)}`));
export const fetchGossip = (
  id: string,
  { fact, ...seen }: Seen & { readonly fact: string },
): Promise<Gossip> => request(chat(id, `/gossip?${veiled({ fact: short(fact) }, seen)}`));
export const askPast = (
  id: string,
  { question, ...seen }: Seen & { readonly question: string },
): Promise<PastAnswer> => request(chat(id, `/ask?${veiled({ question }, seen)}`));
export const fetchMemories = (
  id: string,
  { owner, limit, ...seen }: Seen & { readonly owner: string; readonly limit: number },
): Promise<Memories> =>
  request(chat(id, `/stage/memories?${veiled({ owner_id: owner, limit: String(limit) }, seen)}`));

const edit = (id: string, body: object): Promise<unknown> =>
  request(chat(id, "/edits"), { method: "POST", body });

export const pinMemory = (id: string, memory: string, isPinned: boolean): Promise<unknown> =>
  edit(id, { target_kind: "memory_pinned", target_id: memory, new_value: isPinned ? "yes" : "no" });
export const rewordMemory = (id: string, memory: string, text: string): Promise<unknown> =>
  edit(id, { target_kind: "memory_pov_summary", target_id: memory, new_value: text });
export const bringMemories = (
  id: string,
  of: { readonly owner: string; readonly from: string },
): Promise<BroughtMemories> =>
  request(chat(id, "/memories"), {
    method: "POST",
    body: { owner_id: of.owner, from_chat_id: of.from },
  });
