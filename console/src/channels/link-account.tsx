import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { type ChannelLogin } from "../api/contract.ts";
import { call, type OperationName } from "../api/call.ts";
import { ApiFailure } from "../api/request.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import styles from "../pairing/pairing.module.css";
import { QrCode } from "../pairing/qr-code.tsx";
import { type CatalogApp } from "./contract.ts";
import { words as all } from "./words.ts";

interface LinkAccountProps {
  readonly app: CatalogApp;
  readonly login: NonNullable<CatalogApp["login"]>;
  readonly isLinked: boolean;
}

/**
 * Links one's own account in a chat app: a code to scan, the number that the phone may ask for, and
 * how it went.
 */
export function LinkAccount({ app, login, isLinked }: LinkAccountProps) {
  const { language } = useSpoken();
  const said = useWords();
  const words = usePageWords(all).login;
  const title = app.title[language];
  const notSwitchedOn = words.notSwitchedOn(title);
  const { view, begin, enter, error, isBusy } = useLogin(login.path as LoginPath);
  const unknownLogin = view === undefined ? notSwitchedOn : words.gone;
  const firstLabel = isLinked ? words.another(title) : words.begin;
  const mayBegin = view === undefined || isOver(view);
  return (
    <div className={styles.panel}>
      {error === null ? null : (
        <Alert color="red" role="alert">
          {isUnknown(error) ? unknownLogin : explain(error, said)}
        </Alert>
      )}
      {view?.state === "waiting" && view.qr !== null ? (
        <QrCode text={view.qr.url} label={words.qr(title)} />
      ) : null}
      <div role="status">{view === undefined ? null : words.states[view.state](title)}</div>
      {view?.state === "need_verify_code" ? (
        <NumberForm isWrong={view.reason === "wrong_verify_code"} isBusy={isBusy} enter={enter} />
      ) : null}
      {mayBegin && login.is_on ? (
        <Button variant="default" loading={isBusy} onClick={begin}>
          {view === undefined ? firstLabel : words.again}
        </Button>
      ) : null}
    </div>
  );
}

const isOver = ({ state }: ChannelLogin): boolean => state === "connected" || state === "failed";

type PathOf<Name> = Name extends `POST ${infer Path extends `/api/channels/${string}/login`}`
  ? Path
  : never;
/** The catalog names logins of this server only, and its description has all of them. */
type LoginPath = PathOf<OperationName>;

/** Asks how it goes for as long as the phone has something to do. */
function useLogin(path: LoginPath) {
  const client = useQueryClient();
  const begun = useMutation({
    mutationFn: () => call(`POST ${path}`, { body: {} }),
  });
  const session = begun.data?.session;
  const key = ["login", path, session];
  const asked = useQuery({
    queryKey: key,
    enabled: session !== undefined,
    initialData: begun.data,
    queryFn: ({ signal }) =>
      call(`GET ${path}/{session}`, { params: { session: session ?? "" }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      error === null && (data?.state === "waiting" || data?.state === "scanned")
        ? data.poll_after_ms
        : false,
  });
  const entered = useMutation({
    mutationFn: (number: string) =>
      call(`GET ${path}/{session}`, {
        params: { session: session ?? "" },
        query: { verify_code: number },
      }),
    onSuccess: (view) => client.setQueryData(key, view),
  });
  return {
    view: asked.data,
    begin: () => begun.mutate(),
    enter: (number: string) => entered.mutate(number),
    error: begun.error ?? asked.error ?? entered.error,
    isBusy: begun.isPending || entered.isPending,
  };
}

/**
 * A server without this login does not know the address; one with it may have forgotten a login.
 */
const isUnknown = (error: Error): boolean =>
  error instanceof ApiFailure && error.code === "not_found";

function NumberForm({
  isWrong,
  isBusy,
  enter,
}: {
  isWrong: boolean;
  isBusy: boolean;
  enter: (number: string) => void;
}) {
  const words = usePageWords(all).login;
  const [number, setNumber] = useState("");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (/^\d{1,12}$/.test(number)) enter(number);
  };
  return (
    <form className={styles.codeLine} onSubmit={submit}>
      <TextInput
        label={words.number}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        error={isWrong ? words.wrongNumber : undefined}
        onChange={(event) => setNumber(event.currentTarget.value.trim())}
      />
      <Button type="submit" loading={isBusy}>
        {words.enter}
      </Button>
    </form>
  );
}
