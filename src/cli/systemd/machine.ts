import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { canReach, type RunAs } from "../../store/bundled/data-directory.ts";
import { ownUser } from "../../store/bundled/home.ts";
import { serviceData, serviceUser } from "./unit.ts";

/** What `service install` asks of the machine. */
const run = (program: string, args: readonly string[]): Promise<string | undefined> =>
  promisify(execFile)(program, [...args]).then(
    ({ stdout }) => stdout,
    () => undefined,
  );

/** False where there is no systemd that answers, as in a container, or where it refuses. */
export const control = async (args: readonly string[]): Promise<boolean> =>
  (await run("systemctl", args)) !== undefined;

/** What the service said last, without dates. */
export async function readJournal(manager: readonly string[], lines: number): Promise<string> {
  const args = [...manager, "-u", "meanwhile", "-n", String(lines), "--no-pager", "-o", "cat"];
  return ((await run("journalctl", args)) ?? "").trim();
}

/**
 * The user of the machine's unit, made if it is missing. A user whom systemd invents at each start (DynamicUser) would not
 * do: the database has to know its owner by name, and the operator's commands have to work as that user.
 */
export async function ensureServiceUser(): Promise<RunAs | undefined> {
  const before = await ownUser();
  if (before !== undefined) return before;
  const line = `u ${serviceUser} - "Meanwhile" ${serviceData}`;
  const made = await run("systemd-sysusers", ["--inline", line]);
  if (made === undefined || (await ownUser()) === undefined)
    await run("useradd", [
      "--system",
      "--user-group",
      "--home-dir",
      serviceData,
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      serviceUser,
    ]);
  return ownUser();
}

/** The first file of the program that the user may not open. */
export async function findUnreachable(
  files: readonly string[],
  user: RunAs,
): Promise<string | undefined> {
  for (const file of files) if (!(await canReach(file, user))) return file;
  return undefined;
}
