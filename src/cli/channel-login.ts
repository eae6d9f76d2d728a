import { canonicalId } from "../domain/ids.ts";
import { engine } from "../domain/principal.ts";
import { readHolder } from "../store/bundled/data-lock.ts";
import { withDatabase, isRunning } from "./attach.ts";
import { type Call, type Command, CommandFailure, text, UsageError } from "./command.ts";
import { configOf, languageWith, serverUrl } from "./settings.ts";
import { systemClock } from "./system.ts";
import { type AdminContext, operatorOf, withAdminContext } from "./token.ts";
import { channels } from "../channels/list.ts";
import { followLogin, type Place } from "./channel-login/follow-login.ts";
import { loginHelp, loginWords } from "./channel-login/login-words.ts";

/** `meanwhile <name> login`, for a channel whose people link an account of their own. */
export function loginCommand(name: (typeof channels)[number]["name"]): Command {
  const app = channels.find((each) => each.name === name)?.words.name;
  if (app === undefined) throw new Error(`there is no channel ${name}`);
  const linked = { name, words: loginWords({ name, app }) };
  return {
    options: { account: { type: "string" }, url: { type: "string" }, token: { type: "string" } },
    help: loginHelp({ name, app }),
    run: (call) => login(call, linked),
  };
}

/** The channel that is linked, and what is said meanwhile. */
type Linked = Pick<Place, "name" | "words">;

async function login(call: Call, linked: Linked): Promise<number> {
  const { words } = linked;
  const { language } = call;
  if (call.words.join(" ") !== "login") throw new UsageError(words.which[language]);
  const url = text(call, "url");
  const token = text(call, "token");
  if ((url === undefined) !== (token === undefined)) throw new UsageError(words.both[language]);
  if (url === undefined || token === undefined) return loginHere(call, linked);
  return followLogin(call, { ...linked, url, token, language }, systemClock);
}

/** A login takes eight minutes at most. */
const tokenLifeMs = 15 * 60_000;

/** With the instance of this data directory, by a token that ends with the login. */
async function loginHere(call: Call, linked: Linked): Promise<number> {
  const { name, words } = linked;
  const config = configOf(call);
  const language = languageWith(call, config);
  const holder = config.database.url === undefined ? await readHolder(config.data_dir) : undefined;
  if (config.database.url === undefined && holder === undefined)
    throw new CommandFailure(words.notRunning[language]);
  return withDatabase({ config, command: `meanwhile ${name}`, language }, async (on) => {
    if (on.holder !== undefined && !isRunning(on.holder))
      throw new CommandFailure(words.notRunning[language]);
    return withAdminContext(on, { call, config, language }, async (admin) => {
      const accountId = await accountOf(admin, words, text(call, "account"));
      const expiresAt = systemClock.now() + tokenLifeMs;
      const issued = await admin.access.issueToken({
        kind: "account",
        accountId,
        label: `meanwhile ${name}`,
        scopes: ["account:write"],
        expiresAt,
      });
      try {
        return await followLogin(
          call,
          { ...linked, url: on.holder?.url ?? serverUrl(config), token: issued.secret, language },
          systemClock,
        );
      } finally {
        // If the database is gone, the token ends by its own date.
        await admin.access.revoke(issued.id).catch(() => undefined);
      }
    });
  });
}

async function accountOf(
  admin: AdminContext,
  words: Place["words"],
  named: string | undefined,
): Promise<string> {
  if (named === undefined || named === "operator") return operatorOf(admin);
  const id = canonicalId(named) ?? "";
  const [row] = await admin.db.transaction(engine, (sql) =>
    sql.rows("select 1 from account where id = $1", [id]),
  );
  if (row === undefined) throw new CommandFailure(words.noAccount[admin.language]);
  return id;
}
