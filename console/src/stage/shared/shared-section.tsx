import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import styles from "../lobby/lobby.module.css";
import { fetchShared, sharedKey } from "./calls.ts";
import type { Story } from "./contract.ts";
import { JoinStory } from "./join-story.tsx";
import { NewShared } from "./new-shared.tsx";
import { keepStoryCode, useStoryCode } from "./offered-story.ts";
import { words as pageWords } from "./words.ts";

/** The stories that a person plays with others, and an invitation that was opened. */
export function SharedSection({ canBegin }: { canBegin: boolean }) {
  const words = usePageWords(pageWords);
  const [begins, setBegins] = useState(false);
  const code = useStoryCode();
  const stories = useQuery({ queryKey: sharedKey, queryFn: fetchShared });
  const all = stories.data ?? [];
  if (all.length === 0 && !canBegin && code === undefined) return null;
  return (
    <section aria-labelledby="stage-shared">
      <h2 id="stage-shared">{words.title}</h2>
      {all.length === 0 ? <p className={styles.empty}>{words.empty}</p> : null}
      <ul className={styles.stories}>
        {all.map((story) => (
          <li key={story.id}>
            <SharedStoryLink story={story} />
          </li>
        ))}
      </ul>
      {canBegin ? (
        <Button variant="default" onClick={() => setBegins(true)}>
          {words.new}
        </Button>
      ) : null}
      {begins ? <NewShared onClose={() => setBegins(false)} /> : null}
      {code === undefined ? null : (
        <JoinStory key={code} code={code} onClose={() => keepStoryCode(undefined)} />
      )}
    </section>
  );
}

function SharedStoryLink({ story }: { story: Story }) {
  const words = usePageWords(pageWords);
  const people = story.members.filter(({ is_in }) => is_in).map(({ name }) => name);
  return (
    <a className={styles.story} href={routeAddress({ page: "stage", part: `shared/${story.id}` })}>
      <strong className={styles.storyTitle} dir="auto">
        {story.title ?? story.cast.map(({ name }) => name).join(" · ")}
      </strong>
      <span className={styles.last} dir="auto">
        {story.is_in ? (story.last_text ?? "") : words.left}
      </span>
      <span className={styles.meta}>{people.join(" · ")}</span>
    </a>
  );
}
