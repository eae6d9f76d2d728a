import type { ConfiguredChannels } from "../channels/kit/descriptor.ts";
import { sectionOf } from "./channel-section.ts";
import type { Settings } from "./schema.ts";
import type { Problem } from "./problems.ts";
import { isLoopbackHost } from "../fields.ts";

/**
 * Each section on its own; a section with a problem of its own is absent, so that one mistake is
 * not reported twice.
 */
export type Sections = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** What has to fit together across settings. */
export function findBrokenRules(sections: Sections, list: ConfiguredChannels): readonly Problem[] {
  const { channels, server } = sections;
  const ofChannels =
    channels === undefined
      ? []
      : list.flatMap((each) => each.settings.problems?.(sectionOf(channels, each), server) ?? []);
  return [
    ...publicBind(sections),
    ...modelIsComplete(sections),
    ...embeddingsHaveAServer(sections),
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
