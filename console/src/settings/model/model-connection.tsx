import "../../mantine-extra.ts";
import { Alert, Button } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { useModelCheck, useModelRemoval, useModelSave, useModelState } from "./calls.ts";
import type { ModelCheck, ModelState } from "./contract.ts";
import { type Filled, nothing, toFilled, toSaved, toTested } from "./filled.ts";
import { Fields } from "./model-fields.tsx";
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

function ConnectionForm({ saved }: { saved: ModelState["saved"] }) {
  const say = usePageWords(words);
  const [filled, setFilled] = useState<Filled>(() => toFilled(saved));
  const check = useModelCheck();
  const save = useModelSave();
  const removal = useModelRemoval();
  const isBusy = check.isPending || save.isPending || removal.isPending;
  /** Only the outcome of the last button is shown. */
  const forget = (): void => {
    check.reset();
    save.reset();
    removal.reset();
  };
  const test = (): void => {
    forget();
    check.mutate(toTested(filled));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    forget();
    save.mutate(toSaved(filled), { onSuccess: () => setFilled({ ...filled, key: "" }) });
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
  const about = of.found.model === null || of.found.model === of.model ? "" : `${of.found.model}: `;
  return <Bad>{hasNoList ? say.noList : `${about}${say.problems[problem]}`}</Bad>;
}

const Bad = ({ children }: { children: string }) => (
  <Alert color="red" role="alert">
    {children}
  </Alert>
);
