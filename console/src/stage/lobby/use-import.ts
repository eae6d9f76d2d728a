import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { lobbyKey } from "../api.ts";
import { sendCard, sendChat } from "../api-files.ts";

/** The result of importing a file. */
export interface FileImport {
  readonly id: number;
  readonly file: string;
  readonly state: "reading" | "imported" | "refused";
  /** The name of the imported character or chat. */
  readonly name?: string;
  /** The display name when other characters share the name. */
  readonly label?: string;
  readonly chatId?: string;
  readonly error?: unknown;
}

let lastId = 0;

/** Imports files one after another and reports each result. */
export function useImport() {
  const client = useQueryClient();
  const [news, setNews] = useState<readonly FileImport[]>([]);
  const note = (one: FileImport): void =>
    setNews((all) => [...all.filter(({ id }) => id !== one.id), one]);

  const importOne = async (file: File): Promise<void> => {
    const of = { id: ++lastId, file: file.name };
    note({ ...of, state: "reading" });
    try {
      if (isChat(file.name)) {
        const { chat_id } = await sendChat(file);
        note({ ...of, state: "imported", name: file.name, chatId: chat_id });
      } else {
        const { id, name, namesakes } = await sendCard(file);
        const label = namesakes.find((one) => one.id === id)?.label;
        note({ ...of, state: "imported", name, ...(label === undefined ? {} : { label }) });
      }
      await client.invalidateQueries({ queryKey: lobbyKey });
    } catch (error) {
      note({ ...of, state: "refused", error });
    }
  };
  const importAll = (files: readonly File[]): void => {
    setNews([]);
    void files.reduce((before, file) => before.then(() => importOne(file)), Promise.resolve());
  };
  return { news, take: importAll };
}

/** Chats are JSON lines; any other file is tried as a card. */
const isChat = (name: string): boolean => /\.(?:jsonl|ndjson)$/i.test(name);
