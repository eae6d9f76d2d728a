import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { AuditNote } from "../domain/views/audit.ts";
import type {
  ShownSignIn,
  ShownToolServer,
  ToolServer,
  ToolServerOutcome,
  ToolServerProblem,
  ToolUse,
} from "../domain/views/tool-servers.ts";
import { ToolServerFailure } from "../mcp/client/connect.ts";
import { hashOfFound, listChanges, stateOf } from "../mcp/client/definitions.ts";
import { findPlace } from "../mcp/client/sign-in-place.ts";
import { type SignedInDeps, useSignedIn } from "../mcp/client/signed-in.ts";
import type { KeptToolServers } from "../store/tool-servers.ts";
import type { Base } from "./base.ts";

export interface LookDeps {
  readonly client: SignedInDeps;
  readonly kept: KeptToolServers;
  /** The account whose own servers these are. Unset: the installation's. */
  readonly owner?: string | undefined;
  /** Whether the operator allows calls to it, and its name is not one of the operator's. */
  standingOf(server: ToolServer): "allowed" | "not_allowed" | "name_taken";
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Base["log"];
  /** A guarded `fetch` to the places where people sign in to this server. */
  signInFetch(server: ToolServer): typeof fetch;
  refresh(): Promise<void>;
}

interface Looked {
  /** What was found, for the server as it is kept by now: its tokens may have been renewed. */
  readonly apply: (server: ToolServer) => ToolServer;
  readonly problem: ToolServerProblem | null;
}

/** Asks a server what it lists now, or finds that people have to sign in first. */
export async function look(on: LookDeps, server: ToolServer): Promise<Looked> {
  const signal = new AbortController().signal;
  try {
    const { tools, unusable } = await useSignedIn(on.client, { server, signal }, (session) =>
      session.list(),
    );
    const found = { found: tools, unusable, foundAt: iso(on.clock.now()) };
    return { apply: (kept) => ({ ...markAccepted(kept), ...found }), problem: null };
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error;
    const challenge = await signInChallenge(on, server, error);
    if (challenge === undefined) throw error;
    return {
      apply: (kept) => ({ ...kept, signIn: { ...kept.signIn, challenge, isRefused: true } }),
      problem: "sign_in_needed",
    };
  }
}

const markAccepted = (server: ToolServer): ToolServer =>
  server.signIn?.isRefused === true
    ? { ...server, signIn: { ...server.signIn, isRefused: false } }
    : server;

/** Undefined where signing in is not the way in. */
async function signInChallenge(
  on: LookDeps,
  server: ToolServer,
  { problem, challenge }: ToolServerFailure,
): Promise<string | undefined> {
  if (problem === "sign_in_needed") return challenge ?? server.signIn?.challenge ?? "";
  const hasToken = Object.keys(server.headers).some((name) => /^authorization$/i.test(name));
  if (problem !== "key_refused" || challenge === undefined || hasToken) return undefined;
  const place = await findPlace(
    { clock: on.clock, fetch: on.signInFetch(server) },
    { url: server.url, challenge },
  );
  return place === undefined ? undefined : challenge;
}

/** What an account does for itself is not an operator's action. */
export const noteOf = (
  { owner }: Pick<LookDeps, "owner">,
  note: AuditNote,
): AuditNote | undefined => (owner === undefined ? note : undefined);

/** What is wrong with a server is an answer, not an error. */
export async function tell(
  on: Pick<LookDeps, "standingOf">,
  work: () => Promise<{ readonly server: ToolServer; readonly problem: ToolServerProblem | null }>,
): Promise<ToolServerOutcome> {
  try {
    const { server, problem } = await work();
    return { server: toShown(on, server), problem };
  } catch (error) {
    if (error instanceof ToolServerFailure) return { server: null, problem: error.problem };
    throw error;
  }
}

export function toShown(
  { standingOf }: Pick<LookDeps, "standingOf">,
  server: ToolServer,
): ShownToolServer {
  const standing = standingOf(server);
  const useOf = (tool: string): ToolUse | null =>
    server.approved.find(({ name }) => name === tool)?.use ?? null;
  return {
    name: server.name,
    url: server.url,
    header_names: Object.keys(server.headers),
    everyone: server.accounts === "everyone",
    state: standing === "allowed" ? stateOf(server) : standing,
    found_hash: hashOfFound(server.found),
    found_at: server.foundAt,
    tools: server.found.map((tool) => ({ ...tool, use: useOf(tool.name) })),
    changes: server.approved.length === 0 ? [] : listChanges(server),
    unusable: server.unusable,
    program: server.program?.command ?? null,
    sign_in: signInOf(server),
  };
}

function signInOf({ signIn }: ToolServer): ShownSignIn {
  if (signIn === undefined) return "none";
  return signIn.grant === undefined || signIn.isRefused === true ? "needed" : "done";
}
