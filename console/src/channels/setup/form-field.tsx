import "../../mantine-extra.ts";
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import type { ChannelField, ChannelForm } from "./contract.ts";
import styles from "./setup.module.css";
import { words as all } from "./words.ts";

export interface FieldProps {
  readonly field: ChannelField;
  /** Unique on the page: the field's place in the form. */
  readonly at: string;
  readonly value: unknown;
  /** Where the value comes from, in words. */
  readonly source?: string | undefined;
  readonly problemAt: (path: string) => string | undefined;
  readonly change: (value: unknown) => void;
}

/** One setting of a channel, as its kind wants to be filled in. */
export function FormField(props: FieldProps) {
  const { field } = props;
  if (field.kind === "records") return <Records {...props} />;
  if (field.kind === "switch") return <SwitchField {...props} />;
  if (field.kind === "choice") return <ChoiceField {...props} />;
  if (field.secret) return <SecretField {...props} />;
  if (field.kind === "list") return <ListField {...props} />;
  return <TextField {...props} />;
}

const isKept = (value: unknown): boolean =>
  (typeof value === "object" && value !== null && "kept" in value) ||
  (Array.isArray(value) && value.length > 0 && value.every(isKept));

function useCommon({ field, at, source, problemAt }: FieldProps) {
  const { language } = useSpoken();
  const hint = [field.hint[language], source].filter((part) => part).join(" ");
  return {
    label: field.label[language],
    description: hint === "" ? undefined : hint,
    error: problemAt(at),
    id: `setup-${at}`,
  };
}

function TextField(props: FieldProps) {
  const { value, change, field } = props;
  const isNumber = field.kind === "number";
  return (
    <TextInput
      {...useCommon(props)}
      value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      inputMode={isNumber ? "numeric" : undefined}
      maxLength={2_000}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: { value: text } }) => {
        const isWhole = isNumber && /^-?\d+(?:\.\d+)?$/.test(text);
        change(text === "" ? null : isWhole ? Number(text) : text);
      }}
    />
  );
}

/** Never shown again: an empty field means that the saved one stays. */
function SecretField(props: FieldProps) {
  const say = usePageWords(all);
  const { value, change, field } = props;
  const common = useCommon(props);
  const typed = field.kind === "list" ? (Array.isArray(value) ? value[0] : undefined) : value;
  return (
    <TextInput
      {...common}
      type="password"
      description={[common.description, isKept(value) ? say.kept : undefined]
        .filter((part) => part)
        .join(" ")}
      value={typeof typed === "string" ? typed : ""}
      placeholder={isKept(value) ? "••••••••" : undefined}
      autoComplete="new-password"
      maxLength={4_000}
      onChange={({ currentTarget: { value: text } }) =>
        change(text === "" ? undefined : field.kind === "list" ? [text] : text)
      }
    />
  );
}

function SwitchField(props: FieldProps) {
  return (
    <Checkbox
      {...useCommon(props)}
      checked={props.value === true}
      onChange={({ currentTarget: { checked } }) => props.change(checked)}
    />
  );
}

function ChoiceField(props: FieldProps) {
  const say = usePageWords(all);
  const { value, field, change } = props;
  const chosen = typeof value === "string" ? value : "";
  return (
    <NativeSelect
      {...useCommon(props)}
      value={chosen}
      data={[
        ...(chosen === "" ? [{ value: "", label: say.notChosen }] : []),
        ...field.choices.map((choice) => ({ value: choice, label: choice })),
      ]}
      onChange={({ currentTarget: { value: text } }) => change(text)}
    />
  );
}

function ListField(props: FieldProps) {
  const { value, change } = props;
  return (
    <Textarea
      {...useCommon(props)}
      value={Array.isArray(value) ? value.join("\n") : ""}
      minRows={1}
      spellCheck={false}
      onChange={({ currentTarget: { value: text } }) => change(text === "" ? [] : text.split("\n"))}
    />
  );
}

type Entry = Readonly<Record<string, unknown>>;

/** A list of groups, such as bots or phone numbers. */
function Records({ field, at, value, source, problemAt, change }: FieldProps) {
  const say = usePageWords(all);
  const { language } = useSpoken();
  const entries = (Array.isArray(value) ? value : []) as readonly Entry[];
  const label = field.label[language];
  const put = (index: number, entry: Entry | undefined): void =>
    change(entries.flatMap((each, i) => (i === index ? (entry ?? []) : each)));
  const edit = (index: number, key: string, next: unknown): void => {
    const { [key]: _before, ...rest } = entries[index] ?? {};
    put(index, next === undefined || next === null ? rest : { ...rest, [key]: next });
  };
  return (
    <div className={styles.records}>
      <span className={styles.label}>{label}</span>
      <span className={styles.hint}>{[field.hint[language], source].join(" ").trim()}</span>
      {problemAt(at) === undefined ? null : <span className={styles.wrong}>{problemAt(at)}</span>}
      {entries.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Entries have no other name.
        <fieldset key={index} className={styles.record}>
          <legend>{say.entry(label, index + 1)}</legend>
          {field.fields.map((each) => (
            <FormField
              key={each.path}
              field={each}
              at={`${at}.${index}.${each.path}`}
              value={entry[each.path]}
              problemAt={problemAt}
              change={(next) => edit(index, each.path, next)}
            />
          ))}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            className={styles.start ?? ""}
            onClick={() => put(index, undefined)}
          >
            {say.remove}
          </Button>
        </fieldset>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        className={styles.start ?? ""}
        onClick={() => change([...entries, {}])}
        aria-label={`${say.add}: ${label}`}
      >
        {say.add}
      </Button>
    </div>
  );
}

/** Where the value in use comes from, where that is worth a word. */
export function sourceOf(
  { origins, places }: Pick<ChannelForm, "origins" | "places">,
  path: string,
  say: typeof all.en,
): string | undefined {
  if (origins[path] === "page") return say.savedHere;
  return origins[path] === "settings" ? say.fromSettings(places[path] ?? "") : undefined;
}
