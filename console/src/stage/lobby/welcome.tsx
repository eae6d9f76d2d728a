import { Alert, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type CSSProperties } from "react";
import { type Language } from "../../language/choose.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { lobbyKey, importSamples } from "../api.ts";
import { beginTour } from "../play/tour.tsx";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";
import { pickHue, takeFirstLetter } from "../without-picture.ts";

/** Introduces the sample characters and starts a story with them. */
export function Welcome() {
  const explain = useExplain();
  const { language } = useSpoken();
  const own = usePageWords(pageWords);
  const client = useQueryClient();
  const other: Language = language === "zh" ? "en" : "zh";
  const begin = useMutation({
    mutationFn: (asked: Language) => importSamples(asked),
    onSuccess: async ({ chats }, asked) => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      const isOwn = (title: string | null): boolean =>
        /\p{Script=Han}/u.test(title ?? "") === (asked === "zh");
      const first = (chats.find(({ title }) => isOwn(title)) ?? chats[0])?.id;
      if (first !== undefined) beginTour(first);
      go({ page: "stage", part: first });
    },
  });
  return (
    <section className={styles.welcome} aria-labelledby="stage-welcome">
      <h2 id="stage-welcome">{own.welcome.title}</h2>
      <p>{own.welcome.text}</p>
      <ul className={styles.samples}>
        {own.welcome.cast.map(({ name, line }) => (
          <li key={name} style={{ "--hue": pickHue(name) } as CSSProperties}>
            <span className={styles.sampleFace} aria-hidden="true">
              {takeFirstLetter(name)}
            </span>
            <strong>{name}</strong>
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <Button size="md" loading={begin.isPending} onClick={() => begin.mutate(language)}>
        {own.welcome.play}
      </Button>
      <Button variant="subtle" disabled={begin.isPending} onClick={() => begin.mutate(other)}>
        {own.welcome.playOther}
      </Button>
      {begin.isError ? (
        <Alert color="red" role="alert">
          {explain(begin.error)}
        </Alert>
      ) : null}
    </section>
  );
}
