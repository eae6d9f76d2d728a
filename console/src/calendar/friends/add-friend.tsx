import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { ApiFailure } from "../../api/request.ts";
import { useAccountChange } from "../../api/session.ts";
import { explain } from "../../language/explain.ts";
import { shortTime } from "../../language/time.ts";
import { useWords } from "../../language/use-words.tsx";
import { Failure, Loading } from "../../frame/states.tsx";
import { useInvitation } from "../../invitation/invitation.ts";
import { ReachNote } from "../../invitation/reach-note.tsx";
import { QrCode } from "../../pairing/qr-code.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import { AskFirst } from "../ask-first.tsx";
import { friendLink, joinFriend } from "../calls.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type FriendLink } from "../contract.ts";
import { CopyLine } from "../copy-line.tsx";

interface AddFriendProps {
  readonly offered: string | undefined;
  readonly onOfferDone: () => void;
}

/** Both ways to add a friend: the person's own code to be scanned, and another person's code. */
export function AddFriend({ offered, onOfferDone }: AddFriendProps) {
  return (
    <div className={styles.form}>
      {offered === undefined ? <OwnCode /> : null}
      <Join offered={offered} onOfferDone={onOfferDone} />
    </div>
  );
}

const linkKey = ["calendar-friend-link"] as const;

/** A friend reads who invites them, so a person without a name gives one first. */
function OwnName() {
  const { words } = useCalendar();
  const common = useWords();
  const change = useAccountChange();
  const [name, setName] = useState("");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() !== "") change.mutate({ display_name: name.trim() });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={common.settings.name}
        description={words.friends.nameFirst}
        value={name}
        maxLength={80}
        autoComplete="nickname"
        error={change.isError ? explain(change.error, common) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={change.isPending}>
          {words.friends.showCode}
        </Button>
      </div>
    </form>
  );
}

function OwnCode() {
  const { session } = useSignedIn();
  return session.account.display_name === null ? <OwnName /> : <ShownCode />;
}

function ShownCode() {
  const { words } = useCalendar();
  const common = useWords();
  const client = useQueryClient();
  const link = useQuery({ queryKey: linkKey, queryFn: () => friendLink("show") });
  const ask = async (what: "reset" | "disable"): Promise<void> =>
    client.setQueryData<FriendLink>(linkKey, await friendLink(what)) && undefined;
  if (link.isPending) return <Loading label={common.loading} />;
  if (link.isError)
    return <Failure message={explain(link.error, common)} onRetry={() => void link.refetch()} />;
  const { qr_payload: address, link_code: code } = link.data;
  if (address === null || code === null)
    return (
      <>
        <p className={styles.hint}>{words.friends.disabled}</p>
        <Button variant="default" size="sm" onClick={() => void ask("reset")}>
          {words.friends.enable}
        </Button>
      </>
    );
  return (
    <>
      <strong ref={bringIntoView}>{words.friends.link}</strong>
      <ReachNote reach={link.data.reach} />
      <QrCode text={address} label={words.friends.qr} />
      <CopyLine label={words.friends.link} text={address} />
      <strong>{words.friends.code}</strong>
      <CopyLine label={words.friends.code} text={code} />
      <p className={styles.hint}>
        {words.friends.codeHint} <Until link={link.data} />
      </p>
      <div className={styles.buttons}>
        <AskFirst
          label={words.friends.renew}
          question={words.friends.renewAsk}
          onYes={() => void ask("reset")}
        />
        <AskFirst
          label={words.friends.disable}
          question={words.friends.disableAsk}
          onYes={() => void ask("disable")}
          isLast
        />
      </div>
    </>
  );
}

/** The code is below the list of friends, and may be below the window, too. */
const bringIntoView = (heading: HTMLElement | null): void =>
  heading?.scrollIntoView({ block: "start" });

function Until({ link }: { link: FriendLink }) {
  const { words, language, zone } = useCalendar();
  return link.expires_at === null
    ? null
    : words.friends.until(shortTime(link.expires_at, Date.now(), { language, timeZone: zone }));
}

/** The inviting person, once known. */
function Inviter({ code }: { code: string }) {
  const { words } = useCalendar();
  const name = useInvitation(code).data?.display_name ?? undefined;
  return <span>{name === undefined ? words.friends.joinAsk : words.friends.joinAskBy(name)}</span>;
}

function Join({ offered, onOfferDone }: AddFriendProps) {
  const { words, perform, tell } = useCalendar();
  const [typed, setTyped] = useState("");
  const join = (code: string): void =>
    void perform(async () => {
      try {
        const { status, display_name: name } = await joinFriend(code);
        setTyped("");
        const shown = name ?? words.friends.noName;
        return {
          text: status === "created" ? words.friends.joined(shown) : words.friends.already(shown),
        };
      } catch (error) {
        const known =
          error instanceof ApiFailure ? words.friends.joinFailed[error.code] : undefined;
        if (known === undefined) throw error;
        return { text: known };
      } finally {
        onOfferDone();
      }
    });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = typed.trim().replace(/^.*#friend=/, "");
    if (code !== "") join(code);
  };
  if (offered !== undefined)
    return (
      <div className={styles.offer} role="alert">
        <Inviter code={offered} />
        <div className={styles.buttons}>
          <Button size="sm" autoFocus onClick={() => join(offered)}>
            {words.friends.join}
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              onOfferDone();
              tell(undefined);
            }}
          >
            {words.friends.no}
          </Button>
        </div>
      </div>
    );
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={words.friends.joinLabel}
        value={typed}
        maxLength={300}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" size="compact-sm">
          {words.friends.join}
        </Button>
      </div>
    </form>
  );
}
