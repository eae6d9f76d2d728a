import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { request } from "../api/request.ts";
import {
  type AccountInvitation,
  type AccountPage,
  type BackupLink,
  type Backups,
  type AuditPage,
  type Chain,
  type DoctorReport,
  type ErasedAccount,
  type Feedback,
  type KnownAccount,
  type MadeToken,
  type MetricWindow,
  type NewToken,
  type OpenSession,
  type ServerUsage,
  type SmokeReport,
  type SmokeRun,
  type Token,
} from "./contract.ts";

/** All that this page knows lies below this key. */
const root = "operator";
const pageLength = 50;

const at = (id: string, rest = ""): string => `/api/accounts/${encodeURIComponent(id)}${rest}`;

export const exportAddress = (id: string): string => at(id, "/export");

export function useAccounts(search: string) {
  return useInfiniteQuery({
    queryKey: [root, "accounts", search],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: String(pageLength) });
      if (search !== "") query.set("search", search);
      if (pageParam !== null) query.set("after", pageParam);
      return request<AccountPage>(`/api/accounts?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}

/** Names for ids, as many as one answer brings. */
export function useAccountNames() {
  return useQuery({
    queryKey: [root, "names"],
    queryFn: () => request<AccountPage>("/api/accounts?limit=500"),
    select: ({ accounts }) => accounts,
  });
}

/** Whatever is done shows everywhere on this page: the accounts, the tokens and the audit. */
function useDeed<Asked, Answer>(deed: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: () => void client.invalidateQueries({ queryKey: [root] }),
  });
}

/** A new account with its person's way in. */
export const useMakeAccount = () =>
  useDeed((name: string) =>
    request<AccountInvitation>("/api/invitations", {
      method: "POST",
      body: { display_name: name },
    }),
  );

export const useInvite = (id: string) =>
  useDeed(() => request<AccountInvitation>(at(id, "/link"), { method: "POST", body: {} }));

export const useRename = (id: string) =>
  useDeed((name: string) =>
    request<unknown>(at(id), { method: "PATCH", body: { display_name: name } }),
  );

export const useSetActive = (id: string) =>
  useDeed((isActive: boolean) =>
    request<KnownAccount>(at(id, isActive ? "/enable" : "/disable"), { method: "POST", body: {} }),
  );

export const useErase = (id: string) =>
  useDeed((name: string) =>
    request<ErasedAccount>(at(id, "/erase"), { method: "POST", body: { name } }),
  );

export function useTokens() {
  return useQuery({
    queryKey: [root, "tokens"],
    queryFn: () => request<{ tokens: readonly Token[] }>("/api/tokens"),
    select: ({ tokens }) => tokens,
  });
}

export function useSessions() {
  return useQuery({
    queryKey: [root, "sessions"],
    queryFn: () => request<{ sessions: readonly OpenSession[] }>("/api/sessions"),
    select: ({ sessions }) => sessions,
  });
}

export const useMakeToken = () =>
  useDeed((wanted: NewToken) =>
    request<MadeToken>("/api/tokens", { method: "POST", body: wanted }),
  );

export const useRevoke = () =>
  useDeed((id: string) =>
    request<void>(`/api/tokens/${encodeURIComponent(id)}`, { method: "DELETE" }),
  );

export function useAudit(only: "all" | "refused") {
  return useInfiniteQuery({
    queryKey: [root, "audit", only],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: String(pageLength) });
      if (only === "refused") query.set("outcome", "refused");
      if (pageParam !== null) query.set("before", String(pageParam));
      return request<AuditPage>(`/api/audit?${query}`);
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}

export const useChain = () =>
  useQuery({ queryKey: [root, "chain"], queryFn: () => request<Chain>("/api/audit/chain") });

export const useMetrics = () =>
  useQuery({
    queryKey: [root, "metrics"],
    queryFn: () => request<MetricWindow>("/api/metrics"),
    refetchInterval: 15_000,
  });

export const useUsage = () =>
  useQuery({
    queryKey: [root, "usage"],
    queryFn: () => request<ServerUsage>("/api/usage"),
    refetchInterval: 60_000,
  });

/** As many as one answer brings. */
export function useFeedback() {
  return useQuery({
    queryKey: [root, "feedback"],
    queryFn: () => request<{ feedback: readonly Feedback[] }>("/api/inbound/feedback?limit=500"),
    select: ({ feedback }) => feedback,
    refetchInterval: 60_000,
  });
}

export const useDoctor = () =>
  useQuery({
    queryKey: [root, "doctor"],
    queryFn: () => request<DoctorReport>("/api/doctor"),
    staleTime: 60_000,
  });

export function useSmokeRuns() {
  return useQuery({
    queryKey: [root, "smoke"],
    queryFn: () => request<{ reports: readonly SmokeRun[] }>("/api/smoke-reports"),
    select: ({ reports }) => reports,
  });
}

export const useSmokeReport = (run: string) =>
  useQuery({
    queryKey: [root, "smoke", run],
    queryFn: () => request<SmokeReport>(`/api/smoke-reports/${encodeURIComponent(run)}`),
  });

/** Asked often while one is being made. */
export const useBackups = () =>
  useQuery({
    queryKey: [root, "backups"],
    queryFn: () => request<Backups>("/api/backups"),
    refetchInterval: ({ state }) => (state.data?.running_since === null ? 30_000 : 1_000),
  });

export const useMakeBackup = () =>
  useDeed(() => request<Backups>("/api/backups", { method: "POST", body: {} }));

export const useBackupLink = (name: string) =>
  useDeed(() =>
    request<BackupLink>(`/api/backups/${encodeURIComponent(name)}/link`, {
      method: "POST",
      body: {},
    }),
  );
