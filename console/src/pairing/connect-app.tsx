import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { CodeToSend } from "./code-to-send.tsx";
import styles from "./pairing.module.css";
import { ReachNote } from "../invitation/reach-note.tsx";
import { QrCode } from "./qr-code.tsx";

/** Makes a code that takes this account into a chat app. */
export function ConnectApp() {
  const { language, words } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const make = useMutation({
    mutationFn: () => call("POST /api/pairings", { body: {} }),
  });
  const pairing = make.data;
  return (
    <div className={styles.panel}>
      {make.isError ? (
        <Alert color="red" role="alert">
          {explain(make.error, words)}
        </Alert>
      ) : null}
      {pairing === undefined ? null : (
        <>
          <CodeToSend code={pairing.code} />
          <ReachNote reach={pairing.reach} />
          <QrCode text={pairing.qr_payload} label={words.pairing.qr} />
          <span>
            {words.pairing.scan(shortTime(pairing.expires_at, Date.now(), { language, timeZone }))}
          </span>
        </>
      )}
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {pairing === undefined ? words.pairing.make : words.pairing.makeAnother}
      </Button>
    </div>
  );
}
