import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../language/use-words.tsx";
import { nextSentences } from "./announce.ts";
import { type ConversationState } from "./conversation-state.ts";

/**
 * The live region: a reply is announced sentence by sentence while it is written, and its rest when
 * it is complete.
 */
export function LiveRegion({ state }: { state: ConversationState }) {
  const words = useWords();
  const [said, say] = useState("");
  const reading = useRef<{ turnId: string; attempt: number; upTo: number } | null>(null);
  const { running, messages, notes } = state;

  useEffect(() => {
    if (running === null) return;
    const current = reading.current;
    if (current?.turnId !== running.turn_id || current.attempt !== running.attempt) {
      reading.current = { turnId: running.turn_id, attempt: running.attempt, upTo: 0 };
      if (running.text === "") say(`${words.chat.assistant} ${words.chat.writing}`);
    }
    const upTo = reading.current?.upTo ?? 0;
    const sentences = nextSentences(running.text, upTo);
    if (sentences === "" || reading.current === null) return;
    reading.current.upTo = upTo + sentences.length;
    say(sentences);
  }, [running, words]);

  useEffect(() => {
    const current = reading.current;
    if (running !== null || current === null) return;
    const reply = messages.findLast(
      (message) => message.direction === "outbound" && message.turn_id === current.turnId,
    );
    const note = notes.findLast((candidate) => candidate.turnId === current.turnId);
    if (reply !== undefined) say(reply.text.slice(current.upTo));
    else if (note !== undefined)
      say(note.kind === "failed" ? words.chat.turnFailed : words.chat.stopped);
    else return;
    reading.current = null;
  }, [running, messages, notes, words]);

  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
