import { forms, type Foreign } from "./foreign.ts";
import type { Operation } from "./routes.ts";

/** One request of a stranger with another account's ids in it. */
export interface Try {
  readonly operation: Operation;
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

export const nounOf = (path: string, name: string): string => {
  const parts = path.split("/");
  return parts[parts.indexOf(`{${name}}`) - 1] ?? "";
};

const idLike = /(?:^|_)(?:id|ids|bot|viewer|owner|branch|code|token|search|keyword|subject|fact)$/;
const accountLike = /account/;

const usual: Readonly<Record<string, unknown>> = {
  text: "hello",
  prose: "hello",
  title: "mine now",
  content: "mine now",
  name: "mine now",
  local_trigger_at: "2099-01-01T10:00:00",
  local_start: "2099-01-01T00:00:00",
  local_end: "2099-01-02T00:00:00",
  trigger_time: "2099-01-01T10:00:00",
  occurrence: "2099-01-01T10:00:00",
  captured_timezone: "UTC",
  shared_reminders: "mute",
  minutes: 5,
  client_id: "x",
};

const someNames = [
  "id",
  "chat_id",
  "bot_id",
  "host_bot_id",
  "guest_bot_id",
  "scene_id",
  "container_id",
  "parent_scene_id",
];

/** A body that the route would take, with another account's id wherever one fits. */
function bodyWith({ body }: Operation, id: string): Readonly<Record<string, unknown>> | undefined {
  if (body === undefined) return undefined;
  const names =
    Object.keys(body).length > 0 ? Object.keys(body) : [...someNames, ...Object.keys(usual)];
  const filled = names.flatMap((name): [string, unknown][] => {
    if (name in usual) return [[name, usual[name]]];
    // Those that name the acting account are tried apart; friends and receivers are not that.
    if (
      !idLike.test(name) ||
      (accountLike.test(name) && !/^(?:receiver|friend)_account_ids$/.test(name))
    )
      return [];
    const type = body[name];
    return [[name, type === "array" ? [id] : type === "integer" ? Number(id) || 1 : id]];
  });
  return Object.fromEntries(filled);
}

function addressOf(operation: Operation, id: string, foreign: Foreign): string {
  const [first] = operation.params.filter(({ in: place }) => place === "path");
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      name === first?.name ? id : (foreign.byKind.get(nounOf(operation.path, name))?.[0] ?? "0"),
    ),
  );
  const asked = operation.params
    .filter(
      ({ in: place, name }) => place === "query" && idLike.test(name) && !accountLike.test(name),
    )
    .map(
      ({ name, type }) =>
        `${name}=${encodeURIComponent(type === "integer" ? String(Number(id) || 1) : id)}`,
    );
  return asked.length === 0 ? path : `${path}?${asked.join("&")}`;
}

export const tryWith = (operation: Operation, id: string, foreign: Foreign): Try => ({
  operation,
  path: addressOf(operation, id, foreign),
  json: bodyWith(operation, id),
});

/** How much is tried of a list of like ids. */
interface Breadth {
  /** Kinds that do not belong there. */
  readonly others: readonly string[];
  /** So many of each kind that does. */
  readonly most: number;
}

/** For every route ids that belong there, in every form, and one of each of these other kinds. */
export function triesOf(
  operation: Operation,
  foreign: Foreign,
  { others, most }: Breadth = { others: [...foreign.byKind.keys()], most: 3 },
): Try[] {
  const nouns = operation.params
    .filter(({ in: place }) => place === "path")
    .map(({ name }) => nounOf(operation.path, name));
  const fitting = nouns.flatMap((noun) => foreign.byKind.get(noun)?.slice(0, most) ?? []);
  const ids = [
    ...fitting.flatMap(forms),
    ...others.flatMap((kind) => foreign.byKind.get(kind)?.slice(0, 1) ?? []),
  ];
  return [...new Set(ids)].map((id) => tryWith(operation, id, foreign));
}

const whoNames = [
  "account_id",
  "owner_account_id",
  "creator_account_id",
  "joiner_account_id",
  "requester_account_id",
];

/** The same, with another account named as the acting one: in the query, and in the body where there is one. */
export function namingTries(operation: Operation, accountId: string): Try[] {
  const path = operation.path.replaceAll(/\{\w+\}/g, "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00");
  return forms(accountId).flatMap((id) =>
    whoNames.flatMap((name): Try[] => [
      { operation, path: `${path}?${name}=${id}`, json: bodyWith(operation, id) },
      ...(operation.body === undefined
        ? []
        : [{ operation, path, json: { ...bodyWith(operation, id), [name]: id } }]),
    ]),
  );
}
