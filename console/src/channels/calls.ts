import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askAgainMs, useChanges } from "../api/changes.ts";
import { request } from "../api/request.ts";
import { type StreamStatus } from "../talk/live-stream.ts";

export interface OwnChannel {
  readonly channel: string;
  readonly channel_account: string;
  readonly is_yours: boolean;
  readonly state: "not_connected" | "connecting" | "connected" | "needs_login" | "failed" | null;
  readonly reason: string | null;
  readonly since: string | null;
  readonly is_paired: boolean;
  readonly conversation_id: string | null;
  readonly last_message_at: string | null;
  readonly last_trouble: { readonly status: string; readonly error_code: string | null; readonly at: string } | null;
}

export interface Setup {
  readonly public_url: string;
  readonly is_public: boolean;
  readonly webhooks: readonly Address[];
  /** What an address will be once its channel is switched on. */
  readonly switched_off: readonly Address[];
}

interface Address {
  readonly path: string;
  readonly url: string;
}

interface OwnChannels {
  readonly channels: readonly OwnChannel[];
  readonly can_link_wechat: boolean;
}

type Both = Readonly<Record<"en" | "zh", string>>;

export interface DoctorReport {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly status: "ok" | "warn" | "fail";
    readonly says: Both;
    readonly fix: Both | null;
  }[];
}

const ownChannelsKey = ["channels", "mine"];

/** Over every page: asked now and then. */
export function useOwnChannels(everyMs: number) {
  return useQuery({
    queryKey: ownChannelsKey,
    queryFn: ({ signal }) => request<OwnChannels>("/api/channels/mine", { signal }),
    refetchInterval: everyMs,
  });
}

/** On their own page: as they come and go. */
export function useLiveChannels() {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const channels = useOwnChannels(askAgainMs(stream));
  const isReady = channels.data !== undefined;
  useChanges({ shows: { channels: ownChannelsKey, activity: ownChannelsKey }, isReady, onStatus: setStream });
  return channels;
}

export function useSetup(isOperator: boolean) {
  return useQuery({
    queryKey: ["channels", "setup"],
    enabled: isOperator,
    queryFn: ({ signal }) => request<Setup>("/api/channels/setup", { signal }),
  });
}

export function useTestMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ channel, channel_account }: OwnChannel) =>
      request("/api/channels/test", { method: "POST", body: { channel, channel_account } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownChannelsKey }),
  });
}

export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ channel, channel_account }: OwnChannel) =>
      request("/api/channels/unlink", { method: "POST", body: { channel, channel_account } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownChannelsKey }),
  });
}

export const useDoctor = () => useMutation({ mutationFn: () => request<DoctorReport>("/api/doctor") });
