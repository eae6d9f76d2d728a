import { useCatalog } from "../channels/catalog.ts";
import { useSpoken } from "../language/use-words.tsx";
import { troubleIn } from "./trouble.ts";

/** Why a message did not arrive or a channel is down, in the words of that channel. */
export function useTrouble(): (channel: string, code: string | null) => string {
  const { language } = useSpoken();
  const known = useCatalog().data?.channels;
  return (channel, code) =>
    troubleIn(
      language,
      code,
      known?.find((each) => each.channel === channel),
    );
}
