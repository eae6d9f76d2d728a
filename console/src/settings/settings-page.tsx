import { Alert, Button, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import type { AccountChange } from "../api/contract.ts";
import { useAccountChange, useSignOut } from "../api/session.ts";
import { ExportCopy } from "../export/export-copy.tsx";
import { words as exportWords } from "../export/words.ts";
import { ConnectApp } from "../pairing/connect-app.tsx";
import { LanguageSwitch, SchemeSwitch } from "../frame/choices.tsx";
import { forgetTab } from "../browser-storage.ts";
import type { Language } from "../language/choose.ts";
import { explain } from "../language/explain.ts";
import { listZones } from "../language/zones.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { newConversation } from "../talk/conversation-list.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { showFirstSteps } from "../talk/first-steps-shown.ts";
import { ModelNote } from "../talk/model-note.tsx";
import { CompanionChoice } from "../companion/companion-choice.tsx";
import { AllowedLinks } from "./allowed-links.tsx";
import { AskFirstSetting } from "./ask-first.tsx";
import { ServerAddress } from "./address/server-address.tsx";
import { BookingPage } from "./bookings/booking-page.tsx";
import { CalendarDevices } from "./calendar/calendar-devices.tsx";
import { ModelConnection } from "./model/model-connection.tsx";
import { Notifications } from "./notifications/notifications.tsx";
import { ToolServers } from "./tools/tool-servers.tsx";
import { Webhooks } from "./webhooks/webhooks.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SingleSignOn } from "./single-sign-on.tsx";
import { Initiative } from "./initiative.tsx";
import { QuietHours } from "./quiet-hours.tsx";
import { SettingsContents } from "./settings-contents.tsx";
import styles from "./settings-page.module.css";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { useAccountSave } from "../frame/account-save.tsx";
import frame from "../frame/page.module.css";
import { Failure, Loading } from "../frame/states.tsx";
import { UsageBars } from "../usage/usage-bars.tsx";
import { words as usageWords } from "../usage/words.ts";

export default function SettingsPage({ part }: { readonly part?: string | undefined }) {
  const { language, words, setLanguage } = useSpoken();
  const { session } = useSignedIn();
  const exporting = usePageWords(exportWords);
  const change = useAccountChange();
  const account = useAccountSave();
  const signOut = useSignOut(forgetTab);
  const failure = change.error ?? account.error ?? signOut.error;

  const speak = (next: Language): void => {
    setLanguage(next);
    change.mutate({ language: next });
  };

  return (
    <main className={frame.page}>
      <h1 className={frame.title}>{words.settings.title}</h1>
      <SettingsContents part={part} />
      <div className={styles.column}>
        <div role="status" className={styles.status}>
          {change.isSuccess || account.isSaved ? words.settings.saved : null}
        </div>
        {failure === null ? null : (
          <Alert color="red" role="alert" mb="md">
            {explain(failure, words)}
          </Alert>
        )}
        <AccountForm
          key={session.account.default_timezone}
          busy={account.isSaving}
          save={(wanted) => account.save(wanted)}
        />
        {account.question}
        <section className={styles.field}>
          <span id="settings-language">{words.language}</span>
          <LanguageSwitch value={language} onChange={speak} labelledBy="settings-language" />
        </section>
        <section className={styles.field}>
          <span id="settings-appearance">{words.settings.appearance}</span>
          <SchemeSwitch labelledBy="settings-appearance" />
        </section>
        {session.role === "auditor" ? null : (
          <>
            <CompanionChoice />
            <Notifications />
            <QuietHours />
            <CalendarDevices />
            <BookingPage />
            <Webhooks />
            <Initiative />
            <AskFirstSetting />
            <AllowedLinks />
          </>
        )}
        <section className={styles.field} aria-labelledby="settings-model">
          <span id="settings-model">{words.settings.model}</span>
          {session.model.kind === "offline" ? (
            <ModelNote isAtForm={session.role === "operator"} />
          ) : (
            <span>{words.model.connected(session.model.name)}</span>
          )}
          {session.role === "operator" ? <ModelConnection /> : null}
        </section>
        {session.role === "operator" ? <ServerAddress /> : null}
        {session.role === "auditor" ? null : <ToolServers />}
        <section className={styles.field} aria-labelledby="settings-connect">
          <span id="settings-connect">{words.pairing.connect}</span>
          <span className={styles.hint}>{words.pairing.connectHint}</span>
          <ConnectApp />
        </section>
        <MoreWays />
        {session.role === "auditor" ? null : <OwnUsage />}
        {session.role === "auditor" ? null : (
          <section className={styles.field} aria-labelledby="settings-export">
            <span id="settings-export">{exporting.title}</span>
            <ExportCopy
              make={() => call("POST /api/account/export", { body: {} })}
              hint={exporting.hint}
            />
          </section>
        )}
        <SingleSignOn />
        <Passkeys />
        <OwnSessions />
        <section className={styles.field}>
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {words.settings.signOut}
          </Button>
          <span className={styles.hint}>{words.settings.signOutHint}</span>
        </section>
      </div>
    </main>
  );
}

/** What few people need every day. */
function MoreWays() {
  const { words } = useSpoken();
  const { session } = useSignedIn();
  return (
    <>
      <section className={styles.field} aria-labelledby="settings-log">
        <span id="settings-log">{words.settings.log}</span>
        <span className={styles.hint}>{words.settings.logHint}</span>
        <a href={routeAddress({ page: "deliveries", part: undefined })}>{words.settings.openLog}</a>
      </section>
      {session.role === "account" ? null : (
        <section className={styles.field} aria-labelledby="settings-operator">
          <span id="settings-operator">{words.nav.operator}</span>
          <a href={routeAddress({ page: "operator", part: undefined })}>
            {words.settings.openOperator}
          </a>
        </section>
      )}
      {session.role === "auditor" ? null : (
        <section className={styles.field} aria-labelledby="settings-first-steps">
          <span id="settings-first-steps">{words.settings.firstSteps}</span>
          <a
            href={routeAddress({ page: "talk", conversation: newConversation })}
            onClick={() => showFirstSteps(session.account.id)}
          >
            {words.settings.openFirstSteps}
          </a>
        </section>
      )}
    </>
  );
}

interface AccountFormProps {
  readonly busy: boolean;
  readonly save: (wanted: AccountChange) => void;
}

function AccountForm({ busy, save }: AccountFormProps) {
  const { words } = useSpoken();
  const { account } = useSignedIn().session;
  const [name, setName] = useState(account.display_name ?? "");
  const [zone, setZone] = useState(
    account.default_timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const [morning, setMorning] = useState(account.morning);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A name can be changed but not taken away.
    save({
      default_timezone: zone,
      ...(name.trim() === "" ? {} : { display_name: name.trim() }),
      ...(morning === account.morning || morning === "" ? {} : { morning }),
    });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label={words.settings.name}
        description={words.settings.nameHint}
        value={name}
        maxLength={80}
        autoComplete="nickname"
        size="md"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={words.settings.timeZone}
        value={zone}
        data={listZones(zone)}
        size="md"
        onChange={(event) => setZone(event.currentTarget.value)}
      />
      <TextInput
        type="time"
        label={words.settings.morning}
        description={words.settings.morningHint}
        value={morning}
        size="md"
        onChange={(event) => setMorning(event.currentTarget.value)}
      />
      <Button type="submit" loading={busy} className={styles.save ?? ""}>
        {words.settings.save}
      </Button>
    </form>
  );
}

/** What the person keeps here, and how much more they may. */
function OwnUsage() {
  const words = usePageWords(usageWords);
  const common = useWords();
  const asked = useQuery({
    queryKey: ["settings", "usage"],
    queryFn: () => call("GET /api/account/usage"),
  });
  return (
    <section className={styles.field} aria-labelledby="settings-usage">
      <span id="settings-usage">{words.title}</span>
      <span className={styles.hint}>{words.hint}</span>
      {asked.isPending ? <Loading label={words.loading} /> : null}
      {asked.isError ? (
        <Failure
          message={`${words.failed} ${explain(asked.error, common)}`}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {asked.data === undefined ? null : <UsageBars figures={asked.data.usage} of="account" />}
    </section>
  );
}
