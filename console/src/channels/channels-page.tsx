import { type ReactNode } from "react";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { ConnectApp } from "../pairing/connect-app.tsx";
import { LinkWechat } from "../pairing/link-wechat.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useLiveChannels, useSetup } from "./calls.ts";
import { type OwnChannel } from "./contract.ts";
import { ChannelRow } from "./channel-row.tsx";
import styles from "./channels-page.module.css";
import { isSwitchedOn, VendorSetup } from "./vendor-setup.tsx";
import { words as all } from "./words.ts";

const wecomPaths = ["/wecombot"];
const whatsappPaths = ["/webhooks/whatsapp", "/webhooks/evolution"];

/** Every chat app: connected or not, the last error in plain words, a test message, and how to connect it. */
export default function ChannelsPage() {
  const said = useWords();
  const words = usePageWords(all);
  const { session } = useSignedIn();
  const isOperator = session.role !== "account";
  const channels = useLiveChannels();
  const setup = useSetup(isOperator);
  const again = (): void => {
    void channels.refetch();
    if (isOperator) void setup.refetch();
  };
  if (channels.isPending) return <Loading label={said.loading} />;
  if (channels.data === undefined)
    return <Failure message={`${words.failed} ${explain(channels.error, said)}`} onRetry={again} />;
  const { channels: own, can_link_wechat: canLink } = channels.data;
  const of = (...names: readonly string[]): readonly OwnChannel[] =>
    own.filter(({ channel }) => names.includes(channel));
  const known = ["wechat_personal", "wecom", "whatsapp", "evolution"];
  const noneOf = (paths: readonly string[]): string =>
    !isOperator
      ? `${words.none} ${words.askOperator}`
      : isSwitchedOn(setup.data, paths)
        ? words.switchedOn
        : words.none;
  return (
    <main className={styles.page}>
      <h1>{words.title}</h1>
      <p className={styles.hint}>{words.intro}</p>
      <div className={styles.cards}>
        <Card
          title={words.wechat.title}
          hint={canLink ? words.wechat.hint : words.wechat.hintOff}
          channels={of("wechat_personal")}
        >
          <LinkWechat isLinked={isLinked(of("wechat_personal"))} isSwitchedOn={canLink} />
        </Card>
        <Card
          title={words.wecom.title}
          hint={words.wecom.hint}
          channels={of("wecom")}
          none={noneOf(wecomPaths)}
        >
          {isOperator ? (
            <VendorSetup
              paths={wecomPaths}
              steps={words.wecom.steps}
              setup={setup}
              checks={["wecom"]}
              hint={words.checkHint}
              otherwise={words.orLongConnection}
            />
          ) : null}
        </Card>
        <Card
          title={words.whatsapp.title}
          hint={words.whatsapp.hint}
          channels={of("whatsapp", "evolution")}
          none={noneOf(whatsappPaths)}
        >
          {isOperator ? (
            <VendorSetup
              paths={whatsappPaths}
              steps={words.whatsapp.steps}
              setup={setup}
              checks={["whatsapp", "evolution"]}
              hint={words.whatsappCheckHint}
            />
          ) : null}
        </Card>
        {[...new Set(own.map(({ channel }) => channel))]
          .filter((name) => !known.includes(name))
          .map((name) => (
            <Card
              key={name}
              title={said.conversations.channels[name] ?? name}
              hint=""
              channels={of(name)}
            />
          ))}
        <Card title={words.pairTitle} hint={words.pairHint} channels={undefined}>
          <ConnectApp />
        </Card>
      </div>
    </main>
  );
}

/** Whoever lost a login wants that one back, and not another. */
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
