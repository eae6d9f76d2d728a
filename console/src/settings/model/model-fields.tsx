import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import type { ModelState } from "./contract.ts";
import { type FormPart, modelList, MoreModels, Prices } from "./more-models.tsx";
import type { Filled } from "./filled.ts";
import { presets } from "./presets.ts";
import { words } from "./words.ts";

interface FieldsProps extends FormPart {
  readonly saved: ModelState["saved"];
  readonly models: readonly string[];
}

/** Where the model is and how it is reached; what else can be chosen is folded. */
export function Fields({ filled, saved, models, change }: FieldsProps) {
  const say = usePageWords(words);
  const address = filled.address.trim();
  return (
    <>
      <NativeSelect
        label={say.provider}
        value={presets.find((preset) => preset.address === address)?.address ?? ""}
        data={[
          { value: "", label: say.otherProvider },
          ...presets.map((preset) => ({ value: preset.address, label: preset.name })),
        ]}
        onChange={(event) => change({ address: event.currentTarget.value, key: "", model: "" })}
      />
      <TextInput
        label={say.address}
        description={say.addressHint}
        value={filled.address}
        type="url"
        required
        withAsterisk={false}
        maxLength={500}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <TextInput
        type="password"
        label={say.key}
        description={keyHint(say, { saved, address })}
        value={filled.key}
        autoComplete="new-password"
        maxLength={2000}
        onChange={(event) => change({ key: event.currentTarget.value })}
      />
      <TextInput
        label={say.model}
        description={say.modelHint}
        value={filled.model}
        required
        withAsterisk={false}
        maxLength={200}
        list={modelList}
        onChange={(event) => change({ model: event.currentTarget.value })}
      />
      <datalist id={modelList}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Checkbox
        label={say.images}
        checked={filled.images}
        onChange={(event) => change({ images: event.currentTarget.checked })}
      />
      <details open={hasMore(filled)}>
        <summary>{say.more}</summary>
        <div className={styles.form}>
          <MoreModels filled={filled} change={change} />
          <Prices filled={filled} change={change} />
        </div>
      </details>
    </>
  );
}

function keyHint(
  say: typeof words.en,
  of: { readonly saved: ModelState["saved"]; readonly address: string },
): string {
  if (of.saved?.has_key !== true) return say.keyHint;
  return originOf(of.saved.base_url) === originOf(of.address) ? say.keyKept : say.keyAgain;
}

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

const hasMore = ({ stories, embeddings, choices, prices }: Filled): boolean =>
  stories + embeddings + choices !== "" || Object.keys(prices).length > 0;
