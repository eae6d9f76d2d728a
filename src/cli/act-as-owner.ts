import type { Config } from "../config.ts";
import type { Language } from "../domain/language.ts";
import { findDataOwner, handOverKey } from "../store/bundled/data-owner.ts";
import type { Call } from "./command.ts";
import { systemCode } from "./explain.ts";
import { configOf } from "./settings.ts";

/** What a command changed to before it began. */
export interface ActingAs {
  readonly user: string;
  readonly config: Config;
}

/**
 * A command of root's works as the user to whom the data belongs. A file of root's in that directory would lock its
 * owner out, and the database there admits its owner alone. The settings are read before: they may be root's.
 */
export async function actAsOwner(call: Call): Promise<ActingAs | undefined> {
  const { actAs } = call.terminal;
  if (actAs === undefined) return undefined;
  const config = readSettings(call);
  if (config === undefined) return undefined;
  const owner = await findDataOwner(config.data_dir);
  if (owner === undefined) return undefined;
  await handOverKey(config.data_dir, owner);
  const user = actAs(owner);
  return user === undefined ? undefined : { user, config };
}

/** Undefined if the settings are wrong: the command itself says so, if it needs them. */
function readSettings(call: Call): Config | undefined {
  try {
    return configOf(call);
  } catch {
    return undefined;
  }
}

/** Why a file that root can read was out of reach. */
export function explainOwner(
  error: unknown,
  as: ActingAs | undefined,
  language: Language,
): string | undefined {
  if (as === undefined || !["EACCES", "EPERM"].includes(systemCode(error))) return undefined;
  return words.actingAs(as)[language];
}

const words = {
  actingAs: ({ user, config: { data_dir: dataDir } }: ActingAs) => ({
    en: `Commands for ${dataDir} work as the user ${user}, to whom it belongs: files that you name must be open to ${user}. If an earlier command of root's left files there: chown -R ${user}: ${dataDir}`,
    zh: `针对 ${dataDir} 的命令以其所有者 ${user} 的身份运行：您指定的文件必须允许 ${user} 访问。如果以前以 root 运行的命令在那里留下了文件：chown -R ${user}: ${dataDir}`,
  }),
};
