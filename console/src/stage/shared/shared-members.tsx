import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { QrCode } from "../../pairing/qr-code.tsx";
import { useExplain } from "../use-explain.ts";
import { actOn, changeStory, inviteTo, sharedKey, type StoryChange } from "./calls.ts";
import type { View } from "./contract.ts";
import styles from "./shared.module.css";
import { words as pageWords } from "./words.ts";

type Member = View["story"]["members"][number];

/** Who takes part, and what the host can do about it. */
export function Members({ view }: { view: View }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const client = useQueryClient();
  const { story, scene } = view;
  const refresh = { onSettled: () => client.invalidateQueries({ queryKey: sharedKey }) };
  const change = useMutation({
    mutationFn: (what: StoryChange) => changeStory(story.id, what),
    ...refresh,
  });
  const leave = useMutation({ mutationFn: () => actOn(story.id, "leave"), ...refresh });
  const isHost = story.is_host && story.is_in;
  const describe = (member: Member): string =>
    [
      ...(member.id === story.my_id ? [words.you] : []),
      ...(member.is_host ? [words.host] : []),
      ...(member.is_muted ? [words.muted] : []),
      ...(scene !== null && !scene.present.includes(member.id) ? [words.away] : []),
    ].join(", ");
  return (
    <aside className={styles.members} aria-label={words.members}>
      <h2>{words.members}</h2>
      <ul>
        {story.members
          .filter(({ is_in }) => is_in)
          .map((member) => (
            <li key={member.id}>
              <span dir="auto">
                {member.name} <small>{describe(member)}</small>
              </span>
              {isHost && member.id !== story.my_id ? (
                <HostActs member={member} onChange={change.mutate} asks={story.rule === "host"} />
              ) : null}
            </li>
          ))}
      </ul>
      {isHost ? (
        <>
          <NativeSelect
            label={words.rule}
            value={story.rule}
            data={(["free", "round", "host"] as const).map((rule) => ({
              value: rule,
              label: words.rules[rule],
            }))}
            onChange={(event) =>
              change.mutate({ rule: event.currentTarget.value as StoryChange["rule"] })
            }
          />
          <Button variant="default" onClick={() => change.mutate({ paused: !story.paused })}>
            {story.paused ? words.resume : words.pause}
          </Button>
          <Rename title={story.title ?? ""} onChange={change.mutate} />
          <Invite id={story.id} />
        </>
      ) : null}
      {change.isError ? <p role="alert">{explain(change.error)}</p> : null}
      {story.is_in ? (
        <Button variant="subtle" onClick={() => leave.mutate()}>
          {words.leave}
        </Button>
      ) : null}
    </aside>
  );
}

interface HostActsProps {
  readonly member: Member;
  readonly asks: boolean;
  readonly onChange: (what: object) => void;
}

function HostActs({ member: { id, name, is_muted }, asks, onChange }: HostActsProps) {
  const words = usePageWords(pageWords);
  const act = (label: string, what: object) => (
    <Button variant="subtle" size="compact-xs" onClick={() => onChange(what)}>
      {label}
    </Button>
  );
  return (
    <span className={styles.acts}>
      {is_muted ? act(words.unmute(name), { unmute: [id] }) : act(words.mute(name), { mute: [id] })}
      {asks ? act(words.ask(name), { floor_id: id }) : null}
      {act(words.handOver(name), { host_id: id })}
      {act(words.remove(name), { remove: id })}
    </span>
  );
}

interface RenameProps {
  readonly title: string;
  readonly onChange: (what: StoryChange) => void;
}

function Rename({ title, onChange }: RenameProps) {
  const words = usePageWords(pageWords);
  const [text, setText] = useState(title);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onChange({ title: text.trim() });
  };
  return (
    <form className={styles.rename} onSubmit={submit}>
      <TextInput
        label={words.newTitle}
        value={text}
        maxLength={400}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={text.trim() === "" || text.trim() === title}
      >
        {words.rename}
      </Button>
    </form>
  );
}

function Invite({ id }: { id: string }) {
  const words = usePageWords(pageWords);
  const [isOpen, setOpen] = useState(false);
  const invitation = useQuery({
    queryKey: ["story-invitation", id],
    queryFn: () => inviteTo(id),
    enabled: isOpen,
  });
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{words.invite}</Button>;
  if (invitation.data === undefined) return null;
  const { link, code } = invitation.data;
  return (
    <div className={styles.invite}>
      <QrCode text={link} label={words.qr} />
      <code translate="no">{link}</code>
      <p>{words.inviteHint}</p>
      <code translate="no">{code}</code>
    </div>
  );
}
