import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { readPages } from "../api/read-pages.ts";
import type { ExportLink } from "../api/contract.ts";
import { type MetricRange, type NewToken } from "./contract.ts";

/** All that this page knows lies below this key. */
const root = "operator";
const pageLength = 50;

export const exportAccount = (id: string): Promise<ExportLink> =>
  call("POST /api/accounts/{id}/export", { params: { id }, body: {} });

export function useAccounts(search: string) {
  return useInfiniteQuery({
    queryKey: [root, "accounts", search],
    queryFn: ({ pageParam }) =>
      call("GET /api/accounts", {
        query: {
          limit: pageLength,
          search: search === "" ? undefined : search,
          after: pageParam ?? undefined,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}

/** Names for ids, as many as one answer brings. */
export function useAccountNames() {
  return useQuery({
    queryKey: [root, "names"],
    queryFn: () => call("GET /api/accounts", { query: { limit: 500 } }),
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
  useDeed((name: string) => call("POST /api/invitations", { body: { display_name: name } }));

export const useInvite = (id: string) =>
  useDeed(() => call("POST /api/accounts/{id}/link", { params: { id }, body: {} }));

export const useRename = (id: string) =>
  useDeed((name: string) =>
    call("PATCH /api/accounts/{id}", { params: { id }, body: { display_name: name } }),
  );

export const useSetActive = (id: string) =>
  useDeed((isActive: boolean) =>
    call(isActive ? "POST /api/accounts/{id}/enable" : "POST /api/accounts/{id}/disable", {
      params: { id },
      body: {},
    }),
  );

export const useErase = (id: string) =>
  useDeed((name: string) =>
    call("POST /api/accounts/{id}/erase", { params: { id }, body: { name } }),
  );

export function useTokens() {
  return useQuery({
    queryKey: [root, "tokens"],
    queryFn: () =>
      readPages(async (page) => {
        const { tokens: rows, next } = await call("GET /api/tokens", { query: page });
        return { rows, next };
      }),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: [root, "sessions"],
    queryFn: () =>
      readPages(async (page) => {
        const { sessions: rows, next } = await call("GET /api/sessions", { query: page });
        return { rows, next };
      }),
  });
}

export const useMakeToken = () =>
  useDeed((wanted: NewToken) => call("POST /api/tokens", { body: wanted }));

export const useRevoke = () =>
  useDeed((id: string) => call("DELETE /api/tokens/{id}", { params: { id } }));

export function useAudit(only: "all" | "refused") {
  return useInfiniteQuery({
    queryKey: [root, "audit", only],
    queryFn: ({ pageParam }) =>
      call("GET /api/audit", {
        query: {
          limit: pageLength,
          outcome: only === "refused" ? only : undefined,
          before: pageParam ?? undefined,
        },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}

export const useChain = () =>
  useQuery({ queryKey: [root, "chain"], queryFn: () => call("GET /api/audit/chain") });

export const useMetrics = (range: MetricRange) =>
  useQuery({
    queryKey: [root, "metrics", range],
    queryFn: () => call("GET /api/metrics", { query: { range } }),
    placeholderData: keepPreviousData,
    refetchInterval: range === "hour" ? 15_000 : 60_000,
  });

export const useSpending = ({ days, account }: { days: number; account: string | undefined }) =>
  useQuery({
    queryKey: [root, "spending", days, account],
    queryFn: () => call("GET /api/metrics/spending", { query: { days, account_id: account } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const useUsage = () =>
  useQuery({
    queryKey: [root, "usage"],
    queryFn: () => call("GET /api/usage"),
    refetchInterval: 60_000,
  });

/** As many as one answer brings. */
export function useFeedback() {
  return useQuery({
    queryKey: [root, "feedback"],
    queryFn: () => call("GET /api/inbound/feedback", { query: { limit: 500 } }),
    select: ({ feedback }) => feedback,
    refetchInterval: 60_000,
  });
}

export const useDoctor = () =>
  useQuery({
    queryKey: [root, "doctor"],
    queryFn: () => call("GET /api/doctor"),
    staleTime: 60_000,
  });

export function useSmokeRuns() {
  return useQuery({
    queryKey: [root, "smoke"],
    queryFn: () => call("GET /api/smoke-reports"),
    select: ({ reports }) => reports,
  });
}

export const useSmokeReport = (run: string) =>
  useQuery({
    queryKey: [root, "smoke", run],
    queryFn: () => call("GET /api/smoke-reports/{run}", { params: { run } }),
  });

/** Asked often while one is being made. */
export const useBackups = () =>
  useQuery({
    queryKey: [root, "backups"],
    queryFn: () => call("GET /api/backups"),
    refetchInterval: ({ state }) => (state.data?.running_since === null ? 30_000 : 1_000),
  });

export const useMakeBackup = () => useDeed(() => call("POST /api/backups", { body: {} }));

export const useBackupLink = (name: string) =>
  useDeed(() => call("POST /api/backups/{name}/link", { params: { name }, body: {} }));
