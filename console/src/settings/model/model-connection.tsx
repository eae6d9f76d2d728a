import "../../mantine-extra.ts";
import { Alert, Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { useModelCheck, useModelRemoval, useModelSave, useModelState } from "./calls.ts";
import type { ModelCheck, ModelState } from "./contract.ts";
import { presets } from "./presets.ts";
import { words } from "./words.ts";

/** Where an operator connects a language model. */
export function ModelConnection() {
  const say = usePageWords(words);
  const common = useWords();
  const state = useModelState();
  return (
    <>
      <span className={styles.hint}>{say.hint}</span>
      {state.isPending ? <Loading label={common.loading} /> : null}
      {state.isError ? (
        <Failure
          message={`${say.failed} ${explain(state.error, common)}`}
          onRetry={() => void state.refetch()}
        />
      ) : null}
      {state.data === undefined ? null : (
        <>
          <Source state={state.data} />
          <ConnectionForm saved={state.data.saved} />
        </>
      )}
    </>
  );
}

function Source({ state: { saved, configured } }: { state: ModelState }) {
  const say = usePageWords(words);
  if (configured === null) return saved === null ? null : <span>{say.savedHere}</span>;
  return (
    <span>
      {saved === null
        ? say.fromSettings(configured.model, configured.base_url)
        : say.overSettings(configured.model)}
    </span>
  );
}

const nothing = { address: "", key: "", model: "", images: false };

interface Filled {
  readonly address: string;
  readonly key: string;
  readonly model: string;
  readonly images: boolean;
}

/** What is sent to the server. An empty key is left out: the saved one stays. */
const toAsked = ({ address, key }: Filled) => ({
  base_url: address.trim(),
  ...(key.trim() === "" ? {} : { api_key: key.trim() }),
});

function ConnectionForm({ saved }: { saved: ModelState["saved"] }) {
  const say = usePageWords(words);
  const [filled, setFilled] = useState<Filled>(
    saved === null ? nothing : { ...saved, address: saved.base_url, key: "" },
  );
  const check = useModelCheck();
  const save = useModelSave();
  const removal = useModelRemoval();
  const isBusy = check.isPending || save.isPending || removal.isPending;
  const model = filled.model.trim();
  /** Only the outcome of the last button is shown. */
  const forget = (): void => {
    check.reset();
    save.reset();
    removal.reset();
  };
  const test = (): void => {
    forget();
    check.mutate({ ...toAsked(filled), ...(model === "" ? {} : { model }) });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    forget();
    save.mutate(
      { ...toAsked(filled), model, images: filled.images },
      { onSuccess: () => setFilled({ ...filled, key: "" }) },
    );
  };
  const remove = (): void => {
    forget();
    removal.mutate(undefined, { onSuccess: () => setFilled(nothing) });
  };
  return (
    <form onSubmit={submit} className={styles.form} autoComplete="off">
      <Fields
        filled={filled}
        saved={saved}
        models={check.data?.models ?? []}
        change={(fields) => setFilled({ ...filled, ...fields })}
      />
      <div className={styles.row}>
        <Button
          variant="default"
          loading={check.isPending}
          disabled={isBusy || filled.address.trim() === ""}
          onClick={test}
        >
          {say.test}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={isBusy}>
          {say.save}
        </Button>
        {saved === null ? null : (
          <Button variant="subtle" color="red" disabled={isBusy} onClick={remove}>
            {say.remove}
          </Button>
        )}
      </div>
      <div role="status">
        {save.isSuccess ? say.saved : null}
        {removal.isSuccess ? say.removed : null}
      </div>
      <Outcome
        error={check.error ?? save.error ?? removal.error}
        found={check.data}
        model={check.variables?.model}
      />
    </form>
  );
}

interface FieldsProps {
  readonly filled: Filled;
  readonly saved: ModelState["saved"];
  readonly models: readonly string[];
  readonly change: (fields: Partial<Filled>) => void;
}

function Fields({ filled, saved, models, change }: FieldsProps) {
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
        list="settings-models"
        onChange={(event) => change({ model: event.currentTarget.value })}
      />
      <datalist id="settings-models">
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Checkbox
        label={say.images}
        checked={filled.images}
        onChange={(event) => change({ images: event.currentTarget.checked })}
      />
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

/** What the test found, in words. */
function Outcome(of: { error: unknown; found: ModelCheck | undefined; model: string | undefined }) {
  const say = usePageWords(words);
  const common = useWords();
  if (of.error !== null) return <Bad>{explain(of.error, common)}</Bad>;
  if (of.found === undefined) return null;
  const { problem, models } = of.found;
  if (problem === null)
    return (
      <Alert color="teal" role="status">
        {of.model === undefined ? say.choose(models.length) : say.works(of.model)}
      </Alert>
    );
  const hasNoList = problem === "not_compatible" && of.model === undefined;
  return <Bad>{hasNoList ? say.noList : say.problems[problem]}</Bad>;
}

const Bad = ({ children }: { children: string }) => (
  <Alert color="red" role="alert">
    {children}
  </Alert>
);
