import { iso } from "../../domain/ports/clock.ts";
import { languageOf } from "../../domain/language.ts";
import { hostToAllow, mostAllowedHosts } from "../../links/hosts.ts";
import { hostsInHint } from "../../links/link-hint.ts";
import { linksTo } from "../../links/inert-links.ts";
import type { Skill, SkillResult, StagedCommand, TurnContext } from "../../domain/skill.ts";
import { surroundingsOf } from "../../domain/surroundings.ts";
import { allowedHosts } from "../../links/allowed-hosts.ts";
import { type LinkRequest, readLinkRequest } from "./requests.ts";
import { linkWords } from "./words.ts";

const lookBack = 20;

/**
 * The person says which hosts replies may link to. Rules read it from the person's own words alone: no model, file or quote can allow a
 * host.
 */
export function linksSkill(): Skill {
  return {
    name: "links",
    wants: async (turn) => {
      const request = requestOf(turn);
      if (request?.kind === "undo") return (await lastChange(turn)) !== undefined;
      return request !== undefined;
    },
    run: async (turn) => {
      const language = languageOf(turn.account.language, turn.window[0]?.text ?? "");
      const request = requestOf(turn);
      if (request === undefined) throw new Error("this window asks nothing about links");
      if (surroundingsOf(turn.window.at(-1)?.payload ?? {})?.shared === true)
        return replied(linkWords.shared(language));
      return replied(await answer({ turn, language, before: await allowedHosts(turn) }, request));
    },
  };
}

const replied = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
});

/** One message of typed words, with nothing attached or quoted. */
function requestOf({ window }: TurnContext): LinkRequest | undefined {
  const [only] = window;
  if (
    only === undefined ||
    window.length !== 1 ||
    only.quote !== undefined ||
    (only.attachments ?? []).length > 0
  )
    return undefined;
  return readLinkRequest(only.text);
}

interface Asked {
  readonly turn: TurnContext;
  readonly language: "zh" | "en";
  /** Allowed so far. */
  readonly before: readonly string[];
}

async function answer(on: Asked, request: LinkRequest): Promise<string> {
  if (request.kind === "list") return linkWords.list(on.before, on.language);
  if (request.kind === "undo") return undo(on);
  if (request.kind === "allow_offered") return allowOffered(on, request.nth);
  const hosts = request.named.map(hostToAllow).filter((host) => host !== undefined);
  if (request.kind === "revoke") return revoke(on, hosts);
  return hosts.length < request.named.length ? linkWords.unfit(on.language) : allow(on, hosts);
}

async function allowOffered(on: Asked, nth: number | undefined): Promise<string> {
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

async function allow(on: Asked, hosts: readonly string[]): Promise<string> {
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

function revoke(on: Asked, hosts: readonly string[]): string {
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

async function undo(on: Asked): Promise<string> {
  const hosts = (await lastChange(on.turn)) ?? on.before;
  on.turn.stage(change(on, "undo_link_hosts", hosts));
  return linkWords.undone(hosts, on.language);
}

/** What was allowed before, if the last thing done in this conversation was to change it. */
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
  { turn: { account, now, turnId }, before }: Asked,
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
