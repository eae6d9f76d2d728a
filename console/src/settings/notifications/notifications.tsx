import { Button, Checkbox } from "@mantine/core";
import "../../mantine-extra.ts";
import type { DeviceTest } from "../../../../src/api/routes/device-routes.ts";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { NotAllowed, useDeviceAct, useDevices, type Device } from "./devices.ts";
import { words as all } from "./words.ts";

/** Web Push on this device, and the other devices that have it. */
export function Notifications() {
  const words = usePageWords(all);
  const common = useWords();
  const asked = useDevices();
  return (
    <section className={styles.field} aria-labelledby="settings-notifications">
      <span id="settings-notifications">{words.title}</span>
      <span className={styles.hint}>{words.hint}</span>
      {asked.isPending ? <Loading label={common.loading} /> : null}
      {asked.isError ? (
        <Failure message={explain(asked.error, common)} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.data === undefined ? null : <ThisDevice {...asked.data} />}
    </section>
  );
}

type Known = NonNullable<ReturnType<typeof useDevices>["data"]>;

function ThisDevice({ public_key: publicKey, devices, here }: Known) {
  const words = usePageWords(all);
  const act = useDeviceAct();
  const own = here.state === "on" ? devices.find(({ id }) => id === here.id) : undefined;
  const others = devices.filter((device) => device !== own);
  const switchOn = (showsContent: boolean): void =>
    act.mutate({ kind: "on", publicKey, showsContent });
  return (
    <>
      {here.state === "unsupported" ? (
        <span className={styles.hint}>
          {words.unsupported} {words.install}
        </span>
      ) : here.state === "denied" ? (
        <span className={styles.hint}>{words.denied}</span>
      ) : own === undefined ? (
        <Button variant="default" loading={act.isPending} onClick={() => switchOn(false)}>
          {words.on}
        </Button>
      ) : (
        <>
          <Checkbox
            label={words.show}
            description={words.showHint}
            checked={own.shows_content}
            onChange={(event) => switchOn(event.currentTarget.checked)}
          />
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => act.mutate({ kind: "test", id: own.id })}>
              {words.test}
            </Button>
            <Button variant="subtle" onClick={() => act.mutate({ kind: "off", id: own.id })}>
              {words.off}
            </Button>
          </div>
        </>
      )}
      <Outcome act={act} />
      <Others devices={others} onRemove={(id) => act.mutate({ kind: "remove", id })} />
    </>
  );
}

function Outcome({ act }: { act: ReturnType<typeof useDeviceAct> }) {
  const words = usePageWords(all);
  const common = useWords();
  if (act.isError)
    return (
      <span role="alert" className={styles.hint}>
        {act.error instanceof NotAllowed
          ? act.error.cause === undefined
            ? words.denied
            : words.failed
          : explain(act.error, common)}
      </span>
    );
  if (!act.isSuccess || act.variables.kind !== "test") return null;
  const { sent, code } = act.data as DeviceTest;
  return (
    <span role="status" className={styles.hint}>
      {sent ? words.sent : words.notSent(code ?? "")}
    </span>
  );
}

function Others({
  devices,
  onRemove,
}: {
  devices: readonly Device[];
  onRemove: (id: string) => void;
}) {
  const words = usePageWords(all);
  if (devices.length === 0) return null;
  return (
    <>
      <span className={styles.hint}>{words.others}</span>
      <ul className={styles.devices}>
        {devices.map(({ id, label }) => (
          <li key={id}>
            <Button variant="default" size="compact-sm" onClick={() => onRemove(id)}>
              {words.remove(label)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
