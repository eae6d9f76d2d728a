import type { Language } from "../domain/language.ts";
import { readHolder } from "../store/bundled/data-lock.ts";
import { isRunning, withDatabase } from "./attach.ts";
import { type Call, CommandFailure } from "./command.ts";
import { configOf, languageWith, serverUrl } from "./settings.ts";
import { systemClock } from "./system.ts";
import { operatorOf, withAdminContext } from "./token.ts";

/** A running server and a token for it. */
export interface OwnPlace {
  readonly url: string;
  readonly token: string;
  readonly language: Language;
}

const tokenLifeMs = 12 * 3_600_000;

/**
 * With the instance of this data directory, as the operator, with a token that ends with the
 * command.
 */
export async function withOwnToken<T>(
  call: Call,
  { command, role }: { readonly command: string; readonly role?: "auditor" },
  work: (place: OwnPlace) => Promise<T>,
): Promise<T> {
  const config = configOf(call);
  const language = languageWith(call, config);
  const holder = config.database.url === undefined ? await readHolder(config.data_dir) : undefined;
  if (config.database.url === undefined && holder === undefined)
    throw new CommandFailure(notRunning[language]);
  return withDatabase({ config, command, language }, async (on) => {
    if (on.holder !== undefined && !isRunning(on.holder))
      throw new CommandFailure(notRunning[language]);
    return withAdminContext(on, { call, config, language }, async (admin) => {
      const issued = await admin.access.issueToken({
        kind: "account",
        role,
        accountId: await operatorOf(admin),
        label: command,
        scopes: ["*"],
        expiresAt: systemClock.now() + tokenLifeMs,
      });
      try {
        const url = on.holder?.url ?? serverUrl(config);
        return await work({ url, token: issued.secret, language });
      } finally {
        // If the database is gone, the token ends by its own date.
        await admin.access.revoke(issued.id).catch(() => undefined);
      }
    });
  });
}

const notRunning = {
  en: "Meanwhile is not running here. Start it first (npm start), or give its address with --url and a token.",
  zh: "Meanwhile 没有在这里运行。请先启动（npm start），或用 --url 和令牌指定地址。",
} as const;
