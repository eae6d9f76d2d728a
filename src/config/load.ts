import { isAbsolute, resolve } from "node:path";
import type { z } from "zod";
import type { ConfiguredChannels } from "../channels/kit/descriptor.ts";
import { channels } from "../channels/list.ts";
import { type Environment, readEnvironmentInto } from "./environment.ts";
import { tryReadFile } from "./file.ts";
import { settingTree } from "./json-schema.ts";
import { type Draft, problemOf, type Problem } from "./problems.ts";
import { sectionOf } from "./channel-section.ts";
import type { Settings } from "./schema.ts";
import { isLoopbackHost } from "../fields.ts";

export interface ConfigSources {
  readonly env: Environment;
  readonly cwd: string;
  /** The file's text, or undefined when there is no such file. */
  readonly readFile: (path: string) => string | undefined;
  /** The channels that have a section; the product's own when not set. */
  readonly channels?: ConfiguredChannels | undefined;
}

const defaultFile = "meanwhile.yaml";

/**
 * File, then environment, then the schema, then the rules across sections. Every problem is in the
 * draft at the end.
 */
export function loadSettings<Schema extends z.ZodObject>(
  schema: Schema,
  sources: ConfigSources,
): { readonly settings: z.output<Schema> | undefined; readonly draft: Draft } {
  const draft: Draft = { values: {}, origins: new Map(), problems: [] };
  const root = settingTree(schema);
  const file = textOfFile(draft, sources);
  const readable =
    file === undefined ? draft.problems.length === 0 : tryReadFile(draft, { ...file, root });
  readEnvironmentInto(draft, { env: sources.env, root });
  const result = schema.safeParse(draft.values);
  if (!result.success)
    draft.problems.push(...result.error.issues.map((issue) => problemOf(issue, draft)));
  // An incomplete file breaks rules that the complete one keeps.
  if (readable)
    draft.problems.push(
      ...findBrokenRules(soundSections(schema, draft.values), sources.channels ?? channels),
    );
  return { settings: result.success ? result.data : undefined, draft };
}

function textOfFile(
  draft: Draft,
  sources: ConfigSources,
): { readonly name: string; readonly text: string } | undefined {
  const chosen = (sources.env["MEANWHILE_CONFIG"] ?? "").trim();
  const name = chosen === "" ? defaultFile : chosen;
  try {
    const text = sources.readFile(isAbsolute(name) ? name : resolve(sources.cwd, name));
    if (text !== undefined) return { name, text };
    if (chosen !== "")
      draft.problems.push({
        where: "MEANWHILE_CONFIG",
        sentence: `There is no file ${JSON.stringify(name)}.`,
      });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    draft.problems.push({ where: name, sentence: `The file can't be read (${code}).` });
  }
  return undefined;
}

function soundSections(schema: z.ZodObject, values: Readonly<Record<string, unknown>>): Sections {
  const sound = Object.entries(schema.shape).flatMap(([name, section]) => {
    const result = section.safeParse(values[name]);
    return result.success ? [[name, result.data] as const] : [];
  });
  return Object.fromEntries(sound);
}

/**
 * Each section on its own; a section with a problem of its own is absent, so that one mistake is
 * not reported twice.
 */
type Sections = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Rules across sections. */
function findBrokenRules(sections: Sections, list: ConfiguredChannels): readonly Problem[] {
  const { channels, server } = sections;
  const ofChannels =
    channels === undefined
      ? []
      : list.flatMap((each) =>
          (each.settings.problems?.(sectionOf(channels, each), server) ?? []).map((sentence) =>
            typeof sentence === "string" ? sentence : sentence.en,
          ),
        );
  return [
    ...publicBind(sections),
    ...modelIsComplete(sections),
    ...embeddingsHaveAServer(sections),
    ...poolerIsNamed(sections),
    ...storageIsComplete(sections),
    ...signInIsComplete(sections),
    ...proxyIsNamed(sections),
    ...ofChannels,
  ].map((sentence) => ({
    sentence,
  }));
}

function publicBind({ server, operator }: Sections): readonly string[] {
  if (!server || !operator || isLoopbackHost(server.host) || operator.token !== undefined)
    return [];
  return [
    `\`server.host\` is ${server.host}, which others can reach, but there is no operator token: ` +
      "set `operator.token` (MEANWHILE_OPERATOR_TOKEN) or listen on 127.0.0.1.",
  ];
}

function storageIsComplete({ backups, media, archive }: Sections): readonly string[] {
  const sections = { "backups.s3": backups?.s3, "media.s3": media?.s3 };
  return Object.entries(sections).flatMap(([name, s3]) => {
    const { endpoint, bucket, access_key_id, secret_access_key } = s3 ?? {};
    const given = [endpoint, bucket, access_key_id, secret_access_key].filter((value) => value);
    const isNeeded = (name === "media.s3" ? media : archive)?.storage === "s3";
    return given.length === 4 || (given.length === 0 && !isNeeded)
      ? []
      : [
          `\`${name}\` is incomplete: it needs \`endpoint\`, \`bucket\`, \`access_key_id\` and \`secret_access_key\`.`,
        ];
  });
}

function signInIsComplete({ sign_in: signIn, server }: Sections): readonly string[] {
  if (signIn === undefined || (signIn.issuer === undefined && signIn.client_id === undefined))
    return [];
  if (signIn.issuer === undefined || signIn.client_id === undefined)
    return ["`sign_in` is incomplete: it needs `issuer` and `client_id`."];
  const { protocol, hostname } = new URL(signIn.issuer);
  if (protocol !== "https:" && !isLoopbackHost(hostname))
    return ["`sign_in.issuer` must begin with https: who signs in is read from its answers."];
  if (server !== undefined && server.public_url === undefined && !isLoopbackHost(server.host))
    return ["`sign_in.issuer` needs `server.public_url`: the provider sends people back to it."];
  return [];
}

function proxyIsNamed({ sign_in: signIn, server }: Sections): readonly string[] {
  if (signIn?.proxy_header === undefined || !server || server.trusted_proxies.length > 0) return [];
  return [
    "`sign_in.proxy_header` is believed only from a proxy that is listed: set `server.trusted_proxies` to its address.",
  ];
}

function poolerIsNamed({ database }: Sections): readonly string[] {
  if (database?.direct_url === undefined || database.url !== undefined) return [];
  return [
    "`database.direct_url` is the server behind a pooler, but no pooler is set: set `database.url` (DATABASE_URL), and `direct_url` only if that is a pooler.",
  ];
}

function embeddingsHaveAServer({ model, memory }: Sections): readonly string[] {
  if (
    !model ||
    !memory ||
    memory.embeddings === "off" ||
    (memory.embeddings_base_url ?? model.base_url) !== undefined
  )
    return [];
  return [
    "`memory.embeddings` names a model but no server is known: set `memory.embeddings_base_url` or `model.base_url`.",
  ];
}

function modelIsComplete({ model }: Sections): readonly string[] {
  if (!model) return [];
  if (model.base_url !== undefined) {
    return model.name === undefined
      ? [
          "`model.base_url` is set but `model.name` is not: say which model to ask for (MEANWHILE_MODEL).",
        ]
      : [];
  }
  const alone = (["name", "classifier", "fallback", "api_key"] as const).find(
    (key) => model[key] !== undefined,
  );
  if (alone === undefined) return [];
  return [
    `\`model.${alone}\` is set but \`model.base_url\` is not: say which server to ask (MEANWHILE_MODEL_BASE_URL).`,
  ];
}
