import type { WeakPoint } from "./descriptor.ts";

/**
 * For channels that know nothing of where a person lives: containers run in UTC, and few people
 * live there.
 */
export function machineZone(zone: string): readonly WeakPoint[] {
  if (!/^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)$/.test(zone)) return [];
  return [
    {
      name: "time zone",
      says: {
        en: `New people's times are read in ${zone}: for a person in Beijing “8 am tomorrow” would be 4 pm.`,
        zh: `新用户的时间按 ${zone} 理解：北京的“明天早上8点”会变成下午4点。`,
      },
      fix: {
        en: "Set `default_timezone`, such as Asia/Shanghai.",
        zh: "请设置 `default_timezone`，例如 Asia/Shanghai。",
      },
    },
  ];
}
