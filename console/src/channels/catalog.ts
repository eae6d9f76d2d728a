import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../api/call.ts";
import { useSpoken } from "../language/use-words.tsx";

/** The channels that the server knows, in words, and which of them run. */
export const useCatalog = () =>
  useQuery({
    queryKey: ["channels", "apps"],
    queryFn: ({ signal }) => call("GET /api/channels/apps", { signal }),
    staleTime: 30_000,
  });

/** What people call each channel. */
export function useChannelNames(): Readonly<Record<string, string>> {
  const { language } = useSpoken();
  const known = useCatalog().data?.channels;
  return useMemo(
    () => Object.fromEntries((known ?? []).map(({ channel, name }) => [channel, name[language]])),
    [known, language],
  );
}

/** What people call a channel. One that the server does not know keeps its name in the log. */
export function useChannelName(): (channel: string) => string {
  const names = useChannelNames();
  return (channel) => names[channel] ?? channel;
}
