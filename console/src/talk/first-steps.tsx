// Plain fields: Mantine's would make the first load of a new person larger by a tenth.
import { Button } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useAccountSave } from "../frame/account-save.tsx";
import type { Language } from "../language/choose.ts";
import { explain } from "../language/explain.ts";
import { listZones } from "../language/zones.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { hideFirstSteps, showFirstSteps } from "./first-steps-shown.ts";
import { words as all } from "./first-steps-words.ts";
import styles from "./first-steps.module.css";

interface FirstStepsProps {
  readonly onExample: (text: string) => void;
  readonly onHide: () => void;
}

/** For a new person: who they are, and three things to begin with. Each can be skipped. */
export default function FirstSteps({ onExample, onHide }: FirstStepsProps) {
  const say = usePageWords(all);
  const { account } = useSignedIn().session;
  const [isAsking, setAsking] = useState(!account.is_welcomed);
  return (
    <section className={styles.box} aria-label={say.title}>
      <h2>{isAsking ? say.title : say.next}</h2>
      {isAsking ? (
        <AboutYou
          onDone={() => {
            // They stay until they are hidden, also for a person who has a name now.
            showFirstSteps(account.id);
            setAsking(false);
          }}
        />
      ) : (
        <Cards
          onExample={onExample}
          onHide={() => {
            hideFirstSteps(account.id);
            onHide();
          }}
        />
      )}
    </section>
  );
}

function AboutYou({ onDone }: { onDone: () => void }) {
  const say = usePageWords(all);
  const { language, words, setLanguage } = useSpoken();
  const { account } = useSignedIn().session;
  const { save, isSaving, error, question } = useAccountSave();
  const [name, setName] = useState(account.display_name ?? "");
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const named = name.trim() === "" ? {} : { display_name: name.trim() };
    save({ default_timezone: zone, language, ...named, is_welcomed: true }, onDone);
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <p className={styles.hint}>{say.hint}</p>
      <div className={styles.fields}>
        <label>
          {say.name}
          <input
            value={name}
            maxLength={80}
            autoComplete="nickname"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label>
          {say.zone}
          <select value={zone} onChange={(event) => setZone(event.currentTarget.value)}>
            {listZones(zone).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          {say.language}
          <select
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          >
            <option value="en">English</option>
            <option value="zh">中文</option>
          </select>
        </label>
      </div>
      {error === null ? null : <p role="alert">{explain(error, words)}</p>}
      {question}
      <div className={styles.row}>
        <Button type="submit" mt="sm" loading={isSaving}>
          {say.save}
        </Button>
        <Button variant="subtle" mt="sm" onClick={() => save({ is_welcomed: true }, onDone)}>
          {say.skip}
        </Button>
      </div>
    </form>
  );
}

function Cards({ onExample, onHide }: FirstStepsProps) {
  const say = usePageWords(all);
  const { session } = useSignedIn();
  const hasModel = session.model.kind !== "offline";
  return (
    <>
      <ul className={styles.cards}>
        {session.role === "operator" ? (
          <li>
            <a className={styles.card} href={routeAddress({ page: "settings", part: "model" })}>
              <strong>{say.model}</strong>
              <span className={styles.hint}>{hasModel ? say.modelDone : say.modelHint}</span>
            </a>
          </li>
        ) : null}
        <li>
          <a className={styles.card} href={routeAddress({ page: "channels", part: undefined })}>
            <strong>{say.app}</strong>
            <span className={styles.hint}>{say.appHint}</span>
          </a>
        </li>
        <li>
          <button type="button" className={styles.card} onClick={() => onExample(say.example)}>
            <strong>{say.reminder}</strong>
            <span className={styles.hint}>{say.reminderHint}</span>
          </button>
        </li>
      </ul>
      <div className={styles.row}>
        <Button variant="subtle" size="compact-sm" onClick={onHide}>
          {say.done}
        </Button>
        <span className={styles.hint}>{say.again}</span>
      </div>
    </>
  );
}
