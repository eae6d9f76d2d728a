import { Button } from "@mantine/core";
import { useState } from "react";
import { keepOfferedCode } from "../calendar/friends/offered-code.ts";
import { LanguageSwitch } from "../frame/choices.tsx";
import { Brand } from "../frame/icons.tsx";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import styles from "../pairing/pairing.module.css";
import card from "../session/sign-in-page.module.css";
import { useInvitation } from "./invitation.ts";
import { words as all } from "./words.ts";

/** A friend's link for a person who is not signed in: who invites, and the two ways to say yes. */
export default function InvitationPage({ code, onSignIn }: { code: string; onSignIn: () => void }) {
  const { language, words, setLanguage } = useSpoken();
  const own = usePageWords(all);
  const invitation = useInvitation(code);
  if (invitation.isPending) return <Loading label={words.loading} />;
  if (invitation.isError)
    return (
      <Failure
        message={explain(invitation.error, words)}
        onRetry={() => void invitation.refetch()}
      />
    );
  const name = invitation.data?.display_name ?? own.somebody;
  return (
    <main className={card.page}>
      <div className={card.card}>
        <header className={card.brand}>
          <Brand />
          <span>{words.appName}</span>
        </header>
        <h1 className={`${card.title} ${styles.title}`}>
          {invitation.data === null ? own.goneTitle : own.title(name)}
        </h1>
        <p className={card.intro}>{invitation.data === null ? own.gone : own.intro(name)}</p>
        {invitation.data === null ? null : (
          <>
            <ChatWay code={code} />
            <section className={styles.choice}>
              <h2>{own.hereTitle}</h2>
              <p>{own.here}</p>
              <p>{own.newHere}</p>
              <Button size="md" fullWidth onClick={onSignIn}>
                {own.hereButton}
              </Button>
            </section>
          </>
        )}
        <footer className={`${card.foot} ${styles.foot}`}>
          <Button variant="subtle" onClick={() => keepOfferedCode(undefined)}>
            {own.leave}
          </Button>
          <LanguageSwitch value={language} onChange={setLanguage} />
        </footer>
      </div>
    </main>
  );
}

function ChatWay({ code }: { code: string }) {
  const own = usePageWords(all);
  const [copied, setCopied] = useState(false);
  const command = own.command(code);
  // A page on a plain http address in a home network has no clipboard; the words can still be read.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <section className={styles.choice}>
      <h2>{own.chatTitle}</h2>
      <p>{own.chat}</p>
      <div className={styles.codeLine}>
        <strong translate="no">{command}</strong>
        {clipboard === undefined ? null : (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => void clipboard.writeText(command).then(() => setCopied(true))}
          >
            {copied ? own.copied : own.copy}
          </Button>
        )}
      </div>
    </section>
  );
}
