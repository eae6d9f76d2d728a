import { friendsLack, notMeant, readPeople, schemaOf } from "../../smoke/deployed.ts";
import type { Stack, Received } from "../../smoke/stack.ts";
import type { ConnectionSettings } from "../../store/database/postgres-database.ts";
import { CommandFailure, UsageError } from "../command.ts";
import { waysTo } from "./calls.ts";
import type { OpenStack } from "./local-stack.ts";
import { readFile } from "node:fs/promises";

export interface DeployedOptions {
  readonly target: string;
  readonly connection: ConnectionSettings;
  readonly token: string;
  readonly secret: string | undefined;
  /** The requester first, then friends. */
  readonly wxids: readonly string[];
  readonly meant: readonly string[];
  /** Longest stretch of real time that a case may take. */
  readonly waitMinutes: number;
  /** The file in which the connector records what it receives. */
  readonly received: string | undefined;
}

/** An instance that others use: no clock of ours, people who were paired before, and only what the run makes is touched. */
export async function openDeployedStack(options: DeployedOptions): Promise<OpenStack> {
  const unsaid = notMeant(options.wxids, options.meant);
  if (unsaid.length > 0)
    throw new UsageError(
      `${unsaid.join(", ")} may be a real person who would get real messages. To confirm: ${unsaid.map((wxid) => `--i-mean ${wxid}`).join(" ")}`,
    );
  const { close, ...ways } = waysTo({
    url: options.target,
    token: options.token,
    secret: options.secret,
    connection: options.connection,
  });
  try {
    const { people, unpaired, silent } = await readPeople(ways, options.wxids);
    if (unpaired.length > 0)
      throw new CommandFailure(
        `No account is paired with ${unpaired.join(", ")} on this instance.`,
      );
    const friends = (await friendsLack(ways.api)) ?? unheard(options.wxids.slice(1, 2), silent);
    const lacks = lacksOf(people.length, {
      friends,
      second: unheard(options.wxids.slice(2, 3), silent),
    });
    const ledger = options.received === undefined ? undefined : await openLedger(options.received);
    const stack: Stack = {
      ...ways,
      name: options.target,
      version: await schemaOf(ways),
      lacks,
      people,
      ...(ledger === undefined ? {} : { received: ledger }),
      isAlone: false,
      longestWaitMinutes: options.waitMinutes,
      patienceMs: 90_000,
      lookAgainMs: 1_000,
    };
    return { stack, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A person who has never written has no chat in which to be notified. */
function unheard(wxids: readonly string[], silent: readonly string[]): string | undefined {
  const [wxid] = wxids.filter((each) => silent.includes(each));
  return wxid === undefined
    ? undefined
    : `${wxid} has never written to this instance and can't be notified: let them send a message first`;
}

interface Lacking {
  readonly friends: string | undefined;
  readonly second: string | undefined;
}

function lacksOf(people: number, { friends, second }: Lacking): Stack["lacks"] {
  const one = friends ?? (people < 2 ? "it needs a friend: --friend <wxid>" : undefined);
  const two = friends ?? (people < 3 ? "it needs two friends: --friend <wxid> twice" : second);
  return {
    own_channel: "the channel's answers can't be changed on a running instance",
    ...(one === undefined ? {} : { friends: one }),
    ...(two === undefined ? {} : { two_friends: two }),
  };
}

/**
 * The connector's record: one line of JSON for each call, with the fields of its body. A line may
 * say `"taken": false`; without it the connector took the message. Lines from before the run are
 * left out.
 */
async function openLedger(path: string): Promise<() => Promise<readonly Received[]>> {
  const read = async (): Promise<readonly Received[]> =>
    linesIn(await readFile(path, "utf8"), path);
  const before = (await read().catch(notReadable(path))).length;
  return async () => (await read()).slice(before);
}

const notReadable =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(
      `${path} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  };

function linesIn(text: string, path: string): Received[] {
  // An incomplete last line is read later.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [callIn(line, `${path}:${index + 1}`)]));
}

function callIn(line: string, where: string): Received {
  const fields = fieldsIn(line);
  const [wxid, id, said] = [fields?.["wxid"], fields?.["delivery_id"], fields?.["text"]];
  if (
    fields === undefined ||
    typeof wxid !== "string" ||
    typeof id !== "string" ||
    typeof said !== "string"
  )
    throw new CommandFailure(
      `${where}: a line must be JSON with wxid, delivery_id and text, as sent to the connector.`,
    );
  return {
    wxid,
    delivery_id: id,
    text: said,
    account_id: typeof fields["account_id"] === "string" ? fields["account_id"] : "",
    context_token: typeof fields["context_token"] === "string" ? fields["context_token"] : null,
    taken: fields["taken"] !== false,
  };
}

function fieldsIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
