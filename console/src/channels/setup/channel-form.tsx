import { Alert, Button } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { explain } from "../../language/explain.ts";
import { usePageWords, useSpoken, useWords } from "../../language/use-words.tsx";
import styles from "./setup.module.css";
import { checkOnce, useFormChange, useFormTest, useProblems } from "./calls.ts";
import type { ChannelField, ChannelForm as Form, FormChange, Problem } from "./contract.ts";
import { Findings } from "./findings.tsx";
import { FormField, sourceOf } from "./form-field.tsx";
import { words as all } from "./words.ts";

type Draft = Readonly<Record<string, unknown>>;

const toChange = (draft: Draft): FormChange => ({ set: draft, reset: [] });

/** A channel is filled in, tested, switched on and off. */
export function ChannelForm({ form }: { form: Form }) {
  const say = usePageWords(all);
  const { language } = useSpoken();
  const [draft, setDraft] = useState<Draft>({});
  const work = useFormWork(form, draft, () => setDraft({}));
  const edit = (path: string, value: unknown): void => {
    work.forgetOutcome();
    setDraft((before) => {
      const { [path]: _old, ...rest } = before;
      const isSame = value === undefined || isEqual(value, form.values[path] ?? null);
      return isSame ? rest : { ...rest, [path]: value };
    });
  };
  const problemAt = (path: string): string | undefined =>
    work.problems.find((each) => each.path === path)?.says[language];
  const renderField = (field: ChannelField) => (
    <FormField
      key={field.path}
      field={field}
      at={field.path}
      value={field.path in draft ? draft[field.path] : form.values[field.path]}
      source={sourceOf(form, field.path, say)}
      problemAt={problemAt}
      change={(value) => edit(field.path, value)}
    />
  );
  const shown = form.fields.filter(({ path }) => path !== form.switch);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void work.save(form.is_on ? "save" : "switch_on");
  };
  return (
    <form className={styles.fields} onSubmit={submit} autoComplete="off" noValidate>
      {shown.filter(({ main }) => main).map(renderField)}
      <details>
        <summary>{say.more}</summary>
        <div className={styles.more}>{shown.filter(({ main }) => !main).map(renderField)}</div>
      </details>
      <Outcome form={form} work={work} />
      <Buttons form={form} work={work} />
    </form>
  );
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

type Act = "save" | "switch_on" | "switch_on_anyway";

/** The acts of the form, one at a time, and the result of the last one. */
function useFormWork(form: Form, draft: Draft, clear: () => void) {
  const typed = useProblems(form.name, toChange(draft));
  const test = useFormTest(form.name);
  const change = useFormChange(form.name);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [wantsOn, setWantsOn] = useState(false);
  const isUntouched = Object.keys(draft).length === 0;
  const forgetOutcome = (): void => {
    setRefused([]);
    setWantsOn(false);
    test.reset();
    change.reset();
  };
  const save = async (act: Act): Promise<void> => {
    forgetOutcome();
    const wanted = toChange(act === "save" ? draft : { ...draft, [form.switch]: true });
    const { problems } = await checkOnce(form.name, wanted);
    setRefused(problems);
    if (problems.length > 0) return;
    if (act === "switch_on") {
      const { findings } = await test.mutateAsync(wanted);
      setWantsOn(true);
      if (findings.some(({ status }) => status === "fail")) return;
    }
    await change.mutateAsync(wanted).then(clear);
  };
  return {
    problems: refused.length > 0 ? refused : isUntouched ? [] : (typed.data?.problems ?? []),
    test,
    change,
    /** The test before a switch found something. */
    isHeldBack: wantsOn && test.data?.findings.some(({ status }) => status === "fail") === true,
    isBusy: test.isPending || change.isPending,
    forgetOutcome,
    save: (act: Act) => save(act).catch(() => undefined),
    ask: () => {
      forgetOutcome();
      test.mutate(toChange(draft));
    },
    act: (what: "off" | "forget") => {
      forgetOutcome();
      change.mutate(what, { onSuccess: clear });
    },
  };
}

type Work = ReturnType<typeof useFormWork>;

function Outcome({ form, work }: { form: Form; work: Work }) {
  const say = usePageWords(all);
  const said = useWords();
  const { language } = useSpoken();
  const { test, change, problems, isHeldBack } = work;
  const error = test.error ?? change.error;
  const general = problems.filter(({ path }) => path === null);
  const done =
    change.variables === "forget" ? say.forgotSaved : form.is_on ? say.savedOn : say.savedOff;
  return (
    <>
      {general.length === 0 ? null : (
        <Alert color="red" role="alert">
          {general.map(({ says }) => says[language]).join(" ")}
        </Alert>
      )}
      {error === null ? null : (
        <Alert color="red" role="alert">
          {explain(error, said)}
        </Alert>
      )}
      {isHeldBack ? <p className={styles.wrong}>{say.testBad}</p> : null}
      <div role="status">
        {test.data === undefined || change.isSuccess ? null : (
          <Findings findings={test.data.findings} />
        )}
        {change.isSuccess ? done : null}
      </div>
    </>
  );
}

function Buttons({ form, work }: { form: Form; work: Work }) {
  const say = usePageWords(all);
  const { isBusy, isHeldBack, save } = work;
  const hasSaved = Object.values(form.origins).includes("page");
  return (
    <div className={styles.buttons}>
      <Button type="submit" loading={isBusy}>
        {form.is_on ? say.save : say.saveOn}
      </Button>
      {isHeldBack ? (
        <Button variant="default" onClick={() => void save("switch_on_anyway")}>
          {say.onAnyway}
        </Button>
      ) : null}
      <Button variant="default" disabled={isBusy} onClick={work.ask}>
        {say.test}
      </Button>
      {form.is_on ? (
        <Button variant="default" color="red" disabled={isBusy} onClick={() => work.act("off")}>
          {say.switchOff}
        </Button>
      ) : (
        <Button variant="subtle" disabled={isBusy} onClick={() => void save("save")}>
          {say.save}
        </Button>
      )}
      {hasSaved ? (
        <Button variant="subtle" color="red" disabled={isBusy} onClick={() => work.act("forget")}>
          {say.forget}
        </Button>
      ) : null}
    </div>
  );
}
