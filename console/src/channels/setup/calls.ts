import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { request } from "../../api/request.ts";
import type { FormChange, Forms, FormTest, Problems } from "./contract.ts";

const at = "/api/channels/settings";
const formsKey = ["channels", "forms"];

export const useForms = (isOperator: boolean) =>
  useQuery({
    queryKey: formsKey,
    enabled: isOperator,
    queryFn: ({ signal }) => request<Forms>(at, { signal }),
  });

const check = (name: string, change: FormChange, signal?: AbortSignal) =>
  request<Problems>(`${at}/${name}/check`, {
    method: "POST",
    body: change,
    ...(signal === undefined ? {} : { signal }),
  });

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
      request<FormTest>(`${at}/${name}/test`, { method: "POST", body: change }),
  });

/** Saves, switches off, or forgets. Every answer is the forms as they are then. */
export function useFormChange(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: FormChange | "off" | "forget") =>
      act === "off"
        ? request<Forms>(`${at}/${name}/off`, { method: "POST", body: {} })
        : act === "forget"
          ? request<Forms>(`${at}/${name}`, { method: "DELETE" })
          : request<Forms>(`${at}/${name}`, { method: "POST", body: act }),
    onSuccess: (forms) => {
      client.setQueryData(formsKey, forms);
      return client.invalidateQueries({ queryKey: ["channels"] });
    },
  });
}

export const checkOnce = check;
