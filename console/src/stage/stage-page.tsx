import "../mantine-extra.ts";
import { useQuery } from "@tanstack/react-query";
import { Failure, Loading } from "../frame/states.tsx";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { fetchLobby, lobbyKey } from "./api.ts";
import { CastProvider } from "./cast-context.tsx";
import type { Lobby as LobbyData } from "./contract.ts";
import { isLobbyPart } from "./lobby/lobby-parts.ts";
import { Lobby } from "./lobby/lobby.tsx";
import { SharedPlay } from "./shared/shared-play.tsx";
import { Play } from "./play/play.tsx";
import { useExplain } from "./use-explain.ts";
import { words as pageWords } from "./words.ts";

/** The list of stories, or one story when a chat id is given. */
export default function StagePage({ part }: { part: string | undefined }) {
  const explain = useExplain();
  const words = useWords();
  const own = usePageWords(pageWords);
  const lobby = useQuery({ queryKey: lobbyKey, queryFn: fetchLobby });
  if (lobby.isPending) return <Loading label={words.loading} />;
  if (lobby.data === undefined)
    return (
      <Failure
        message={`${own.failed} ${explain(lobby.error)}`}
        onRetry={() => void lobby.refetch()}
      />
    );
  return (
    <CastProvider lobby={lobby.data} chatId={part}>
      <Story lobby={lobby.data} part={part} />
    </CastProvider>
  );
}

const sharedPart = "shared/";

function Story({ lobby, part }: { lobby: LobbyData; part: string | undefined }) {
  if (part === undefined || isLobbyPart(part)) return <Lobby lobby={lobby} part={part} />;
  if (part.startsWith(sharedPart))
    return <SharedPlay key={part} id={part.slice(sharedPart.length)} />;
  return <Play key={part} chatId={part} />;
}
