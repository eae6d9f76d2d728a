import { Button, NativeSelect, VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { lobbyKey } from "../api.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { type Bot } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import {
  type FolderContent,
  type FolderFile,
  type Persona,
  readPersonas,
  sortFolder,
} from "./folder-files.ts";
import { importFolder, type FolderReport } from "./import-folder.ts";

/** Takes a whole folder of SillyTavern, and reports what it left out. */
export default function FolderImport({
  bots,
  onClose,
}: {
  readonly bots: readonly Bot[];
  readonly onClose: () => void;
}) {
  const words = usePageWords(pageWords).folder;
  const field = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<FolderContent>();
  const [personas, setPersonas] = useState<readonly Persona[]>([]);
  const look = async (files: FileList | null): Promise<void> => {
    const content = sortFolder([...(files ?? [])].map(toFolderFile));
    setPersonas(
      content.settings === undefined ? [] : readPersonas(await content.settings.file.text()),
    );
    setFound(content);
  };
  return (
    <Dialog title={words.title} onClose={onClose} size="40rem">
      <div className={dialogStyles.form}>
        <p className={dialogStyles.hint}>{words.text}</p>
        <div>
          <Button variant="default" onClick={() => field.current?.click()}>
            {words.choose}
          </Button>
        </div>
        <VisuallyHidden>
          <input
            ref={(input) => {
              field.current = input;
              // No attribute of React's: only this makes a field take a folder.
              input?.setAttribute("webkitdirectory", "");
            }}
            type="file"
            multiple
            tabIndex={-1}
            aria-label={words.choose}
            onChange={(event) => void look(event.currentTarget.files)}
          />
        </VisuallyHidden>
        {found === undefined ? null : (
          <Found
            key={found.cards.length + found.chats.length}
            found={found}
            personas={personas}
            bots={bots}
          />
        )}
      </div>
    </Dialog>
  );
}

const toFolderFile = (file: File): FolderFile => ({
  path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
  file,
});

const nameOf = (path: string): string => (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "");

function Found({
  found,
  personas,
  bots,
}: {
  readonly found: FolderContent;
  readonly personas: readonly Persona[];
  readonly bots: readonly Bot[];
}) {
  const words = usePageWords(pageWords).folder;
  const explain = useExplain();
  const client = useQueryClient();
  const [owners, setOwners] = useState<Readonly<Record<string, string>>>({});
  const [persona, setPersona] = useState("");
  const [progress, setProgress] = useState<number>();
  const [report, setReport] = useState<FolderReport>();
  const all = found.cards.length + found.chats.length + found.books.length;
  const counts = [
    [words.cards, found.cards.length],
    [words.chats, found.chats.length],
    [words.books, found.books.length],
    [words.personas, personas.length],
  ] as const;
  const start = async (): Promise<void> => {
    const chosen = personas[Number(persona)];
    setProgress(0);
    const made = await importFolder(
      { found, personas, persona: persona === "" ? undefined : chosen, owners },
      { onProgress: setProgress, explain, words: usableWords },
    );
    setReport(made);
    await client.invalidateQueries({ queryKey: lobbyKey });
  };
  const usableWords = usePageWords(pageWords);
  if (report !== undefined) return <Report report={report} />;
  if (all === 0 && personas.length === 0)
    return <p className={dialogStyles.hint}>{words.nothing}</p>;
  // A lorebook may belong to a card of the same folder: that one is named by its file.
  const choices = [
    { value: "", label: words.leave },
    ...found.cards.map(({ path }) => ({ value: `path:${path}`, label: nameOf(path) })),
    ...bots.map(({ id, name }) => ({ value: `bot:${id}`, label: name })),
  ];
  return (
    <>
      <dl className={dialogStyles.facts} aria-label={words.found}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {found.books.map(({ path }) => (
        <NativeSelect
          key={path}
          label={words.bookFor(nameOf(path))}
          value={owners[path] ?? ""}
          data={choices}
          onChange={(event) => {
            const owner = event.currentTarget.value;
            setOwners((before) => ({ ...before, [path]: owner }));
          }}
        />
      ))}
      {personas.length === 0 ? null : (
        <NativeSelect
          label={words.personaAs}
          value={persona}
          data={[
            { value: "", label: words.keepPersona },
            ...personas.map(({ name }, index) => ({ value: String(index), label: name })),
          ]}
          onChange={(event) => setPersona(event.currentTarget.value)}
        />
      )}
      <div className={dialogStyles.buttons}>
        <span role="status">{progress === undefined ? "" : words.progress(progress, all)}</span>
        <Button loading={progress !== undefined} onClick={() => void start()}>
          {words.start}
        </Button>
      </div>
    </>
  );
}

const mostListed = 100;

function Report({ report: { imported, leftOut } }: { readonly report: FolderReport }) {
  const words = usePageWords(pageWords).folder;
  return (
    <div className={dialogStyles.form} role="status">
      <p>{words.done(imported)}</p>
      {leftOut.length === 0 ? (
        <p className={dialogStyles.hint}>{words.nothingLeft}</p>
      ) : (
        <>
          <strong>{words.leftOut}</strong>
          <ul>
            {leftOut.slice(0, mostListed).map(({ what, why }) => (
              <li key={what} dir="auto">
                {what}: {why}
              </li>
            ))}
          </ul>
          {leftOut.length > mostListed ? <p>{words.more(leftOut.length - mostListed)}</p> : null}
        </>
      )}
    </div>
  );
}
