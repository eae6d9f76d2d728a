import { createContext, use, useMemo, type ReactNode } from "react";
import { usePageWords } from "../language/use-words.tsx";
import { type Bot, type Lobby, you } from "./contract.ts";
import { words as pageWords } from "./words.ts";

/** The names and pictures of all characters, by id. */
interface CastNames {
  readonly bots: readonly Bot[];
  readonly nameOf: (id: string) => string;
  readonly findBot: (id: string) => Bot | undefined;
  /** The title of a story; undefined when it was deleted. */
  readonly findTitle: (chatId: string) => string | undefined;
}

const Context = createContext<CastNames>({
  bots: [],
  nameOf: (id) => id,
  findBot: () => undefined,
  findTitle: () => undefined,
});

/** In a story the person has the name of the persona that they play there. */
export function CastProvider({
  lobby,
  chatId,
  children,
}: {
  lobby: Lobby;
  chatId: string | undefined;
  children: ReactNode;
}) {
  const words = usePageWords(pageWords);
  const names = useMemo(() => {
    const byId = new Map(lobby.bots.map((bot) => [bot.id, bot]));
    const suffixes = mapSuffixes(lobby.bots);
    const played = lobby.chats.find(({ id }) => id === chatId)?.persona ?? lobby.you;
    const nameOf = (id: string): string => {
      if (id === you) return played?.name ?? words.you;
      const name = byId.get(id)?.name;
      return name === undefined ? id : `${name}${suffixes.get(id) ?? ""}`;
    };
    const findTitle = (chatId: string): string | undefined => {
      const chat = lobby.chats.find(({ id }) => id === chatId);
      return chat === undefined ? undefined : (chat.title ?? nameOf(chat.host_bot_id));
    };
    return { bots: lobby.bots, nameOf, findBot: (id: string) => byId.get(id), findTitle };
  }, [lobby, chatId, words]);
  return <Context value={names}>{children}</Context>;
}

/** Suffixes for bots that share a name: the end of the id, as on the server. */
function mapSuffixes(bots: readonly Bot[]): Map<string, string> {
  const groups = Map.groupBy(bots, ({ name }) => name.normalize("NFKC").trim().toLowerCase());
  return new Map(
    [...groups.values()]
      .filter((same) => same.length > 1)
      .flatMap((same) => same.map(({ id }) => [id, ` (${findSuffix(id, same)})`] as const)),
  );
}

function findSuffix(id: string, same: readonly Bot[]): string {
  for (let length = 4; length < id.length; length += 1)
    if (same.every((other) => other.id === id || !other.id.endsWith(id.slice(-length))))
      return id.slice(-length);
  return id;
}

export const useCast = (): CastNames => use(Context);
