import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { lobbyKey, sendFile } from "../api.ts";
import { type TakenCard, type TakenChat } from "../contract.ts";

/** What became of a file. */
export interface FileNews {
  readonly id: number;
  readonly file: string;
  readonly state: "reading" | "taken" | "refused";
  /** Who came, or the chat that did. */
  readonly name?: string;
  /** What tells them from others of the same name. */
  readonly label?: string;
  readonly chatId?: string;
  readonly error?: unknown;
}

let counted = 0;

/** Files one after another; each ends with a word about it. */
export function useImport() {
  const client = useQueryClient();
  const [news, setNews] = useState<readonly FileNews[]>([]);
  const note = (one: FileNews): void =>
    setNews((all) => [...all.filter(({ id }) => id !== one.id), one]);

  const takeOne = async (file: File): Promise<void> => {
    const of = { id: ++counted, file: file.name };
    note({ ...of, state: "reading" });
    try {
      if (isChat(file.name)) {
        const { chat_id } = await sendFile<TakenChat>("/api/chats/import", file);
        note({ ...of, state: "taken", name: file.name, chatId: chat_id });
      } else {
        const { id, name, namesakes } = await sendFile<TakenCard>("/api/bots/import", file);
        const label = namesakes.find((one) => one.id === id)?.label;
        note({ ...of, state: "taken", name, ...(label === undefined ? {} : { label }) });
      }
      await client.invalidateQueries({ queryKey: lobbyKey });
    } catch (error) {
      note({ ...of, state: "refused", error });
    }
  };
  const take = (files: readonly File[]): void => {
    setNews([]);
    void files.reduce((before, file) => before.then(() => takeOne(file)), Promise.resolve());
  };
  return { news, take };
}

/** Chats are lines of JSON; everything else is tried as a card. */
const isChat = (name: string): boolean => /\.(?:jsonl|ndjson)$/i.test(name);
