import { bad, type Finding, good } from "../../../domain/finding.ts";
import type { OutboundHttp } from "../../../domain/ports/http.ts";
import { type ChannelDoctor, doctorPatienceMs, outOfReach } from "../../kit/doctor.ts";
import { openAccess } from "../open-access.ts";
import { type EvolutionSection, evolutionSettings } from "./section.ts";
import { askCondition, createGateway } from "./send.ts";

export const evolutionDoctor: ChannelDoctor<EvolutionSection> = {
  vendor: async ({ section, http }) =>
    section.enabled
      ? [
          ...(await evolutionFindings(http, evolutionSettings(section))),
          ...openAccess("evolution", section),
        ]
      : [],
};

function evolutionFindings(
  http: OutboundHttp,
  settings: ReturnType<typeof evolutionSettings>,
): Promise<Finding[]> {
  const gateway = createGateway(http, settings);
  return Promise.all(
    settings.instances.map(async (instance) => {
      const name = `evolution ${instance.name}`;
      const condition = await askCondition(
        gateway,
        instance,
        AbortSignal.timeout(doctorPatienceMs),
      );
      if (condition === undefined) return outOfReach(name, "connectionState");
      if (condition.state === "connected")
        return good(name, { en: "The instance is connected.", zh: "实例已连接。" });
      const why = condition.reason === undefined ? "" : ` (${condition.reason})`;
      return bad(
        name,
        {
          en: `The instance is not connected: ${condition.state}${why}.`,
          zh: `实例没有连接：${condition.state}${why}。`,
        },
        { en: "Connect it in Evolution.", zh: "请在 Evolution 里重新连接。" },
      );
    }),
  );
}
