import { Alert, Button } from "@mantine/core";
import { type Session } from "../api/contract.ts";
import { ApiFailure } from "../api/request.ts";
import { usePairingSignIn } from "../api/session.ts";
import { LanguageSwitch } from "../frame/choices.tsx";
import { Brand } from "../frame/icons.tsx";
import { explain } from "../language/explain.ts";
import { useSpoken } from "../language/use-words.tsx";
import card from "../session/sign-in-page.module.css";
import { CodeToSend } from "./code-to-send.tsx";
import { keepPairing } from "./stored-code.ts";
import styles from "./pairing.module.css";

/** What a pairing link is for, and its two uses: sent in a chat app, or right here. */
export default function PairingPage({ code, session }: { code: string; session: Session | null }) {
  const { language, words, setLanguage } = useSpoken();
  const signIn = usePairingSignIn(() => keepPairing(undefined));
  const isRefused = signIn.error instanceof ApiFailure && signIn.error.code === "code_not_valid";
  const who =
    session === null ? undefined : (session.account.display_name ?? words.pairing.somebody);
  return (
    <main className={card.page}>
      <div className={card.card}>
        <header className={card.brand}>
          <Brand />
          <span>{words.appName}</span>
        </header>
        <h1 className={`${card.title} ${styles.title}`}>{words.pairing.title}</h1>
        <p className={card.intro}>{words.pairing.intro}</p>
        {signIn.isError ? (
          <Alert color="red" role="alert" mb="md">
            {isRefused ? words.pairing.refused : explain(signIn.error, words)}
          </Alert>
        ) : null}
        {isRefused ? null : (
          <>
            <CodeToSend code={code} title={words.pairing.appTitle} />
            <section className={styles.choice}>
              <h2>{words.pairing.hereTitle}</h2>
              <p>{who === undefined ? words.pairing.here : words.pairing.hereInstead(who)}</p>
              <Button
                size="md"
                fullWidth
                loading={signIn.isPending}
                onClick={() => signIn.mutate(code)}
              >
                {words.pairing.hereButton}
              </Button>
            </section>
          </>
        )}
        <footer className={`${card.foot} ${styles.foot}`}>
          <Button variant="subtle" onClick={() => keepPairing(undefined)}>
            {words.pairing.leave}
          </Button>
          <LanguageSwitch value={language} onChange={setLanguage} />
        </footer>
      </div>
    </main>
  );
}
