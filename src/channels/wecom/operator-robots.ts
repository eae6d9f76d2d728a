import type { ChannelSecrets } from "../../domain/ports/channel-ports.ts";
import { fieldsOf, jsonIn } from "./fields.ts";
import { pushKey } from "./push-key.ts";
import type { WecomSettings } from "./settings.ts";

const listName = "wecom_push_urls";

/**
 * Robots that the operator named are kept like those that people set in their chats. One that the
 * operator has taken out again is forgotten, unless another one was set there meanwhile.
 */
export async function sealRobots(
  secrets: ChannelSecrets,
  { pushUrls }: Pick<WecomSettings, "pushUrls">,
): Promise<void> {
  const kept = (await secrets.get(listName)) ?? "{}";
  const now = Object.fromEntries(pushUrls.map(({ bot, scope, url }) => [pushKey(bot, scope), url]));
  for (const [key, url] of Object.entries(fieldsOf(jsonIn(kept)) ?? {}))
    if (now[key] === undefined && (await secrets.get(key)) === url) await secrets.drop(key);
  for (const [key, url] of Object.entries(now)) await secrets.put(key, url);
  const list = JSON.stringify(now);
  if (list !== kept) await secrets.put(listName, list);
}
