import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askAgainMs, useChanges } from "../api/changes.ts";
import { call } from "../api/call.ts";
import { type StreamStatus } from "../talk/live-stream.ts";
import { type OwnChannel, type TestOutcome } from "./contract.ts";

const ownChannelsKey = ["channels", "mine"];

/** Over every page: asked now and then. */
export function useOwnChannels(everyMs: number) {
  return useQuery({
    queryKey: ownChannelsKey,
    queryFn: ({ signal }) => call("GET /api/channels/mine", { signal }),
    refetchInterval: everyMs,
  });
}

/** On their own page: as they come and go. */
export function useLiveChannels() {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const channels = useOwnChannels(askAgainMs(stream));
  const isReady = channels.data !== undefined;
  useChanges({
    shows: { channels: ownChannelsKey, activity: ownChannelsKey },
    isReady,
    onStatus: setStream,
  });
  return channels;
}

export function useSetup(isOperator: boolean) {
  return useQuery({
    queryKey: ["channels", "setup"],
    enabled: isOperator,
    queryFn: ({ signal }) => call("GET /api/channels/setup", { signal }),
  });
}

export function useTestMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ channel, channel_account }: OwnChannel) =>
      call("POST /api/channels/test", { body: { channel, channel_account } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownChannelsKey }),
  });
}

const askOutcomeMs = 1_000;

/** What became of a test message; asked for until it is over. */
export function useTestOutcome(deliveryId: string | undefined) {
  return useQuery({
    queryKey: ["channels", "test", deliveryId],
    enabled: deliveryId !== undefined,
    queryFn: ({ signal }) =>
      call("GET /api/channels/test/{id}", { params: { id: deliveryId ?? "" }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isUnderWay(data) ? askOutcomeMs : false,
  });
}

export const isUnderWay = ({ status }: TestOutcome): boolean =>
  status === "pending" || status === "sending";

export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ channel, channel_account }: OwnChannel) =>
      call("POST /api/channels/unlink", { body: { channel, channel_account } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownChannelsKey }),
  });
}
