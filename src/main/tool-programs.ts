import { canonicalJson } from "../domain/canonical-json.ts";
import type { ToolServer } from "../domain/views/tool-servers.ts";
import { sha256 } from "../mcp/client/definitions.ts";
import type { Config } from "../config.ts";
import type { KeptToolServers } from "../store/tool-servers.ts";

/** A program of the settings file. `hash` is of how it is started. */
export type Program = Config["tools"]["programs"][number] & { readonly hash: string };

export const listPrograms = ({ programs }: Config["tools"]): readonly Program[] =>
  programs.map(({ name, command, args, directory, environment, everyone }) => ({
    name,
    command,
    args,
    directory,
    environment,
    everyone,
    hash: sha256(canonicalJson({ command, args, directory: directory ?? null, environment })),
  }));

/** No name of a server has a stroke, so programs and servers of one name are kept apart. */
const keyOf = (name: string): string => `program/${name}`;

/**
 * The servers that were added in the page, and the programs of the settings file, which are kept
 * beside them with what was approved. A program takes the place of a server with its name.
 */
export function withPrograms(kept: KeptToolServers, programs: readonly Program[]): KeptToolServers {
  const find = (name: string): Program | undefined => programs.find((each) => each.name === name);
  const merge = (all: readonly ToolServer[]): readonly ToolServer[] => [
    ...programs.map((program) =>
      asKept(
        program,
        all.find((each) => isOf(each, program)),
      ),
    ),
    ...all.filter(({ name, program }) => program === undefined && find(name) === undefined),
  ];
  return {
    servers: async () => merge(await kept.servers()),
    async find({ name }) {
      const program = find(name);
      if (program === undefined) return kept.find({ name });
      return asKept(program, await kept.find({ name: keyOf(name) }));
    },
    change({ name }, decide) {
      const program = find(name);
      if (program === undefined) return kept.change({ name }, decide);
      return kept.change({ name: keyOf(name) }, (found, count) =>
        decide(asKept(program, found), count),
      );
    },
  };
}

const isOf = (server: ToolServer, { name }: Program): boolean =>
  server.program !== undefined && server.name === name;

/** As it was kept, if it is started as it was then. */
function asKept(program: Program, found: ToolServer | undefined): ToolServer {
  const { name, command, everyone, hash } = program;
  const fresh: ToolServer = {
    name,
    url: "",
    headers: {},
    accounts: everyone ? "everyone" : [],
    found: [],
    foundAt: "",
    unusable: [],
    approved: [],
    program: { command, hash },
  };
  if (found?.program?.hash !== hash) return fresh;
  const accounts = everyone ? "everyone" : found.accounts === "everyone" ? [] : found.accounts;
  return { ...found, accounts };
}

/** What a program gets of the environment: a few harmless variables, and those that it was given by name. */
export function environmentOf(
  { environment }: Pick<Program, "environment">,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = ["PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT", ...environment];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
