import { MantineProvider } from "@mantine/core";
import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { type Session } from "./api/contract.ts";
import { mayReadAgain, readAgainAfterMs } from "./api/read-again.ts";
import { ApiFailure, isSignedOut } from "./api/request.ts";
import { sessionKey, useSession, type SessionLoader, type SessionState } from "./api/session.ts";
import { Frame } from "./frame/frame.tsx";
import { takeOffer, useOfferedCode } from "./calendar/friends/offered-code.ts";
import { ErrorBoundary } from "./frame/error-boundary.tsx";
import { pages } from "./frame/pages.tsx";
import { Failure, Loading } from "./frame/states.tsx";
import { useServerBack } from "./frame/use-server-back.ts";
import { chooseLanguage } from "./language/choose.ts";
import { explain } from "./language/explain.ts";
import { Speaking, useSpoken, useWords } from "./language/use-words.tsx";
import { keepPairing, usePairing } from "./pairing/stored-code.ts";
import { takeStoryOffer } from "./stage/shared/offered-story.ts";
import { takeLinkCodes, useRoute, type Route } from "./route.ts";
import { takeToolSignIn } from "./settings/tools/brought-back.ts";
import { useWaitingProof } from "./session/proof.ts";
import { SignedIn } from "./session/signed-in.tsx";
import { TalkPage } from "./talk/talk-page.tsx";
import { theme } from "./theme.ts";

// One chunk per page, so that the chat loads alone.
const InvitationPage = lazy(() => import("./invitation/invitation-page.tsx"));
const PairingPage = lazy(() => import("./pairing/pairing-page.tsx"));
const ProofDialog = lazy(() => import("./session/proof-dialog.tsx"));
const SignInPage = lazy(() => import("./session/sign-in-page.tsx"));
const SettingsPage = lazy(() => import("./settings/settings-page.tsx"));

export function App({ session }: { session: SessionLoader }) {
  const [client] = useState(createClient);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      <QueryClientProvider client={client}>
        <Speaking>
          <Gate loader={session} />
        </Speaking>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Shows the pages when signed in, and the sign-in page otherwise. */
function Gate({ loader }: { loader: SessionLoader }) {
  const words = useWords();
  const state = useSession(loader);
  const pairing = usePairing();
  useLinksOpenedHere(loader, () => void state.refetch());
  const [isByLink] = useState(loader.hasCode);
  useServerBack(isUnreachable(state.error), () => void state.refetch());

  if (state.isPending || (state.isFetching && state.isError))
    return <Loading label={isByLink ? words.signIn.working : words.loading} />;
  if (state.isError)
    return <Failure message={explain(state.error, words)} onRetry={() => void state.refetch()} />;
  if (pairing !== undefined)
    return (
      <PageFrame
        page={<PairingPage code={pairing} session={state.data.session} />}
        name="pairing"
      />
    );
  if (state.data.session === null) return <SignedOut refused={state.data.refused} />;
  return (
    <SignedIn key={state.data.session.account.id} session={state.data.session}>
      <AccountLanguage session={state.data.session} />
      <Pages />
      <Proof />
    </SignedIn>
  );
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 0;

/** An invited person sees who invited them before signing in. */
function SignedOut({ refused }: { refused: ApiFailure | undefined }) {
  const offered = useOfferedCode();
  const [signsIn, setSignsIn] = useState(false);
  if (offered === undefined || signsIn || refused !== undefined)
    return <PageFrame page={<SignInPage refused={refused} />} name="sign-in" />;
  return (
    <PageFrame
      page={<InvitationPage code={offered} onSignIn={() => setSignsIn(true)} />}
      name="invitation"
    />
  );
}

function Pages() {
  const route = useRoute();
  return (
    <Frame>
      <PageFrame page={pageOf(route)} name={route.page} />
    </Frame>
  );
}

function pageOf(route: Route): ReactNode {
  if (route.page === "settings") return <SettingsPage part={route.part} />;
  if (route.page === "talk") return <TalkPage conversation={route.conversation} at={route.at} />;
  const { Page } = pages[route.page];
  return <Page part={route.part} />;
}

/** Shown over the page whose request needs it. */
function Proof() {
  const waiting = useWaitingProof();
  if (waiting === undefined) return null;
  return (
    <Suspense>
      <ProofDialog onDone={waiting.settle} />
    </Suspense>
  );
}

function PageFrame({ page, name }: { page: ReactNode; name: string }) {
  const words = useWords();
  return (
    <ErrorBoundary key={name}>
      <Suspense fallback={<Loading label={words.loading} />}>{page}</Suspense>
    </ErrorBoundary>
  );
}

function AccountLanguage({ session }: { session: Session }) {
  const { setLanguage } = useSpoken();
  const own = session.account.language;
  useEffect(() => {
    if (own !== null) setLanguage(chooseLanguage([own]));
  }, [own, setLanguage]);
  return null;
}

/**
 * A link pasted over this page changes only what is behind the `#`, which loads nothing by itself.
 */
function useLinksOpenedHere(loader: SessionLoader, reload: () => void): void {
  useEffect(() => {
    const onChange = (): void => {
      const { code, pair, friend, story, tools } = takeLinkCodes();
      if (pair !== undefined) keepPairing(pair);
      if (friend !== undefined) takeOffer(friend);
      if (story !== undefined) takeStoryOffer(story);
      if (tools !== undefined) takeToolSignIn(tools);
      if (code === undefined) return;
      loader.offer(code);
      reload();
    };
    // Before the pages hear of it, so that they find the address without the code.
    window.addEventListener("hashchange", onChange, { capture: true });
    return () => window.removeEventListener("hashchange", onChange, { capture: true });
  });
}

/** A token that ended says nothing to a person who never saw one. */
const whySignedOut = (error: unknown): ApiFailure =>
  error instanceof ApiFailure && error.code !== "unauthorized"
    ? error
    : new ApiFailure({ status: 401, code: "signedOut", message: "" });

function createClient(): QueryClient {
  // By default news of a call waits for a timer: a switch that was just clicked would show its old state until then.
  notifyManager.setScheduler(queueMicrotask);
  // Whatever call finds out that the session has ended, the sign-in page comes up.
  const onError = (error: unknown): void => {
    if (isSignedOut(error) && client.getQueryData<SessionState>(sessionKey)?.session)
      client.setQueryData<SessionState>(sessionKey, {
        session: null,
        refused: whySignedOut(error),
      });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: mayReadAgain, retryDelay: readAgainAfterMs, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
