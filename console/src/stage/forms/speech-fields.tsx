import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { type Speech } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { words as pageWords } from "../words.ts";

interface SpeechFieldsProps {
  readonly value: Speech;
  /** Models that can be chosen; none: the field is left out unless one is set. */
  readonly models: readonly string[];
  readonly onChange: (speech: Speech) => void;
}

const lengths = ["short", "medium", "long"] as const;

/** Model, sampling, length, language and style: of a character, or of a story. */
export function SpeechFields({ value, models, onChange }: SpeechFieldsProps) {
  const words = usePageWords(pageWords).speech;
  /** An empty field is as usual. */
  const set = (name: keyof Speech, next: string | number | undefined): void => {
    const { [name]: _before, ...rest } = value;
    onChange(next === undefined || next === "" ? rest : { ...rest, [name]: next });
  };
  const setStops = (text: string): void => {
    const { stop: _before, ...rest } = value;
    const stop = text === "" ? [] : text.split("\n").slice(0, 8);
    onChange(stop.length === 0 ? rest : { ...rest, stop });
  };
  const offered = [...new Set([...models, ...(value.model === undefined ? [] : [value.model])])];
  const number = (
    name: "temperature" | "top_p" | "max_tokens",
    of: { readonly label: string; readonly max: number; readonly step: number },
  ) => (
    <TextInput
      className={dialogStyles.grow ?? ""}
      type="number"
      min={name === "max_tokens" ? 16 : 0}
      max={of.max}
      step={of.step}
      label={of.label}
      placeholder={words.usual}
      value={value[name] === undefined ? "" : String(value[name])}
      onChange={(event) => {
        const text = event.currentTarget.value;
        set(name, text === "" ? undefined : Number(text));
      }}
    />
  );
  return (
    <>
      {offered.length === 0 ? null : (
        <NativeSelect
          label={words.model}
          value={value.model ?? ""}
          data={[
            { value: "", label: words.usual },
            ...offered.map((model) => ({ value: model, label: model })),
          ]}
          onChange={(event) => set("model", event.currentTarget.value)}
        />
      )}
      <div className={dialogStyles.row}>
        {number("temperature", { label: words.temperature, max: 2, step: 0.05 })}
        {number("top_p", { label: words.topP, max: 1, step: 0.05 })}
        {number("max_tokens", { label: words.maxTokens, max: 16_000, step: 1 })}
      </div>
      <div className={dialogStyles.row}>
        <NativeSelect
          className={dialogStyles.grow ?? ""}
          label={words.length}
          value={value.length ?? ""}
          data={[
            { value: "", label: words.usual },
            ...lengths.map((each) => ({ value: each, label: words.lengths[each] })),
          ]}
          onChange={(event) => set("length", event.currentTarget.value)}
        />
        <TextInput
          className={dialogStyles.grow ?? ""}
          label={words.language}
          placeholder={words.languageHint}
          value={value.language ?? ""}
          maxLength={40}
          onChange={(event) => set("language", event.currentTarget.value)}
        />
      </div>
      <Textarea
        label={words.style}
        value={value.style ?? ""}
        maxLength={4_000}
        rows={2}
        onChange={(event) => set("style", event.currentTarget.value)}
      />
      <Textarea
        label={words.stop}
        description={words.stopHint}
        value={(value.stop ?? []).join("\n")}
        maxLength={900}
        rows={2}
        onChange={(event) => setStops(event.currentTarget.value)}
      />
      <Textarea
        label={words.note}
        value={value.note ?? ""}
        maxLength={4_000}
        rows={2}
        onChange={(event) => set("note", event.currentTarget.value)}
      />
    </>
  );
}

/** Empty lines are part of the text while it is typed, and none of the settings. */
export function withoutEmptyStops<T extends Speech>({ stop = [], ...rest }: T) {
  const kept = stop.filter((each) => each !== "");
  return kept.length === 0 ? rest : { ...rest, stop: kept };
}
