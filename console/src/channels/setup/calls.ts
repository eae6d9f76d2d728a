import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../api/call.ts";
import type { FormChange } from "./contract.ts";

const formsKey = ["channels", "forms"];

export const useForms = (isOperator: boolean) =>
  useQuery({
    queryKey: formsKey,
    enabled: isOperator,
    queryFn: ({ signal }) => call("GET /api/channels/settings", { signal }),
  });

const check = (name: string, change: FormChange, signal?: AbortSignal) =>
  call("POST /api/channels/settings/{name}/check", { params: { name }, body: change, signal });

const quietMs = 300;

/** What is wrong with the values, a moment after the last key. Stores nothing. */
export function useProblems(name: string, change: FormChange) {
  const [asked, setAsked] = useState(change);
  const text = JSON.stringify(change);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(JSON.parse(text) as FormChange), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({
    queryKey: ["channels", "problems", name, asked],
    enabled: Object.keys(asked.set ?? {}).length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: ({ signal }) => check(name, asked, signal),
  });
}

export const useFormTest = (name: string) =>
  useMutation({
    mutationFn: (change: FormChange) =>
      call("POST /api/channels/settings/{name}/test", { params: { name }, body: change }),
  });

/** Saves, switches off, or forgets. Every answer is the forms as they are then. */
export function useFormChange(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: FormChange | "off" | "forget") =>
      act === "off"
        ? call("POST /api/channels/settings/{name}/off", { params: { name }, body: {} })
        : act === "forget"
          ? call("DELETE /api/channels/settings/{name}", { params: { name } })
          : call("POST /api/channels/settings/{name}", { params: { name }, body: act }),
    onSuccess: (forms) => {
      client.setQueryData(formsKey, forms);
      return client.invalidateQueries({ queryKey: ["channels"] });
    },
  });
}

export const checkOnce = check;
