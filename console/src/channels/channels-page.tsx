import { type ReactNode } from "react";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { ConnectApp } from "../pairing/connect-app.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useLiveChannels, useSetup } from "./calls.ts";
import { useCatalog, useChannelName } from "./catalog.ts";
import { type CatalogApp, type OwnChannel } from "./contract.ts";
import { ChannelRow } from "./channel-row.tsx";
import styles from "./channels-page.module.css";
import { LinkAccount } from "./link-account.tsx";
import { isSwitchedOn, VendorSetup } from "./vendor-setup.tsx";
import { words as all } from "./words.ts";

/**
 * Every chat app: connected or not, the last error in plain words, a test message, and how to
 * connect it.
 */
export default function ChannelsPage() {
  const said = useWords();
  const words = usePageWords(all);
  const nameOf = useChannelName();
  const { session } = useSignedIn();
  const isOperator = session.role !== "account";
  const channels = useLiveChannels();
  const catalog = useCatalog();
  const setup = useSetup(isOperator);
  const again = (): void => {
    void channels.refetch();
    void catalog.refetch();
    if (isOperator) void setup.refetch();
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
  const shown = new Set(apps.flatMap((app) => app.channels));
  const others = [...new Set(own.map(({ channel }) => channel))].filter((name) => !shown.has(name));
  return (
    <main className={styles.page}>
      <h1>{words.title}</h1>
      <p className={styles.hint}>{words.intro}</p>
      <div className={styles.cards}>
        {apps.map((app) => (
          <AppCard
            key={app.name}
            app={app}
            channels={own.filter(({ channel }) => app.channels.includes(channel))}
            setup={isOperator ? setup : undefined}
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
  readonly setup: ReturnType<typeof useSetup> | undefined;
}

function AppCard({ app, channels, setup }: AppCardProps) {
  const { language } = useSpoken();
  const words = usePageWords(all);
  const none =
    app.setup === null
      ? words.none
      : setup === undefined
        ? `${words.none} ${words.askOperator}`
        : isSwitchedOn(setup.data, app.addresses)
          ? words.switchedOn
          : words.none;
  return (
    <Card title={app.title[language]} hint={app.hint[language]} channels={channels} none={none}>
      {app.login === null ? null : (
        <LinkAccount app={app} login={app.login} isLinked={isLinked(channels)} />
      )}
      {app.setup === null || setup === undefined ? null : (
        <VendorSetup
          paths={app.addresses}
          steps={app.setup.steps[language]}
          setup={setup}
          checks={app.checks}
          hint={app.setup.check_hint[language]}
          otherwise={app.setup.otherwise?.[language]}
        />
      )}
    </Card>
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
