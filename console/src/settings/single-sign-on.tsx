import { Alert, Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { useSignInWays } from "../api/session.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import styles from "./settings-page.module.css";
import { words as pageWords } from "./single-sign-on-words.ts";

const key = ["settings", "single-sign-on"] as const;

/** Connects the account with the person's account at the OpenID provider, where there is one. */
export function SingleSignOn() {
  const provider = useSignInWays().data?.single_sign_on ?? undefined;
  return provider === undefined ? null : <SignOnSetting name={provider.name} />;
}

function SignOnSetting({ name }: { name: string }) {
  const say = usePageWords(pageWords);
  const { words: common } = useSpoken();
  const client = useQueryClient();
  const asked = useQuery({
    queryKey: key,
    queryFn: () => call("GET /api/session/single-sign-on/link"),
  });
  const link = useMutation({
    mutationFn: () => call("POST /api/session/single-sign-on/link"),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  });
  const unlink = useMutation({
    mutationFn: () => call("DELETE /api/session/single-sign-on/link"),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
  const isLinked = asked.data?.is_linked === true;
  const failure = asked.error ?? link.error ?? unlink.error;
  return (
    <section className={styles.field} aria-labelledby="settings-sign-on">
      <span id="settings-sign-on">{say.title}</span>
      <span className={styles.hint}>{isLinked ? say.linked(name) : say.notLinked(name)}</span>
      {failure === null ? null : (
        <Alert color="red" role="alert">
          {explain(failure, common)}
        </Alert>
      )}
      <Button
        variant="default"
        size="sm"
        disabled={asked.data === undefined}
        loading={link.isPending || unlink.isPending}
        onClick={() => (isLinked ? unlink.mutate() : link.mutate())}
      >
        {isLinked ? say.unlink(name) : say.link(name)}
      </Button>
    </section>
  );
}
