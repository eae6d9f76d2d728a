import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import dialogStyles from "../dialogs.module.css";
import { words as pageWords } from "../words.ts";
import { type LoreDraft, newLore } from "./lore-book.ts";

interface LoreEditorProps {
  readonly label: string;
  readonly value: readonly LoreDraft[];
  readonly onChange: (drafts: readonly LoreDraft[]) => void;
}

/** The entries of a lorebook. */
export function LoreEditor({ label, value, onChange }: LoreEditorProps) {
  const words = usePageWords(pageWords).lore;
  const set = (id: number, change: Partial<LoreDraft>): void =>
    onChange(value.map((each) => (each.id === id ? { ...each, ...change } : each)));
  return (
    <fieldset className={dialogStyles.group}>
      <legend>{label}</legend>
      {value.length === 0 ? <p className={dialogStyles.hint}>{words.none}</p> : null}
      {value.map(({ id, keys, content, isConstant, isEnabled }, index) => (
        <div
          key={id}
          role="group"
          aria-label={words.entry(index + 1)}
          className={dialogStyles.form}
        >
          <TextInput
            label={words.keys}
            description={words.keysHint}
            value={keys}
            maxLength={2_000}
            onChange={(event) => set(id, { keys: event.currentTarget.value })}
          />
          <Textarea
            label={words.content}
            value={content}
            maxLength={8_000}
            rows={3}
            onChange={(event) => set(id, { content: event.currentTarget.value })}
          />
          <div className={dialogStyles.row}>
            <Checkbox
              label={words.always}
              checked={isConstant}
              onChange={(event) => set(id, { isConstant: event.currentTarget.checked })}
            />
            <Checkbox
              label={words.enabled}
              checked={isEnabled}
              onChange={(event) => set(id, { isEnabled: event.currentTarget.checked })}
            />
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => onChange(value.filter((each) => each.id !== id))}
            >
              {words.remove}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button size="xs" variant="default" onClick={() => onChange([...value, newLore(value)])}>
          {words.add}
        </Button>
      </div>
    </fieldset>
  );
}
