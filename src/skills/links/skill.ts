import { iso } from "../../domain/ports/clock.ts";
import { pickLanguage, type Language } from "../../domain/language.ts";
import { hostToAllow, mostAllowedHosts } from "../../links/hosts.ts";
import { hostsInHint } from "../../links/link-hint.ts";
import { linksTo } from "../../links/inert-links.ts";
import type { Skill, SkillResult, StagedCommand, TurnContext } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { readAllowedHosts } from "../../links/allowed-hosts.ts";
import { type LinkRequest, readLinkRequest } from "./requests.ts";
import { linkWords } from "./link-words.ts";

const lookBack = 20;

/**
 * The person says which hosts replies may link to. Rules read it from the person's own words alone:
 * no model, file or quote can allow a host.
 */
export function linksSkill(): Skill {
  return {
    name: "links",
    async handle(turn) {
      const request = await readRequest(turn);
      if (request === undefined) return undefined;
      const language = pickLanguage(turn.account.language, turn.window[0]?.text ?? "");
      if (readSurroundings(turn.window.at(-1)?.payload ?? {})?.shared === true)
        return toReply(linkWords.shared(language));
      return toReply(
        await answer({ turn, language, before: await readAllowedHosts(turn) }, request),
      );
    },
  };
}

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
});

type Request =
  | Exclude<LinkRequest, { kind: "undo" }>
  /** With the hosts that were allowed before the change that is taken back. */
  | { readonly kind: "undo"; readonly hosts: readonly string[] };

/**
 * One message of typed words, with nothing attached or quoted. “Undo” is ours right after a change
 * of ours.
 */
async function readRequest(turn: TurnContext): Promise<Request | undefined> {
  const { window } = turn;
  const [only] = window;
  if (
    only === undefined ||
    window.length !== 1 ||
    only.quote !== undefined ||
    (only.attachments ?? []).length > 0
  )
    return undefined;
  const request = readLinkRequest(only.text);
  if (request?.kind !== "undo") return request;
  const hosts = await lastChange(turn);
  return hosts === undefined ? undefined : { kind: "undo", hosts };
}

interface ParsedRequest {
  readonly turn: TurnContext;
  readonly language: Language;
  /** Allowed so far. */
  readonly before: readonly string[];
}

async function answer(on: ParsedRequest, request: Request): Promise<string> {
  if (request.kind === "list") return linkWords.list(on.before, on.language);
  if (request.kind === "undo") return undo(on, request.hosts);
  if (request.kind === "allow_offered") return allowOffered(on, request.nth);
  const hosts = request.named.map(hostToAllow).filter((host) => host !== undefined);
  if (request.kind === "revoke") return revoke(on, hosts);
  return hosts.length < request.named.length ? linkWords.unfit(on.language) : allow(on, hosts);
}

async function allowOffered(on: ParsedRequest, nth: number | undefined): Promise<string> {
  const said = (await on.turn.history(lookBack)).filter(
    ({ direction }) => direction === "outbound",
  );
  const offered = hostsInHint(
    said.findLast(({ text }) => hostsInHint(text).length > 0)?.text ?? "",
  );
  const chosen = (nth === undefined ? offered : offered.slice(nth - 1, nth))
    .map(hostToAllow)
    .filter((host) => host !== undefined);
  return chosen.length === 0 ? linkWords.noOffer(on.language) : allow(on, chosen);
}

async function allow(on: ParsedRequest, hosts: readonly string[]): Promise<string> {
  const added = hosts.filter((host) => !on.before.includes(host));
  if (added.length === 0) return linkWords.already(hosts, on.language);
  const after = [...on.before, ...added];
  if (after.length > mostAllowedHosts) return linkWords.tooMany(mostAllowedHosts, on.language);
  on.turn.stage(change(on, "allow_link_hosts", after));
  const last = (await on.turn.history(lookBack)).findLast(
    ({ direction }) => direction === "outbound",
  );
  return [linkWords.allowed(added, on.language), ...linksTo(added, last?.text ?? "")].join("\n");
}

function revoke(on: ParsedRequest, hosts: readonly string[]): string {
  const gone = on.before.filter((host) => hosts.includes(host));
  if (gone.length === 0) return linkWords.notAllowed(on.language);
  on.turn.stage(
    change(
      on,
      "revoke_link_hosts",
      on.before.filter((host) => !gone.includes(host)),
    ),
  );
  return linkWords.revoked(gone, on.language);
}

function undo(on: ParsedRequest, hosts: readonly string[]): string {
  on.turn.stage(change(on, "undo_link_hosts", hosts));
  return linkWords.undone(hosts, on.language);
}

/** The previously allowed hosts, if the last action in this conversation changed them. */
async function lastChange({
  read,
  conversationId,
  turnId,
}: TurnContext): Promise<readonly string[] | undefined> {
  const rows = await read.rows<{ before: readonly string[] }>(
    `select command_payload -> 'before' as before from staged_command
     where operation in ('allow_link_hosts', 'revoke_link_hosts') and status = 'materialized' and turn_id = (
       select id from turn where conversation_id = $1 and id <> $2 and completed_at is not null order by completed_at desc, id desc limit 1)`,
    [conversationId, turnId],
  );
  return rows[0]?.before;
}

function change(
  { turn: { account, now, turnId }, before }: ParsedRequest,
  operation: string,
  after: readonly string[],
): StagedCommand {
  return {
    domain: "settings",
    operation,
    payload: { link_hosts: after, before },
    preview: { link_hosts: after },
    events: [
      {
        stream: `account:${account.id}`,
        kind: "account_updated",
        at: iso(now),
        accountId: account.id,
        turnId,
        payload: { id: account.id, link_hosts: after },
      },
    ],
  };
}
