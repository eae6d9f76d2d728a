import type { Language } from "../../domain/language.ts";
import type { ChannelList } from "../../channels/kit/descriptor.ts";
import { channels } from "../../channels/list.ts";
import type { Config } from "../../config.ts";
import { weakPoints } from "../../config/weak-points.ts";
import { type Holder, readHolder } from "../../store/bundled/data-lock.ts";
import { backupFinding, offsiteFinding, verificationFinding } from "./backups.ts";
import { channelFindings, vendorFindings } from "./channels.ts";
import { databaseFindings } from "./database.ts";
import { embeddingsFinding } from "./embeddings.ts";
import { type Finding, note } from "../../domain/finding.ts";
import { programsFinding, settingsFileFinding, userFinding } from "./installation.ts";
import { dataFinding, keyFinding, nodeFinding, pageFinding } from "./machine.ts";
import { mediaFindings } from "./media.ts";
import { modelFinding, portFinding, savedModel } from "./outside.ts";
import { speechFinding } from "./speech.ts";
import { voiceFinding } from "./voice.ts";

export interface Examination {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  readonly holder: Holder | undefined;
}

/** Checks everything once, whether or not Meanwhile runs. */
export async function examine(
  config: Config,
  language: Language,
  channelList: ChannelList = channels,
): Promise<Examination> {
  const settingsFile = process.env["MEANWHILE_CONFIG"] ?? "meanwhile.yaml";
  const byUrl = config.database.url !== undefined;
  const on = { config, channelList, holder: byUrl ? undefined : await readHolder(config.data_dir) };
  // Before the database is looked into: that may make the directory's lock ours.
  const port = await portFinding(on);
  const data = await dataFinding(on);
  const [database, configured, embeddings, voice, speech, media] = await Promise.all([
    databaseFindings(on, language),
    modelFinding(on),
    embeddingsFinding(on),
    voiceFinding(on),
    speechFinding(on),
    mediaFindings(on),
  ]);
  const model = database.hasModel === true ? savedModel : configured;
  const vendors = await vendorFindings(on, database.channels);
  const [user, settings, programs] = await Promise.all([
    userFinding(),
    settingsFileFinding(settingsFile),
    programsFinding(on),
  ]);
  const findings = [
    nodeFinding(),
    user,
    ...(settings === undefined ? [] : [settings]),
    data,
    ...(programs === undefined ? [] : [programs]),
    ...database.findings,
    model,
    ...(embeddings === undefined ? [] : [embeddings]),
    ...(voice === undefined ? [] : [voice]),
    ...(speech === undefined ? [] : [speech]),
    port,
    pageFinding(),
    ...weakPoints(config, channelList).map(({ name, says, fix }) => note(name, says, fix)),
    ...vendors,
    ...channelFindings(on, database.channels),
    keyFinding(on, database.sealed),
    ...(database.backup === undefined ? [] : [backupFinding(on, database.backup, Date.now())]),
    ...verificationFinding(on, database.verification),
    ...offsiteFinding(on, database.offsite),
    ...media,
  ];
  return { ok: findings.every(({ status }) => status !== "fail"), findings, holder: on.holder };
}
