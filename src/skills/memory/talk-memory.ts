import type { TalkMemory } from "../../domain/ports/talk-memory.ts";
import { createTalkRecall } from "./recall.ts";
import { noteWindow } from "./state-memory.ts";

/** The memory of people, for the skill that talks with them. */
export const openTalkMemory = (): TalkMemory => ({ recall: createTalkRecall(), note: noteWindow });
