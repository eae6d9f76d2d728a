import { canonicalId } from "../domain/ids.ts";
import { engine } from "../domain/principal.ts";
import { readHolder } from "../store/bundled/data-lock.ts";
import { attached, isRunning } from "./attach.ts";
import { type Call, type Command, CommandFailure, text, UsageError } from "./command.ts";
import { configOf, languageWith, serverUrl } from "./settings.ts";
import { systemClock } from "./system.ts";
import { type Desk, operatorOf, withDesk } from "./token.ts";
import { followLogin } from "./wechat/follow-login.ts";
import { wechatHelp, wechatWords as words } from "./wechat/words.ts";

export const wechat: Command = {
  options: { account: { type: "string" }, url: { type: "string" }, token: { type: "string" } },
  help: wechatHelp,
  async run(call) {
    if (call.words.join(" ") !== "login") throw new UsageError(words.which[call.language]);
    const url = text(call, "url");
    const token = text(call, "token");
    if ((url === undefined) !== (token === undefined))
      throw new UsageError(words.both[call.language]);
    if (url === undefined || token === undefined) return loginHere(call);
    return followLogin(call, { url, token, language: call.language }, systemClock);
  },
};

/** A login takes eight minutes at most. */
const tokenLifeMs = 15 * 60_000;

/** With the instance of this data directory, by a token that ends with the login. */
async function loginHere(call: Call): Promise<number> {
  const config = configOf(call);
  const language = languageWith(call, config);
  const holder = config.database.url === undefined ? await readHolder(config.data_dir) : undefined;
  if (config.database.url === undefined && holder === undefined)
    throw new CommandFailure(words.notRunning[language]);
  return attached({ config, command: "meanwhile wechat", language }, async (on) => {
    if (on.holder !== undefined && !isRunning(on.holder))
      throw new CommandFailure(words.notRunning[language]);
    return withDesk(on, { call, config, language }, async (desk) => {
      const accountId = await accountOf(desk, text(call, "account"));
      const expiresAt = systemClock.now() + tokenLifeMs;
      const issued = await desk.access.issueToken({
        kind: "account",
        accountId,
        label: "meanwhile wechat",
        scopes: ["account:write"],
        expiresAt,
      });
      try {
        return await followLogin(
          call,
          { url: on.holder?.url ?? serverUrl(config), token: issued.secret, language },
          systemClock,
        );
      } finally {
        // If the database is gone, the token ends by its own date.
        await desk.access.revoke(issued.id).catch(() => undefined);
      }
    });
  });
}

async function accountOf(desk: Desk, named: string | undefined): Promise<string> {
  if (named === undefined || named === "operator") return operatorOf(desk);
  const id = canonicalId(named) ?? "";
  const [row] = await desk.db.transaction(engine, (sql) =>
    sql.rows("select 1 from account where id = $1", [id]),
  );
  if (row === undefined) throw new CommandFailure(words.noAccount[desk.language]);
  return id;
}
