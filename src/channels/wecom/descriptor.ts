import { defineChannel } from "../kit/descriptor.ts";
import { machineZone } from "../kit/machine-zone.ts";
import { callbackPath } from "./configured-bots.ts";
import { wecomProblems } from "./section-problems.ts";
import { wecomSection } from "./section.ts";
import { wecomChannel } from "./settings.ts";
import { wireWecom } from "./wire.ts";
import { wecomDoctor } from "./doctor.ts";
import { wecomWords } from "./channel-words.ts";

export const wecom = defineChannel({
  name: "wecom",
  provider: wecomChannel,
  settings: {
    schema: wecomSection,
    problems: wecomProblems,
    weakPoints: (section, { timezone }) => (section.enabled ? machineZone(timezone) : []),
  },
  capabilities: {
    bindsPeople: true,
    handlesFiles: ({ enabled }) => enabled,
    keepFilesDays: (section) => section.file_retention_days,
  },
  webhooks: [{ path: callbackPath, methods: ["get", "post"] }],
  words: wecomWords,
  doctor: wecomDoctor,
  wire: wireWecom,
});
