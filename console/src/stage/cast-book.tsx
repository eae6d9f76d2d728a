import { createContext, use, useMemo, type ReactNode } from "react";
import { usePageWords } from "../language/use-words.tsx";
import { type Bot, type Lobby, you } from "./contract.ts";
import { words as pageWords } from "./words.ts";

/** Everybody's name and face, wherever an id is shown. */
interface CastBook {
  readonly bots: readonly Bot[];
  readonly nameOf: (id: string) => string;
  readonly bot: (id: string) => Bot | undefined;
  /** What a story is called; undefined when it is gone. */
  readonly titleOf: (chatId: string) => string | undefined;
}

const Context = createContext<CastBook>({
  bots: [],
  nameOf: (id) => id,
  bot: () => undefined,
  titleOf: () => undefined,
});

export function CastBookOf({ lobby, children }: { lobby: Lobby; children: ReactNode }) {
  const words = usePageWords(pageWords);
  const book = useMemo(() => {
    const byId = new Map(lobby.bots.map((bot) => [bot.id, bot]));
    const marks = marksOf(lobby.bots);
    const nameOf = (id: string): string => {
      if (id === you) return lobby.you?.name ?? words.you;
      const name = byId.get(id)?.name;
      return name === undefined ? id : `${name}${marks.get(id) ?? ""}`;
    };
    const titleOf = (chatId: string): string | undefined => {
      const chat = lobby.chats.find(({ id }) => id === chatId);
      return chat === undefined ? undefined : (chat.title ?? nameOf(chat.host_bot_id));
    };
    return { bots: lobby.bots, nameOf, bot: (id: string) => byId.get(id), titleOf };
  }, [lobby, words]);
  return <Context value={book}>{children}</Context>;
}

/** For those who share a name: the end of the id, as the server shows it. */
function marksOf(bots: readonly Bot[]): Map<string, string> {
  const groups = Map.groupBy(bots, ({ name }) => name.normalize("NFKC").trim().toLowerCase());
  return new Map(
    [...groups.values()]
      .filter((same) => same.length > 1)
      .flatMap((same) => same.map(({ id }) => [id, ` (${endOf(id, same)})`] as const)),
  );
}

function endOf(id: string, same: readonly Bot[]): string {
  for (let length = 4; length < id.length; length += 1)
    if (same.every((other) => other.id === id || !other.id.endsWith(id.slice(-length))))
      return id.slice(-length);
  return id;
}

export const useCast = (): CastBook => use(Context);

/** By so many degrees, the colours of ids that follow each other lie far apart. */
const goldenAngle = 137.508;

/** A colour of one's own, by the id: the same on every visit. */
export function hueOf(id: string): number {
  let mark = 7;
  for (const char of id) mark = (mark * 31 + (char.codePointAt(0) ?? 0)) % 3_600;
  return Math.round(mark * goldenAngle) % 360;
}
