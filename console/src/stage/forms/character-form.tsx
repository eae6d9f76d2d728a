import { Alert, Button, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { fetchBot, lobbyKey, presetAddress, saveBot } from "../api.ts";
import { FileRefused, sendPortrait } from "../api-files.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { type WholeBot } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { type LoreDraft, readLore, splitList, writeLore } from "./lore-book.ts";
import { LoreEditor } from "./lore-editor.tsx";
import { PresetPart } from "./preset-part.tsx";
import { SpeechFields, withoutEmptyStops } from "./speech-fields.tsx";

/** What the form begins with: nothing, a character, or a copy of one. */
export type CharacterStart =
  | { readonly kind: "new" }
  | { readonly kind: "edit" | "copy"; readonly id: string };

interface CharacterDialogProps {
  readonly start: CharacterStart;
  readonly onClose: () => void;
}

/** Makes a character, or changes one. */
export default function CharacterDialog({ start, onClose }: CharacterDialogProps) {
  const words = usePageWords(pageWords).character;
  const common = useWords();
  const explain = useExplain();
  const id = start.kind === "new" ? undefined : start.id;
  const bot = useQuery({
    queryKey: [...lobbyKey, "whole", id],
    enabled: id !== undefined,
    queryFn: () => fetchBot(id ?? ""),
    staleTime: Infinity,
    gcTime: 0,
  });
  const known = id === undefined ? blank : bot.data;
  const title = start.kind === "edit" ? words.edit : start.kind === "copy" ? words.copy : words.new;
  return (
    <Dialog title={title} onClose={onClose} size="44rem">
      {bot.isError ? (
        <Failure message={explain(bot.error)} onRetry={() => void bot.refetch()} />
      ) : known === undefined ? (
        <Loading label={common.loading} />
      ) : (
        <CharacterForm bot={known} start={start} onClose={onClose} />
      )}
    </Dialog>
  );
}

const blank: WholeBot = {
  id: "",
  name: "",
  persona: "",
  voice_samples: [],
  traits: [],
  backstory: "",
  initial_relationship_to_you: "",
  kickoff_prose: "",
  pronouns: "",
  looks: "",
  play: {},
  extensions: {},
};

function useSave({ start, onClose }: CharacterDialogProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ bot, portrait }: { bot: WholeBot; portrait: File | undefined }) => {
      const { id: before, ...fields } = bot;
      const id =
        start.kind === "edit" ? (await saveBot(bot)).id : await saveNew({ ...fields, id: before });
      if (portrait !== undefined) await sendPortrait(id, portrait);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      onClose();
    },
  });
}

/** Lore names its owner, whose id is known only when it is there. */
async function saveNew({ id: _id, extensions, ...fields }: WholeBot): Promise<string> {
  const { lorebook, ...others } = extensions;
  const made = await saveBot({ ...fields, extensions: others });
  const lore = readLore(lorebook).map((each) => ({
    ...each,
    kept: { ...each.kept, owner_id: made.id },
  }));
  if (lore.length > 0) {
    const book = writeLore(lorebook, lore, made.id) ?? null;
    await saveBot({ ...fields, id: made.id, extensions: { ...others, lorebook: book } });
  }
  return made.id;
}

function CharacterForm({
  bot: known,
  start,
  onClose,
}: CharacterDialogProps & { readonly bot: WholeBot }) {
  const all = usePageWords(pageWords);
  const words = all.character;
  const explain = useExplain();
  const [bot, setBot] = useState(() =>
    start.kind === "copy" ? { ...known, name: words.copyOf(known.name) } : known,
  );
  const [traits, setTraits] = useState(known.traits.join(", "));
  const [samples, setSamples] = useState(known.voice_samples.join("\n\n"));
  const [lore, setLore] = useState<readonly LoreDraft[]>(() =>
    readLore(known.extensions["lorebook"]),
  );
  const [portrait, setPortrait] = useState<File>();
  const save = useSave({ start, onClose });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { lorebook: before, ...others } = bot.extensions;
    const lorebook = writeLore(before, lore, bot.id);
    save.mutate({
      portrait,
      bot: {
        ...bot,
        play: withoutEmptyStops(bot.play),
        name: bot.name.trim(),
        traits: splitList(traits),
        voice_samples: samples
          .split(/\n\s*\n/)
          .map((each) => each.trim())
          .filter((each) => each !== ""),
        extensions: { ...others, ...(lorebook === undefined ? {} : { lorebook }) },
      },
    });
  };
  const long = (
    name: "persona" | "looks" | "backstory" | "initial_relationship_to_you" | "kickoff_prose",
    of: { readonly label: string; readonly hint?: string; readonly rows?: number },
  ) => (
    <Textarea
      label={of.label}
      description={of.hint}
      value={bot[name]}
      rows={of.rows ?? 2}
      maxLength={20_000}
      onChange={(event) => setBot({ ...bot, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form className={dialogStyles.form} onSubmit={submit}>
      <div className={dialogStyles.row}>
        <TextInput
          className={dialogStyles.grow ?? ""}
          label={words.name}
          value={bot.name}
          maxLength={80}
          required
          data-autofocus
          onChange={(event) => setBot({ ...bot, name: event.currentTarget.value })}
        />
        <TextInput
          className={dialogStyles.grow ?? ""}
          label={words.pronouns}
          value={bot.pronouns}
          maxLength={80}
          onChange={(event) => setBot({ ...bot, pronouns: event.currentTarget.value })}
        />
      </div>
      {long("persona", { label: words.persona, hint: words.personaHint, rows: 4 })}
      {long("looks", { label: words.looks })}
      {long("kickoff_prose", { label: words.opening })}
      <TextInput
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        label={words.portrait}
        description={words.portraitHint}
        onChange={(event) => setPortrait(event.currentTarget.files?.[0])}
      />
      <Textarea
        label={words.samples}
        description={words.samplesHint}
        value={samples}
        rows={3}
        maxLength={20_000}
        onChange={(event) => setSamples(event.currentTarget.value)}
      />
      <TextInput
        label={words.traits}
        description={words.traitsHint}
        value={traits}
        maxLength={1_000}
        onChange={(event) => setTraits(event.currentTarget.value)}
      />
      {long("backstory", { label: words.backstory })}
      {long("initial_relationship_to_you", { label: words.relationship })}
      <LoreEditor label={words.lore} value={lore} onChange={setLore} />
      <details>
        <summary className={dialogStyles.summary}>{words.more}</summary>
        <div className={dialogStyles.form}>
          <PresetPart
            target="character"
            address={start.kind === "edit" ? presetAddress({ botId: start.id }) : undefined}
            onRead={(taken) => setBot({ ...bot, play: { ...bot.play, ...taken } })}
          />
          <SpeechFields
            value={bot.play}
            models={[]}
            onChange={(play) => setBot({ ...bot, play })}
          />
        </div>
      </details>
      {save.isError ? (
        <Alert color="red" role="alert">
          {save.error instanceof FileRefused ? words.notPicture : explain(save.error)}
        </Alert>
      ) : null}
      <div className={dialogStyles.buttons}>
        <Button variant="default" onClick={onClose}>
          {all.cancel}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={bot.name.trim() === ""}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
