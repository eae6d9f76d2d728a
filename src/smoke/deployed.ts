import type { Who } from "./case.ts";
import { syntheticPrefix } from "./people.ts";
import { literals, type Person, readJson, type Stack } from "./stack.ts";

/** Real people get real messages of a run: each has to be named once more. */
export function notMeant(wxids: readonly string[], meant: readonly string[]): readonly string[] {
  return wxids.filter((wxid) => !wxid.startsWith(syntheticPrefix) && !meant.includes(wxid));
}

const parts: readonly Who[] = ["me", "friend", "second"];

interface Bound {
  readonly wxid: string;
  readonly account_id: string;
  readonly name: string | null;
  readonly zone: string;
  readonly has_written: boolean;
}

/**
 * The accounts that these people are paired with, in the order given, and which of them have no
 * chat for notices yet.
 */
export async function readPeople(
  stack: Pick<Stack, "read">,
  wxids: readonly string[],
): Promise<{ people: readonly Person[]; unpaired: readonly string[]; silent: readonly string[] }> {
  const [rows] = (await readJson(stack, [
    `select i.provider_subject as wxid, a.id as account_id, a.display_name as name, a.default_timezone as zone,
       exists (select from message m where m.account_id = a.id and m.direction = 'inbound') as has_written
     from channel_identity i join account a on a.id = i.account_id
     where i.provider_type = 'wechat_personal' and i.lifecycle = 'active' and i.provider_subject in ${literals(wxids)}`,
  ])) as [Bound[]];
  const found = wxids.map((wxid) => rows.find((row) => row.wxid === wxid));
  const people = found.flatMap((row, index): Person[] => {
    const who = parts[index];
    return row === undefined || who === undefined
      ? []
      : [
          {
            who,
            accountId: row.account_id,
            wxid: row.wxid,
            name: row.name ?? row.wxid,
            zone: row.zone,
          },
        ];
  });
  return {
    people,
    unpaired: wxids.filter((_, index) => found[index] === undefined),
    silent: wxids.filter((_, index) => found[index]?.has_written === false),
  };
}

/** The version of its tables. The program does not publish its own version. */
export async function schemaOf(stack: Pick<Stack, "read">): Promise<string> {
  try {
    const [rows] = (await readJson(stack, [
      "select max(version) as version from schema_version",
    ])) as [{ version: number }[]];
    return `schema ${rows[0]?.version ?? "unknown"}`;
  } catch {
    // An older instance does not show it.
    return "schema unknown";
  }
}

/** The capabilities of a running instance, by its own answers. */
export async function friendsLack(api: Stack["api"]): Promise<string | undefined> {
  const { json } = await api("GET", "/openapi.json");
  const paths = (json as { paths?: Readonly<Record<string, unknown>> } | null)?.paths ?? {};
  const wanted = ["/api/friends/link", "/api/friends/join", "/api/shared-reminders"];
  const missing = wanted.filter((path) => !Object.hasOwn(paths, path));
  return missing.length === 0 ? undefined : `this instance has no ${missing.join(", ")}`;
}
