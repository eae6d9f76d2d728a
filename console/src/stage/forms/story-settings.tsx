import { Alert, Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { chatKey, fetchPlaySettings, lobbyKey, presetAddress, savePlaySettings } from "../api.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { type Place, type PlaySettings, type PlaySettingsAnswer } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { PersonaChoice } from "../persona-choice.tsx";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { type LoreDraft, readLore, writeLore } from "./lore-book.ts";
import { LoreEditor } from "./lore-editor.tsx";
import { NamesPart } from "./names-part.tsx";
import { PresetPart } from "./preset-part.tsx";
import { SpeechFields, withoutEmptyStops } from "./speech-fields.tsx";

/** How a story is played: model, sampling, prompts and lore. */
export default function StorySettingsDialog({
  chatId,
  title,
  places,
  onClose,
}: {
  readonly chatId: string;
  readonly title: string;
  readonly places: readonly Place[];
  readonly onClose: () => void;
}) {
  const words = usePageWords(pageWords);
  const common = useWords();
  const explain = useExplain();
  const settings = useQuery({
    queryKey: [...chatKey(chatId), "settings"],
    queryFn: () => fetchPlaySettings(chatId),
    // A form that is being filled in is not replaced.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog title={words.settings.title} onClose={onClose} size="44rem">
      <NamesPart chatId={chatId} title={title} places={places} />
      {settings.isPending ? <Loading label={common.loading} /> : null}
      {settings.isError ? (
        <Failure message={explain(settings.error)} onRetry={() => void settings.refetch()} />
      ) : null}
      {settings.data === undefined ? null : (
        <SettingsForm chatId={chatId} answer={settings.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function SettingsForm({
  chatId,
  answer,
  onClose,
}: {
  readonly chatId: string;
  readonly answer: PlaySettingsAnswer;
  readonly onClose: () => void;
}) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { settings: text } = words;
  const [settings, setSettings] = useState<PlaySettings>(answer.settings);
  const [lore, setLore] = useState<readonly LoreDraft[]>(() => readLore(answer.settings.lorebook));
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const { lorebook: before, ...rest } = withoutEmptyStops(settings);
      const lorebook = writeLore(before, lore, "");
      return savePlaySettings(chatId, { ...rest, ...(lorebook === undefined ? {} : { lorebook }) });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      onClose();
    },
  });
  const setText = (name: "system_template" | "closing_template", next: string): void => {
    const { [name]: _before, ...rest } = settings;
    setSettings(next.trim() === "" ? rest : { ...rest, [name]: next });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={dialogStyles.form} onSubmit={submit}>
      <PersonaChoice
        value={settings.persona}
        onChange={(persona) => {
          const { persona: _before, ...rest } = settings;
          setSettings(persona === undefined ? rest : { ...rest, persona });
        }}
      />
      <PresetPart
        target="story"
        address={presetAddress({ chatId })}
        onRead={(taken) => setSettings({ ...settings, ...taken })}
      />
      <SpeechFields
        value={settings}
        models={answer.models}
        onChange={(speech) => setSettings({ ...pickOwn(settings), ...speech })}
      />
      <TextInput
        type="number"
        min={1}
        max={8}
        label={text.replies}
        value={settings.max_replies === undefined ? "" : String(settings.max_replies)}
        onChange={(event) => {
          const count = Number(event.currentTarget.value);
          const { max_replies: _before, ...rest } = settings;
          setSettings(count >= 1 ? { ...rest, max_replies: count } : rest);
        }}
      />
      <LoreEditor label={text.lore} value={lore} onChange={setLore} />
      <details>
        <summary className={dialogStyles.summary}>{text.more}</summary>
        <div className={dialogStyles.form}>
          <Textarea
            label={text.system}
            description={text.systemHint}
            value={settings.system_template ?? ""}
            maxLength={8_000}
            rows={6}
            onChange={(event) => setText("system_template", event.currentTarget.value)}
          />
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() => setText("system_template", answer.system_template)}
            >
              {text.showUsual}
            </Button>
          </div>
          <Textarea
            label={text.closing}
            value={settings.closing_template ?? ""}
            maxLength={8_000}
            rows={2}
            onChange={(event) => setText("closing_template", event.currentTarget.value)}
          />
          <TextInput
            type="number"
            min={1_024}
            max={1_000_000}
            label={text.context}
            value={settings.context_tokens === undefined ? "" : String(settings.context_tokens)}
            onChange={(event) => {
              const tokens = Number(event.currentTarget.value);
              const { context_tokens: _before, ...rest } = settings;
              setSettings(tokens > 0 ? { ...rest, context_tokens: tokens } : rest);
            }}
          />
          <Checkbox
            label={text.cardPrompts}
            checked={settings.card_prompts ?? false}
            onChange={(event) =>
              setSettings({ ...settings, card_prompts: event.currentTarget.checked })
            }
          />
        </div>
      </details>
      {save.isError ? (
        <Alert color="red" role="alert">
          {explain(save.error)}
        </Alert>
      ) : null}
      <div className={dialogStyles.buttons}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {words.character.save}
        </Button>
      </div>
    </form>
  );
}

/** The fields that no character has: they stay when those of speech are replaced. */
function pickOwn(settings: PlaySettings): PlaySettings {
  const {
    persona,
    system_template,
    closing_template,
    card_prompts,
    context_tokens,
    max_replies,
    lorebook,
  } = settings;
  const own = {
    persona,
    system_template,
    closing_template,
    card_prompts,
    context_tokens,
    max_replies,
    lorebook,
  };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}
