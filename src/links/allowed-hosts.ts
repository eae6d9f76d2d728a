import type { TurnContext } from "../domain/skill.ts";

/** Hosts that the person allowed replies to link to. */
export async function readAllowedHosts({
  read,
  account,
}: Pick<TurnContext, "read" | "account">): Promise<readonly string[]> {
  const [row] = await read.rows<{ link_hosts: readonly string[] }>(
    "select link_hosts from account where id = $1",
    [account.id],
  );
  return row?.link_hosts ?? [];
}
