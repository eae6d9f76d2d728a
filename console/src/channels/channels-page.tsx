import { type ReactNode } from "react";
import frame from "../frame/page.module.css";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { joinSentences } from "../language/spaced.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { ConnectApp } from "../pairing/connect-app.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { useLiveChannels, useSetup } from "./calls.ts";
import { useCatalog, useChannelName } from "./catalog.ts";
import { type CatalogApp, type OwnChannel } from "./contract.ts";
import { ChannelRow } from "./channel-row.tsx";
import styles from "./channels-page.module.css";
import { LinkAccount } from "./link-account.tsx";
import { useForms } from "./setup/calls.ts";
import type { Forms } from "./setup/contract.ts";
import { SetupPage } from "./setup/setup-page.tsx";
import { words as setupWords } from "./setup/words.ts";
import { words as all } from "./words.ts";

/**
 * Every chat app: connected or not, the last error in plain words, a test message, and how to
 * connect it.
 */
export default function ChannelsPage({ part }: { part: string | undefined }) {
  const said = useWords();
  const words = usePageWords(all);
  const nameOf = useChannelName();
  const { session } = useSignedIn();
  const isOperator = session.role !== "account";
  const channels = useLiveChannels();
  const catalog = useCatalog();
  const setup = useSetup(isOperator);
  const forms = useForms(isOperator);
  const again = (): void => {
    void channels.refetch();
    void catalog.refetch();
  };
  if (channels.isPending || catalog.isPending) return <Loading label={said.loading} />;
  if (channels.data === undefined || catalog.data === undefined)
    return (
      <Failure
        message={`${words.failed} ${explain(channels.error ?? catalog.error, said)}`}
        onRetry={again}
      />
    );
  const own = channels.data.channels;
  const { apps } = catalog.data;
  const opened = isOperator ? apps.find(({ name }) => name === part) : undefined;
  if (opened !== undefined) return <SetupPage key={opened.name} app={opened} setup={setup} />;
  const shown = new Set(apps.flatMap((app) => app.channels));
  const others = [...new Set(own.map(({ channel }) => channel))].filter((name) => !shown.has(name));
  return (
    <main className={frame.page}>
      <h1 className={frame.title}>{words.title}</h1>
      <p className={styles.hint}>{words.intro}</p>
      <div className={styles.cards}>
        {apps.map((app) => (
          <AppCard
            key={app.name}
            app={app}
            channels={own.filter(({ channel }) => app.channels.includes(channel))}
            forms={isOperator ? (forms.data?.channels ?? []) : undefined}
          />
        ))}
        {others.map((name) => (
          <Card
            key={name}
            title={nameOf(name)}
            hint=""
            channels={own.filter(({ channel }) => channel === name)}
          />
        ))}
        <Card title={words.pairTitle} hint={words.pairHint} channels={undefined}>
          <ConnectApp />
        </Card>
      </div>
    </main>
  );
}

interface AppCardProps {
  readonly app: CatalogApp;
  readonly channels: readonly OwnChannel[];
  /** For operators. */
  readonly forms: Forms["channels"] | undefined;
}

function AppCard({ app, channels, forms }: AppCardProps) {
  const { language } = useSpoken();
  const words = usePageWords(all);
  const title = app.title[language];
  const own = forms?.filter(({ name }) => app.checks.includes(name)) ?? [];
  const none =
    app.setup !== null && forms === undefined
      ? joinSentences([words.none, words.askOperator], language)
      : own.some((form) => form.is_on) && app.login === null
        ? words.switchedOn
        : words.none;
  return (
    <Card title={title} hint={app.hint[language]} channels={channels} none={none}>
      {app.login === null ? null : (
        <LinkAccount app={app} login={app.login} isLinked={isLinked(channels)} />
      )}
      {own.length === 0 ? null : <SetupLink app={app} forms={own} />}
    </Card>
  );
}

/** Whether the app is switched on, and the way to its form. */
function SetupLink({ app, forms }: { app: CatalogApp; forms: Forms["channels"] }) {
  const say = usePageWords(setupWords);
  const { language } = useSpoken();
  const isOn = forms.some((form) => form.is_on);
  return (
    <>
      {forms.some((form) => form.is_forgotten || form.problem !== null) ? (
        <p className={styles.warning}>{say.forgotten}</p>
      ) : null}
      <div className={styles.line}>
        <span className={styles.state} data-state={isOn ? "connected" : "not_connected"}>
          {isOn ? say.on : say.off}
        </span>
        <a
          href={routeAddress({ page: "channels", part: app.name })}
          aria-label={say.openOf(app.title[language])}
        >
          {say.open}
        </a>
      </div>
    </>
  );
}

/** A person who lost a login wants that one back, not another. */
const isLinked = (own: readonly OwnChannel[]): boolean =>
  own.some(({ is_yours: isYours }) => isYours) && own.every(({ state }) => state !== "needs_login");

interface CardProps {
  readonly title: string;
  readonly hint: string;
  readonly channels: readonly OwnChannel[] | undefined;
  /** What to say where there is none. */
  readonly none?: string;
  readonly children?: ReactNode;
}

function Card({ title, hint, channels, none, children }: CardProps) {
  const words = usePageWords(all);
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      {hint === "" ? null : <p className={styles.hint}>{hint}</p>}
      {channels === undefined ? null : channels.length === 0 ? (
        <p className={styles.none}>{none ?? words.none}</p>
      ) : (
        <ul className={styles.accounts}>
          {channels.map((channel) => (
            <ChannelRow key={`${channel.channel}:${channel.channel_account}`} channel={channel} />
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
