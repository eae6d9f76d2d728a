import { backupDirectory } from "../main/chores.ts";
import { keySource } from "../main/keys.ts";
import { productProjector } from "../main/projections.ts";
import { rehearsalOf } from "../main/upgrade.ts";
import { isDatabaseUrl } from "../domain/database-url.ts";
import { iso } from "../domain/ports/clock.ts";
import { addAnchor } from "../store/audit/audit-anchors.ts";
import { NotEmpty } from "../store/backup/load.ts";
import { sqlState } from "../store/database/database.ts";
import { readMigrations } from "../store/database/migrate.ts";
import { findWayBack, goBack, goBackInto, type WayBack } from "../store/upgrade/go-back.ts";
import { NoDatabaseBeside } from "../store/upgrade/database-beside.ts";
import { type Rehearsal, rehearse } from "../store/upgrade/rehearse.ts";
import {
  type Attached,
  type AttachOptions,
  quietLog,
  schemaVersions,
  withDatabase,
} from "./attach.ts";
import { type Call, type Command, CommandFailure, printLine, UsageError } from "./command.ts";
import { chance, keyringOf } from "./keyring.ts";
import { configOf, languageWith } from "./settings.ts";
import { systemClock } from "./system.ts";
import { upgradeNow } from "./upgrade-database.ts";
import { upgradeHelp, upgradeWords as words } from "./upgrade-words.ts";

interface Upgrading extends Omit<AttachOptions, "command"> {
  readonly call: Call;
}

export const upgrade: Command = {
  options: {
    check: { type: "boolean" },
    back: { type: "boolean" },
    yes: { type: "boolean" },
    into: { type: "string" },
    json: { type: "boolean" },
  },
  help: upgradeHelp,
  async run(call) {
    if (call.words.length > 0) throw new UsageError(words.noWords[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    const at = { call, config, language };
    await withDatabase({ config, command: "meanwhile upgrade", language }, async (on) => {
      if (on.how === "running") throw new CommandFailure(words.stopFirst[language]);
      if (call.values["back"] === true) await back(on, at);
      else if (call.values["check"] === true) await check(on, at);
      else await forward(on, at);
    });
    return 0;
  },
};

async function forward(on: Attached, { call, config, language }: Upgrading): Promise<void> {
  const { migrations, rehearsal } = await upgradeNow(on.connection, config);
  if (call.values["json"] === true) {
    printLine(call, JSON.stringify({ migrations, rehearsal }));
    return;
  }
  if (rehearsal !== undefined) printLine(call, words.rehearsed(rehearsal)[language]);
  printLine(call, words.done(migrations.length)[language]);
}

async function check(on: Attached, { call, config, language }: Upgrading): Promise<void> {
  const { found } = await schemaVersions(on.connection);
  const pending = (await readMigrations()).filter(({ version }) => version > found);
  const { keys } = keySource({ config, chance, log: quietLog });
  const deps = rehearsalOf({ config, keys, clock: systemClock, chance, log: quietLog });
  const rehearsal: Rehearsal | undefined =
    pending.length === 0 ? undefined : await rehearse(on.connection, pending, deps);
  if (call.values["json"] === true) printLine(call, JSON.stringify({ rehearsal }));
  else if (rehearsal === undefined) printLine(call, words.done(0)[language]);
  else printLine(call, words.rehearsed(rehearsal)[language]);
}

/** This version knows its own snapshots; the one before it may not. */
async function backInto(
  url: string,
  way: WayBack,
  { call, config, language }: Upgrading,
): Promise<void> {
  if (!isDatabaseUrl(url)) throw new UsageError(words.intoUrl[language]);
  await goBackInto({ connectionString: url }, way, {
    projector: productProjector(),
    keyring: keyringOf(config, { make: false, language }),
  }).catch((error: unknown) => {
    throw error instanceof NotEmpty ? new CommandFailure(words.intoEmpty[language]) : error;
  });
  const { schema, at: of } = way.snapshot.head;
  if (call.values["json"] === true) printLine(call, JSON.stringify({ schema, of }));
  else printLine(call, words.wentInto({ schema, of })[language]);
}

async function back(on: Attached, { call, config, language }: Upgrading): Promise<void> {
  const directory = backupDirectory(config);
  const way = await findWayBack(on.connection, directory);
  if (way === undefined) throw new CommandFailure(words.noSnapshot(directory)[language]);
  const into = call.values["into"];
  if (typeof into === "string") return backInto(into, way, { call, config, language });
  if (way.eventsSince > 0 && call.values["yes"] !== true)
    throw new CommandFailure(words.sure(way)[language]);
  const at = iso(systemClock.now());
  const { kept, end } = await goBack(way, {
    connection: on.connection,
    projector: productProjector(),
    keyring: keyringOf(config, { make: false, language }),
    randomBytes: (count) => chance.bytes(count),
    directory,
    at,
  }).catch((error: unknown) => {
    throw refusalOf(error) ?? error;
  });
  if (end !== undefined) await addAnchor(config.data_dir, { at, ...end, restored: true });
  const { schema, at: of } = way.snapshot.head;
  if (call.values["json"] === true)
    printLine(call, JSON.stringify({ schema, of, kept: kept.file, eventsSince: way.eventsSince }));
  else printLine(call, words.wentBack({ schema, of, kept: kept.file })[language]);

  function refusalOf(error: unknown): CommandFailure | undefined {
    if (error instanceof NoDatabaseBeside) return new CommandFailure(words.loadElsewhere[language]);
    // Some session uses the database.
    if (sqlState(error) === "55006") return new CommandFailure(words.stopFirst[language]);
    return undefined;
  }
}
