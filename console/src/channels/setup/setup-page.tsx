import { Alert } from "@mantine/core";
import { type UseQueryResult } from "@tanstack/react-query";
import frame from "../../frame/page.module.css";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useSpoken, useWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import page from "../channels-page.module.css";
import type { CatalogApp, Setup } from "../contract.ts";
import { words as channelWords } from "../words.ts";
import { useForms } from "./calls.ts";
import { ChannelForm } from "./channel-form.tsx";
import type { ChannelForm as Form } from "./contract.ts";
import { Addresses } from "./public-address.tsx";
import styles from "./setup.module.css";
import { words as all } from "./words.ts";

/** One chat app, for the operator: the steps in order, its address, and its form. */
export function SetupPage({ app, setup }: { app: CatalogApp; setup: UseQueryResult<Setup> }) {
  const say = usePageWords(all);
  const common = useWords();
  const failed = usePageWords(channelWords).failed;
  const { language } = useSpoken();
  const forms = useForms(true);
  const error = forms.error ?? setup.error;
  const again = (): void => {
    void forms.refetch();
    void setup.refetch();
  };
  return (
    <main className={frame.page}>
      <div className={styles.column}>
        <a href={routeAddress({ page: "channels", part: undefined })}>{say.back}</a>
        <h1 className={frame.title}>{app.title[language]}</h1>
        <p className={styles.hint}>{app.hint[language]}</p>
        {error === null ? null : (
          <Failure message={`${failed} ${explain(error, common)}`} onRetry={again} />
        )}
        {forms.isPending || setup.isPending ? <Loading label={common.loading} /> : null}
        {forms.data === undefined || setup.data === undefined ? null : (
          <>
            <Steps app={app} setup={setup.data} />
            {forms.data.channels
              .filter(({ name }) => app.checks.includes(name))
              .map((form) => (
                <FormSection key={form.name} form={form} />
              ))}
            <p className={styles.hint}>{say.precedence}</p>
          </>
        )}
      </div>
    </main>
  );
}

function Steps({ app, setup }: { app: CatalogApp; setup: Setup }) {
  const say = usePageWords(all);
  const { language } = useSpoken();
  return (
    <section className={styles.section} aria-label={say.steps}>
      {app.setup === null ? null : (
        <>
          <h2>{say.steps}</h2>
          <ol className={page.steps}>
            {app.setup.steps[language].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <Addresses setup={setup} paths={app.addresses} />
      <p className={styles.hint}>{app.setup?.otherwise?.[language]}</p>
    </section>
  );
}

function FormSection({ form }: { form: Form }) {
  const say = usePageWords(all);
  const { language } = useSpoken();
  return (
    <section className={styles.section} aria-label={form.title[language]}>
      <div className={styles.head}>
        <h2>{form.title[language]}</h2>
        <span className={styles.state} data-on={form.is_on}>
          {form.is_on ? say.on : say.off}
        </span>
      </div>
      {form.is_forgotten ? <Alert color="yellow">{say.forgotten}</Alert> : null}
      {form.problem === null ? null : (
        <Alert color="red">
          {say.problem} <span translate="no">{form.problem}</span>
        </Alert>
      )}
      <ChannelForm form={form} />
    </section>
  );
}
