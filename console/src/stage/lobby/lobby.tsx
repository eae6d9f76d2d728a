import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { PlusIcon } from "../../frame/icons.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { type Lobby as LobbyData } from "../contract.ts";
import { UnderstudyNote } from "../understudy-note.tsx";
import { words as pageWords } from "../words.ts";
import { CastSection } from "./cast-section.tsx";
import { DeletedNote } from "./deleted-note.tsx";
import { newStoryPart } from "./lobby-parts.ts";
import styles from "./lobby.module.css";
import { NewStory } from "./new-story.tsx";
import { SharedSection } from "../shared/shared-section.tsx";
import frame from "../../frame/page.module.css";
import { Stories } from "./stories.tsx";
import { Welcome } from "./welcome.tsx";
import { OwnPersonas } from "./persona.tsx";

/** The person's stories and all characters. */
export function Lobby({ lobby, part }: { lobby: LobbyData; part: string | undefined }) {
  const words = usePageWords(pageWords);
  const [begins, setBegins] = useState<{ readonly host: string | undefined }>();
  useEffect(() => {
    if (part === newStoryPart && lobby.bots.length > 0) setBegins({ host: undefined });
    if (part !== undefined) go({ page: "stage", part: undefined }, "replace");
  }, [part]);
  const isNew = lobby.bots.length === 0 && lobby.chats.length === 0;
  return (
    <main className={frame.page}>
      <div className={styles.column}>
        <header className={styles.head}>
          <div>
            <h1 className={frame.title}>{words.title}</h1>
            <p>{words.tagline}</p>
            {isNew ? null : <OwnPersonas self={lobby.you} />}
          </div>
          {lobby.bots.length === 0 ? null : (
            <Button leftSection={<PlusIcon />} onClick={() => setBegins({ host: undefined })}>
              {words.story.new}
            </Button>
          )}
        </header>
        <DeletedNote />
        <UnderstudyNote />
        {isNew ? <Welcome /> : <Stories chats={lobby.chats} />}
        <SharedSection canBegin={lobby.bots.length > 0} />
        <CastSection
          bots={lobby.bots}
          isNew={isNew}
          part={part}
          onBegin={(host) => setBegins({ host })}
        />
      </div>
      {begins === undefined ? null : (
        <NewStory host={begins.host} onClose={() => setBegins(undefined)} />
      )}
    </main>
  );
}
