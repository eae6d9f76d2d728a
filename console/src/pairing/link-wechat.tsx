import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { type WechatLogin } from "../api/contract.ts";
import { ApiFailure, request } from "../api/request.ts";
import { type Words } from "../language/en.ts";
import { explain } from "../language/explain.ts";
import { useSpoken } from "../language/use-words.tsx";
import styles from "./pairing.module.css";
import { QrCode } from "./qr-code.tsx";

const path = "/api/channels/wechat/login";

/** Links one's own WeChat: a code to scan, the number that the phone may ask for, and how it went. */
export function LinkWechat({
  isLinked,
  isSwitchedOn,
}: {
  isLinked: boolean;
  isSwitchedOn: boolean;
}) {
  const { words } = useSpoken();
  const { view, begin, enter, error, isBusy } = useLogin();
  const mayBegin = view === undefined || view.state === "connected" || view.state === "failed";
  return (
    <div className={styles.panel}>
      {error === null ? null : (
        <Alert color="red" role="alert">
          {reasonOf(error, view !== undefined, words)}
        </Alert>
      )}
      {view?.state === "waiting" && view.qr !== null ? (
        <QrCode text={view.qr.url} label={words.wechat.qr} />
      ) : null}
      {isSwitchedOn ? null : <Alert color="yellow">{words.wechat.notSwitchedOn}</Alert>}
      <div role="status">{view === undefined ? null : words.wechat.states[view.state]}</div>
      {view?.state === "need_verify_code" ? (
        <NumberForm isWrong={view.reason === "wrong_verify_code"} isBusy={isBusy} enter={enter} />
      ) : null}
      {mayBegin ? (
        <Button variant="default" loading={isBusy} disabled={!isSwitchedOn} onClick={begin}>
          {view !== undefined
            ? words.wechat.again
            : isLinked
              ? words.wechat.another
              : words.wechat.begin}
        </Button>
      ) : null}
    </div>
  );
}

/** Asks how it goes for as long as the phone has something to do. */
function useLogin() {
  const client = useQueryClient();
  const begun = useMutation({
    mutationFn: () => request<WechatLogin>(path, { method: "POST", body: {} }),
  });
  const session = begun.data?.session;
  const key = ["wechat-login", session];
  const asked = useQuery({
    queryKey: key,
    enabled: session !== undefined,
    initialData: begun.data,
    queryFn: ({ signal }) => request<WechatLogin>(`${path}/${session}`, { signal }),
    refetchInterval: ({ state: { data, error } }) =>
      error === null && (data?.state === "waiting" || data?.state === "scanned")
        ? data.poll_after_ms
        : false,
  });
  const entered = useMutation({
    mutationFn: (number: string) =>
      request<WechatLogin>(`${path}/${session}?verify_code=${number}`),
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

/** A server without the connector does not know the address; one with it may no longer know the login. */
function reasonOf(error: Error, hasBegun: boolean, words: Words): string {
  const isUnknown = error instanceof ApiFailure && error.code === "not_found";
  if (!isUnknown) return explain(error, words);
  return hasBegun ? words.wechat.gone : words.wechat.notSwitchedOn;
}

function NumberForm({
  isWrong,
  isBusy,
  enter,
}: {
  isWrong: boolean;
  isBusy: boolean;
  enter: (number: string) => void;
}) {
  const { words } = useSpoken();
  const [number, setNumber] = useState("");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (/^\d{1,12}$/.test(number)) enter(number);
  };
  return (
    <form className={styles.codeLine} onSubmit={submit}>
      <TextInput
        label={words.wechat.number}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        error={isWrong ? words.wechat.wrongNumber : undefined}
        onChange={(event) => setNumber(event.currentTarget.value.trim())}
      />
      <Button type="submit" loading={isBusy}>
        {words.wechat.enter}
      </Button>
    </form>
  );
}
