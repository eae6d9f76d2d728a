import { Alert, Button, Checkbox, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { amend, type AmendRequest } from "../api.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { useCast } from "../cast-context.tsx";
import { type Stage, type Turn, you } from "../contract.ts";
import { type Amendment, type Known } from "../contract-past.ts";
import dialogStyles from "../dialogs.module.css";
import { useRefresh } from "../play/use-stage.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { shortenLine } from "../line-parts.ts";
import { ChangeList } from "./change-list.tsx";
import { type LineDialogProps, LineQuote } from "./cut-dialogs.tsx";

/** Edits a line or corrects who was present, after a preview of the effects. */
export function AmendDialog({
  stage,
  turn,
  what,
  onClose,
}: LineDialogProps & { readonly what: "edit" | "presence" }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { id } = stage.chat;
  const refresh = useRefresh(id);
  const [wanted, setWanted] = useState<AmendRequest>();
  const preview = useMutation({
    mutationFn: (asked: AmendRequest) => amend(id, { turn: turn.id, preview: true }, asked),
  });
  const deed = useMutation({
    mutationFn: (asked: AmendRequest) => amend(id, { turn: turn.id, preview: false }, asked),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const changeRequest = (asked: AmendRequest | undefined): void => {
    preview.reset();
    setWanted(asked);
  };
  const error = deed.error ?? preview.error;
  return (
    <Dialog
      title={what === "edit" ? words.amend.edit : words.amend.presence}
      onClose={onClose}
      size="40rem"
    >
      <div className={dialogStyles.body}>
        {what === "edit" ? (
          <EditText turn={turn} onChange={changeRequest} />
        ) : (
          <WhoWasThere stage={stage} turn={turn} wanted={wanted} onChange={changeRequest} />
        )}
        {preview.data === undefined ? null : <Effects stage={stage} amendment={preview.data} />}
        {error === null ? null : (
          <Alert color="red" role="alert">
            {explain(error)}
          </Alert>
        )}
      </div>
      <div className={dialogStyles.buttons}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        {preview.data === undefined ? (
          <Button
            disabled={wanted === undefined}
            loading={preview.isPending}
            onClick={() => wanted !== undefined && preview.mutate(wanted)}
          >
            {words.amend.look}
          </Button>
        ) : (
          <Button
            loading={deed.isPending}
            onClick={() => wanted !== undefined && deed.mutate(wanted)}
          >
            {words.amend.yes}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function EditText({
  turn,
  onChange,
}: {
  turn: Turn;
  onChange: (asked: AmendRequest | undefined) => void;
}) {
  const words = usePageWords(pageWords);
  const [text, setText] = useState(turn.text);
  return (
    <Textarea
      label={words.amend.text}
      description={words.amend.editHint}
      autosize
      minRows={3}
      maxRows={12}
      dir="auto"
      value={text}
      data-autofocus
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        onChange(
          next.trim() === "" || next === turn.text ? undefined : { what: "edit", text: next },
        );
      }}
    />
  );
}

interface WhoWasThereProps {
  readonly stage: Stage;
  readonly turn: Turn;
  readonly wanted: AmendRequest | undefined;
  readonly onChange: (asked: AmendRequest | undefined) => void;
}

function WhoWasThere({ stage, turn, wanted, onChange }: WhoWasThereProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const { chat, scenes } = stage;
  const known = [
    chat.host_bot_id,
    ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id]),
    ...scenes.flatMap((one) => one.participants),
  ];
  const people = [...new Set(known)].filter((id) => id !== you && id !== turn.speaker_id);
  const asked = wanted?.what === "presence" ? wanted : undefined;
  return (
    <>
      <p>{words.amend.presenceHint}</p>
      <LineQuote stage={stage} turn={turn} />
      <div className={dialogStyles.form} role="group" aria-label={words.amend.presence}>
        {people.map((id) => {
          const was = turn.witnesses.includes(id);
          const is = asked?.who === id ? asked.present : was;
          return (
            <Checkbox
              key={id}
              label={was ? words.amend.wasThere(nameOf(id)) : words.amend.wasNotThere(nameOf(id))}
              checked={is}
              onChange={(event) => {
                const present = event.currentTarget.checked;
                onChange(present === was ? undefined : { what: "presence", who: id, present });
              }}
            />
          );
        })}
      </div>
    </>
  );
}

/** A line and its memory have the same text; it is shown once. */
const removeDuplicates = (known: readonly Known[]): readonly Known[] =>
  known.filter(({ text }, index) => known.findIndex((other) => other.text === text) === index);

function Effects({ stage, amendment }: { stage: Stage; amendment: Amendment }) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  return (
    <section aria-label={words.change.label}>
      <p className={dialogStyles.hint}>{words.change.label}</p>
      <ChangeList stage={stage} differences={amendment.differences} />
      {amendment.viewers.map(({ viewer, appears, vanishes }) => (
        <ul key={viewer} className={dialogStyles.changes}>
          {removeDuplicates(appears).map(({ key, text }) => (
            <li key={`+${key}`}>{words.change.learns(nameOf(viewer), shortenLine(text))}</li>
          ))}
          {removeDuplicates(vanishes).map(({ key, text }) => (
            <li key={`-${key}`}>{words.change.forgets(nameOf(viewer), shortenLine(text))}</li>
          ))}
        </ul>
      ))}
      {amendment.contradictions.length === 0 ? null : (
        <Alert color="yellow" mt="sm" title={words.amend.contradictions}>
          {amendment.contradictions.map(({ turn_id, speaker_id, text }) => (
            <p key={turn_id} className={dialogStyles.hint}>
              {nameOf(speaker_id)}: {text}
            </p>
          ))}
        </Alert>
      )}
    </section>
  );
}
