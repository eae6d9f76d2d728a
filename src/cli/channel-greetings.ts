import type { ChannelList } from "../channels/kit/descriptor.ts";
import type { Greeting } from "../channels/kit/doctor.ts";
import { channels } from "../channels/list.ts";
import type { Config } from "../config.ts";
import { sectionOf } from "../config/channel-section.ts";

/** What the channels tell the operator at a start. */
export function channelGreetings(config: Config, list: ChannelList = channels): Greeting {
  const greetings = list.flatMap(
    (each) => each.doctor.greeting?.(sectionOf(config.channels, each), config.server) ?? [],
  );
  return {
    lines: greetings.flatMap(({ lines }) => lines),
    warnings: greetings.flatMap(({ warnings }) => warnings),
  };
}
