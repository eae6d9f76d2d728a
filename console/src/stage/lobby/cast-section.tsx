import { Button, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState, type DragEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import type { Bot } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import { CastCard } from "./cast-card.tsx";
import { characterPart, newCharacterPart } from "./lobby-parts.ts";
import styles from "./lobby.module.css";
import { useImport, type FileImport } from "./use-import.ts";
import { routeAddress } from "../../route.ts";
import { cardAddress } from "../api.ts";
import { FileRefused } from "../api-files.ts";
import { useExplain } from "../use-explain.ts";
import { FileLink } from "../../api/files.tsx";
import { TalkAs } from "../../companion/talk-as.tsx";
import { Dialog } from "../confirm-dialog.tsx";
import dialogStyles from "../dialogs.module.css";
import { type CharacterStart } from "../forms/character-form.tsx";
import { DeleteCharacter } from "./delete-character.tsx";

// Forms are loaded when they are opened.
const CharacterDialog = lazy(() => import("../forms/character-form.tsx"));
const FolderImport = lazy(() => import("./folder-import.tsx"));

interface CastSectionProps {
  readonly bots: readonly Bot[];
  readonly isNew: boolean;
  readonly part: string | undefined;
  readonly onBegin: (host: string) => void;
}

/** The characters. Files can be dropped anywhere on this section. */
export function CastSection({ bots, isNew, part, onBegin }: CastSectionProps) {
  const words = usePageWords(pageWords);
  const { news, take } = useImport();
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<Bot>();
  const [form, setForm] = useState<CharacterStart>();
  const [takesFolder, setTakesFolder] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (part === newCharacterPart) setForm({ kind: "new" });
    if (part?.startsWith(characterPart) === true)
      setShown(bots.find(({ id }) => id === part.slice(characterPart.length)));
  }, [part]);
  const handleDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-labelledby="stage-cast"
      className={styles.cast}
      data-over={over || undefined}
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={handleDrop}
    >
      <div className={styles.castHead}>
        <h2 id="stage-cast">{words.cast.title}</h2>
        <Button size="sm" onClick={() => setForm({ kind: "new" })}>
          {words.character.new}
        </Button>
        <Button variant="default" size="sm" onClick={() => field.current?.click()}>
          {words.cast.import}
        </Button>
        <Button variant="default" size="sm" onClick={() => setTakesFolder(true)}>
          {words.folder.open}
        </Button>
        <VisuallyHidden>
          <input
            ref={field}
            type="file"
            multiple
            tabIndex={-1}
            accept=".png,.apng,.json,.charx,.jsonl,image/png,application/json"
            aria-label={words.cast.file}
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = "";
            }}
          />
        </VisuallyHidden>
      </div>
      <p className={styles.hint}>{words.cast.drop}</p>
      <ImportNews news={news} />
      {bots.length === 0 && !isNew ? <p className={styles.empty}>{words.cast.empty}</p> : null}
      <ul className={styles.cards}>
        {bots.map((bot) => (
          <li key={bot.id}>
            <CastCard bot={bot} onShow={() => setShown(bot)} onBegin={() => onBegin(bot.id)} />
          </li>
        ))}
      </ul>
      {shown === undefined ? null : (
        <BotDetails
          bot={shown}
          onClose={() => setShown(undefined)}
          onForm={(start) => {
            setShown(undefined);
            setForm(start);
          }}
        />
      )}
      <Suspense>
        {form === undefined ? null : (
          <CharacterDialog start={form} onClose={() => setForm(undefined)} />
        )}
        {takesFolder ? <FolderImport bots={bots} onClose={() => setTakesFolder(false)} /> : null}
      </Suspense>
    </section>
  );
}

/** The empty status region stays: screen readers announce changes only in a known region. */
function ImportNews({ news }: { news: readonly FileImport[] }) {
  return (
    <div role="status">
      <ul className={styles.news}>
        {news.map((one) => (
          <li key={one.id} data-state={one.state}>
            <One news={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function One({ news }: { news: FileImport }) {
  const explain = useExplain();
  const own = usePageWords(pageWords);
  if (news.state === "reading") return own.cast.reading(news.file);
  if (news.state === "imported")
    return (
      <>
        {own.cast.taken(news.name ?? news.file)}{" "}
        {news.label === undefined ? null : own.cast.namesake(news.name ?? "", news.label)}{" "}
        {news.chatId === undefined ? null : (
          <a href={routeAddress({ page: "stage", part: news.chatId })}>{own.story.open}</a>
        )}
      </>
    );
  const reason =
    news.error instanceof FileRefused
      ? (own.cast.refusals[news.error.reason] ?? own.cast.refusals["damaged"])
      : undefined;
  return `${news.file}: ${reason ?? explain(news.error)}`;
}

/** The content of a card as plain text, with export links. */
function BotDetails({
  bot,
  onClose,
  onForm,
}: {
  bot: Bot;
  onClose: () => void;
  onForm: (start: CharacterStart) => void;
}) {
  const words = usePageWords(pageWords);
  const [deletes, setDeletes] = useState(false);
  const facts: readonly (readonly [string, string])[] = [
    [words.cast.persona, bot.persona],
    [words.cast.traits, bot.traits.join(", ")],
    [words.cast.backstory, bot.backstory],
    [words.cast.opening, bot.kickoff_prose],
    [words.cast.notes, bot.creator_notes],
    [words.cast.creator, bot.creator],
    [words.cast.lore, bot.lore_entries === 0 ? "" : words.cast.loreEntries(bot.lore_entries)],
  ];
  return (
    <Dialog title={bot.name} onClose={onClose} size="40rem">
      <dl className={dialogStyles.facts}>
        {facts
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto" tabIndex={0}>
                {text}
              </dd>
            </div>
          ))}
      </dl>
      <div className={dialogStyles.row}>
        <Button size="sm" onClick={() => onForm({ kind: "edit", id: bot.id })}>
          {words.character.edit}
        </Button>
        <Button size="sm" variant="default" onClick={() => onForm({ kind: "copy", id: bot.id })}>
          {words.character.copy}
        </Button>
        <Button size="sm" variant="subtle" color="red" onClick={() => setDeletes(true)}>
          {words.character.delete}
        </Button>
      </div>
      {deletes ? (
        <DeleteCharacter bot={bot} onClose={() => setDeletes(false)} onDeleted={onClose} />
      ) : null}
      <TalkAs id={bot.id} name={bot.name} />
      <p className={styles.exports}>
        {words.cast.export}{" "}
        {(["png", "json", "charx"] as const).map((format) => (
          <FileLink key={format} path={cardAddress(bot.id, format)} name={`${bot.name}.${format}`}>
            {format.toUpperCase()}
          </FileLink>
        ))}
      </p>
    </Dialog>
  );
}
