import { Alert, Button, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { FileLink } from "../../api/files.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { FileRefused, readPreset } from "../api-files.ts";
import { type PlaySettings } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";

interface PresetPartProps {
  readonly target: "story" | "character";
  /** Where the saved settings can be downloaded; not while there is nothing saved. */
  readonly address: string | undefined;
  /** The preset's settings, for the form: they count when it is saved. */
  readonly onRead: (settings: PlaySettings) => void;
}

/** Takes a preset of another program into a form, says what is left out, and gives one out. */
export function PresetPart({ target, address, onRead }: PresetPartProps) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const text = words.presets;
  const read = useMutation({
    mutationFn: (file: File) => readPreset(target, file),
    onSuccess: ({ settings }) => onRead(settings),
  });
  const describeFailure = (error: unknown): string =>
    error instanceof FileRefused
      ? (words.cast.refusals[error.reason] ?? words.cast.refusals["damaged"] ?? "")
      : explain(error);
  const leftOut = read.data?.left_out ?? [];
  return (
    <div>
      <div className={dialogStyles.row}>
        <FileButton
          accept="application/json,.json"
          onChange={(file) => (file === null ? undefined : read.mutate(file))}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={read.isPending}>
              {text.take}
            </Button>
          )}
        </FileButton>
        {address === undefined ? null : (
          <FileLink path={address} name="preset.json">
            {text.give}
          </FileLink>
        )}
      </div>
      {read.isError ? (
        <Alert color="red" role="alert" mt="xs">
          {describeFailure(read.error)}
        </Alert>
      ) : null}
      {read.data === undefined ? null : (
        <Alert role="status" mt="xs" title={text.taken(Object.keys(read.data.settings).length)}>
          {leftOut.length === 0 ? null : (
            <>
              {text.leftOut}
              <ul>
                {leftOut.map(({ field, reason }) => (
                  <li key={`${field} ${reason}`}>
                    {field}: {text.reasons[reason]}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Alert>
      )}
    </div>
  );
}
